import { type AdmittedPath, diskStamp } from '../paths.ts';
import type { Severity } from '../types.ts';
import { type Voice, withoutEchoes } from './echoes.ts';
import { merge } from './merge.ts';
import type { Services } from './services.ts';

const ERRORS: ReadonlySet<Severity> = new Set(['error']);

/**
 * How many errors servers hold about known files, by what each has said last: nobody is asked again.
 *
 * @param except not these
 */
export function heldErrors({ pool, known }: Pick<Services, 'pool' | 'known'>, except: ReadonlySet<AdmittedPath>): number {
  const byPath = new Map<AdmittedPath, Voice[]>();
  for (const session of pool.active()) {
    for (const path of known.pathsOf(session)) {
      if (except.has(path)) continue;
      const { diagnostics = [] } = known.finding(session, path) ?? {};
      byPath.set(path, [...(byPath.get(path) ?? []), { definition: session.definition, diagnostics }]);
    }
  }
  const there = [...byPath].filter(([path]) => diskStamp(path) !== undefined);
  return there.reduce((sum, [, voices]) => sum + merge(withoutEchoes(voices, ERRORS), ERRORS).length, 0);
}
