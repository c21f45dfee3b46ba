import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../src/lsp/types.js';
import { filesOf } from '../workspace.js';
import { compare } from './compare.js';
import type { Finding, Judgement } from './finding.js';
import { Host, type Answer } from './host.js';
import { plan, type Step } from './plan/plan.js';
import { toolCall } from './plan/tool-call.js';
import type { Case, Outcome, SubjectResult, Warnings } from './results.js';
import type { Subject } from './subject.js';

export interface JudgeOptions {
  readonly seed: number;
  readonly mutations: number;
  /** Only this edit is judged; those before it are made all the same. */
  readonly only: number | undefined;
}

/**
 * Makes the edits of a subject one by one; after each, the tool's answer for the edited file is held against the compiler's own run over
 * the same tree.
 *
 * @param folder to be made; for the workspace and what the compiler writes
 * @param tell is given what happens, a line each
 */
export async function judgeSubject(subject: Subject, folder: string, options: JudgeOptions, tell: (line: string) => void): Promise<SubjectResult> {
  const started = performance.now();
  mkdirSync(folder, { recursive: true });
  const workspace = await subject.makeWorkspace(join(folder, 'workspace'));
  const steps = plan(sourcesOf(subject, workspace), subject.ways, options);
  if (options.only !== undefined && options.only > steps.length) throw new Error(`${subject.id} has ${steps.length} edits, and no number ${options.only}`);
  const { only } = options;
  const first = only ?? 1;
  const judge = (): Promise<Judgement> => subject.judge(workspace, folder);
  const host = await Host.start(workspace);
  const cases: Case[] = [];
  try {
    let former = first === 1 ? await judge() : undefined;
    for (const step of steps) {
      if (only !== undefined && step.number > only) break;
      const answer = await makeEdit(host, subject, workspace, step);
      // Of the one before, the answer tells what is stale now.
      if (step.number < first - 1) continue;
      const judgement = await judge();
      if (step.number >= first) {
        const judged = caseOf(subject, step, answer, judgement, former);
        tell(`${subject.id} ${progress(judged, steps.length)}`);
        cases.push(judged);
      }
      former = judgement;
    }
  } finally {
    await host.close();
  }
  const { id, language, title, compiler } = subject;
  return { id, language, title, compiler, cases, seconds: Math.round((performance.now() - started) / 1000) };
}

/** Texts with a carriage return are left alone: patterns speak of lines that end with LF. */
function sourcesOf({ edits }: Subject, workspace: string): Map<string, string> {
  const files = filesOf(workspace).filter(edits).sort();
  const texts = files.map((file) => [file, readFileSync(join(workspace, file), 'utf8')] as const);
  return new Map(texts.filter(([, text]) => text.endsWith('\n') && !text.includes('\r')));
}

async function makeEdit(host: Host, { server }: Subject, workspace: string, { tool, before, after }: Step): Promise<Answer> {
  const answer = await host.call(toolCall(tool, before, after), after.path, server);
  const moved = before.path !== after.path && existsSync(join(workspace, before.path));
  if (moved || readFileSync(join(workspace, after.path), 'utf8') !== after.text) throw new Error(`${tool} left ${after.path} as it should not be`);
  return answer;
}

function caseOf(subject: Subject, step: Step, answer: Answer, judgement: Judgement, former: Judgement | undefined): Case {
  const { number, action, mutation, tool, before, after } = step;
  const file = after.path;
  const errors = { ...judgement, findings: judgement.findings.filter(isError) };
  const about = { number, action, kind: mutation.kind, tool, file };
  if (answer.kind === 'no answer') return { ...about, outcome: { ...answer, expected: errors.findings.filter((finding) => finding.file === file) } };
  const reported = answer.diagnostics.flatMap(toFinding);
  const previous = (former?.findings ?? []).filter((finding) => isError(finding) && finding.file === before.path);
  const comparison = compare(file, reported.filter(isError), errors, previous, subject.rules);
  const outcome: Outcome = { kind: 'answered', ...comparison, warnings: compareWarnings(subject, file, reported, judgement) };
  return { ...about, outcome };
}

function compareWarnings({ rules }: Subject, file: string, reported: readonly Finding[], judgement: Judgement): Warnings {
  const warnings = { ...judgement, findings: judgement.findings.filter((finding) => !isError(finding)) };
  // Whichever severity the server gives what the compiler merely warns of.
  const { right, missed } = compare(file, reported, warnings, [], rules);
  return { right, missed };
}

function toFinding({ file, line, severity, code, message, source }: Diagnostic): Finding[] {
  if (severity !== 'error' && severity !== 'warning') return [];
  return [{ file, line, severity, message, source, code: code === undefined ? undefined : String(code) }];
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function progress({ number, action, kind, tool, file, outcome }: Case, count: number): string {
  const what = `${String(number).padStart(String(count).length)}/${count} ${action}, ${kind}, ${tool}, ${file}`;
  if (outcome.kind === 'no answer') return `${what}: NO ANSWER`;
  const { right, missed, invented, stale, differences } = outcome;
  const wrong = [
    ...(missed.length > 0 ? [`${missed.length} MISSED`] : []),
    ...(invented.length > 0 ? [`${invented.length} INVENTED`] : []),
    ...(stale.length > 0 ? [`${stale.length} STALE`] : []),
    ...(differences.length > 0 ? [`${differences.length} known to differ`] : []),
  ];
  return `${what}: ${[`${right} right`, ...wrong].join(', ')}`;
}
