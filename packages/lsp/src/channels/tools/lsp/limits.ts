import { TEXT_CAPS } from '../../../support/diagnostic-text.ts';

/** Limits of a model's requests and of the answers. Lengths are UTF-16 code units. */

export const MAX_FILE = 4096;
export const MAX_SYMBOL = 500;
export const MAX_QUERY = 1000;
export const MAX_CURSOR = 4096;

/** The greatest line or character that LSP can express. */
export const MAX_COORDINATE = 2 ** 31 - 1;

export const MAX_PAGE_SIZE = 200;
export const PAGE_SIZES = {
  references: 100,
  workspaceSymbols: 50,
  documentSymbols: 200,
  diagnostics: 50,
} as const;

/** Items of lists without pages: definitions, implementations, calls. */
export const MAX_ITEMS = 200;

/** Calls of one function by another. */
export const MAX_SITES = 50;

/** The source of a symbol. */
export const MAX_BODY = 32_000;
export const MAX_BODY_LINES = 600;

/** A source line. */
export const MAX_TEXT = 200;

/** The name of a symbol, and of its container. */
export const MAX_NAME = 500;

/** Checkers in an answer, one for each project. */
export const MAX_CHECKERS = 100;

export const MAX_HOVER = 16_000;
export const MAX_MESSAGE = TEXT_CAPS.message;
