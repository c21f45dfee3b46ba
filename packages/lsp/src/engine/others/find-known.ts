import { readsAll } from '../session/abilities.ts';
import { notifyOfDiskChanges } from '../session/pool/disk-notifications.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { FoundOthers } from '../question/report.ts';
import { findOtherFiles } from './other-files.ts';

/**
 * What servers report now about all known files, each as it is on disk.
 *
 * @param ms how long it may take
 */
export async function findKnown(
  services: SessionServers,
  ms: number,
  cancel: AbortSignal,
): Promise<FoundOthers> {
  const { pool, disk, staleProjects } = services;
  await notifyOfDiskChanges(services);
  // A build script may read any file, and in a workspace too large to scan any file may have
  // changed.
  const unseeing = pool.active().filter(({ definition }) => !disk.isWhole || readsAll(definition));
  await Promise.all(unseeing.map((session) => session.lookAgain()));
  staleProjects.markStale(unseeing);
  return findOtherFiles(services, {
    except: new Set(),
    bound: { ms, files: Infinity },
    deadline: performance.now() + ms,
    cancel,
  });
}
