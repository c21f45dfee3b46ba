import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckReport } from '@vybestack/llxprt-lsp-core';
import type { FixName, TriedFix } from '../../../../core/src/lsp/types.js';
import { Random } from '../../../../../scripts/lib/random.js';
import { codeBaseOf } from '../code-base.js';
import { headOf, isError, show, type Finding } from '../finding.js';
import { Compiler } from '../origins/compiler.js';
import type { FixesService, Reply } from '../origins/service.js';
import type { Subject } from '../subject.js';
import { BareFixes } from './bare.js';
import { about } from '../judged.js';
import type { FixCase, FixesResult, FixRound, WrittenFix } from './results.js';
import type { Slip } from './ways.js';

export interface FixesOptions {
  readonly seed: number;
  readonly mutations: number;
  /** Only this slip is judged. */
  readonly only: number | undefined;
}

/** So many slips for each mutation that other subjects get. */
const SLIPS = 2.5;
/** Of one slip; a compiler's run takes seconds. */
const MOST_WRITTEN = 4;

interface PlannedSlip {
  readonly kind: Slip;
  readonly file: string;
  readonly before: string;
  readonly text: string;
}

/** Makes slips one by one, and has each fix that is kept judged by the compiler. */
export async function judgeFixes(
  subject: Subject,
  folder: string,
  { seed, mutations, only }: FixesOptions,
  start: (workspace: string) => Promise<FixesService>,
  tell: (line: string) => void,
): Promise<FixesResult> {
  const started = performance.now();
  mkdirSync(folder, { recursive: true });
  const workspace = await subject.makeWorkspace(join(folder, 'workspace'));
  const slips = planSlips(subject, workspace, seed, Math.ceil(mutations * SLIPS));
  const bare = subject.bare && (await BareFixes.start(subject.bare, workspace));
  const stage: Stage = {
    workspace,
    compiler: new Compiler(subject, workspace, folder),
    service: await start(workspace),
    bare,
  };
  const cases: FixCase[] = [];
  try {
    for (const [index, slip] of slips.entries()) {
      if (only !== undefined && only !== index + 1) continue;
      const judged = await judgeSlip(stage, slip, index + 1);
      cases.push(judged);
      tell(`${subject.id} ${caseLine(judged, slips.length)}`);
    }
  } finally {
    await stage.service.close();
    await bare?.close();
  }
  const { fixShare } = subject;
  return {
    judges: 'fixes',
    ...about(subject, started),
    ...(fixShare !== undefined && { fixShare }),
    cases,
  };
}

interface Stage {
  readonly workspace: string;
  readonly compiler: Compiler;
  readonly service: FixesService;
  readonly bare: BareFixes | undefined;
}

/** As many of each kind as there are places for. */
function planSlips(subject: Subject, workspace: string, seed: number, count: number): PlannedSlip[] {
  const random = new Random(seed);
  const { sources } = codeBaseOf(subject, workspace);
  const byKind = new Map<Slip, PlannedSlip[]>();
  for (const { kind, sites } of subject.slips ?? []) {
    const found = [...sources].flatMap(([file, before]) =>
      sites(before).map(({ start, end, put }) => ({
        kind,
        file,
        before,
        text: before.slice(0, start) + put + before.slice(end),
      })),
    );
    byKind.set(kind, [...(byKind.get(kind) ?? []), ...found]);
  }
  const left = [...byKind.values()].map((all) => random.shuffled(all));
  const planned: PlannedSlip[] = [];
  while (planned.length < count && left.some((all) => all.length > 0))
    planned.push(...left.flatMap((all) => all.pop() ?? []));
  return planned.slice(0, count);
}

async function judgeSlip(
  { workspace, compiler, service, bare }: Stage,
  { kind, file, before, text }: PlannedSlip,
  number: number,
): Promise<FixCase> {
  const place = join(workspace, file);
  if (readFileSync(place, 'utf8') !== before) throw new Error(`${file} is not as it should be`);
  const clean = await errorsNow(compiler);
  writeFileSync(place, text);
  try {
    const report = valueOf(
      await service.check({
        files: [{ filePath: file, before, text }],
        written: true,
        others: true,
        origins: true,
        fixes: true,
      }),
    );
    // By turns, or what a server has learnt would always speed up the same one.
    const rounds: FixRound[] = [];
    for (const fixes of number % 2 === 0 ? [false, true] : [true, false])
      rounds.push(await roundOf({ place, service }, { file, before, text }, fixes));
    const [without, having] = number % 2 === 0 ? rounds : rounds.toReversed();
    if (without === undefined || having === undefined) throw new Error('two rounds are made');
    const bareMs = await bare?.fix(file, before, text);
    const broken = await errorsNow(compiler);
    const caused = newIn(broken, clean).filter((error) => error.file === file).length;
    const { fixes, complete } = valueOf(await service.fixes({ filePath: file }));
    const named = namedIn(report);
    const places = new Set(
      (report.files[file] ?? [])
        .filter(({ severity }) => severity === 'error')
        .map(({ line, character }) => `${line}:${character}`),
    );
    // The compiler is asked about errors alone.
    const listed = fixes.filter((fix) => places.has(`${fix.for.line}:${fix.for.character}`));
    // One that is named and not listed is written, too.
    const all = new Map<string, Pick<TriedFix, 'id' | 'title' | 'mark'>>(
      [...named, ...listed.slice(0, MOST_WRITTEN)].map((fix) => [fix.id, fix]),
    );
    const written: WrittenFix[] = [];
    for (const fix of all.values())
      written.push(
        await writeFix(
          { workspace, compiler, service },
          fix,
          broken,
          named.some(({ id }) => id === fix.id),
        ),
      );
    const found = [...Object.values(report.files), ...Object.values(report.others)].flat();
    const isSeveral = found.some(({ alternatives }) => alternatives !== undefined);
    return {
      number,
      kind,
      file,
      errors: caused,
      named: named.length > 0 ? 'one' : isSeveral ? 'several' : 'none',
      with: having,
      without,
      ...(bareMs !== undefined && { bareMs }),
      complete,
      fixes: written,
    };
  } finally {
    writeFileSync(place, before);
    await service.check({ files: [{ filePath: file, before: text, text: before }], written: true });
  }
}

