import type { Servers } from './servers.ts';

/** Looks at the disk. Resolves once every running server was notified of what has changed. Never rejects. */
export async function notifyOfDiskChanges({ disk, pool }: Pick<Servers, 'disk' | 'pool'>): Promise<void> {
  await disk.sweep();
  await pool.catchUp();
}
