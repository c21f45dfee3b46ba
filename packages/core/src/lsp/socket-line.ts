import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type LocalSocket = Socket;

/** `undefined` if nothing listens there, or nothing accepts the connection in time. */
export async function connectTo(path: string, signal: AbortSignal): Promise<Socket | undefined> {
  const socket = connect(path).on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch {
    socket.destroy();
    return undefined;
  }
}

/** Leaves what follows the line in the socket. `undefined` if there is none within `limit` bytes. */
export async function firstLine(
  socket: Socket,
  limit: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  let held = Buffer.alloc(0);
  while (held.length < limit && !socket.destroyed && !socket.readableEnded) {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) {
      try {
        await Promise.race([once(socket, 'readable', { signal }), once(socket, 'close', { signal })]);
      } catch {
        return undefined;
      }
      continue;
    }
    held = Buffer.concat([held, chunk]);
    const end = held.indexOf(10);
    if (end < 0) continue;
    if (end + 1 < held.length) socket.unshift(held.subarray(end + 1));
    return held.toString('utf8', 0, end);
  }
  return undefined;
}

/**
 * Whether no process listens there. The kernel refuses the connection then; a process that is busy
 * or stopped lets it wait.
 *
 * @param deadline until it aborts, a process may end: one that is being killed may lose its connections
 * before what it listens at
 */
export async function isDeserted(address: string, deadline?: AbortSignal): Promise<boolean> {
  const socket = connect(address);
  const code = await new Promise<string | undefined>((resolve) => {
    socket.on('connect', () => resolve(undefined));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
  const hasEnded = code === 'ECONNRESET' || (code === undefined && (await endsIn(socket, deadline)));
  socket.destroy();
  return hasEnded && deadline?.aborted === false ? isDeserted(address, deadline) : code === 'ECONNREFUSED';
}

/** Does not keep the host alive. */
async function endsIn(socket: Socket, deadline: AbortSignal | undefined): Promise<boolean> {
  if (deadline === undefined) return false;
  try {
    await once(socket.resume().unref(), 'close', { signal: deadline });
    return true;
  } catch {
    return !deadline.aborted;
  }
}
