import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '@vybestack/llxprt-lsp-core';
import { codeBaseOf } from './code-base.js';
import { compareOthers, type Former } from './compare-others.js';
import { compareFindings } from './compare.js';
import { isError, toFinding, type Finding, type Judgement } from './finding.js';
import { Host, type Answer, type Asking, type OtherFiles } from './host.js';
import { plan, type Step } from './plan/plan.js';
import { toolCall } from './plan/tool-call.js';
import { describe, progress } from './progress.js';
import { about } from './judged.js';
import type { Case, Others, SubjectResult, Warnings } from './results.js';
import { Shell } from './shell.js';
import { Sessions } from './sessions.js';
import type { Subject } from './subject.js';

export interface JudgeOptions {
  readonly seed: number;
  readonly mutations: number;
  /** Only this edit is judged; those before it are made all the same. */
  readonly only: number | undefined;
}

/**
 * Makes the edits of a subject one by one, and what the shell does between them; after each, the
 * tool's answer is held against the compiler's own run over the same tree.
 *
 * @param folder to be made; for the workspace and what the compiler writes
 * @param tell is given what happens, a line each
 */
export async function judgeSubject(
  subject: Subject,
  folder: string,
  options: JudgeOptions,
  tell: (line: string) => void,
): Promise<SubjectResult> {
  const started = performance.now();
  mkdirSync(folder, { recursive: true });
  const workspace = await subject.makeWorkspace(join(folder, 'workspace'));
  const base = codeBaseOf(subject, workspace);
  const { only, seed } = options;
  const steps = plan(base, subject.ways, {
    seed,
    mutations: Math.ceil(options.mutations * (subject.share ?? 1)),
  });
  if (only !== undefined && only > steps.length)
    throw new Error(`${subject.id} has ${steps.length} edits, and no number ${only}`);
  const shell = await Shell.open(workspace, steps, base.sources);
  const judge = (): Promise<Judgement> => subject.judge(workspace, folder);
  const former = { first: (await judge()).findings, last: [] as readonly Finding[] };
  former.last = former.first;
  const sessions = new Sessions(await Host.start(workspace, subject.servers));
  const cases: Case[] = [];
  const processes: Record<string, number> = {};
  try {
    for (const step of steps.slice(0, only)) {
      if (sessions.isOld(step)) {
        await sessions.begin(() => Host.start(workspace, subject.servers));
        former.first = former.last = (await judge()).findings;
      }
      const { host } = sessions;
      for (const change of step.unannounced) await shell.perform(change);
      const isFirst = sessions.edit(step);
      const asking: Asking = step.number % 2 === 0 ? 'hook' : 'tool';
      const answer = await makeEdit(host, subject, workspace, step, asking);
      for (const [version, count] of Object.entries(await host.processes(subject.server)))
        processes[version] = Math.max(count, processes[version] ?? 0);
      // Of the one before, the answer tells what is stale now.
      if (only !== undefined && step.number < only - 1) continue;
      const judgement = await judge();
      if (only === undefined || step.number === only) {
        const judged = {
          ...(await caseOf(subject, step, answer, { host, judgement, former })),
          asking,
          isFirst,
        };
        tell(`${subject.id} ${progress(judged, steps.length)}`);
        cases.push(judged);
      }
      former.last = judgement.findings;
    }
  } finally {
    await sessions.host.close();
  }
  return { judges: 'edits', ...about(subject, started), cases, processes };
}

async function makeEdit(
  host: Host,
  { server }: Subject,
  workspace: string,
  { tool, before, after }: Step,
  asking: Asking,
): Promise<Answer> {
  const answer = await host.call(toolCall(tool, before, after), after.path, server, asking);
  const moved = before.path !== after.path && existsSync(join(workspace, before.path));
  if (moved || readFileSync(join(workspace, after.path), 'utf8') !== after.text)
    throw new Error(`${tool} left ${after.path} as it should not be`);
  return answer;
}

interface Truth {
  readonly host: Host;
  readonly judgement: Judgement;
  readonly former: Former;
}

async function caseOf(
  subject: Subject,
  step: Step,
  answer: Answer,
  truth: Truth,
): Promise<Omit<Case, 'asking' | 'isFirst'>> {
  const { number, action, mutation, before, after } = step;
  const { tool } = toolCall(step.tool, before, after);
  const file = after.path;
  const { judgement, former } = truth;
  const errors = { ...judgement, findings: judgement.findings.filter(isError) };
  const edit = {
    number,
    action,
    kind: mutation.kind,
    tool,
    file,
    unannounced: step.unannounced.map(describe),
  };
  if (answer.kind === 'no answer') {
    const known = judgement.unjudged?.(file);
    return {
      ...edit,
      outcome: {
        ...answer,
        expected: errors.findings.filter((finding) => finding.file === file),
        ...(known !== undefined && { known }),
      },
    };
  }
  const reported = answer.diagnostics.flatMap(toFinding);
  const previous = former.last.filter((finding) => isError(finding) && finding.file === before.path);
  const comparison = compareFindings(file, reported.filter(isError), errors, previous, subject.rules);
  const outcome = {
    kind: 'answered',
    ...comparison,
    warnings: compareWarnings(subject, file, reported, judgement),
  } as const;
  return {
    ...edit,
    outcome,
    ...(answer.others && { others: await othersOf(subject, file, answer.others, truth) }),
  };
}

async function othersOf(
  { rules }: Subject,
  file: string,
  { diagnostics, complete }: OtherFiles,
  { host, judgement, former }: Truth,
): Promise<Others> {
  const compared = (all: readonly Diagnostic[]): Others['told'] => {
    const others = all.flatMap(toFinding).filter((finding) => isError(finding) && finding.file !== file);
    return compareOthers(others, file, judgement, former, rules);
  };
  const told = compared(diagnostics);
  return complete ? { complete, told } : { complete, told, later: compared(await host.afterSearch()) };
}

function compareWarnings(
  { rules }: Subject,
  file: string,
  reported: readonly Finding[],
  judgement: Judgement,
): Warnings {
  const warnings = { ...judgement, findings: judgement.findings.filter((finding) => !isError(finding)) };
  // Whichever severity the server gives what the compiler merely warns of.
  const { right, missed } = compareFindings(file, reported, warnings, [], rules);
  return { right, missed };
}
