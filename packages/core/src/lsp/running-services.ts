import { z } from 'zod';
import { listServiceSockets, type ServiceSocket } from './shared-folder.js';
import { connectTo, firstLine } from './socket-line.js';
import type { ServerStatus, SharedHello, SharedState } from './types.js';

/** A service that hangs is not waited for, ms. */
const ANSWER_MS = 2000;
/** Bytes. */
const MAX_ANSWER = 4 * 1024 * 1024;

export interface RunningServices {
  /** Sorted by workspace, then process id. */
  readonly services: readonly SharedState[];
  /** The paths of sockets that accept connections and do not say what they are. */
  readonly silent: readonly string[];
}

/** The shared services of this user, in all workspaces. Never rejects. */
export async function runningServices(): Promise<RunningServices> {
  const states = await Promise.all(listServiceSockets().map(async (socket) => ({ path: socket.path, state: await askState(socket) })));
  const services = states.flatMap(({ state }) => (typeof state === 'object' ? state : []));
  return {
    services: services.sort((a, b) => (a.workspaceRoot < b.workspaceRoot ? -1 : a.workspaceRoot > b.workspaceRoot ? 1 : a.pid - b.pid)),
    silent: states.flatMap(({ path, state }) => (state === 'silent' ? path : [])),
  };
}

/** `absent`: its process is gone, or was about to go. */
async function askState({ path, key }: ServiceSocket): Promise<SharedState | 'absent' | 'silent'> {
  const given = AbortSignal.timeout(ANSWER_MS);
  const socket = await connectTo(path, given);
  if (socket === undefined) return given.aborted ? 'silent' : 'absent';
  socket.write(`${JSON.stringify({ channel: 'state' } satisfies SharedHello)}\n`);
  const line = await firstLine(socket, MAX_ANSWER, given);
  socket.destroy();
  const state = line === undefined ? undefined : parseState(line);
  return state?.key.startsWith(key) === true ? state : 'silent';
}

/** A service of another release may have more to say. */
const sharedState: z.ZodType<SharedState> = z.object({
  key: z.string(),
  pid: z.int(),
  workspaceRoot: z.string(),
  memory: z.number(),
  sessions: z.array(z.object({ host: z.string(), pid: z.int(), since: z.number() })),
  servers: z.array(z.custom<ServerStatus>((value) => typeof value === 'object' && value !== null && 'id' in value && 'status' in value)),
});

function parseState(line: string): SharedState | undefined {
  try {
    return sharedState.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
