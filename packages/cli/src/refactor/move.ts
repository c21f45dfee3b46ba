import { resolve } from 'node:path';
import { moving, withTags } from '@vybestack/llxprt-lsp-core';
import type { FindRefactoring } from './refactor-command.js';

/** `llxprt-lsp move <from> <to>`: `to` is put into where it is a folder, or ends with a slash. */
export function move(from: string, to: string, { force }: { readonly force: boolean }): FindRefactoring {
  return async ({ workspaceRoot }) => {
    const end = /[/\\]$/.test(to) ? '/' : '';
    const found = await moving(workspaceRoot, {
      from: resolve(workspaceRoot, from),
      to: resolve(workspaceRoot, to) + end,
      force,
    });
    return found.ok ? found.value : withTags(found.refusal.message);
  };
}
