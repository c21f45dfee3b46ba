import { z } from 'zod';
import { parseJson } from '../support/json.js';
import { listServiceSockets, type ServiceSocket } from './shared-folder.js';
import { connectTo, firstLine } from './socket-line.js';
import type { ServerStatus, SharedHello, SharedState } from './types.js';

/** A service that hangs is not waited for, ms. */
const ANSWER_MS = 2000;
/** How long a service takes at most to end servers and to start them, ms. */
const RESTART_MS = 10_000;
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
  const states = await Promise.all(
    listServiceSockets().map(async (socket) => ({ path: socket.path, state: await askState(socket) })),
  );
  const services = states.flatMap(({ state }) => (typeof state === 'object' ? state : []));
  return {
    services: services.sort((a, b) =>
      a.workspaceRoot < b.workspaceRoot ? -1 : a.workspaceRoot > b.workspaceRoot ? 1 : a.pid - b.pid,
    ),
    silent: states.flatMap(({ path, state }) => (state === 'silent' ? path : [])),
  };
}

/**
 * Restarts servers of a service, for all its sessions.
 *
 * @param id of the servers; all without it
 * @returns the rows of what was restarted; undefined without an answer
 */
export async function restartShared(
  service: Pick<SharedState, 'key'>,
  id?: string,
): Promise<readonly ServerStatus[] | undefined> {
  const socket = listServiceSockets().find(({ key }) => service.key.startsWith(key));
  const answer =
    socket && (await ask(socket.path, { channel: 'restart', ...(id !== undefined && { id }) }, RESTART_MS));
  return answer?.kind === 'answered' ? parse(servers, answer.line) : undefined;
}

/**
 * Ends a service that no session uses.
 *
 * @returns its state at that moment: with sessions it goes on; undefined without an answer
 */
export async function stopShared(service: Pick<SharedState, 'key'>): Promise<SharedState | undefined> {
  const socket = listServiceSockets().find(({ key }) => service.key.startsWith(key));
  const state = socket && (await askState(socket, 'stop'));
  return typeof state === 'object' ? state : undefined;
}

async function askState(
  { path, key }: ServiceSocket,
  channel: 'state' | 'stop' = 'state',
): Promise<SharedState | 'absent' | 'silent'> {
  const answer = await ask(path, { channel }, ANSWER_MS);
  if (answer.kind !== 'answered') return answer.kind;
  const state = parse(sharedState, answer.line);
  return state?.key.startsWith(key) === true ? state : 'silent';
}

type LineAnswer =
  { readonly kind: 'answered'; readonly line: string } | { readonly kind: 'absent' | 'silent' };

/** `absent`: its process is gone. */
async function ask(path: string, hello: SharedHello, ms: number): Promise<LineAnswer> {
  const given = AbortSignal.timeout(ms);
  const socket = await connectTo(path, given);
  if (socket === undefined) return { kind: given.aborted ? 'silent' : 'absent' };
  socket.write(`${JSON.stringify(hello)}\n`);
  const line = await firstLine(socket, MAX_ANSWER, given);
  socket.destroy();
  return line === undefined ? { kind: 'silent' } : { kind: 'answered', line };
}

const servers = z.array(
  z.custom<ServerStatus>(
    (value) => typeof value === 'object' && value !== null && 'id' in value && 'status' in value,
  ),
);

/** A service of another release may have more to say. */
const sharedState: z.ZodType<SharedState> = z.object({
  key: z.string(),
  pid: z.int(),
  workspaceRoot: z.string(),
  memory: z.number(),
  budget: z.number(),
  sessions: z.array(z.object({ host: z.string(), pid: z.int(), since: z.number() })),
  until: z.number().exactOptional(),
  servers,
});

function parse<T>(type: z.ZodType<T>, line: string): T | undefined {
  return type.safeParse(parseJson(line)).data;
}
