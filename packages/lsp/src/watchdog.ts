interface Pace {
  /** How long the event loop may stand still once nobody is left to serve, ms. */
  readonly still: number;
  /** How often it beats, and how often the watchdog looks, ms. */
  readonly interval: number;
}

/** An orderly end takes less. */
const USUAL: Pace = { still: 5000, interval: 1000 };

/** Whom this process serves: the process that has started it, or the sessions of a shared service. */
export type ServedProcesses = { readonly parent: number } | { readonly hosts: readonly number[] };

interface Watched {
  readonly beat: Int32Array;
  readonly served: ServedProcesses;
}

export interface Watchdog {
  /** Others are served from now on. */
  serve(served: ServedProcesses): void;
}

/**
 * Starts a thread that kills this process with its servers where nobody is left to serve and the
 * event loop stands still, so that no timer and no signal of ours can end it: a text may keep a
 * server's answer, or a reader of ours, busy for ever. While the event loop turns, it does nothing.
 */
export function startWatchdog(served: ServedProcesses, pace: Pace = USUAL): Watchdog {
  const beat = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => {
    Atomics.add(beat, 0, 1);
  }, pace.interval).unref();
  // The bundle is one file. A function that names nothing outside of itself needs no other.
  const script = new Blob([`(${watch.toString()})(${JSON.stringify(pace)})`], { type: 'text/javascript' });
  const worker = new Worker(URL.createObjectURL(script), { smol: true });
  worker.unref();
  const serve = (now: ServedProcesses): void => {
    worker.postMessage({ beat, served: now } satisfies Watched);
  };
  serve(served);
  return { serve };
}

/** Runs in the thread. */
function watch({ still, interval }: Pace): void {
  const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs');
  let watched: Watched | undefined;
  let beats = 0;
  let since = performance.now();
  globalThis.addEventListener('message', ({ data }: MessageEvent<Watched>) => {
    watched = data;
  });

  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  };
  const isAlone = (served: ServedProcesses): boolean =>
    'parent' in served
      ? process.ppid !== served.parent || !isAlive(served.parent)
      : !served.hosts.some(isAlive);
  /** Where the system lists processes. Elsewhere servers end when their pipes close. */
  const childrenOf = (parents: readonly number[]): number[] => {
    const found: number[] = [];
    for (const name of readdirSync('/proc')) {
      try {
        const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'latin1') : '';
        if (parents.includes(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])))
          found.push(Number(name));
      } catch {
        // The process has ended meanwhile.
      }
    }
    return found;
  };
  const below = (): number[] => {
    const all = [process.pid];
    try {
      for (let next = childrenOf(all); next.length > 0; next = childrenOf(next)) all.push(...next);
    } catch {
      // This system lists none.
    }
    return all.slice(1);
  };
  const kill = (pid: number): void => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, or leads no group.
    }
  };

  setInterval(() => {
    if (watched === undefined) return;
    const now = Atomics.load(watched.beat, 0);
    if (now !== beats || !isAlone(watched.served)) {
      beats = now;
      since = performance.now();
    } else if (performance.now() - since > still) {
      for (const pid of below()) kill(pid);
      if (process.platform !== 'win32') kill(-process.pid);
      kill(process.pid);
    }
  }, interval);
}
