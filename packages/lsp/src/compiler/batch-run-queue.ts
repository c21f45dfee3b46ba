import { Condition } from '../condition.ts';
import type { CompilerRun, Launch } from '../registry/definition.ts';
import type { CompilerOutput, CompilerReport } from './output.ts';
import { distrust, outputOf } from './outputs.ts';
import { type Run, type RunEnd, startRun } from './run.ts';

export interface TurnsOptions {
  readonly launch: Launch;
  readonly output: CompilerRun['output'];
  /**
   * A run has said all that it had to say. Whoever waits for it is woken when this resolves.
   *
   * @param began ms since 1970
   */
  concluded(report: CompilerReport, began: number): Promise<void>;
}

interface Running {
  readonly kind: 'running';
  readonly run: Run;
  /** The number of the latest change when it began. */
  readonly knows: number;
  /** Killed for a newer one. */
  superseded: boolean;
}

type TurnState =
  | { readonly kind: 'idle' }
  | Running
  /** For good: stopped by us, or not to be started, and why. */
  | { readonly kind: 'ended'; readonly problem?: string };

/** What the shell exits with where the program is not there any more, or cannot be executed. */
const NOT_RUN = [126, 127];

/**
 * One run at a time. Changes are counted, and a run knows those that were told before it began; a question about a change is answered by the
 * first run that knows it, and by no earlier one. A run that nobody waits for any more goes on.
 */
export class BatchRunQueue {
  readonly #news = new Condition();
  #state: TurnState = { kind: 'idle' };
  #told = 0;
  #wanted = 0;
  #answered = 0;
  #lastEnd = 0;
  #isDistrusted = false;
  #stderr: (lines: number) => string[] = () => [];
  readonly #end = Promise.withResolvers<void>();

  constructor(private readonly options: TurnsOptions) {}

  get state(): TurnState {
    return this.#state;
  }

  /** Resolves once nothing runs any more, and nothing will. Never rejects. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /** The number of the latest change; 0 before the first. */
  get told(): number {
    return this.#told;
  }

  /** The last run knew all that was told. */
  get upToDate(): boolean {
    return this.#told > 0 && this.#answered === this.#told;
  }

  /** When the last run ended, however; ms since 1970, 0 before that. */
  get lastEnd(): number {
    return this.#lastEnd;
  }

  /** Of the run under way, or the last one; oldest first. */
  stderr(lines: number): string[] {
    return this.#stderr(lines);
  }

  /** Something has changed of which a run under way knows nothing. Returns its number, for `answered`. */
  change(): number {
    return ++this.#told;
  }

  /** The next run is not to believe what earlier ones have left behind. */
  invalidateBuildCache(): void {
    this.#isDistrusted = true;
  }

  /** Ends a run that does not know the latest change; the next one answers those who wait for it, too. */
  overtake(): void {
    if (this.#state.kind !== 'running' || this.#state.knows === this.#told) return;
    this.#state.superseded = true;
    this.#state.run.kill();
  }

  /** Resolves to true once a run that knows this change has concluded, to false when `signal` aborts first, or none ever will. Never rejects. */
  async answered(change: number, signal: AbortSignal): Promise<boolean> {
    this.#wanted = Math.max(this.#wanted, change);
    this.#begin();
    await this.#news.until(() => this.#answered >= change || this.#state.kind === 'ended', signal);
    return this.#answered >= change;
  }

  /** Kills a run under way. Resolves like `ended`. */
  async stop(): Promise<void> {
    const before = this.#state;
    if (before.kind !== 'ended') this.#finish({ kind: 'ended' });
    if (before.kind === 'running') before.run.kill();
    await this.ended;
  }

  #begin(): void {
    if (this.#state.kind !== 'idle' || this.#answered >= this.#wanted) return;
    const { launch, output: kind } = this.options;
    const output = outputOf(kind, launch.root);
    if (this.#isDistrusted) distrust(kind, launch);
    this.#isDistrusted = false;
    const began = Date.now();
    const started = startRun(launch, (line) => {
      output.line(line);
    });
    if (started.kind === 'failed') {
      this.#finish({ kind: 'ended', problem: started.reason });
      return;
    }
    const { run } = started;
    this.#stderr = (lines) => run.stderr.lines(lines);
    const running: Running = { kind: 'running', run, knows: this.#told, superseded: false };
    this.#state = running;
    void run.ended.then(async (end) => {
      this.#lastEnd = Date.now();
      if (this.#state === running) await this.#conclude(running, output, end, began);
      if (this.#state !== running) {
        this.#end.resolve();
        return;
      }
      this.#state = { kind: 'idle' };
      this.#news.changed();
      this.#begin();
    });
  }

  async #conclude({ run, knows, superseded }: Running, output: CompilerOutput, end: RunEnd, began: number): Promise<void> {
    const stderr = run.stderr.lines(Infinity);
    if (end.kind === 'exited' && NOT_RUN.includes(end.code)) {
      this.#finish({ kind: 'ended', problem: stderr.at(-1) ?? `${this.options.launch.command} cannot be run` });
      return;
    }
    // One that had ended before it could be killed has said what was true before the change.
    if (end.kind === 'killed' && superseded) return;
    await this.options.concluded(end.kind === 'exited' ? output.conclude(end.code, stderr) : { findings: [], failure: end.how }, began);
    this.#answered = knows;
  }

  #finish(end: TurnState): void {
    const before = this.#state;
    this.#state = end;
    if (before.kind !== 'running') this.#end.resolve();
    this.#news.changed();
  }
}
