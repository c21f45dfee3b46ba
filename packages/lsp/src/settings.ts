import * as v from 'valibot';
import { type Schema, problemsOf } from './support/schema.ts';
import { inline } from './support/escaped.ts';
import { isObject } from './support/json.ts';
import {
  type ChoiceSetting,
  type DurationSetting,
  type NumberSetting,
  SETTINGS,
  type SimpleSettings,
} from './settings-table.ts';
import { durationMs } from './support/duration.ts';
import { inOurTerms } from './host-settings.ts';
import {
  BUILT_IN_SERVERS,
  type HostLspConfig,
  type LspConfig,
  type ProblemPattern,
  WELL_KNOWN_SERVERS,
} from './types.ts';

const strings = v.array(v.string());
const values = v.record(v.string(), v.unknown());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const server = v.object({
  enabled: v.exactOptional(v.boolean()),
  command: v.exactOptional(v.string()),
  args: v.exactOptional(strings),
  extensions: v.exactOptional(strings),
  env: v.exactOptional(v.record(v.string(), v.string())),
  initializationOptions: v.exactOptional(values),
  settings: v.exactOptional(values),
  rootMarkers: v.exactOptional(strings),
  languageId: v.exactOptional(v.string()),
  role: v.exactOptional(v.picklist(['compiler', 'linter'])),
  imported: v.exactOptional(v.literal(true)),
});

const NO_FINDING = 'must say which groups are the file and the message';

const pattern = v.object({
  regexp: v.pipe(v.string(), v.check(compiles, 'must be a regular expression')),
  ...v.entriesFromList(
    ['file', 'line', 'column', 'endLine', 'endColumn', 'severity', 'code', 'message'],
    v.exactOptional(count),
  ),
  loop: v.exactOptional(v.boolean()),
});

const severity = v.picklist(SETTINGS.includeSeverities.values);

const matcher = v.object({
  pattern: v.union([
    v.pipe(
      pattern,
      v.check((only) => findsSomething([only]), NO_FINDING),
    ),
    v.pipe(
      v.array(pattern),
      v.check((patterns) => findsSomething(patterns), NO_FINDING),
    ),
  ]),
  severity: v.exactOptional(severity),
});

const checker = v.object({
  enabled: v.exactOptional(v.boolean()),
  command: v.exactOptional(v.string()),
  args: v.exactOptional(strings),
  env: v.exactOptional(v.record(v.string(), v.string())),
  extensions: v.exactOptional(strings),
  rootMarkers: v.exactOptional(strings),
  sameAs: v.exactOptional(strings),
  parser: v.exactOptional(v.union([v.picklist(['json-lines', 'sarif', 'gcc', 'tsc']), matcher])),
});

const trace = v.object({
  file: v.string(),
  content: v.exactOptional(v.picklist(['redacted', 'full'])),
  maxBytes: v.exactOptional(count),
});

/** By the rows of the table. The upper bounds of numbers are for people: the host checks them. */
const simple = Object.fromEntries(
  Object.entries(SETTINGS).flatMap(([name, setting]) =>
    setting.type === 'nested' ? [] : [[name, v.exactOptional(schemaOf(setting))]],
  ),
) as { [K in keyof SimpleSettings]-?: v.ExactOptionalSchema<Schema<Required<SimpleSettings>[K]>, undefined> };

function schemaOf(setting: NumberSetting | DurationSetting | ChoiceSetting): v.GenericSchema {
  if (setting.type === 'duration')
    return v.pipe(
      v.union([v.number(), v.string()]),
      v.check((value) => (durationMs(value) ?? -1) >= setting.min, 'must be ms, or a text like "10m"'),
    );
  if (setting.type === 'number') return v.pipe(v.number(), v.integer(), v.minValue(setting.min));
  const choice = v.union(setting.values.map((value) => v.literal(value)));
  return setting.type === 'choice' ? choice : v.array(choice);
}

