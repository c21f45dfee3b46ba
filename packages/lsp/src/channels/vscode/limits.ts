/** gateway-contract, section 5 and 7.3. Whoever asks for more gets this much, or CAP_EXCEEDED. */

/** Of a whole JSON-RPC response, bytes. */
export const MAX_RESPONSE_BYTES = 524_288;

/** What JSON-RPC puts around a result, bytes: `jsonrpc`, `id` and braces, with plenty to spare. */
const ENVELOPE_BYTES = 1024;

/** Of a tool's result as JSON, bytes. */
export const MAX_RESULT_BYTES = MAX_RESPONSE_BYTES - ENVELOPE_BYTES;

export const REQUEST_TIMEOUT_MS = 2000;

/** Definitions, symbols of a document, diagnostics of a file. */
export const MAX_ITEMS_NONPAGED = 200;

export const MAX_PAGE_SIZE = 200;
export const DEFAULT_PAGE_SIZE = 50;

/** Files. */
export const DEFAULT_DIAGNOSTICS_PAGE_SIZE = 100;

/** Files with diagnostics. */
export const MAX_WORKSPACE_DIAGNOSTICS_ITEMS_TOTAL = 5000;

export const MAX_WORKSPACE_SYMBOLS_ITEMS_TOTAL = 20_000;
export const MAX_REFERENCES_ITEMS_TOTAL = 20_000;

export const MAX_HOVER_FRAGMENTS = 8;

/** Of one fragment of a hover. */
export const MAX_HOVER_CODE_POINTS = 8192;

/** A path of 4,096 bytes, each of them escaped, with room to spare. */
export const MAX_URI_CHARACTERS = 16_384;

export const MAX_CURSOR_CHARACTERS = 4096;
export const MAX_QUERY_CHARACTERS = 1000;

/** The greatest line or character that LSP can name. */
export const MAX_UINTEGER = 2 ** 31 - 1;
