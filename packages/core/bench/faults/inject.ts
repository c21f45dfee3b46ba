import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Control, Order, Role } from './control.js';
import type { Cell, Component, Fault } from './matrix.js';
import { command, type Room } from './room.js';

/** What a fault can get hold of. */
export interface Scene {
  readonly cell: Cell;
  readonly room: Room;
  readonly control: Control;
}

export interface Injection {
  /** Where it has to be so before the component starts, to be so while it does. */
  readonly isEarly?: boolean;
  /** Which folder has to be on a disk that can be filled. */
  readonly small?: 'workspace' | 'temporary';
  inject(scene: Scene): Promise<void> | void;
  /** Takes it away again, where it would go on. */
  relieve?(scene: Scene): void;
}

/** How long a process is stopped, beyond the edit that waits for it, ms. */
export const STOPPED = 700;
/** How long a program pauses, ms. */
export const PAUSE = 5000;

export function injectionOf({ component, fault }: Pick<Cell, 'component' | 'fault'>): Injection {
  return SPECIAL[component][fault] ?? GENERAL[fault];
}

/** The fault is told to the component itself; it may be its end, so nobody waits for an answer. */
function told(order: Order): Injection {
  return {
    inject: async ({ cell, control }) => {
      await control.tell(cell.component, order).catch(() => undefined);
    },
  };
}

function untold(order: Order): Injection {
  return {
    inject: ({ cell, control }) => {
      control.tell(cell.component, order).catch(() => undefined);
    },
  };
}

/** Spoils what the component says next; of its two channels, on the one that is in use then. */
function spoilt(how: Extract<Order, { do: 'tamper' }>['how']): Injection {
  const order = (phase: Cell['phase'], what: typeof how): Order => {
    const isMcp = phase === 'mid-navigation' && how !== 'wrong Content-Length';
    return { do: 'tamper', channel: isMcp ? 'mcp' : 'rpc', how: what };
  };
  return {
    inject: async ({ cell, control }) => {
      await control.tell(cell.component, order(cell.component === 'server' ? 'idle' : cell.phase, how));
    },
    relieve: ({ cell, control }) => {
      control.tell(cell.component, order(cell.component === 'server' ? 'idle' : cell.phase, undefined)).catch(() => undefined);
    },
  };
}

function signalled(signal: NodeJS.Signals, relief?: NodeJS.Signals): Injection {
  const send = ({ cell, control }: Scene, what: NodeJS.Signals): void => {
    try {
      process.kill(control.pid(cell.component), what);
    } catch {
      // It has ended of it.
    }
  };
  return {
    inject: (scene) => send(scene, signal),
    ...(relief !== undefined && { relieve: (scene: Scene) => send(scene, relief) }),
  };
}

/** From now on the process `role` is refused every new process and thread. */
function noForks(role: Role, isEarly = false): Injection {
  // As the same user, who may lower the soft limit, and raise it again up to the hard one.
  const limit = (control: Control, soft: string): void => {
    const [program, args] = command('prlimit', '--pid', String(control.pid(role)), `--nproc=${soft}:`);
    execFileSync(program, args, { stdio: 'pipe' });
  };
  return {
    isEarly,
    inject: async ({ cell, control }) => {
      limit(control, '1');
      if (cell.component === 'server' && role === 'server') await control.tell('server', { do: 'start a child' });
    },
    relieve: ({ control }) => {
      try {
        limit(control, hardLimit(control.pid(role)));
      } catch {
        // It has ended of it.
      }
    },
  };
}

function hardLimit(pid: number): string {
  return /^Max processes +\S+ +(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1] ?? 'unlimited';
}

function fullDisk(which: 'workspace' | 'temporary'): Injection {
  return {
    isEarly: true,
    small: which,
    inject: async ({ cell, room, control }) => {
      room.fill(which);
      if (cell.component === 'server' && cell.phase !== 'starting') control.tell('server', { do: 'write to disk' }).catch(() => undefined);
    },
    relieve: ({ room }) => room.free(which),
  };
}

function removed(path: (room: Room) => string): Injection {
  return { isEarly: true, inject: ({ room }) => rmSync(path(room), { force: true, recursive: true }) };
}

function forbidden(path: (room: Room) => string, mode: number): Injection {
  return { isEarly: true, inject: ({ room }) => chmodSync(path(room), 0o000), relieve: ({ room }) => chmodSync(path(room), mode) };
}

const GENERAL: Readonly<Record<Fault, Injection>> = {
  SIGKILL: signalled('SIGKILL'),
  'SIGSTOP, SIGCONT': signalled('SIGSTOP', 'SIGCONT'),
  'exit 0': told({ do: 'exit' }),
  'closed stdin': told({ do: 'close stdin' }),
  'closed stdout': told({ do: 'close stdout' }),
  'full stderr': untold({ do: 'flood stderr' }),
  'garbage bytes': spoilt('garbage bytes'),
  'half a message': spoilt('half a message'),
  'wrong Content-Length': spoilt('wrong Content-Length'),
  '50 MB message': spoilt('50 MB message'),
  'unknown request': spoilt('unknown request'),
  'duplicate response id': spoilt('duplicate response id'),
  'error to every request': spoilt('error to every request'),
  'pause of 5 s': untold({ do: 'pause', ms: PAUSE }),
  'disk full': fullDisk('temporary'),
  'file removed': removed(({ server }) => server),
  'permission denied': forbidden(({ server }) => server, 0o755),
  'fork refused': noForks('server'),
};

/** Who is stopped cannot be asked for an edit, so the host goes on by itself. */
const STOPPED_A_WHILE: Injection = {
  inject: async ({ control }) => {
    process.kill(control.pid('host'), 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, STOPPED));
    process.kill(control.pid('host'), 'SIGCONT');
  },
};

const SPECIAL: Readonly<Record<Component, Partial<Readonly<Record<Fault, Injection>>>>> = {
  server: {},
  sidecar: {
    'file removed': removed(({ bun }) => bun),
    'permission denied': forbidden(({ bun }) => bun, 0o755),
    'fork refused': noForks('sidecar'),
  },
  bridge: {
    'file removed': { inject: ({ room }) => removeSockets(room) },
    'permission denied': forbidden(({ runtime }) => runtime, 0o700),
    'fork refused': noForks('bridge'),
  },
  host: {
    'SIGSTOP, SIGCONT': STOPPED_A_WHILE,
    'disk full': fullDisk('workspace'),
    'fork refused': noForks('host', true),
  },
};

function removeSockets({ runtime }: Room): void {
  for (const { parentPath, name } of readdirSync(runtime, { withFileTypes: true, recursive: true })) {
    if (name.endsWith('.sock')) rmSync(join(parentPath, name));
  }
}
