import { resolve } from 'node:path';
import { z } from 'zod';
import { nameInTags } from '../../lsp/in-tags.js';
import type { MoveSymbolParams } from '../../lsp/types.js';
import { escaped, inline } from '../../support/escaped.js';
import { ok, refusedResult, type Outcome } from '../outcome.js';
import { declare, dryRunParam, pathParam, toolCall } from '../params.js';
import { admitPath } from '../workspace-path.js';
import { MAX_NAME, refactor, type Refactoring } from './refactor.js';

const MoveSymbolToolParams = z.object({
  file: pathParam('The file that defines the symbol. Absolute or relative to the workspace root.'),
  symbol: z.string().min(1, 'must not be empty').describe('Its name.'),
  to: pathParam('The file that it is put into. It is created where it does not exist.'),
  line: z
    .int()
    .min(1)
    .optional()
    .describe('A line near the symbol, 1-based, where the file has several of that name.'),
  reexport: z
    .boolean()
    .default(false)
    .describe('Its old file passes it on, for importers that do not follow: those of other projects.'),
  force: z.boolean().default(false).describe('Move it even if that causes errors.'),
  dry_run: dryRunParam,
});

export const moveSymbolDeclaration = declare(
  'lsp_move_symbol',
  'Moves a function, class, variable or type from the top of a file to another file, with its comment, ' +
    'decorators and attributes. The imports that it needs go along, those that its old file needs no ' +
    'longer are removed, and all files that import it follow: TypeScript, JavaScript, Python, Rust. ' +
    'It is tried first. It is refused, and nothing is written, if it would cause errors, if the target ' +
    'has that name already, or if an importer cannot follow. Use it instead of copying the text and ' +
    'editing each import.',
  MoveSymbolToolParams,
);

/** The tool `lsp_move_symbol`. */
export const moveSymbol = toolCall(
  'lsp_move_symbol',
  MoveSymbolToolParams,
  async ({ file, symbol, to, line, reexport, force, dry_run: isDry }, context, signal) => {
    const found = await movingSymbol(context.workspaceRoot, { file, symbol, to, line, reexport, force });
    return found.ok ? await refactor(found.value, { context, isDry, signal }) : refusedResult(found.refusal);
  },
);

export interface SymbolAndTarget {
  /** Both absolute, or relative to the workspace root. */
  readonly file: string;
  readonly to: string;
  /** As it was asked for. */
  readonly symbol: string;
  /** 1-based, near the symbol. */
  readonly line?: number | undefined;
  readonly reexport: boolean;
  readonly force: boolean;
}

const MAX_PATH = 200;

/** Both paths have to be in the workspace. */
export async function movingSymbol(
  workspaceRoot: string,
  { file, symbol, to, line, reexport, force }: SymbolAndTarget,
): Promise<Outcome<Refactoring>> {
  const source = await admitPath(workspaceRoot, file);
  if (!source.ok) return source;
  const target = await admitPath(workspaceRoot, to);
  if (!target.ok) return target;
  const what = escaped`${nameInTags(symbol, MAX_NAME)} to ${inline(target.value.shown, MAX_PATH)}`;
  const params: MoveSymbolParams = {
    kind: 'move-symbol',
    filePath: source.value.real,
    symbol,
    to: resolve(workspaceRoot, to),
    ...(line !== undefined && { line }),
    ...(reexport && { reexport }),
    ...(force && { force }),
  };
  return ok({
    params,
    wording: {
      done: (files) => escaped`Moved ${what} in ${files}`,
      intent: (files) => escaped`move ${what} in ${files}`,
      refused: escaped`Not moved`,
      instead: escaped`Move its text, search for its imports, and edit them.`,
      mentions: escaped`The old place still stands`,
    },
  });
}
