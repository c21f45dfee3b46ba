import { Condition } from '../condition.ts';
import { inUtf16 } from '../compiler/columns.ts';
import type { CompilerReport, Finding } from '../compiler/output.ts';
import { startRun } from '../compiler/run.ts';
import type { CheckerProject, CheckerStep } from '../registry/checkers/definition.ts';
import { CheckerSlots } from './checker-slots.ts';

/** What a checker had to say about its project. */
export type CheckerVerdict =
  | {
      readonly kind: 'judged';
      /** Of any file, which may lie anywhere; columns in UTF-16 code units. */
      readonly findings: readonly Finding[];
      /** Why a file without findings is not clean for that. */
      readonly failure: string | undefined;
      readonly leavesOut?: CompilerReport['leavesOut'];
      readonly ms: number;
    }
  /** Nobody waits for it any more. */
  | { readonly kind: 'cancelled' }
  /** The program cannot be run. */
  | { readonly kind: 'broken'; readonly reason: string };

interface Running {
  /** The state of the workspace that it was begun in; until then, that of whoever asked last: it will see all of it. */
  state: string;
  hasBegun: boolean;
  readonly abort: AbortController;
  readonly verdict: Promise<CheckerVerdict>;
  waiting: number;
}

/** What the shell exits with where the program is not there any more, or cannot be executed. */
const NOT_RUN = [126, 127];

/** Words that no terminal reads. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true' };

/**
 * Runs checkers, few at a time, and one per project. Whoever asks while one is under way that has seen the same workspace shares it; whoever has
 * changed something since waits for it to end, and shares the next one. A run that nobody waits for is killed.
 */
export class CheckerRuns {
  readonly #running = new Map<string, Running>();
  readonly #ended = new Condition();
  readonly #slots = new CheckerSlots();
  #isStopped = false;

  /**
   * Never rejects.
   *
   * @param state tells what the workspace holds now from what it held at another time
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

  /** Kills all that runs, and begins nothing any more. Resolves when it is over. */
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
  let { leavesOut }: Pick<CompilerReport, 'leavesOut'> = project;
  let failure = await project.prepare?.(signal);
  if (failure !== undefined && !signal.aborted) return { kind: 'judged', findings, failure, ms: performance.now() - began };
  for (const step of steps) {
    const said = await runStep(step, root, signal);
    if (said.kind !== 'judged') return said;
    findings.push(...said.findings);
    failure ??= said.failure;
    leavesOut ??= said.leavesOut;
  }
  return { kind: 'judged', findings, failure, leavesOut, ms: performance.now() - began };
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
  const judged = async ({ findings, failure, leavesOut }: CompilerReport): Promise<CheckerVerdict> => {
    return { kind: 'judged', findings: await inUtf16(findings), failure, leavesOut, ms: performance.now() - began };
  };
  if (end.kind === 'killed') return wasAborted(signal) ? { kind: 'cancelled' } : await judged({ findings: output.conclude(0, lines).findings, failure: end.how });
  if (NOT_RUN.includes(end.code)) return { kind: 'broken', reason: lines.at(-1) ?? `${command} cannot be run` };
  return await judged(output.conclude(end.code, lines));
}

/** The compiler takes it for what it was before it was waited for. */
function wasAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}
