import { processorTime } from '../../../client/process/processor-time.ts';

/** A server that has done nothing for so long will not answer, ms. */
export const STALLED_MS = 10_000;

/** How often it is looked at, ms. That takes some ms, in which no answer arrives. */
const EVERY = 1000;

/** A process at rest takes some processor time, too: less than this in that time, ms. */
const AT_REST = 50;

interface Watched {
  readonly pid: number | undefined;
  readonly progress: { readonly received: number };
}

/**
 * Aborts once a server that owes an answer has neither reported progress nor computed for
 * {@link STALLED_MS}. Where the system does not tell what it computes, progress alone counts.
 */
export class StallWatch implements Disposable {
  readonly #stalled = new AbortController();
  #timer: ReturnType<typeof setTimeout>;
  #moved = performance.now();
  #time: number | undefined;
  #progress: number;

  constructor(private readonly server: Watched) {
    this.#progress = server.progress.received;
    this.#timer = this.#again();
  }

  get signal(): AbortSignal {
    return this.#stalled.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  /** Nothing says when a process computes. */
  #again(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#look();
    }, EVERY);
  }

  #look(): void {
    const { pid, progress } = this.server;
    const time = pid === undefined ? undefined : processorTime(pid);
    const hasComputed = time !== undefined && this.#time !== undefined && time - this.#time > AT_REST;
    if (hasComputed || progress.received !== this.#progress) this.#moved = performance.now();
    [this.#time, this.#progress] = [time, progress.received];
    if (performance.now() - this.#moved >= STALLED_MS) this.#stalled.abort();
    else this.#timer = this.#again();
  }
}