const servers = v.record(v.string(), server);
const listedServers = v.array(v.object({ id: v.pipe(v.string(), v.minLength(1)), ...server.entries }));
const wait = v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.transform(Math.ceil)));

const config = v.object({
  ...simple,
  servers: v.exactOptional(v.lazy((given) => (Array.isArray(given) ? listedServers : servers))),
  checkers: v.exactOptional(v.record(v.string(), checker)),
  trust: v.exactOptional(v.union([v.picklist(['host', 'always', 'never']), strings])),
  passEnv: v.exactOptional(strings),
  trace: v.exactOptional(v.union([v.literal(false), v.string(), trace])),
  diagnosticsTimeoutMs: wait,
  firstTouchTimeoutMs: wait,
  navigationTimeoutMs: wait,
  requestTimeoutMs: wait,
});

const asGiven: Schema<HostLspConfig> = config;

export type Settings =
  /** `ignored`: the settings that do not count. */
  | { readonly kind: 'valid'; readonly config: LspConfig; readonly ignored: readonly string[] }
  | { readonly kind: 'invalid'; readonly problem: string };

/**
 * The host has read the settings files and reports what is wrong there. Here a malformed value is a
 * bug of the host, and fatal. An unknown setting is one of another release, or of another host.
 */
export function parseSettings(value: unknown): Settings {
  const given = value === true ? {} : (value ?? {});
  const parsed = v.safeParse(asGiven, given);
  if (!parsed.success)
    return { kind: 'invalid', problem: `LSP_BOOTSTRAP: config: ${problemsOf(parsed.issues)}` };
  const ours = inOurTerms(parsed.output);
  return { kind: 'valid', config: ours, ignored: [...unknownIn(given), ...withoutFiles(ours)] };
}

const KNOWN: ReadonlySet<string> = new Set([...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS]);

/** How much of an unknown name is repeated, and how many of them. */
const MAX_NAME = 60;
const MAX_NAMES = 20;

function unknownIn(given: unknown): string[] {
  const { servers: named, checkers } = isObject(given) ? given : {};
  const names = [
    ...otherKeys(given, config, ''),
    ...(Array.isArray(named)
      ? named.flatMap((each, index) => otherKeys(each, listedServers.item, `servers[${index}].`))
      : inEach(named, server, 'servers')),
    ...inEach(checkers, checker, 'checkers'),
  ];
  return names.length > MAX_NAMES
    ? [...names.slice(0, MAX_NAMES), `${names.length - MAX_NAMES} more`]
    : names;
}

/** Servers of the user's own that are asked about no file. */
function withoutFiles({ servers: given = {} }: LspConfig): string[] {
  const own = Object.entries(given).filter(
    ([id, { enabled, extensions = [] }]) => enabled !== false && extensions.length === 0 && !KNOWN.has(id),
  );
  return own.map(([id]) => `servers.${inline(id, MAX_NAME)}, which has no extensions`);
}

function inEach(given: unknown, schema: { readonly entries: object }, name: string): string[] {
  return isObject(given)
    ? Object.entries(given).flatMap(([id, each]) =>
        otherKeys(each, schema, `${name}.${inline(id, MAX_NAME)}.`),
      )
    : [];
}

function otherKeys(given: unknown, { entries }: { readonly entries: object }, prefix: string): string[] {
  return isObject(given)
    ? Object.keys(given)
        .filter((key) => !Object.hasOwn(entries, key))
        .map((key) => `${prefix}${inline(key, MAX_NAME)}`)
    : [];
}

function compiles(regexp: string): boolean {
  try {
    new RegExp(regexp);
    return true;
  } catch {
    return false;
  }
}

function findsSomething(patterns: readonly ProblemPattern[]): boolean {
  return (
    patterns.some(({ message }) => message !== undefined) && patterns.some(({ file }) => file !== undefined)
  );
}
