/**
 * What the fuzz targets of all packages have in common, whichever program runs them; it imports
 * nothing, since each has its own fast-check.
 */

/** How long, and where in the sequence of inputs. */
export interface Budget {
  /** 32 bits. */
  readonly seed: number;
  /** The one input that fast-check calls so. */
  readonly path?: string;
  readonly numRuns: number;
  /** ms; what was found until then counts. Without it, as long as it takes. */
  readonly interruptAfterTimeLimit?: number;
  /** Being out of time is no failure. */
  readonly markInterruptAsFailure: false;
}

/** What of fast-check's RunDetails is reported. */
export interface Details {
  readonly failed: boolean;
  readonly numRuns: number;
  readonly seed: number;
  readonly counterexample: unknown;
  readonly counterexamplePath: string | null;
  readonly errorInstance: unknown;
}

/** One thing that hostile input is fed to. */
export interface FuzzTarget {
  /** One word: what `--only` takes. */
  readonly name: string;
  /** What holds for every input. */
  readonly holds: string;
  readonly check: (budget: Budget) => Details | Promise<Details>;
  /** What the inputs so far have cost, for a comparison with another version. */
  readonly figures?: () => string;
  /** Inputs that once broke it, by what was wrong; each is a test of its own. */
  readonly found: Readonly<Record<string, () => Details | Promise<Details>>>;
}

/** The same in every run of the tests, so that what fails there fails again. */
const TEST_SEED = 20_261_122;

/**
 * The runs of an asynchronous property. fast-check does not await the last one when its time limit
 * is over, so what a run uses may only go when this has been disposed of.
 */
export class Runs implements AsyncDisposable {
  #last: Promise<unknown> = Promise.resolve();

  of<T>(predicate: (input: T) => Promise<void>): (input: T) => Promise<void> {
    return (input) => {
      const run = predicate(input);
      this.#last = run.catch(() => undefined);
      return run;
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
  }
}

/**
 * Feeds a target for about `ms`, and with one input at least: fast-check gives up the one that is
 * under way when time is over, which on a busy machine may be the first.
 */
export async function feed(
  check: FuzzTarget['check'],
  ms: number,
  { seed = TEST_SEED, path }: { seed?: number; path?: string } = {},
): Promise<Details> {
  const where = { seed, ...(path !== undefined && { path }), markInterruptAsFailure: false } as const;
  const one = { ...where, numRuns: 1 };
  if (path !== undefined) return check(one);
  const details = await check({ ...where, numRuns: 1_000_000_000, interruptAfterTimeLimit: ms });
  return details.numRuns === 0 ? check(one) : details;
}

/** Throws a text that names the input, what was wrong, and the command that does it again. */
export function assertHolds(
  name: string,
  { failed, numRuns, seed, counterexample, counterexamplePath, errorInstance }: Details,
): void {
  if (!failed) return;
  const reason =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  throw new Error(
    [
      `${name}: broken after ${numRuns} inputs by`,
      shown(counterexample),
      reason,
      `Once more: npm run fuzz -- --only ${name} --seed ${seed} --path ${counterexamplePath ?? '0'}`,
    ].join('\n'),
  );
}

const MOST_SHOWN = 20_000;

/** As JSON, with what that cannot say in words. */
function shown(input: unknown): string {
  const text = JSON.stringify(input, (_, value: unknown) =>
    value === undefined ? '(undefined)' : typeof value === 'bigint' ? `${value}n` : value,
  ) as string | undefined;
  return (text ?? String(input)).slice(0, MOST_SHOWN);
}
