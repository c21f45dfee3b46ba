import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckParams } from '@vybestack/llxprt-lsp-core';
import type { ProposeParams } from '../../../../core/src/lsp/types.js';
import type { FileState } from '../plan/tree.js';
import type { OriginAsking } from './results.js';

/** One change of one file, in its text or its name. */
export interface Edit {
  readonly before: FileState;
  readonly after: FileState;
}

export const reversed = ({ before, after }: Edit): Edit => ({ before: after, after: before });

/** Throws if the file is not what the plan says it is. */
export function writeEdit(workspace: string, { before, after }: Edit): void {
  const place = (path: string): string => join(workspace, path);
  if (readFileSync(place(before.path), 'utf8') !== before.text)
    throw new Error(`${before.path} is not as it should be`);
  if (before.path !== after.path) {
    if (existsSync(place(after.path))) throw new Error(`${after.path} is there already`);
    rmSync(place(before.path));
    mkdirSync(dirname(place(after.path)), { recursive: true });
  }
  writeFileSync(place(after.path), after.text);
}

export function checkOf({ before, after }: Edit, asking: OriginAsking): CheckParams {
  const isMoved = before.path !== after.path;
  const file = {
    filePath: after.path,
    ...(asking === 'text' && { text: after.text }),
    ...(isMoved ? { created: true } : asking !== 'name' && { before: before.text }),
  };
  return { files: [file], ...deletedBy({ before, after }), written: true, others: true, origins: true };
}

export function proposalOf({ before, after }: Edit): ProposeParams {
  return {
    files: [{ filePath: after.path, text: after.text }],
    ...deletedBy({ before, after }),
    others: true,
    origins: true,
  };
}

function deletedBy({ before, after }: Edit): { deleted?: string[] } {
  return before.path === after.path ? {} : { deleted: [before.path] };
}
