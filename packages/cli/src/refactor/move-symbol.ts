import { resolve } from 'node:path';
import { movingSymbol, withTags } from '@vybestack/llxprt-lsp-core';
import type { FindRefactoring } from './refactor-command.js';

export interface MoveSymbolOptions {
  /** 1-based, near the symbol. */
  readonly line?: number | undefined;
  /** Its old file passes it on. */
  readonly reexport: boolean;
  readonly force: boolean;
}

/** `llxprt-lsp move-symbol <file> <symbol> <to>`: paths are those of the workspace, as in `move`. */
export function moveSymbol(
  file: string,
  symbol: string,
  to: string,
  options: MoveSymbolOptions,
): FindRefactoring {
  return async ({ workspaceRoot }) => {
    const found = await movingSymbol(workspaceRoot, {
      file: resolve(workspaceRoot, file),
      symbol,
      to: resolve(workspaceRoot, to),
      ...options,
    });
    return found.ok ? found.value : withTags(found.refusal.message);
  };
}
