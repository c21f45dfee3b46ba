import { renameWording } from '@vybestack/llxprt-lsp-core';
import type { Refactoring } from './refactor-command.js';

export interface RenameOptions {
  /** 1-based, near the symbol. */
  readonly line?: number | undefined;
  readonly force: boolean;
}

/** `llxprt-lsp rename <file> <symbol> <new-name>` */
export function renaming(symbol: string, newName: string, { line, force }: RenameOptions): (file: string) => Refactoring {
  return (filePath) => ({
    params: { kind: 'rename', filePath, symbol, newName, ...(line !== undefined && { line }), ...(force && { force }) },
    wording: renameWording(symbol, newName),
  });
}
