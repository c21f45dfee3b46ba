/** Bounds of what a model can ask for and of what it is told. Lengths are UTF-16 code units. */

export const MAX_FILE = 4096;
export const MAX_SYMBOL = 500;
export const MAX_QUERY = 1000;
export const MAX_CURSOR = 4096;

/** The greatest line or character that LSP can name. */
export const MAX_COORDINATE = 2 ** 31 - 1;

export const MAX_PAGE_SIZE = 200;
export const PAGE_SIZES = { references: 100, workspaceSymbols: 50, documentSymbols: 200, diagnostics: 50 } as const;

/** Of lists without pages: definitions, implementations, calls. */
export const MAX_ITEMS = 200;

/** Of the calls of one function by another. */
export const MAX_SITES = 50;

/** Of the diagnostics of one file. */
export const MAX_DIAGNOSTICS = 200;

/** A source line. */
export const MAX_TEXT = 200;

/** The name of a symbol, and of what it is in. */
export const MAX_NAME = 500;

/** Of the checkers that took part in an answer, one for each project. */
export const MAX_CHECKERS = 100;

export const MAX_HOVER = 16_000;
export const MAX_MESSAGE = 1000;
