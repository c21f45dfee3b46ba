import { basename, dirname, extname, join } from 'node:path';
import { moveFile } from '@vybestack/llxprt-lsp-core';
import { Random } from '../../../../scripts/lib/random.js';
import { table } from '../frame/page.js';
import { attemptText, backCounts, columns } from './stage.js';
import type { Attempt, OfProject, RefactoringStage, WayBack } from './stage.js';

export interface MoveCase extends Attempt, WayBack {
  readonly from: string;
  readonly to: string;
}

/** Moves source files there and back, one by one, with the compiler in between. */
export async function judgeMoves(
  stage: RefactoringStage,
  { moves, seed }: { readonly moves: number; readonly seed: number },
  tell: (line: string) => void,
): Promise<MoveCase[]> {
  const cases: MoveCase[] = [];
  for (const { from, to } of planMoves([...stage.sources.keys()], new Random(seed), moves)) {
    const judged = await judgeMove(stage, from, to);
    cases.push(judged);
    tell(`move ${from} to ${to}: ${attemptText(judged, judged)}`);
  }
  return cases;
}

/** A third each: another name in the same folder, another folder that there is, and a new folder. */
export function planMoves(
  files: readonly string[],
  random: Random,
  count: number,
): { from: string; to: string }[] {
  const folders = [...new Set(files.map((file) => dirname(file)))];
  const taken = new Set(files);
  return random
    .shuffled([...files])
    .slice(0, count)
    .map((from, at) => {
      const [folder, extension] = [dirname(from), extname(from)];
      const name = basename(from, extension);
      const others = folders.filter((other) => other !== folder && !taken.has(join(other, name + extension)));
      if (at % 3 === 0) return { from, to: join(folder, `${name}_moved${extension}`) };
      return {
        from,
        to: join(
          at % 3 === 1 && others.length > 0 ? random.pick(others) : join(folder, 'moved'),
          name + extension,
        ),
      };
    });
}

async function judgeMove(stage: RefactoringStage, from: string, to: string): Promise<MoveCase> {
  const before = stage.texts();
  const call = (source: string, target: string) => () =>
    moveFile({ from: source, to: target }, stage.context);
  // Errors that stood in the file stand at its new path.
  const attempt = await stage.attempt(before, call(from, to), (finding) =>
    finding.file === to ? { ...finding, file: from } : finding,
  );
  const back = attempt.refused === undefined ? await stage.back(before, call(to, from)) : undefined;
  stage.restore(before);
  return { from, to, ...attempt, ...back };
}

/**
 * Other bytes that mean the same are no flaw: an import of `./shop` is one of `./shop/index` once
 * `index.ts` has had another name.
 */
export function areMovedWrong(cases: readonly MoveCase[]): boolean {
  return cases.some(({ wrong, backWrong }) => wrong !== undefined || backWrong !== undefined);
}

export function movesTable(results: readonly OfProject<readonly MoveCase[]>[]): string {
  return table(
    'language | project | moves: | written: | wrong: | back identical: | back refused: | ' +
      'back otherwise: | ms:',
    results.map(({ language, title, result }) => {
      const [asked, written, wrong, ms] = columns(result);
      return [language, title, asked, written, wrong, ...backCounts(result), ms];
    }),
  );
}
