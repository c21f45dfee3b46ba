import { writeSync } from 'node:fs';
import { bun } from '../bridge/runtime.js';
import { answerHook } from './hook.js';
import { HOSTS } from './hosts/index.js';

/** `hook.mjs <host> [--parent <pid>]`: the process that hosts start for an event. */
async function main([host = '', flag, pid]: readonly string[]): Promise<number> {
  const adapter = HOSTS.get(host);
  if (adapter === undefined) {
    print(2, `llxprt-lsp hook: the host is one of ${[...HOSTS.keys()].join(', ')}, not "${host}"`);
    return 2;
  }
  const parent = flag === '--parent' ? Number(pid) : process.ppid;
  const input = bun === undefined ? process.stdin : bun.stdin.stream();
  print(1, JSON.stringify(await answerHook({ adapter, input, parent })));
  return 0;
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

process.exit(await main(process.argv.slice(2)));
