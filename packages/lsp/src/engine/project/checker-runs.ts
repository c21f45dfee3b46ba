import { Condition } from '../../support/condition.ts';
import { inUtf16 } from '../../backend/output/columns.ts';
import type { CompilerReport, Finding } from '../../backend/output/output.ts';
import { startRun } from '../../client/run.ts';
import type { CheckerProject, CheckerStep } from '../../backend/checker/definition.ts';
import { CheckerSlots } from './checker-slots.ts';

/** Result of a checker for its project. */
export type CheckerVerdict =
  | {
      readonly kind: 'judged';
      /** Findings in any file, inside or outside the project; columns in UTF-16 code units. */
      readonly findings: readonly Finding[];
      /** Why a file without findings is not necessarily clean. */
      readonly failure: string | undefined;
      readonly excludes?: CompilerReport['excludes'];
      readonly ms: number;
    }
  /** No caller waits for it any more. */
  | { readonly kind: 'cancelled' }
  /** The program cannot be run. */
  | { readonly kind: 'broken'; readonly reason: string };

interface Running {
  /**
   * The state of the workspace in which the run began. Before it begins: the state given by the
   * latest caller, since the run will see all of it.
   */
  state: string;
  hasBegun: boolean;
  readonly abort: AbortController;
  readonly verdict: Promise<CheckerVerdict>;
  waiting: number;
}

/** Exit codes of the shell if the program is gone or cannot be executed. */
const NOT_RUN = [126, 127];

/** No terminal reads the output. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true' };

/**
 * Runs checkers: few at a time, one per project. A caller shares a run in progress that has seen
 * the same workspace. If the workspace has changed since that run began, the caller waits for its
 * end and shares the next run. A run that no caller waits for is killed.
 */
export class CheckerRuns {
  readonly #running = new Map<string, Running>();
  readonly #ended = new Condition();
  readonly #slots = new CheckerSlots();
  #isStopped = false;

  /**
   * Never rejects.
   *
   * @param state differs between any two states of the workspace
   */
  async judge(project: CheckerProject, state: string, signal: AbortSignal): Promise<CheckerVerdict> {
    while (!signal.aborted && !this.#isStopped) {
      const running = this.#running.get(project.key) ?? this.#begin(project, state);
      if (!running.hasBegun) running.state = state;
      if (running.state === state && !running.abort.signal.aborted) return await this.#share(running, signal);
      await this.#ended.until(() => this.#running.get(project.key) !== running, signal);
    }
    return { kind: 'cancelled' };
  }

  /** Kills all runs and begins no more. Resolves when all have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const all = [...this.#running.values()];
    for (const { abort } of all) abort.abort();
    await Promise.all(all.map(({ verdict }) => verdict));
    this.#ended.changed();
  }

  #begin(project: CheckerProject, state: string): Running {
    const abort = new AbortController();
    const run = (): Promise<CheckerVerdict> => {
      running.hasBegun = true;
      return runSteps(project, abort.signal);
    };
    const verdict = this.#slots.within(project.group, abort.signal, run).then((said): CheckerVerdict => said ?? { kind: 'cancelled' });
    const ended = verdict.finally(() => {
      this.#running.delete(project.key);
      this.#ended.changed();
    });
    const running: Running = { state, hasBegun: false, abort, verdict: ended, waiting: 0 };
    this.#running.set(project.key, running);
    return running;
  }

  async #share(running: Running, signal: AbortSignal): Promise<CheckerVerdict> {
    running.waiting += 1;
    const left = Promise.withResolvers<CheckerVerdict>();
    const leave = (): void => {
      left.resolve({ kind: 'cancelled' });
    };
    signal.addEventListener('abort', leave);
    try {
      return await Promise.race([running.verdict, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      running.waiting -= 1;
      if (running.waiting === 0) running.abort.abort();
    }
  }
}

async function runSteps(project: CheckerProject, signal: AbortSignal): Promise<CheckerVerdict> {
  const began = performance.now();
  const { root, steps } = project;
  const findings: Finding[] = [];
  let { excludes }: Pick<CompilerReport, 'excludes'> = project;
  let failure = await project.prepare?.(signal);
  if (failure !== undefined && !signal.aborted) return { kind: 'judged', findings, failure, ms: performance.now() - began };
  for (const step of steps) {
    const said = await runStep(step, root, signal);
    if (said.kind !== 'judged') return said;
    findings.push(...said.findings);
    failure ??= said.failure;
    excludes ??= said.excludes;
  }
  return { kind: 'judged', findings, failure, excludes, ms: performance.now() - began };
}

async function runStep(step: CheckerStep, root: string, signal: AbortSignal): Promise<CheckerVerdict> {
  if (signal.aborted) return { kind: 'cancelled' };
  const began = performance.now();
  const { command, args, env } = step;
  const output = step.output(root);
  const started = startRun({ command, args, root, env: { ...PLAIN, ...env } }, (line) => {
    output.line(line);
  });
  if (started.kind === 'failed') return { kind: 'broken', reason: started.reason };
  const { run } = started;
  const kill = (): void => {
    run.kill();
  };
  signal.addEventListener('abort', kill);
  const end = await run.ended;
  signal.removeEventListener('abort', kill);
  const lines = run.stderr.lines(Infinity);
  const judged = async ({ findings, failure, excludes }: CompilerReport): Promise<CheckerVerdict> => {
    return { kind: 'judged', findings: await inUtf16(findings), failure, excludes, ms: performance.now() - began };
  };
  if (end.kind === 'killed') return wasAborted(signal) ? { kind: 'cancelled' } : await judged({ findings: output.conclude(0, lines).findings, failure: end.how });
  if (NOT_RUN.includes(end.code)) return { kind: 'broken', reason: lines.at(-1) ?? `${command} cannot be run` };
  return await judged(output.conclude(end.code, lines));
}

/** A function, because TypeScript keeps the type that `aborted` had before the await. */
function wasAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}
