import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config, renameSymbol, type ToolContext } from '@vybestack/llxprt-lsp-core';
import { Random } from '../../../../scripts/lib/random.js';
import { codeBaseOf } from '../accuracy/code-base.js';
import { headOf, isError, show, type Finding } from '../accuracy/finding.js';
import { CONFIG } from '../accuracy/host.js';
import { Compiler } from '../accuracy/origins/compiler.js';
import { median } from '../stats.js';
import { filesOf } from '../workspace.js';
import type { RefactoredSubject } from './subjects.js';
import { planCaptures, planRenames, type Renaming } from './symbols-of.js';

/** `identical`, `otherwise`: what came back was the same bytes, or was not. */
export type Back = 'identical' | 'refused' | 'otherwise';

export interface RenameCase extends Renaming {
  /** Why nothing was written, if so. */
  readonly refused?: string;
  /** An error that the compiler has and did not have before. */
  readonly caused?: string;
  readonly back?: Back;
  readonly files: number;
  readonly ms: number;
}

export interface CaptureCase extends Renaming {
  readonly refused?: string;
}

export interface RenamesResult {
  readonly id: string;
  readonly language: string;
  readonly title: string;
  readonly compiler: string;
  readonly renames: readonly RenameCase[];
  readonly captures: readonly CaptureCase[];
}

export interface RenamesOptions {
  readonly each: number;
  readonly captures: number;
  readonly seed: number;
}

/** Renames symbols of a real project there and back, one by one, with its compiler in between. */
export async function judgeRenames(subject: RefactoredSubject, folder: string, { each, captures, seed }: RenamesOptions, tell: (line: string) => void): Promise<RenamesResult> {
  mkdirSync(folder, { recursive: true });
  const workspace = await subject.makeWorkspace(join(folder, 'workspace'));
  const random = new Random(seed);
  const { sources } = codeBaseOf({ ...subject, settings: () => false }, workspace);
  const config = new Config({ workspaceRoot: workspace, lsp: CONFIG, logger: { debug: () => undefined } });
  await config.initialize();
  const stage: Stage = {
    workspace,
    compiler: new Compiler(subject, workspace, folder),
    context: { ...config.toolContext(), appendDiagnostics: (success) => Promise.resolve(success) },
  };
  try {
    const renames: RenameCase[] = [];
    for (const planned of planRenames(sources, subject.names, random, each)) {
      const judged = await judgeRename(stage, planned);
      renames.push(judged);
      tell(`${subject.id} ${describe(judged)}`);
    }
    const captured: CaptureCase[] = [];
    for (const planned of planCaptures(sources, subject.names, random, captures)) {
      const judged = await judgeCapture(stage, planned);
      captured.push(judged);
      tell(`${subject.id} capture ${planned.symbol} -> ${planned.newName} in ${planned.file}:${planned.line}: ${judged.refused ?? 'WRITTEN'}`.split('\n')[0] ?? '');
    }
    const { id, language, title, compiler } = subject;
    return { id, language, title, compiler, renames, captures: captured };
  } finally {
    await config.shutdown();
  }
}

interface Stage {
  readonly workspace: string;
  readonly compiler: Compiler;
  readonly context: ToolContext;
}

async function judgeRename({ workspace, compiler, context }: Stage, planned: Renaming): Promise<RenameCase> {
  const { file, symbol, line, newName } = planned;
  const before = textsOf(workspace);
  const clean = await errorsNow(compiler);
  const began = performance.now();
  const there = await renameSymbol({ file, symbol, new_name: newName, line }, context);
  const ms = performance.now() - began;
  const changed = changesOf(before, workspace);
  if (there.error !== undefined) {
    restore(before, workspace);
    const wrong = changed.length > 0 ? `, and ${changed.length} files have changed` : '';
    return { ...planned, files: changed.length, ms, refused: there.error.message + wrong, ...(wrong !== '' && { caused: wrong }) };
  }
  const caused = newIn(await errorsNow(compiler), clean, planned).at(0);
  const back = await renameSymbol({ file, symbol: newName, new_name: symbol, line }, context);
  const differing = changesOf(before, workspace);
  restore(before, workspace);
  return {
    ...planned,
    files: changed.length,
    ms,
    ...(caused !== undefined && { caused: show(caused) }),
    back: back.error !== undefined ? 'refused' : differing.length === 0 ? 'identical' : 'otherwise',
  };
}

/** With `force`, so that nothing but the meaning is a reason. */
async function judgeCapture({ workspace, context }: Stage, planned: Renaming): Promise<CaptureCase> {
  const { file, symbol, line, newName } = planned;
  const before = textsOf(workspace);
  const { error } = await renameSymbol({ file, symbol, new_name: newName, line, force: true }, context);
  restore(before, workspace);
  return { ...planned, ...(error !== undefined && { refused: error.message }) };
}

function textsOf(workspace: string): Map<string, string> {
  return new Map(filesOf(workspace).map((file) => [file, readFileSync(join(workspace, file), 'latin1')]));
}

function changesOf(before: ReadonlyMap<string, string>, workspace: string): string[] {
  const now = textsOf(workspace);
  return [...new Set([...before.keys(), ...now.keys()])].filter((file) => before.get(file) !== now.get(file));
}

function restore(before: ReadonlyMap<string, string>, workspace: string): void {
  for (const file of changesOf(before, workspace)) writeFileSync(join(workspace, file), before.get(file) ?? '', 'latin1');
}

async function errorsNow(compiler: Compiler): Promise<Finding[]> {
  return (await compiler.now()).judgement.findings.filter(isError);
}

/** Errors that name the symbol are the same under its new name. */
function newIn(later: readonly Finding[], earlier: readonly Finding[], { symbol, newName }: Renaming): Finding[] {
  const keyOf = ({ file, line, code, message }: Finding): string => [file, line, code ?? '', headOf(message).replaceAll(newName, symbol)].join('\0');
  const had = new Set(earlier.map(keyOf));
  return later.filter((finding) => !had.has(keyOf(finding)));
}

function describe({ symbol, file, refused, caused, back, files, ms }: RenameCase): string {
  const what = refused === undefined ? `${files} files, back ${back ?? '-'}` : `refused: ${refused.split('\n').slice(0, 2).join(' ')}`;
  return `${caused === undefined ? 'ok' : 'WRONG'}  ${symbol} in ${file}: ${what}${caused === undefined ? '' : `; ${caused}`}; ${ms.toFixed(0)} ms`;
}

export function isFlawed({ renames, captures }: RenamesResult): boolean {
  return renames.some(({ caused, back }) => caused !== undefined || back === 'otherwise') || captures.some(({ refused }) => refused === undefined);
}

/** A table in Markdown. */
export function renamesTable(results: readonly RenamesResult[]): string {
  const rows = results.map(({ language, title, renames, captures }) => {
    const written = renames.filter(({ refused }) => refused === undefined);
    const count = (back: Back): number => written.filter((one) => one.back === back).length;
    const refusedCaptures = captures.filter(({ refused }) => refused !== undefined).length;
    const wrong = renames.filter(({ caused }) => caused !== undefined).length;
    return `| ${[language, title, renames.length, written.length, wrong, count('identical'), count('refused'), count('otherwise'), `${refusedCaptures} of ${captures.length}`, renames.length === 0 ? '-' : median(renames.map(({ ms }) => ms)).toFixed(0)].join(' | ')} |`;
  });
  return ['| language | project | asked | written | errors caused | back identical | back refused | back otherwise | captures refused | ms |', '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|', ...rows].join('\n');
}
