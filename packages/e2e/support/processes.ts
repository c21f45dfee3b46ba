import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Put into the environment of a sidecar, inherited by all that it starts: it still finds those whose parent has died. */
export const MARK = 'LSP_E2E_MARK';

/** By when all processes of a session are gone, ms: a shared service stays for 5 s after its last session. */
export const GONE_WITHIN = 10_000;

export interface Process {
  pid: number;
  ppid: number;
  /** The program, absolute. */
  exe: string;
  command: string;
}

/** As {@link MARK}, for hosts that hand few variables on to what they start: this is one of those. */
export const NARROW_MARK = 'LOGNAME';

/** The living processes that carry this mark. Those that are dead and not yet reaped have no environment. */
export function marked(mark: string, variable = MARK): Process[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) return [];
    try {
      const read = (what: string): string => readFileSync(`/proc/${pid}/${what}`, 'utf8');
      if (!read('environ').split('\0').includes(`${variable}=${mark}`)) return [];
      // "pid (name) state ppid ...": the name may hold spaces and parentheses.
      const stat = read('stat');
      const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return [
        {
          pid,
          ppid,
          exe: readlinkSync(`/proc/${pid}/exe`),
          command: read('cmdline').replaceAll('\0', ' ').trim(),
        },
      ];
    } catch {
      return []; // Ended meanwhile, or another user's.
    }
  });
}
