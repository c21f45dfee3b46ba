import { escaped, inline, joined, oneLine, renaming } from '@vybestack/llxprt-lsp-core';
import { findPlaces } from '../check/targets.js';
import type { FindRefactoring } from './refactor-command.js';

export interface RenameOptions {
  /** 1-based, near the symbol. */
  readonly line?: number | undefined;
  readonly force: boolean;
}

/** `llxprt-lsp rename <file> <symbol> <new-name>` */
export function rename(
  file: string,
  symbol: string,
  newName: string,
  { line, force }: RenameOptions,
): FindRefactoring {
  return async (folders) => {
    const {
      found: [place],
      troubles,
    } = await findPlaces([file], folders);
    if (place === undefined)
      return joined(
        troubles.map(({ reason }) => escaped`${inline(file)}: ${oneLine(reason)}`),
        '; ',
      );
    return renaming({
      filePath: place.real,
      symbol,
      newName,
      ...(line !== undefined && { line }),
      ...(force && { force }),
    });
  };
}
