import { chmodSync, linkSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { connectLocal } from '../../client/process/local-socket.ts';
import { asStreams, type SocketStreams } from '../../client/process/socket-streams.ts';

export interface Listening {
  /** Frees the name, as far as it is still ours, and accepts nothing more. */
  close(): void;
}

/** How often the name is taken anew from services that have died. */
const ATTEMPTS = 5;

/**
 * Listens at `path`. Of several processes that do so at once, one gets the name; a name whose
 * service has died is taken over.
 *
 * The socket is bound under another name and linked to this one: a link is made at once or not at
 * all, and the runtime would remove what is there before it binds.
 *
 * @returns undefined if another service listens there
 */
export async function listenAt(
  path: string,
  accept: (streams: SocketStreams) => void,
): Promise<Listening | undefined> {
  const own = `${path}.${process.pid}`;
  rmSync(own, { force: true });
  const listener = Bun.listen<SocketStreams>({ unix: own, socket: asStreams(accept) });
  chmodSync(own, 0o600);
  const inode = inodeOf(own);
  const isTaken = await take(own, path);
  rmSync(own, { force: true });
  if (!isTaken) {
    listener.stop(true);
    return undefined;
  }
  return {
    close: () => {
      if (inodeOf(path) === inode) rmSync(path, { force: true });
      listener.stop(true);
    },
  };
}

async function take(own: string, path: string): Promise<boolean> {
  for (let left = ATTEMPTS; left > 0; left--) {
    try {
      linkSync(own, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const inode = inodeOf(path);
    if (await answers(path)) return false;
    if (inode !== undefined) removeStale(path, inode, `${own}.stale`);
  }
  return false;
}

/** Removes the name if it is still that of the socket that did not answer. */
function removeStale(path: string, inode: number, aside: string): void {
  try {
    renameSync(path, aside);
    // Another service has taken the name meanwhile: it gets it back.
    if (inodeOf(aside) !== inode) linkSync(aside, path);
  } catch {
    // Another process was faster. The next attempt shows which process has the name.
  }
  rmSync(aside, { force: true });
}

async function answers(path: string): Promise<boolean> {
  const peer = await connectLocal(path);
  peer?.close();
  return peer !== undefined;
}

function inodeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.ino;
}