/** An edit that makes the error, and the next one, which mends it. The file is left with the error. */
async function roundOf(
  { place, service }: { readonly place: string; readonly service: FixesService },
  { file, before, text }: Pick<PlannedSlip, 'file' | 'before' | 'text'>,
  fixes: boolean,
): Promise<FixRound> {
  const edit = async (
    from: string,
    to: string,
  ): Promise<{ readonly ms: number; readonly report: CheckReport }> => {
    writeFileSync(place, to);
    const began = performance.now();
    const report = valueOf(
      await service.check({ files: [{ filePath: file, before: from, text: to }], written: true, fixes }),
    );
    return { ms: performance.now() - began, report };
  };
  await edit(text, before);
  const made = await edit(before, text);
  const mended = await edit(text, before);
  await edit(before, text);
  return { verdict: Math.max(...made.report.servers.map(({ ms }) => ms)), whole: made.ms, next: mended.ms };
}

/** Writes it, asks the compiler, and undoes it. */
async function writeFix(
  { workspace, compiler, service }: Omit<Stage, 'bare'>,
  { id, title, mark }: Pick<TriedFix, 'id' | 'title' | 'mark'>,
  broken: readonly Finding[],
  isNamed: boolean,
): Promise<WrittenFix> {
  const result = valueOf(await service.fix({ ids: [id] }));
  const about = { title, isNamed, ...(mark !== undefined && { mark }) };
  if ('refused' in result) return { ...about, wrong: result.refused };
  for (const { file, text } of result.changes) writeFileSync(join(workspace, file), text);
  const fixed = await errorsNow(compiler);
  for (const { file, former } of result.changes) {
    if (former === undefined) rmSync(join(workspace, file));
    else writeFileSync(join(workspace, file), former);
  }
  const [came] = newIn(fixed, broken);
  if (came !== undefined) return { ...about, wrong: `it has caused ${show(came)}` };
  return fixed.length < broken.length ? about : { ...about, wrong: 'the error is still there' };
}

async function errorsNow(compiler: Compiler): Promise<Finding[]> {
  return (await compiler.now()).judgement.findings.filter(isError);
}

/**
 * Quirk(TypeScript): only the first ten errors of a run suggest a spelling, under a code of their own.
 * Where one of them is gone, another one takes its turn.
 */
const WITHOUT_SUGGESTION = new Map([
  ['2552', '2304'],
  ['2551', '2339'],
]);

/** Those of the later errors that the earlier ones do not have, wherever their lines have gone. */
function newIn(later: readonly Finding[], earlier: readonly Finding[]): Finding[] {
  const keyOf = ({ file, code, message }: Finding): string =>
    [
      file,
      WITHOUT_SUGGESTION.get(String(code)) ?? String(code),
      headOf(message).split(' Did you mean ')[0],
    ].join('\0');
  const had = new Map<string, number>();
  for (const finding of earlier) had.set(keyOf(finding), (had.get(keyOf(finding)) ?? 0) + 1);
  return later.filter((finding) => {
    const count = had.get(keyOf(finding)) ?? 0;
    had.set(keyOf(finding), count - 1);
    return count <= 0;
  });
}

function namedIn({ files, others }: CheckReport): FixName[] {
  return [...Object.values(files), ...Object.values(others)].flat().flatMap(({ fix }) => fix ?? []);
}

function valueOf<T>(reply: Reply<T>): T {
  if (reply.kind === 'no answer') throw new Error(reply.reason);
  return reply.value;
}

function caseLine({ number, kind, file, errors, named, fixes }: FixCase, all: number): string {
  const told = fixes.map(
    ({ title, mark, wrong }) =>
      `${wrong === undefined ? '' : 'WRONG '}${title}${mark === undefined ? '' : ` (${mark})`}` +
      (wrong === undefined ? '' : `: ${wrong}`),
  );
  return (
    `${number}/${all} ${kind} in ${file}: ${errors} errors; named: ${named}; ` +
    (told.length === 0 ? 'no fix' : told.join(' | '))
  );
}
