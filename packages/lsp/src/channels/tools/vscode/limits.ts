/** gateway-contract, section 5 and 7.3. Requests for more get this much, or CAP_EXCEEDED. */

/** For a whole JSON-RPC response, bytes. */
const MAX_RESPONSE_BYTES = 524_288;

/** The JSON-RPC envelope of a result, bytes: `jsonrpc`, `id` and braces, with ample reserve. */
const ENVELOPE_BYTES = 1024;

/** For a tool's result as JSON, bytes. */
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

/** For one fragment of a hover. */
export const MAX_HOVER_CODE_POINTS = 8192;

/** A path of 4,096 bytes, all of them escaped, with some reserve. */
export const MAX_URI_CHARACTERS = 16_384;

export const MAX_CURSOR_CHARACTERS = 4096;
export const MAX_QUERY_CHARACTERS = 1000;

/** The greatest line or character that LSP can express. */
export const MAX_UINTEGER = 2 ** 31 - 1;
