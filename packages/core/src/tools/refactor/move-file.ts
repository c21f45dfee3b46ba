import { readdir, realpath, rmdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { type Escaped, escaped, inline } from '../../support/escaped.js';
import { ok, refusedResult, type Outcome } from '../outcome.js';
import { declare, dryRunParam, pathParam, toolCall } from '../params.js';
import { admitPath } from '../workspace-path.js';
import { refactor, type Refactoring } from './refactor.js';

const MoveFileParams = z.object({
  from: pathParam('The file or folder. Absolute or relative to the workspace root.'),
  to: pathParam(
    'Its new path, or the folder that it is put into: an existing one, or a path that ends with /.',
  ),
  force: z.boolean().default(false).describe('Move it even if that causes errors.'),
  dry_run: dryRunParam,
});

export const moveFileDeclaration = declare(
  'lsp_move_file',
  'Moves or renames a file, or a folder with all its files, and rewrites the imports of it in all ' +
    'files of the project, and its ' +
    'own: `import`, `from`, `#include`, `mod`. It is refused, and nothing is written, if it would ' +
    'cause errors, or if nothing knows ' +
    'what imports files of its language. The result lists the changed files, and where the old path ' +
    'still stands. Use it instead of ' +
    'moving the file by a shell and editing each import.',
  MoveFileParams,
);

const MAX_PATH = 200;

const shortened = (path: Escaped): Escaped => inline(path, MAX_PATH);

/** The tool `lsp_move_file`. */
export const moveFile = toolCall(
  'lsp_move_file',
  MoveFileParams,
  async ({ dry_run: isDry, ...move }, context, signal) => {
    const moves = await moving(context.workspaceRoot, move);
    return moves.ok ? await refactor(moves.value, { context, isDry, signal }) : refusedResult(moves.refusal);
  },
);

export interface MovePaths {
  /**
   * A file or folder, and its new path or the folder that it is put into. Absolute, or relative to
   * the workspace root.
   */
  readonly from: string;
  readonly to: string;
  /** Even if that causes errors. */
  readonly force: boolean;
}

/** Both paths have to be in the workspace. */
export async function moving(
  workspaceRoot: string,
  { from, to, force }: MovePaths,
): Promise<Outcome<Refactoring>> {
  const [source, target] = [withoutEnd(from), withoutEnd(to)];
  const old = await admitPath(workspaceRoot, source);
  if (!old.ok) return old;
  const isRoot = resolve(workspaceRoot, target) === resolve(workspaceRoot);
  const now = isRoot ? undefined : await admitPath(workspaceRoot, target);
  if (now?.ok === false) return now;
  const end = target === to ? '' : '/';
  const what = escaped`${shortened(old.value.shown)} to ${shortened(now?.value.shown ?? escaped`.`)}${end}`;
  return ok({
    params: {
      kind: 'move',
      from: resolve(workspaceRoot, source),
      to: resolve(workspaceRoot, target) + end,
      ...(force && { force }),
    },
    wording: {
      done: (files) => escaped`Moved ${what}, ${files} changed`,
      intent: (files) => escaped`move ${what}, ${files} changed`,
      refused: escaped`Not moved`,
      instead: escaped`Move it by a shell, search the text for its imports, and edit them.`,
      mentions: escaped`The old path still stands`,
      tidy: () => removeEmpty(old.value.entry, workspaceRoot),
    },
  });
}

function withoutEnd(path: string): string {
  const end = path.endsWith(sep) || path.endsWith('/') ? path.slice(0, -1) : path;
  return end === '' ? path : end;
}

/** Removes the folders in and above a moved path that hold nothing any more. */
async function removeEmpty(path: string, workspaceRoot: string): Promise<void> {
  await removeEmptyBelow(path);
  const root = await realpath(workspaceRoot).catch(() => path);
  for (let folder = dirname(path); folder.startsWith(root + sep); folder = dirname(folder)) {
    if (!(await removes(folder))) return;
  }
}

async function removeEmptyBelow(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeEmptyBelow(join(folder, entry.name));
  await removes(folder);
}

async function removes(folder: string): Promise<boolean> {
  return await rmdir(folder).then(
    () => true,
    () => false,
  );
}
