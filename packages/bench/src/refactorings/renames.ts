import { renameSymbol } from '@vybestack/llxprt-lsp-core';
import { Random } from '../../../../scripts/lib/random.js';
import { table } from '../frame/page.js';
import { attemptText, backCounts, columns } from './stage.js';
import type { Attempt, OfProject, RefactoringStage, WayBack } from './stage.js';
import { planCaptures, planRenames, type Renaming } from './symbols-of.js';

interface RenameCase extends Renaming, Attempt, WayBack {}

interface CaptureCase extends Renaming {
  readonly refused?: string;
}

export interface RenamesResult {
  readonly renames: readonly RenameCase[];
  readonly captures: readonly CaptureCase[];
}

export interface RenamesOptions {
  readonly renames: number;
  readonly captures: number;
  readonly seed: number;
}

/** Renames symbols there and back, one by one, with the compiler in between. */
export async function judgeRenames(
  stage: RefactoringStage,
  options: RenamesOptions,
  tell: (line: string) => void,
): Promise<RenamesResult> {
  const { sources, subject } = stage;
  const random = new Random(options.seed);
  const renames: RenameCase[] = [];
  for (const planned of planRenames(sources, subject.names, random, options.renames)) {
    const judged = await judgeRename(stage, planned);
    renames.push(judged);
    tell(`rename ${planned.symbol} in ${planned.file}: ${attemptText(judged, judged)}`);
  }
  const captures: CaptureCase[] = [];
  for (const planned of planCaptures(sources, subject.names, random, options.captures)) {
    const judged = await judgeCapture(stage, planned);
    captures.push(judged);
    tell(
      `capture ${planned.symbol} -> ${planned.newName} in ${planned.file}:${planned.line}: ` +
        (judged.refused?.split('\n')[0] ?? 'WRITTEN'),
    );
  }
  return { renames, captures };
}

async function judgeRename(stage: RefactoringStage, planned: Renaming): Promise<RenameCase> {
  const { file, symbol, line, newName } = planned;
  const before = stage.texts();
  const call = (name: string, new_name: string) => () =>
    renameSymbol({ file, symbol: name, new_name, line }, stage.context);
  // Errors that name the symbol are the same under its new name.
  const attempt = await stage.attempt(before, call(symbol, newName), (finding) => ({
    ...finding,
    message: finding.message.replaceAll(newName, symbol),
  }));
  const back = attempt.refused === undefined ? await stage.back(before, call(newName, symbol)) : undefined;
  stage.restore(before);
  return { ...planned, ...attempt, ...back };
}

/** With `force`, so that nothing but the meaning is a reason. */
async function judgeCapture(stage: RefactoringStage, planned: Renaming): Promise<CaptureCase> {
  const { file, symbol, line, newName } = planned;
  const before = stage.texts();
  const { error } = await renameSymbol({ file, symbol, new_name: newName, line, force: true }, stage.context);
  stage.restore(before);
  return { ...planned, ...(error !== undefined && { refused: error.message }) };
}

export function areRenamedWrong({ renames, captures }: RenamesResult): boolean {
  return (
    renames.some(({ wrong, back }) => wrong !== undefined || back === 'otherwise') ||
    captures.some(({ refused }) => refused === undefined)
  );
}

export function renamesTable(results: readonly OfProject<RenamesResult>[]): string {
  return table(
    'language | project | renames: | written: | wrong: | back identical: | back refused: | ' +
      'back otherwise: | captures refused: | ms:',
    results.map(({ language, title, result: { renames, captures } }) => {
      const [asked, written, wrong, ms] = columns(renames);
      const refused = captures.filter((capture) => capture.refused !== undefined).length;
      return [
        ...[language, title, asked, written, wrong, ...backCounts(renames)],
        ...[`${refused} of ${captures.length}`, ms],
      ];
    }),
  );
}
