import { writeSync } from 'node:fs';
import { bun } from '../bridge/runtime.js';
import { answerHook } from './hook.js';
import { HOSTS, unknownHost } from './hosts/index.js';

/**
 * `hook.mjs <host> [--parent <pid> [--awaited]]`: the process that hosts start for an event.
 * `--parent` is what has started the launcher, and with `--awaited` the launcher waits.
 */
async function main([host = '', flag, pid, awaited]: readonly string[]): Promise<void> {
  if (awaited !== undefined) endWith(process.ppid);
  const adapter = HOSTS.get(host);
  if (adapter === undefined) print(2, unknownHost(host));
  const parent = flag === '--parent' ? Number(pid) : process.ppid;
  const input = bun === undefined ? process.stdin : bun.stdin.stream();
  print(1, JSON.stringify(await answerHook({ adapter, input, parent })));
}

/** How often to look whether the launcher still runs, ms. */
const WATCH_MS = 200;

/** A host that ends the launcher wants no answer. */
function endWith(launcher: number): void {
  setInterval(() => {
    if (process.ppid !== launcher) process.exit();
  }, WATCH_MS);
}

const RETRY_MS = 5;
const MAX_RETRIES = 1000;

/** Writes to the file descriptor: Bun takes 10 ms to load process.stdout. */
function print(fd: 1 | 2, line: string): void {
  let rest = Buffer.from(`${line}\n`);
  for (let retries = 0; rest.byteLength > 0 && retries < MAX_RETRIES; retries++) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      // EAGAIN: a pipe that does not block, and is full.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

await main(process.argv.slice(2));
process.exit();
