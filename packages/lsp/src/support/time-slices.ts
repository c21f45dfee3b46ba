/** How long work may block the event loop, ms. */
const SLICE = 4;

/** Splits long work into short slices, so that answers of servers are read in between. */
export class TimeSlices {
  #since = performance.now();

  /** Whether the work should call {@link pause}. */
  get due(): boolean {
    return performance.now() - this.#since > SLICE;
  }

  /** Resolves after other waiting work has run. */
  async pause(): Promise<void> {
    await othersTurn();
    this.#since = performance.now();
  }
}

/** Does the work bit by bit. Other work that is due goes first, and in between. */
export async function inTurns(work: Iterator<undefined, void>): Promise<void> {
  const timeSlices = new TimeSlices();
  await timeSlices.pause();
  while (work.next().done !== true) if (timeSlices.due) await timeSlices.pause();
}

/** Those that it holds for. Other work that is due goes on in between. */
export async function filterInTurns<T>(all: Iterable<T>, holds: (one: T) => boolean): Promise<T[]> {
  const found: T[] = [];
  const timeSlices = new TimeSlices();
  for (const one of all) {
    if (timeSlices.due) await timeSlices.pause();
    if (holds(one)) found.push(one);
  }
  return found;
}

/** Resolves when other work that was due is done. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
