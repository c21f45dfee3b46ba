import {
  BUILT_IN_CHECKERS,
  BUILT_IN_SERVERS,
  type CheckerConfig,
  type ServerConfig,
  WELL_KNOWN_SERVERS,
} from '../lsp/types.js';
import { nearest } from './nearest.js';
import { formatKey, type SettingsProblem } from './settings-problem.js';

/** Programs that settings list by id: the servers, or the checkers. */
interface Kind<T> {
  readonly key: 'servers' | 'checkers';
  readonly noun: string;
  /** Ids whose program is known without settings. */
  readonly known: readonly string[];
  /** The known ids that a message lists. */
  readonly named: readonly string[];
  readonly more: string;
  /**
   * The keys that a custom program needs: without them it could not be started or would never be
   * asked.
   */
  readonly needs: readonly [keyof T & string, keyof T & string];
  /** Keys that are fixed for known programs: settings cannot change them. */
  readonly fixed: readonly (keyof T & string)[];
}

export const SERVERS: Kind<ServerConfig> = {
  key: 'servers',
  noun: 'server',
  known: [...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS],
  named: BUILT_IN_SERVERS,
  more: `, and ${WELL_KNOWN_SERVERS.length} more that "llxprt-lsp doctor --all" lists`,
  needs: ['command', 'extensions'],
  fixed: [],
};

export const CHECKERS: Kind<CheckerConfig> = {
  key: 'checkers',
  noun: 'checker',
  known: BUILT_IN_CHECKERS,
  named: BUILT_IN_CHECKERS,
  more: '',
  needs: ['command', 'parser'],
  fixed: ['extensions', 'rootMarkers', 'parser'],
};

export interface Merged<T> {
  readonly merged: Record<string, T>;
  readonly problems: SettingsProblem[];
}

/**
 * The user's programs with the workspace's switches applied.
 *
 * Dropped are a custom program that could not be started or would never be asked, and a switch that
 * names no known program.
 */
export function mergePrograms<T extends { enabled?: boolean }>(
  kind: Kind<T>,
  user: Record<string, T>,
  workspace: Record<string, { enabled?: boolean }>,
): Merged<T> {
  const merged = new Map<string, T>();
  const problems: SettingsProblem[] = [];
  for (const [id, program] of Object.entries(user)) {
    const message = whyUnusable(kind, id, program);
    if (message !== undefined) problems.push({ scope: 'user', key: formatKey([kind.key, id]), message });
    else merged.set(id, withoutFixed(kind, id, program, problems));
  }
  for (const [id, { enabled }] of Object.entries(workspace)) {
    const report = (keys: string[], message: string): void =>
      void problems.push({ scope: 'workspace', key: formatKey([kind.key, id, ...keys]), message });
    const known = merged.get(id);
    if (known === undefined && !kind.known.includes(id)) report([], noSuch(kind, id, [...merged.keys()]));
    else if (enabled === true && known?.enabled === false)
      report(['enabled'], 'cannot switch on what the user settings switch off');
    else if (enabled !== undefined) merged.set(id, { ...known, enabled } as T);
  }
  return { merged: Object.fromEntries(merged), problems };
}

/**
 * If `sameAs` names a server that does not exist, the checker would duplicate the findings of the
 * server that was meant.
 */
export function dropUnknownServers(
  checkers: Record<string, CheckerConfig>,
  servers: readonly string[],
): Merged<CheckerConfig> {
  const problems: SettingsProblem[] = [];
  const isKnown = (id: string): boolean => SERVERS.known.includes(id) || servers.includes(id);
  const merged = Object.entries(checkers).map(([id, { sameAs, ...checker }]): [string, CheckerConfig] => {
    for (const [at, server] of (sameAs ?? []).entries()) {
      if (!isKnown(server))
        problems.push({
          scope: 'user',
          key: formatKey(['checkers', id, 'sameAs', at]),
          message: noSuch(SERVERS, server, servers),
        });
    }
    const left = sameAs?.filter(isKnown);
    const isEmptied = left?.length === 0 && sameAs?.length !== 0;
    return [id, left === undefined || isEmptied ? checker : { ...checker, sameAs: left }];
  });
  return { merged: Object.fromEntries(merged), problems };
}

function whyUnusable<T>(kind: Kind<T>, id: string, program: T): string | undefined {
  const { known, needs, noun } = kind;
  if (known.includes(id)) return undefined;
  if (needs.every((key) => program[key] === undefined)) return noSuch(kind, id, []);
  const lacking = needs.filter(
    (key) => program[key] === undefined || (Array.isArray(program[key]) && program[key].length === 0),
  );
  return lacking.length === 0
    ? undefined
    : `is ignored, because a custom ${noun} needs ${lacking.map(quoted).join(' and ')} too`;
}

function withoutFixed<T extends object>(
  { fixed, key, known, noun }: Kind<T>,
  id: string,
  program: T,
  problems: SettingsProblem[],
): T {
  const ignored: readonly string[] = known.includes(id)
    ? fixed.filter((name) => program[name] !== undefined)
    : [];
  for (const name of ignored) {
    problems.push({
      scope: 'user',
      key: formatKey([key, id, name]),
      message: `counts only for a ${noun} of your own; "${id}" knows it`,
    });
  }
  return Object.fromEntries(Object.entries(program).filter(([name]) => !ignored.includes(name))) as T;
}

function noSuch<T>(
  { known, named, more, needs, noun }: Kind<T>,
  id: string,
  custom: readonly string[],
): string {
  const meant = nearest(id, [...known, ...custom]);
  const listed = [...named, ...custom.filter((other) => !known.includes(other))].join(', ');
  const instead = meant === undefined ? `there are ${listed}${more}.` : `did you mean "${meant}"?`;
  return (
    `is not a ${noun}; ${instead} A custom one needs ${needs.map(quoted).join(' and ')} in the user ` +
    'settings'
  );
}

function quoted(key: string): string {
  return `"${key}"`;
}
