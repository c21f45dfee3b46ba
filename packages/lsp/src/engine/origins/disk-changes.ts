import type { Services } from '../services.ts';
import type { AnnouncedChange } from '../session/session.ts';
import { previousText } from './change-origins.ts';
import { readText } from '../../backend/program/files.ts';

/** Changes that a sweep has found are the session's, too: a shell, a generator, a checkout. */
export function noteDiskChanges({ registry, pool, ledger }: Pick<Services, 'registry' | 'pool' | 'ledger'>, changes: readonly AnnouncedChange[]): void {
  // Other files are not sources: a lock file, a log.
  const sources = changes.filter(({ path }) => registry.mayAffect(path));
  if (sources.length === 0) return;
  const knowledge = pool.active().map((session) => session.knowledge());
  for (const { path, change } of sources) ledger.change(path, change === 'created' ? null : previousText(knowledge, path, readText(path)));
}
