import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import type { Control, Order, ProcessRole } from './control.js';
import type { Cell, Component, Fault } from './matrix.js';
import { asUser, type Room } from './room.js';
import type { Edited, Session } from './sessions.js';

/** What a fault can get hold of. */
interface Scene {
  readonly cell: Cell;
  readonly room: Room;
  readonly control: Control;
  readonly session: Session;
}

export interface Injection {
  /** Where it has to be so before the component starts, to be so while it does. */
  readonly isEarly?: boolean;
  /** Which folder has to be on a disk that can be filled. */
  readonly small?: 'workspace' | 'temporary';
  inject(scene: Scene): Promise<void> | void;
  /** What it hits besides the edits of every cell; called while it lasts, where the component is up. */
  hit?(scene: Scene): Promise<Edited>;
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

/** The component itself is told of the fault. It may end of it, so no answer is awaited. */
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

/**
 * Spoils what the component says next; of its two channels, on the one that is in use then. A
 * bridge's is the one to its hooks, which are ours as well: what it says to its host is its host's
 * to bear.
 */
function spoilt(how: Extract<Order, { do: 'tamper' }>['how']): Injection {
  const order = (phase: Cell['phase'], what: typeof how): Order => {
    const isMcp = phase === 'mid-navigation' && how !== 'wrong Content-Length';
    return { do: 'tamper', channel: isMcp ? 'mcp' : 'rpc', how: what };
  };
  return {
    inject: async ({ cell, control, session }) => {
      await control.tell(cell.component, order(cell.component === 'server' ? 'idle' : cell.phase, how));
      // A host has asked already what is under way, and says nothing more by itself.
      if (cell.component === 'host' && cell.phase === 'mid-check') void session.status();
      if (cell.component === 'host' && cell.phase === 'mid-navigation') void session.navigate();
    },
    relieve: ({ cell, control }) => {
      control
        .tell(cell.component, order(cell.component === 'server' ? 'idle' : cell.phase, undefined))
        .catch(() => undefined);
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

/** Both at once, as a kernel without memory does, or the end of a container. */
const KILLED_TOGETHER: Injection = {
  inject: ({ cell, control }) => {
    // The sidecar may not have begun.
    const roles = new Set<ProcessRole>(
      control.isUp('sidecar') ? [cell.component, 'sidecar'] : [cell.component],
    );
    for (const pid of [...roles].map((role) => control.pid(role))) process.kill(pid, 'SIGKILL');
  },
};

/** From now on the process `role` is refused every new process and thread. */
function noForks(role: ProcessRole, isEarly = false): Injection {
  // As the same user: the soft limit can be lowered, and raised again up to the hard one.
  const limit = (control: Control, soft: string): void => {
    const [program, args] = asUser('prlimit', '--pid', String(control.pid(role)), `--nproc=${soft}:`);
    execFileSync(program, args, { stdio: 'pipe' });
  };
  const relieve = ({ control }: Scene): void => {
    try {
      limit(control, hardLimit(control.pid(role)));
    } catch {
      // It has ended of it.
    }
  };
  return {
    isEarly,
    inject: async (scene) => {
      const { cell, control } = scene;
      limit(control, '1');
      if (role !== 'server' || cell.phase === 'starting') return;
      const refusal = String(await control.tell('server', { do: 'start a child' }));
      if (!refusal.includes('EAGAIN')) throw new Error(`the server's child was not refused: ${refusal}`);
      // Its runtime starts threads of its own when it likes to, and aborts where it gets none: that
      // is told apart from the child's refusal at its start.
      relieve(scene);
    },
    relieve,
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
      if (cell.component === 'server' && cell.phase !== 'starting')
        control.tell('server', { do: 'write to disk' }).catch(() => undefined);
    },
    relieve: ({ room }) => room.free(which),
  };
}

function removed(path: (room: Room) => string): Injection {
  return { isEarly: true, inject: ({ room }) => rmSync(path(room), { force: true, recursive: true }) };
}

function forbidden(path: (room: Room) => string, mode: number): Injection {
  return {
    isEarly: true,
    inject: ({ room }) => chmodSync(path(room), 0o000),
    relieve: ({ room }) => chmodSync(path(room), mode),
  };
}

const GENERAL: Readonly<Record<Fault, Injection>> = {
  SIGKILL: signalled('SIGKILL'),
  'SIGKILL with the sidecar': KILLED_TOGETHER,
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

/** A stopped host cannot be asked for an edit, so it goes on by itself. */
const STOPPED_A_WHILE: Injection = {
  inject: async ({ control }) => {
    process.kill(control.pid('host'), 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, STOPPED));
    process.kill(control.pid('host'), 'SIGCONT');
  },
};

/** A host that does not read what its service logs, while that has much to say. */
const UNREAD_LOG: Injection = {
  inject: async ({ control }) => {
    await control.tell('host', { do: 'flood stderr' });
    if (control.isUp('server')) await control.tell('server', { do: 'flood log' });
  },
};

const SPECIAL: Readonly<Record<Component, Partial<Readonly<Record<Fault, Injection>>>>> = {
  server: {},
  sidecar: {
    'file removed': removed(({ bun }) => bun),
    'permission denied': forbidden(({ bun }) => bun, 0o755),
    // What it needs a new process for is the next server.
    'fork refused': { ...noForks('sidecar'), hit: ({ session }) => session.editSecond() },
  },
  bridge: {
    'file removed': {
      inject: ({ room }) => {
        for (const socket of room.sockets()) rmSync(socket);
      },
    },
    'permission denied': forbidden(({ runtime }) => runtime, 0o700),
    'fork refused': noForks('bridge'),
  },
  host: {
    'SIGSTOP, SIGCONT': STOPPED_A_WHILE,
    'full stderr': UNREAD_LOG,
    // What is under way has been written before: it takes another edit to meet these.
    'disk full': { ...fullDisk('workspace'), hit: ({ session }) => session.edit() },
    'file removed': {
      isEarly: true,
      inject: ({ room }) => room.remove(),
      hit: ({ session }) => session.edit(),
      relieve: ({ room }) => room.restore(),
    },
    'permission denied': {
      isEarly: true,
      inject: ({ room }) => room.protect(true),
      hit: ({ session }) => session.edit(),
      relieve: ({ room }) => room.protect(false),
    },
    'fork refused': noForks('host', true),
  },
};
