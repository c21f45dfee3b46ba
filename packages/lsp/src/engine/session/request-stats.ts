import type { ServerOutcome } from '../../types.ts';
import { Samples } from './samples.ts';

/**
 * The outcome of a check as far as a caller still waited for it. `withdrawn`: the caller cancelled,
 * or the primary server answered; not counted against the server.
 */
export type CheckOutcome = ServerOutcome | 'withdrawn';

/** The requests to one server, or to the service as a whole, and how long they took. */
export class RequestStats {
  readonly #since = performance.now();
  readonly #latencies = new Samples();
  #checks = 0;
  #timedOut = 0;
  #navigations = 0;
  #missed = 0;

  /** @param ms from the request to the answer, or to the end of the wait for it */
  checked(outcome: CheckOutcome, ms: number): void {
    this.#checks++;
    if (outcome === 'timed-out' || outcome === 'starting') {
      this.#timedOut++;
      this.#missed++;
    }
    if (outcome !== 'complete') return;
    this.#latencies.add(ms);
    this.answered();
  }

  /** It has answered, in time or not. */
  answered(): void {
    this.#missed = 0;
  }

  /** How many checks have waited for it in vain since its last answer. */
  get missed(): number {
    return this.#missed;
  }

  navigated(): void {
    this.#navigations++;
  }

  /** ms. */
  get uptime(): number {
    return Math.round(performance.now() - this.#since);
  }

  get navigations(): number {
    return this.#navigations;
  }

  get checks(): TalliedChecks {
    const [median, p95] = [this.#latencies.quantile(0.5), this.#latencies.quantile(0.95)].map(rounded);
    return {
      checks: this.#checks,
      timedOut: this.#timedOut,
      ...(median !== undefined && { median }),
      ...(p95 !== undefined && { p95 }),
    };
  }
}

export interface TalliedChecks {
  readonly checks: number;
  readonly timedOut: number;
  /** Of the last 256 that were answered, ms; absent where there is none. */
  readonly median?: number;
  readonly p95?: number;
}

/** For the log: `12 checks, median 31 ms, p95 80.2 ms, 1 timed out`. */
export function spellChecks({ checks, timedOut, median, p95 }: TalliedChecks): string {
  const latency = median === undefined || p95 === undefined ? '' : `, median ${median} ms, p95 ${p95} ms`;
  return `${checks} checks${latency}, ${timedOut} timed out`;
}

function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 10) / 10;
}
