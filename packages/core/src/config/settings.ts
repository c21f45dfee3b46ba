import type { z } from 'zod';
import { isObject } from '../support/json.js';
import { asWritten, customServers, inOurTerms } from '../lsp/host-settings.js';
import { LSP_DEFAULTS, type LspConfig, type ServerConfig } from '../lsp/types.js';
import { layered } from './layered.js';
import { CHECKERS, dropUnknownServers, mergePrograms, SERVERS } from './merge-programs.js';
import { userSettings, workspaceSettings } from './settings-schema.js';
import {
  faultsOf,
  formatKey,
  type SettingsPath,
  type SettingsProblem,
  type SettingsScope,
  valueAt,
} from './settings-problem.js';

export type ResolvedLspConfig = Required<LspConfig>;

/** The settings for which a host may have a default of its own. */
export type HostDefaults = Partial<
  Pick<ResolvedLspConfig, 'report' | 'settle' | 'explain' | 'fixes' | 'share' | 'unjudged' | 'afterCommands'>
>;

/** For adapters of hosts, whose models read the results, and whose users run several of them. */
export const ADAPTER_DEFAULTS: HostDefaults = {
  report: 'caused',
  explain: true,
  fixes: true,
  share: true,
  unjudged: 'say',
  afterCommands: true,
};

/**
 * The value of the key `lsp` in each settings file, unparsed; undefined if a file has no such key.
 */
export interface LspSettingsSources {
  /** The user's own files ({@link layeredSettings}), which no tool of a model can write. */
  user?: unknown;
  /** The workspace's file, which may come from a clone or from a model. */
  workspace?: unknown;
  /** Servers that other programs name. They come behind the user's own. */
  imported?: Readonly<Record<string, ServerConfig>>;
}

export interface LspSettings {
  /** False: switched off (REQ-CFG-010). */
  lsp: ResolvedLspConfig | false;
  /** The settings that did not count, user scope first. */
  problems: SettingsProblem[];
}

/**
 * Resolves both scopes and the defaults to one configuration (requirements.md, section 6). Never
 * throws: an invalid value is a problem, and the other scope's value or the default is used
 * instead.
 *
 * The workspace's numbers and severities override the user's. Its switches only switch off, and it
 * never names a program (REQ-CFG-080).
 *
 * @param defaults of the host, in place of those of {@link LSP_DEFAULTS}
 */
export function parseLspSettings(
  { user, workspace, imported = {} }: LspSettingsSources,
  defaults: HostDefaults = {},
): LspSettings {
  if (user === false || workspace === false) return { lsp: false, problems: [] };
  const own = readScope('user', userSettings, inOurTerms(user), user);
  const local = readScope(
    'workspace',
    workspaceSettings,
    inOurTerms(workspace, customServers(user)),
    workspace,
  );
  const servers = mergePrograms(
    SERVERS,
    layered(imported, own.settings.servers ?? {}),
    local.settings.servers ?? {},
  );
  const named = dropUnknownServers(own.settings.checkers ?? {}, Object.keys(servers.merged));
  const checkers = mergePrograms(CHECKERS, named.merged, local.settings.checkers ?? {});
  const problems = [
    ...own.problems,
    ...local.problems,
    ...servers.problems,
    ...named.problems,
    ...checkers.problems,
  ];
  if (own.settings.navigationTools === false && local.settings.navigationTools === true) {
    problems.push({
      scope: 'workspace',
      key: 'lsp.navigationTools',
      message: 'cannot switch on what the user settings switch off',
    });
  }
  const tuned = { ...LSP_DEFAULTS, ...defaults, ...own.settings, ...local.settings };
  // A mistyped `trust` was meant to narrow trust. The default is wider, so it is not used.
  const isTrustUnclear =
    own.settings.trust === undefined && own.problems.some(({ key }) => /^lsp\.trust($|\[)/.test(key));
  return {
    lsp: {
      ...tuned,
      ...(isTrustUnclear && { trust: 'never' }),
      servers: servers.merged,
      checkers: checkers.merged,
      includeSeverities: [...new Set(tuned.includeSeverities)],
      navigationTools: (own.settings.navigationTools ?? true) && (local.settings.navigationTools ?? true),
    },
    problems: [
      ...problems.filter(({ scope }) => scope === 'user'),
      ...problems.filter(({ scope }) => scope === 'workspace'),
    ],
  };
}

/**
 * The value of the key `lsp` in several files of a user, best first. Each setting counts from the
 * first file that has it; whether LSP is on, the first one says that has the key.
 */
export function layeredSettings(files: readonly unknown[]): unknown {
  const custom = files.flatMap((given) => customServers(given));
  const there = files.filter((given) => given !== undefined);
  const read = there.filter((given) => isObject(given) || typeof given === 'boolean');
  // What is no settings hides none. Where there is nothing else, it is a problem of all.
  return (read.length > 0 ? read : there)
    .map((given) => inOurTerms(given, custom))
    .reduce<unknown>((above, below) => {
      if (above === undefined) return below;
      return isObject(above) && isObject(below) ? layered(below, above) : above;
    }, undefined);
}

/**
 * The valid settings of one scope, and a problem for each invalid one.
 *
 * @param written the same, as they stand in the file
 */
function readScope<T extends object>(
  scope: SettingsScope,
  schema: z.ZodType<T>,
  given: unknown,
  written: unknown,
): { settings: T | Record<string, never>; problems: SettingsProblem[] } {
  const problems: SettingsProblem[] = [];
  let rest = given;
  for (;;) {
    if (rest === undefined) return { settings: {}, problems };
    const parsed = schema.safeParse(rest);
    if (parsed.success) return { settings: parsed.data, problems };
    const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, rest, scope));
    const named = faults.filter(({ path }) => isGiven(rest, path));
    for (const { path, message } of named) {
      const [key, asItStands] = [formatKey(path), formatKey(asWritten(written, path))];
      problems.push({ scope, key, ...(asItStands !== key && { written: asItStands }), message });
    }
    rest = faults.reduceRight<unknown>((left, { cost }) => remove(left, cost), rest);
  }
}

/**
 * Whether a fault is reported. A setting that is undefined counts as absent and is no fault. A
 * missing required part is one.
 */
function isGiven(settings: unknown, path: SettingsPath): boolean {
  const parent = valueAt(settings, path.slice(0, -1));
  const key = path.at(-1);
  const isUndefined =
    typeof parent === 'object' &&
    parent !== null &&
    key !== undefined &&
    Object.hasOwn(parent, key) &&
    valueAt(parent, [key]) === undefined;
  return !isUndefined;
}

/**
 * A copy without the faulty value. A list that becomes empty is removed too: an empty list would be
 * a different setting.
 */
function remove(value: unknown, [key, ...rest]: SettingsPath): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const kept = value.flatMap((item: unknown, index) =>
      index === key ? (rest.length > 0 ? [remove(item, rest)] : []) : [item],
    );
    return kept.length === 0 ? undefined : kept;
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
      const left = name === key ? remove(item, rest) : item;
      return left === undefined ? [] : [[name, left]];
    }),
  );
}
