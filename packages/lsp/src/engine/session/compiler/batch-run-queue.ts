import type { CompilerReport } from '../../../backend/output/output.ts';
import { Condition } from '../../../support/condition.ts';
import type { Run } from '../../../client/process/run.ts';
import type { BatchResult } from './run-steps.ts';
import { Turns } from '../turns.ts';

export interface BatchRunQueueOptions {
  /** Never rejects; like `runSteps`. */
  judge(signal: AbortSignal, started: (run: Run) => void): Promise<BatchResult>;
  /** See {@link CompilerRun}. */
  invalidateBuildCache(): void;
  /**
   * A run has ended and its report is complete. Waiting requests resume when this resolves.
   *
   * @param began ms since 1970
   */
  concluded(report: CompilerReport, began: number): Promise<void>;
}

interface Running {
  readonly kind: 'running';
  readonly abort: AbortController;
  pid: number | undefined;
  /** The number of the latest change when the run began. */
  readonly knows: number;
}

type BatchRunState =
  | { readonly kind: 'idle' }
  | Running
  /** Final: stopped by us, or the program cannot be started. `problem` holds the reason. */
  | { readonly kind: 'ended'; readonly problem?: string };

/**
 * One run at a time. Changes are numbered. A run covers the changes that were reported before it
 * began. A request about a change is answered by the first run that covers it, never by an earlier
 * one. A run continues when no request waits for it any more.
 */
export class BatchRunQueue {
  /** Of runs, and of proposals, which a run interrupts. */
  readonly turns = new Turns();
  readonly #progress = new Condition();
  #state: BatchRunState = { kind: 'idle' };
  #latestChange = 0;
  #wanted = 0;
  #answered = 0;
  #lastEnd = 0;
  #isCacheInvalid = false;
  #stderr: (lines: number) => string[] = () => [];
  readonly #end = Promise.withResolvers<void>();

  constructor(private readonly options: BatchRunQueueOptions) {}

  get state(): BatchRunState {
    return this.#state;
  }

  /** Resolves once no run is in progress and none will start. Never rejects. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /** The number of the latest change; 0 before the first. */
  get latestChange(): number {
    return this.#latestChange;
  }

  /** The last run covers every reported change. */
  get upToDate(): boolean {
    return this.#latestChange > 0 && this.#answered === this.#latestChange;
  }

  /** When the last run ended, for whatever reason; ms since 1970, 0 before the first end. */
  get lastEnd(): number {
    return this.#lastEnd;
  }

  /** Lines of the run in progress, or of the last one; oldest first. */
  stderr(lines: number): string[] {
    return this.#stderr(lines);
  }

  /** Records a change that a run in progress does not cover. Returns its number, for `answered`. */
  change(): number {
    return ++this.#latestChange;
  }

  /** The next run will not use the build cache of earlier runs. */
  get isCacheInvalid(): boolean {
    return this.#isCacheInvalid;
  }

  /** The next run must not use the build cache of earlier runs. */
  invalidateBuildCache(): void {
    this.#isCacheInvalid = true;
  }

  /**
   * Kills a run that does not cover the latest change. The next run answers its waiting requests
   * too.
   */
  supersede(): void {
    if (this.#state.kind !== 'running' || this.#state.knows === this.#latestChange) return;
    this.#state.abort.abort();
  }

  /**
   * Resolves to true once a run that covers this change has ended. Resolves to false when `signal`
   * aborts first, or when no run will cover it. Never rejects.
   */
  async answered(change: number, signal: AbortSignal): Promise<boolean> {
    this.#wanted = Math.max(this.#wanted, change);
    this.#begin();
    await this.#progress.until(() => this.#answered >= change || this.#state.kind === 'ended', signal);
    return this.#answered >= change;
  }

  /** Kills a run in progress. Resolves like `ended`. */
  async stop(): Promise<void> {
    const before = this.#state;
    if (before.kind !== 'ended') this.#finish({ kind: 'ended' });
    if (before.kind === 'running') before.abort.abort();
    await this.ended;
  }

  #begin(): void {
    if (this.#state.kind !== 'idle' || this.#answered >= this.#wanted) return;
    if (this.#isCacheInvalid) this.options.invalidateBuildCache();
    this.#isCacheInvalid = false;
    const began = Date.now();
    const running: Running = {
      kind: 'running',
      abort: new AbortController(),
      pid: undefined,
      knows: this.#latestChange,
    };
    this.#state = running;
    const started = ({ pid, stderr }: Run): void => {
      running.pid = pid;
      this.#stderr = (lines) => stderr.lines(lines);
    };
    const run = this.turns.question(() => this.options.judge(running.abort.signal, started));
    void run.then(async (result) => {
      this.#lastEnd = Date.now();
      if (this.#state === running) await this.#conclude(running, result, began);
      if (this.#state !== running) {
        this.#end.resolve();
        return;
      }
      this.#state = { kind: 'idle' };
      this.#progress.changed();
      this.#begin();
    });
  }

  async #conclude({ knows }: Running, result: BatchResult, began: number): Promise<void> {
    if (result.kind === 'broken') this.#finish({ kind: 'ended', problem: result.reason });
    // A superseded run that exited before the kill reported the state before the change: it counts.
    if (result.kind !== 'judged') return;
    const { findings, failure, excludes, fixes, isCut } = result;
    await this.options.concluded(
      { findings: isCut ? [] : findings, failure, excludes, fixes: isCut ? undefined : fixes },
      began,
    );
    this.#answered = knows;
  }

  #finish(end: BatchRunState): void {
    const before = this.#state;
    this.#state = end;
    if (before.kind !== 'running') this.#end.resolve();
    this.#progress.changed();
  }
}
