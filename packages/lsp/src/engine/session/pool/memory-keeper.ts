import { sessionKey } from './client-pool.ts';
import { decide, type ServerUse } from './memory-policy.ts';
import type { ProcessView, Session } from '../session.ts';

export interface MemoryKeeperOptions<S extends ProcessView = Session> {
  /** Bytes that all servers of the user may take together. */
  readonly budget: number;
  /** ms, from any point in time. */
  readonly now: () => number;
  readonly sessions: () => readonly S[];
  /** The resident sizes of these processes with all that they have started, as far as they are known. */
  readonly measure: (pids: readonly number[]) => readonly (number | undefined)[];
  /** The resident size of one process alone. */
  readonly measureOne: (pid: number) => number | undefined;
  /** The machine waits for memory. */
  readonly isShort: () => boolean;
  /** The servers of the user's other services. */
  readonly others: () => Promise<readonly ServerUse[]>;
  /** Ends a server in order; its next file starts it again. */
  readonly end: (session: S, why: string) => void;
  readonly restart: (session: S, why: string) => void;
}

interface OwnUse<S> extends ServerUse {
  readonly session: S;
}

/** A server's memory may grow by some GiB in this time, ms. */
const EVERY = 1000;
/** All servers are measured, with all that they have started, only every so often. */
const LOOK_EVERY = 5;
/** One server alone is killed in the middle of a question, too, at so many times the budget. */
const RUNAWAY = 1.5;
/** Measuring takes some ms, in which no answer arrives: with a question under way, only so often, ms. */
const BUSY_EVERY = 30_000;
/** A server that outgrows the budget again and again is not restarted all the time, ms. */
const AGAIN_AFTER = 600_000;

/** Keeps the servers of the user within the memory that they may take. */
export class MemoryKeeper<S extends ProcessView = Session> {
  #looked = -Infinity;
  /** When which server was restarted because it had grown, by id, root and toolchain. */
  readonly #restarted = new Map<string, number>();
  /** When which one was killed because it ran away. */
  readonly #killed = new Map<string, number>();

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: MemoryKeeperOptions<S>) {}

  /** Guards every second from now on, looks every 5 s, and keeps no process alive for that. */
  watch(turn = 1): void {
    this.#timer = setTimeout(() => {
      this.watch(turn + 1);
      this.guard();
      if (turn % LOOK_EVERY === 0) void this.look();
    }, EVERY).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Kills a server whose own process runs away, whatever it is asked: a machine without memory
   * stands still. It starts again, unless that has led to the same within ten minutes.
   */
  guard(): void {
    const { now, sessions, measureOne, restart, budget } = this.options;
    for (const session of sessions()) {
      const memory = session.pid === undefined ? undefined : measureOne(session.pid);
      if (memory === undefined || memory <= RUNAWAY * budget || session.giveUp === undefined) continue;
      const why = `it took ${spell(memory)} of ${spell(budget)}`;
      session.giveUp(why);
      const isSecond = this.#isRecent(this.#killed, session);
      this.#killed.set(sessionKey(session.definition, session.launch), now());
      if (!isSecond) restart(session, why);
    }
  }

  /** Looks once, and ends or restarts one server at most. Never rejects. */
  async look(): Promise<void> {
    const { now, sessions, measure, isShort, others, end, restart, budget } = this.options;
    const running = sessions().flatMap((session) =>
      session.unused === undefined || session.pid === undefined ? [] : [{ session, pid: session.pid }],
    );
    if (running.length === 0) return;
    const isBusy = running.some(({ session }) => session.unused === 0);
    if (isBusy && now() - this.#looked < BUSY_EVERY) return;
    this.#looked = now();
    const foreign = await others();
    const sizes = measure(running.map(({ pid }) => pid));
    const own = running.flatMap(({ session }, index): OwnUse<S>[] => {
      const memory = sizes[index];
      return memory === undefined || (memory > budget && this.#isRecent(this.#restarted, session))
        ? []
        : [{ session, memory, unused: session.unused ?? 0 }];
    });
    const decision = decide({ budget, own, others: foreign, isShort: isShort() });
    if (decision.kind === 'none') return;
    const { session, memory } = decision.server;
    if (decision.kind === 'restart') {
      this.#restarted.set(sessionKey(session.definition, session.launch), now());
      restart(session, `it took ${spell(memory)} of ${spell(budget)}`);
    } else if (decision.total > budget)
      end(session, `the servers took ${spell(decision.total)} of ${spell(budget)}`);
    else end(session, 'the machine was short of memory');
  }

  #isRecent(times: ReadonlyMap<string, number>, session: ProcessView): boolean {
    const at = times.get(sessionKey(session.definition, session.launch)) ?? -Infinity;
    return this.options.now() - at < AGAIN_AFTER;
  }
}

function spell(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
