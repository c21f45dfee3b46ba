/** The gateway contract's hard caps (section 5.1), bytes. */
export const MAX_REQUEST_BYTES = 1024 * 1024;
export const MAX_RESPONSE_BYTES = 512 * 1024;

/** The revision of MCP that the gateway's contract targets, and the only one over HTTP. */
export const PROTOCOL_REVISION = '2025-11-25';

/** What is written around a result; an id is at most {@link MAX_ID_LENGTH} characters. */
export const ENVELOPE_BYTES = 1024;

/** Characters. An id is sent back, so without a bound it could make an answer too large. */
export const MAX_ID_LENGTH = 128;

/** How many objects and lists may lie in one another in what a tool is asked: no tool takes more than a few. */
export const MAX_DEPTH = 32;
