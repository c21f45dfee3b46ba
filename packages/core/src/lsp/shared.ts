import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { basename } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../support/json.js';
import { keyOf, type SharedIdentity } from './shared-key.js';
import { isOurSocket } from './private-folder.js';
import { socketFor } from './shared-folder.js';
import type { SidecarLink } from './sidecar.js';
import { connectTo, firstLine, type LocalSocket } from './socket-line.js';
import type { Bootstrap, SharedHello, SharedWelcome } from './types.js';

export interface ShareOptions extends SharedIdentity {
  readonly packageDir: string;
  readonly readyTimeout: number;
  readonly otherNodes?: Bootstrap['otherNodes'] | undefined;
  readonly catalog?: Bootstrap['catalog'];
  readonly signal?: AbortSignal | undefined;
}

export type JoinResult =
  | { readonly kind: 'joined'; readonly link: SidecarLink }
  | { readonly kind: 'alone'; readonly reason: string };

/** How long a service may take to say who it is, ms. One that hangs is not waited for. */
const WELCOME_MS = 2000;
const WELCOME_BYTES = 4096;

const sharedWelcome: z.ZodType<SharedWelcome> = z.object({ key: z.string(), pid: z.number() });

type SessionHello = Extract<SharedHello, { channel: 'rpc' | 'mcp' }>;

/** One connection to a service, after its welcome. `absent`: no service is there, so one may start. */
type Reached =
  | { readonly kind: 'reached'; readonly socket: LocalSocket; readonly pid: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Joins the service of this workspace, and starts it where there is none. If that fails for
 * whatever reason, the session has to do with a sidecar of its own.
 */
export async function joinShared(options: ShareOptions): Promise<JoinResult> {
  // The flight recorder writes what one session does.
  if (options.config.trace !== undefined && options.config.trace !== false)
    return alone('the session is traced');
  try {
    const key = keyOf(options, process.env);
    const path = socketFor(key);
    if (path === undefined) return alone('no folder for the socket is accessible to this user alone');
    const session = randomUUID();
    const { config, catalog } = options;
    const hello: SessionHello = {
      key,
      session,
      channel: 'rpc',
      host: { name: basename(process.argv[1] ?? process.execPath), pid: process.pid },
      config,
      ...(catalog !== undefined && { catalog }),
    };
    let rpc = await reach(path, hello);
    if (rpc.kind === 'absent') {
      await start(options, path, key);
      rpc = options.signal?.aborted === true ? rpc : await reach(path, hello);
    }
    if (rpc.kind !== 'reached')
      return alone(rpc.kind === 'absent' ? 'the service did not start' : rpc.reason);
    if (options.signal?.aborted === true) {
      rpc.socket.destroy();
      return alone('shut down while it was starting');
    }
    // It has answered, so it is only busy if it does not answer at once.
    const mcp =
      config.navigationTools === false
        ? undefined
        : await reach(path, { key, session, channel: 'mcp' }, options.readyTimeout);
    if (mcp === undefined || mcp.kind === 'reached')
      return { kind: 'joined', link: linkTo(rpc.socket, rpc.pid, mcp?.socket) };
    rpc.socket.destroy();
    return alone('its navigation channel cannot be reached');
  } catch (error) {
    return alone(error instanceof Error ? error.message : String(error));
  }
}

function alone(reason: string): JoinResult {
  return { kind: 'alone', reason };
}

async function reach(path: string, hello: SessionHello, ms = WELCOME_MS): Promise<Reached> {
  if (!isOurSocket(path)) return { kind: 'absent' };
  const given = AbortSignal.timeout(ms);
  const socket = await connectTo(path, given);
  if (socket === undefined)
    return given.aborted ? { kind: 'refused', reason: 'the service does not answer' } : { kind: 'absent' };
  socket.write(`${JSON.stringify(hello)}\n`);
  const line = await firstLine(socket, WELCOME_BYTES, given);
  const welcome = sharedWelcome.safeParse(parseJson(line ?? '')).data;
  if (welcome?.key === hello.key) return { kind: 'reached', socket, pid: welcome.pid };
  const isClosed = socket.destroyed || socket.readableEnded;
  socket.destroy();
  // A service that is about to end closes its last connections.
  if (line === undefined && isClosed) return { kind: 'absent' };
  return {
    kind: 'refused',
    reason: given.aborted ? 'the service does not answer' : 'what answers is not the service',
  };
}

/**
 * Starts a service. Of several processes that do this at once, one gets the socket. Resolves when
 * this one listens, or has ended since another one does, or does not come up.
 */
async function start(options: ShareOptions, socket: string, key: string): Promise<void> {
  const { bun, entry, packageDir, readyTimeout, signal, workspaceRoot, config, trusted } = options;
  const { nodePath, otherNodes } = options;
  const bootstrap: Bootstrap = {
    workspaceRoot,
    config,
    trusted,
    ...(nodePath !== undefined && { nodePath }),
    ...(otherNodes !== undefined && { otherNodes }),
    share: { socket, key },
  };
  const child = spawn(bun, ['--no-env-file', '--no-install', entry], {
    // As for a sidecar of one session, see launch.ts. It outlives this process.
    cwd: packageDir,
    env: {
      MIMALLOC_PURGE_DELAY: '0',
      ...process.env,
      DO_NOT_TRACK: '1',
      LSP_BOOTSTRAP: JSON.stringify(bootstrap),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  child.on('error', () => undefined);
  const given = AbortSignal.any([
    AbortSignal.timeout(readyTimeout),
    ...(signal === undefined ? [] : [signal]),
  ]);
  try {
    await Promise.race([
      once(child.stdout, 'data', { signal: given }),
      once(child, 'exit', { signal: given }),
    ]);
  } catch {
    // It failed to start or is late. The socket tells.
  }
  child.stdout.destroy();
  // Not before: a host that waits for nothing else would end.
  child.unref();
}

function linkTo(rpc: LocalSocket, pid: number, mcp: LocalSocket | undefined): SidecarLink {
  let wasKilled = false;
  mcp?.on('error', () => undefined);
  return {
    pid,
    input: rpc,
    output: rpc,
    mcp: mcp && { toServer: mcp, fromServer: mcp },
    logEnded: Promise.resolve(),
    onEnd: (ended) => {
      // Not 'close' alone. While something is still to be written, Bun 1.3 has it follow no more, nor has
      // Node where the service reads nothing.
      const over = (): void => {
        rpc.off('end', over).off('close', over);
        ended('the shared service has closed the connection', wasKilled);
        rpc.destroy();
      };
      if (rpc.readableEnded || rpc.destroyed) queueMicrotask(over);
      else rpc.on('end', over).on('close', over);
    },
    kill: () => {
      wasKilled = true;
      rpc.destroy();
      mcp?.destroy();
    },
  };
}
