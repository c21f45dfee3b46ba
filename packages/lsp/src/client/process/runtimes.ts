import { dirname } from 'node:path';

/** How long a runtime may take to run nothing, ms. */
const RUNS_WITHIN = 10_000;

/** Of what a failing program says, UTF-16 code units. */
const MOST_OUTPUT = 300;

/** Ends at once where everything is in order. */
const RUN_NOTHING = ['-e', '0'];

interface Failure {
  readonly runtime: string;
  readonly why: string;
}

/**
 * The programs that run others (Node), in the order in which they are to be used. Which of them runs on this
 * machine shows when one is used: a file does not tell of a library that is not there. So the first runs
 * everything until something ends that it should have run. It is tried alone then. If it does not run at all,
 * the next one takes its place for all; otherwise for what has ended.
 */
class Runtimes {
  #order: readonly string[] = [];
  readonly #unfit = new Map<string, string>();
  /** By what they have not run. */
  readonly #failed = new Map<string, readonly Failure[]>();
  readonly #tried = new Map<string, Promise<boolean>>();

  /** @param order absolute; none of the workspace */
  use(order: readonly string[]): void {
    this.#order = [...new Set(order)];
  }

  /** Something else can take its place. */
  isReplaceable(command: string): boolean {
    return this.#order.length > 1 && this.#order.includes(command);
  }

  /**
   * The program to start.
   *
   * @param command as a launch names it
   * @param script what it is to run
   */
  runnable(command: string, script?: string): string {
    return (this.#order.includes(command) ? this.#fit(script) : undefined) ?? command;
  }

  /** Why `runnable` is not the first of all, if so. */
  why(command: string, script?: string): string | undefined {
    const other = this.runnable(command, script);
    if (!this.#order.includes(command) || other === this.#order[0]) return undefined;
    const failures = [
      ...[...this.#unfit].map(([runtime, why]) => `${runtime} does not run: ${why}`),
      ...this.#failuresOf(script).map(({ runtime, why }) => `on ${runtime} it ended at once: ${why}`),
    ];
    return `runs on ${other}; ${failures.join('; ')}`;
  }

  /**
   * It has ended without a word. Returns what is to be started instead; undefined where nothing is left, and
   * then it is not the runtime.
   *
   * @param runtime what ran it
   */
  async instead(runtime: string, script: string, why: string): Promise<string | undefined> {
    if (!this.isReplaceable(runtime)) return undefined;
    if (await this.#runs(runtime, why))
      this.#failed.set(script, [...this.#failuresOf(script), { runtime, why }]);
    const next = this.#fit(script);
    if (next === undefined) this.#failed.delete(script);
    return next;
  }

  /** It cannot be started. Returns whether another one takes its place. */
  isGone(runtime: string, why: string): boolean {
    if (!this.isReplaceable(runtime) || this.#unfit.has(runtime)) return false;
    this.#unfit.set(runtime, why);
    this.#tried.set(runtime, Promise.resolve(false));
    return this.#fit() !== undefined;
  }

  /** A compiler has failed without a word: another runtime takes its place, since that one does not run. */
  async hasReplaced(command: string): Promise<boolean> {
    const runtime = this.runnable(command);
    if (!this.isReplaceable(runtime) || (await this.#runs(runtime))) return false;
    return this.#fit() !== undefined;
  }

  #failuresOf(script: string | undefined): readonly Failure[] {
    return (script === undefined ? undefined : this.#failed.get(script)) ?? [];
  }

  #fit(script?: string): string | undefined {
    const failed = this.#failuresOf(script);
    return this.#order.find((one) => !this.#unfit.has(one) && failed.every(({ runtime }) => runtime !== one));
  }

  /** Once a process: what is missing does not come back while it runs. */
  #runs(runtime: string, why?: string): Promise<boolean> {
    return this.#tried.getOrInsertComputed(runtime, async () => {
      const problem = await problemOf(runtime);
      if (problem !== undefined) this.#unfit.set(runtime, problem === '' ? (why ?? 'it failed') : problem);
      return problem === undefined;
    });
  }
}

/** Why it does not run, with its own words. */
async function problemOf(runtime: string): Promise<string | undefined> {
  try {
    const child = Bun.spawn([runtime, ...RUN_NOTHING], {
      // Never in the workspace, and without options that may name its files.
      cwd: dirname(runtime),
      env: { ...process.env, NODE_OPTIONS: '' },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
      timeout: RUNS_WITHIN,
    });
    const output = await new Response(child.stderr).text();
    if ((await child.exited) === 0) return undefined;
    return output.trim().split('\n').at(0)?.slice(0, MOST_OUTPUT) ?? '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Those of this process: it serves one workspace of one user on one machine. */
export const runtimes = new Runtimes();
