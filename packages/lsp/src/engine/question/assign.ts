import { languageIdFor } from '../../backend/language-map.ts';
import type { ServerLocation } from '../../backend/definition.ts';
import type { Text } from '../../client/documents/documents.ts';
import type { CheckedServer } from '../../types.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import { sessionKey } from '../session/pool/client-pool.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { Session } from '../session/session.ts';
import type { Job } from './answer.ts';
import type { Fallback } from './fallback.ts';
import type { CheckedFile } from './files.ts';

interface Assignment {
  readonly jobs: readonly Job[];
  readonly fallbacks: readonly Fallback[];
  readonly unavailable: readonly CheckedServer[];
}

/** Assigns the files to servers. Starts servers that are not running yet (REQ-LIFE-010). */
export function assign(
  services: Pick<Servers, 'registry' | 'search' | 'pool' | 'log'>,
  files: readonly CheckedFile[],
): Assignment {
  const { pool, log } = services;
  const jobs = new Map<Session, Text[]>();
  const fallbacks = new Map<string, Fallback>();
  const unavailable = new Map<string, CheckedServer>();
  const looked = new Map<string, ServerLocation>();
  for (const { text } of files) {
    if (text === undefined) continue;
    const located = resolveServers(services, text.path, looked);
    for (const { id, kind, reason } of located.unavailable) {
      if (!unavailable.has(id)) log(`${id}: unavailable: ${reason}`);
      unavailable.set(id, {
        id,
        root: '.',
        outcome: 'unavailable',
        ms: 0,
        ...(kind !== 'unavailable' && { reason }),
      });
    }
    for (const { definition, launch, primary } of located.found) {
      const own = { ...text, languageId: languageIdFor(definition, text.path) };
      const first = primary && pool.session(primary.definition, primary.launch);
      if (first?.state.kind === 'active') {
        fallbacks
          .getOrInsert(sessionKey(definition, launch), { definition, launch, primary: first, texts: [] })
          .texts.push(own);
      } else jobs.getOrInsert(pool.session(definition, launch), []).push(own);
    }
  }
  return {
    jobs: [...jobs].map(([session, texts]) => ({ session, texts })),
    fallbacks: [...fallbacks.values()],
    unavailable: [...unavailable.values()],
  };
}
