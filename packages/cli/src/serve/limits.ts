/** The gateway contract's hard caps (section 5.1), bytes. */
export const MAX_REQUEST_BYTES = 1024 * 1024;
export const MAX_RESPONSE_BYTES = 512 * 1024;

/** The revision of MCP that the gateway contract targets. */
export const PROTOCOL_REVISION = '2025-11-25';

/** Those that clients of `lsp_*` may use, the newest first. */
export const PROTOCOL_REVISIONS: readonly [string, ...string[]] = [
  PROTOCOL_REVISION,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** What is written around a result; an id is at most {@link MAX_ID_LENGTH} characters. */
export const ENVELOPE_BYTES = 1024;

/** Characters. An id is sent back, so without a bound it could make an answer too large. */
export const MAX_ID_LENGTH = 128;

/**
 * How deep objects and lists may be nested in a tool's arguments. Every tool needs only a few
 * levels.
 */
export const MAX_DEPTH = 32;
