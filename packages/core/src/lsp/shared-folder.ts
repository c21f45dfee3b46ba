import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOurSocket, namesIn, socketFolder, socketFolders } from './private-folder.js';
import { isDeserted } from './socket-line.js';
import { statOf } from '../support/read-file.js';

const KEY_LENGTH = 24;
/** A service binds its socket under a longer name first: with its process id, and `.stale`. */
const SUFFIX_BYTES = '.4294967295.stale'.length;

/** The socket of a service, and the part of its key that is in the name. */
export interface ServiceSocket {
  readonly path: string;
  readonly key: string;
}

/**
 * Where the service with this key listens. Makes the folder.
 *
 * @returns undefined where no folder is accessible to this user alone, and on Windows
 */
export function socketFor(key: string): string | undefined {
  const name = `s-${key.slice(0, KEY_LENGTH)}`;
  const folder = socketFolder(name.length + SUFFIX_BYTES);
  return folder === undefined ? undefined : join(folder, name);
}

/** The sockets of all services, also of those that were killed. */
export function listServiceSockets(): ServiceSocket[] {
  return socketFolders().flatMap((folder) =>
    namesIn(folder).flatMap((name) => {
      const [, key] = /^s-([0-9a-f]{24})$/.exec(name) ?? [];
      const path = join(folder, name);
      return key === undefined || !isOurSocket(path) ? [] : { path, key };
    }),
  );
}

/**
 * Removes the sockets of services that were killed. Never rejects.
 *
 * @param deadline see {@link isDeserted}
 */
export async function removeDesertedServices(deadline: AbortSignal): Promise<void> {
  try {
    await Promise.all(listServiceSockets().map(({ path }) => removeDeserted(path, deadline)));
  } catch {
    // The next session tries again.
  }
}

/**
 * Removes a socket that no process listens at. Another process may take the address meanwhile: then
 * it stays.
 */
export async function removeDeserted(address: string, deadline?: AbortSignal): Promise<void> {
  const inode = inodeOf(address);
  if ((await isDeserted(address, deadline)) && inodeOf(address) === inode) removeSocket(address);
}

export function inodeOf(address: string): number | undefined {
  return statOf(address)?.ino;
}

export function removeSocket(address: string): void {
  try {
    rmSync(address, { force: true });
  } catch {
    // A socket that cannot be removed refuses connections.
  }
}
