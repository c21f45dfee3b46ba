import { readdirSync, readFileSync } from 'node:fs';

/** Put into the sidecar's environment, inherited by all that it starts: it still finds those whose parent has died. */
export const MARK = 'LSP_TEST_MARK';

export interface Process {
  pid: number;
  command: string;
}

/** The living processes that carry this mark. Zombies have no environment and don't count. */
export function marked(mark: string): Process[] {
  const found: Process[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    if (!read(pid, 'environ').includes(`${MARK}=${mark}`)) continue;
    found.push({ pid, command: read(pid, 'cmdline').join(' ') });
  }
  return found;
}

/** What is left of them as soon as that is no more than `few`, or after `ms`. The kernel has no event for other people's children, so this polls. */
export async function leftovers(mark: string, ms: number, few = 0): Promise<Process[]> {
  const deadline = performance.now() + ms;
  for (;;) {
    const left = marked(mark);
    if (left.length <= few || performance.now() > deadline) return left;
    await Bun.sleep(20);
  }
}

export function killAll(processes: readonly Process[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

function read(pid: number, what: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');
  } catch {
    return []; // Ended meanwhile, or another user's.
  }
}
