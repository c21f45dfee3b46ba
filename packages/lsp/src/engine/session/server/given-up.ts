import { processorTime } from '../../../client/process/processor-time.ts';

/** How long a server may take to notice that a request was cancelled, ms. */
const NOTICES_WITHIN = 2000;

/** Between two looks, ms; twice as long each time. */
const EVERY = { first: 1000, longest: 5000 } as const;

/** How long it is looked at, ms: some servers are never at rest. */
const AT_MOST = 600_000;

/** A process at rest takes some processor time, too: less than this part of the time. */
const AT_REST = 0.05;

interface Watched {
  readonly pid: number | undefined;
  /** Somebody waits for an answer of it, or it reports that it loads: then it computes for that. */
  readonly isAsked: boolean;
}

/** The system's; others in tests. */
export interface Clock {
  /** ms */
  readonly now: () => number;
  /** Of a process and all below it, ms; undefined where the system does not tell. */
  readonly processorTime: (pid: number) => number | undefined;
  /** @returns what takes it back */
  readonly later: (run: () => void, ms: number) => () => void;
}

const SYSTEM: Clock = {
  now: () => performance.now(),
  processorTime,
  later: (run, ms) => {
    const timer = setTimeout(run, ms).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * Whether a server works on a request that nobody waits for any more: it was cancelled, and some servers do
 * not look while they compute. It is looked at only after that, and until it is at rest.
 */
export class GivenUpWork {
  #stop: (() => void) | undefined;
  #isSeen = false;

  constructor(
    private readonly server: Watched,
    private readonly clock: Clock = SYSTEM,
  ) {}

  get problem(): string | undefined {
    return this.#isSeen && !this.server.isAsked ? 'still computes on a request that was given up' : undefined;
  }

  /** A request was cancelled. */
  begin(): void {
    this.#stop?.();
    const until = this.clock.now() + AT_MOST;
    this.#stop = this.clock.later(() => {
      this.#look(EVERY.first, until);
    }, NOTICES_WITHIN);
  }

  /** The server has ended. */
  end(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#isSeen = false;
  }

  /** @param ms until the next look */
  #look(ms: number, until: number): void {
    const { pid } = this.server;
    const before = pid === undefined ? undefined : this.clock.processorTime(pid);
    if (pid === undefined || before === undefined || this.clock.now() > until) {
      this.end();
      return;
    }
    const since = this.clock.now();
    this.#stop = this.clock.later(() => {
      const time = this.clock.processorTime(pid) ?? before;
      if (time - before < AT_REST * (this.clock.now() - since)) {
        this.end();
        return;
      }
      this.#isSeen = !this.server.isAsked;
      this.#look(Math.min(2 * ms, EVERY.longest), until);
    }, ms);
  }
}
