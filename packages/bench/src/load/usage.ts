import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ProcessTable } from '../memory.js';
import type { Service } from './service.js';

const run = promisify(execFile);

/** What the processes of one service take at one moment. */
export interface Usage {
  /** Resident bytes. */
  readonly sidecar: number;
  /** Of each server with all that it has started, resident bytes, by title. */
  readonly servers: Readonly<Record<string, number>>;
  /** Of the sidecar and of this process; undefined where the system does not tell. */
  readonly descriptors: { readonly sidecar: number; readonly host: number } | undefined;
}

/** It must not hold the agents up: times are measured meanwhile. */
export async function processUsageOf(service: Service): Promise<Usage> {
  const [servers, { stdout }] = await Promise.all([
    service.servers(),
    run('ps', ['-A', '-o', 'pid=,ppid=,rss=']),
  ]);
  const table = new ProcessTable(stdout);
  const sizes: Record<string, number> = {};
  for (const { title, pid } of servers) sizes[title] = (sizes[title] ?? 0) + table.residentOfTree(pid);
  const [sidecar, host] = await Promise.all([descriptorsOf(service.pid), descriptorsOf(process.pid)]);
  return {
    sidecar: table.residentOf(service.pid),
    servers: sizes,
    descriptors: sidecar === undefined || host === undefined ? undefined : { sidecar, host },
  };
}

/** Looks again and again, until it is told to stop. */
export class Sampler {
  readonly #samples: Usage[];
  readonly #timer: ReturnType<typeof setInterval>;
  #last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly service: Service,
    first: Usage,
    everyMs: number,
  ) {
    this.#samples = [first];
    this.#timer = setInterval(() => {
      this.#last = this.#look();
    }, everyMs);
  }

  static async start(service: Service, everyMs: number): Promise<Sampler> {
    return new Sampler(service, await processUsageOf(service), everyMs);
  }

  /** All that it has seen, the first and the last moment included. Rejects if a look failed. */
  async stop(): Promise<readonly Usage[]> {
    clearInterval(this.#timer);
    await this.#last;
    await this.#look();
    return this.#samples;
  }

  async #look(): Promise<void> {
    const usage = await processUsageOf(this.service);
    this.#samples.push(usage);
  }
}

async function descriptorsOf(pid: number): Promise<number | undefined> {
  try {
    return (await readdir(`/proc/${pid}/fd`)).length;
  } catch {
    return undefined;
  }
}

/**
 * How long after the end of the last session processes may still be seen, ms: a shared service
 * stays for 5 s.
 */
const GONE_WITHIN_MS = 10_000;

/** Command lines of the processes of a group that are left over. */
export async function leftOvers(group: number): Promise<string[]> {
  const limit = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    const { stdout } = await run('ps', ['-A', '-o', 'pgid=,stat=,args=']);
    const left = [...stdout.matchAll(/^\s*(\d+)\s+(\S+)\s+(.*)$/gm)].flatMap(
      ([, pgid, state = '', args = '']) => (Number(pgid) === group && !state.startsWith('Z') ? [args] : []),
    );
    if (left.length === 0 || performance.now() > limit) return left;
  }
}
