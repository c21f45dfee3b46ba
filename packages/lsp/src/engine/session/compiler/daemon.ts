import { existsSync, rmSync } from 'node:fs';
import type { CheckerStep, DaemonProgram } from '../../../backend/checker/definition.ts';
import { type Run, startRun } from '../../../client/process/run.ts';
import { type BatchResult, runSteps } from './run-steps.ts';

/** How often the file is looked for that tells that it can be asked, and for how long, ms. */
const LOOK_EVERY = 50;
const LONGEST_START = 30_000;

/**
 * A daemon reads the whole project when it begins, and keeps it in memory. That pays where runs take this
 * long with the cache of an earlier one, ms.
 */
const PAYS = 500;

/** So many questions without an answer in between: it hangs. */
const MOST_UNANSWERED = 2;

type State =
  | { readonly kind: 'none' }
  /** It reads the project for the first time. */
  | { readonly kind: 'warming'; readonly run: Run; readonly read: string; readonly abort: AbortController }
  | { readonly kind: 'ready'; readonly run: Run; readonly read: string }
  /** It could not be started, or the session has ended. */
  | { readonly kind: 'ended' };

/**
 * A compiler's process that stays between runs. It begins behind a run, which has a cache on disk and
 * is not late for it. Whatever it does, the steps can be run instead. It is of the same
 * kind of process group as a run is, and ends with the sidecar.
 */
export class Daemon {
  #state: State = { kind: 'none' };
  #unanswered = 0;
  #hasRun = false;
  /** Nothing of a former process runs any more. Never rejects. */
  #over: Promise<unknown> = Promise.resolve();

  /** @param env of the user's settings, too */
  constructor(
    private readonly program: DaemonProgram,
    private readonly root: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  get pid(): number | undefined {
    return this.#state.kind === 'ready' ? this.#state.run.pid : undefined;
  }

  /** What asks it; undefined where it has to get ready first. */
  ask(): CheckerStep | undefined {
    const state = this.#state;
    if (state.kind !== 'ready') return undefined;
    if (this.#unanswered >= MOST_UNANSWERED || state.read !== this.program.readOnce()) {
      this.drop();
      return undefined;
    }
    this.#unanswered += 1;
    return this.#step;
  }

  answered(): void {
    this.#unanswered = 0;
  }

  /**
   * The steps were run: starts a process behind them, if there is none, and it pays.
   *
   * @param ms that they took
   */
  hasRun(ms: number): void {
    if (this.#hasRun && ms >= PAYS) this.#begin();
    this.#hasRun = true;
  }

  #begin(): void {
    if (this.#state.kind !== 'none') return;
    const { command, args, ready } = this.program;
    rmSync(ready, { force: true });
    const read = this.program.readOnce();
    const started = startRun({ command, args, root: this.root, env: this.env }, () => undefined);
    if (started.kind === 'failed') {
      this.#state = { kind: 'ended' };
      return;
    }
    const { run } = started;
    const state: State = { kind: 'warming', run, read, abort: new AbortController() };
    this.#state = state;
    this.#unanswered = 0;
    const ended = run.ended.then(() => {
      state.abort.abort();
      // One that ends before it was ready would end again.
      if (this.#state === state) this.#state = { kind: 'ended' };
      else if (this.#state.kind === 'ready' && this.#state.run === run) this.#state = { kind: 'none' };
    });
    this.#over = Promise.all([this.#over, ended, this.#warm(state)]);
  }

  /** Ends the process; the next one may begin. */
  drop(): void {
    const state = this.#state;
    if (state.kind === 'ended') return;
    this.#state = { kind: 'none' };
    if (state.kind === 'none') return;
    if (state.kind === 'warming') state.abort.abort();
    state.run.kill();
  }

  async stop(): Promise<void> {
    this.drop();
    this.#state = { kind: 'ended' };
    await this.#over;
  }

  async #warm(state: Extract<State, { readonly kind: 'warming' }>): Promise<void> {
    const { signal } = state.abort;
    const end = performance.now() + LONGEST_START;
    while (!signal.aborted && !existsSync(this.program.ready) && performance.now() < end)
      await Bun.sleep(LOOK_EVERY);
    const first = signal.aborted
      ? undefined
      : await runSteps({ root: this.root, steps: [this.#step] }, signal);
    if (this.#state !== state) return;
    const isOf = first !== undefined && isVerdict(first);
    this.#state = isOf ? { kind: 'ready', run: state.run, read: state.read } : { kind: 'ended' };
    if (!isOf) state.run.kill();
  }

  get #step(): CheckerStep {
    const { step } = this.program;
    return { ...step, env: { ...step.env, ...this.env } };
  }
}

/** What was found counts, even where not all was judged. */
export function isVerdict(result: BatchResult): boolean {
  if (result.kind !== 'judged' || result.isCut) return false;
  return result.failure === undefined || result.findings.length > 0;
}
