import { rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';

/**
 * Removes a socket that no process listens at. Another process may take the address meanwhile: then
 * it stays.
 */
export async function removeDeserted(address: string): Promise<void> {
  const inode = inodeOf(address);
  if ((await isDeserted(address)) && inodeOf(address) === inode) removeSocket(address);
}

export function inodeOf(address: string): number | undefined {
  return statSync(address, { throwIfNoEntry: false })?.ino;
}

export function removeSocket(address: string): void {
  try {
    rmSync(address, { force: true });
  } catch {
    // A socket that cannot be removed refuses connections.
  }
}

/**
 * Whether no process listens there. The kernel refuses the connection then; a process that is busy
 * or stopped lets it wait.
 */
function isDeserted(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(address);
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
