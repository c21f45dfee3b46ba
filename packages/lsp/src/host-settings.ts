/** The forms in which llxprt-code writes and sends the settings of LSP. Core has a copy of this source. */
import type { HostLspConfig, LspConfig } from './types.js';

/** What llxprt-code calls its own servers. */
const HOST_IDS: ReadonlyMap<string, string> = new Map([
  ['ts', 'typescript'],
  ['python', 'pyright'],
  ['rust', 'rust-analyzer'],
]);

/** Its names for settings of ours. */
const HOST_NAMES = [
  ['diagnosticsTimeoutMs', 'diagnosticTimeout'],
  ['firstTouchTimeoutMs', 'firstTouchTimeout'],
  ['navigationTimeoutMs', 'navigationTimeout'],
] as const;

/** What means nothing here: each request has its own limit, and each server finds its own root. */
const WITHOUT_MEANING = ['requestTimeout', 'requestTimeoutMs'];
const WITHOUT_MEANING_IN_SERVERS = ['rootUri'];

type Table = Readonly<Record<string, unknown>>;

/**
 * The same settings in our terms. Of two names of one setting, ours counts. `true` says that LSP is
 * on, and nothing else. What has another form is left as it is: whoever checks settings reports it.
 *
 * @param custom ids of servers that other files say are their own ({@link customServers})
 */
export function inOurTerms(given: HostLspConfig): LspConfig;
export function inOurTerms(given: unknown, custom?: readonly string[]): unknown;
export function inOurTerms(given: unknown, custom: readonly string[] = []): unknown {
  if (given === true) return {};
  if (!isTable(given)) return given;
  const settings = new Map(Object.entries(given));
  for (const name of WITHOUT_MEANING) settings.delete(name);
  for (const [theirs, ours] of HOST_NAMES) {
    const value = settings.get(theirs);
    settings.delete(theirs);
    if (value !== undefined && settings.get(ours) === undefined) settings.set(ours, value);
  }
  if (settings.has('servers')) settings.set('servers', byId(settings.get('servers'), custom));
  return Object.fromEntries(settings);
}

/**
 * The place of a value in settings as they are written, by its place in our terms.
 *
 * @param path property names and list indexes
 */
export function asWritten(given: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  const [key, id, ...rest] = path;
  if (!isTable(given)) return path;
  const theirs = HOST_NAMES.find(([name, ours]) => ours === key && given[name] !== undefined)?.[0];
  if (theirs !== undefined && given[String(key)] === undefined) return [theirs, ...path.slice(1)];
  if (key !== 'servers' || typeof id !== 'string') return path;
  const { servers } = given;
  const names = (entriesOf(servers) ?? []).map(([name]) => name);
  const at = names.includes(id) ? names.indexOf(id) : names.findIndex((name) => HOST_IDS.get(name) === id);
  if (at === -1) return path;
  return [key, Array.isArray(servers) ? at : (names[at] ?? id), ...rest];
}

/**
 * The ids of servers that settings, in whatever form, say are their own: a server that says which
 * files are its own is one, whatever its id.
 */
export function customServers(given: unknown): string[] {
  const entries = (isTable(given) ? entriesOf(given['servers']) : undefined) ?? [];
  return entries.filter(([, server]) => hasExtensions(server)).map(([id]) => id);
}

function byId(servers: unknown, custom: readonly string[]): unknown {
  const given = entriesOf(servers);
  if (given === undefined) return servers;
  const named = given.map(([id, server]) => ({
    id,
    known: hasExtensions(server) || custom.includes(id) ? undefined : HOST_IDS.get(id),
    server: isTable(server) ? without(server, WITHOUT_MEANING_IN_SERVERS) : server,
  }));
  const result = new Map<string, unknown>();
  for (const { id, known, server } of named.toSorted(
    (a, b) => Number(b.known !== undefined) - Number(a.known !== undefined),
  )) {
    const other = result.get(known ?? id);
    result.set(known ?? id, isTable(other) && isTable(server) ? { ...other, ...server } : server);
  }
  return Object.fromEntries(result);
}

/** Undefined where a server in a list has no id: then nobody knows what is meant. */
function entriesOf(servers: unknown): (readonly [string, unknown])[] | undefined {
  if (!Array.isArray(servers)) return isTable(servers) ? Object.entries(servers) : undefined;
  const entries = servers.map((server: unknown) => {
    const { id, ...rest } = isTable(server) ? server : {};
    return typeof id === 'string' && id !== '' ? ([id, rest] as const) : undefined;
  });
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

const hasExtensions = (server: unknown): boolean =>
  isTable(server) && Array.isArray(server['extensions']) && server['extensions'].length > 0;

const without = (table: Table, names: readonly string[]): Table =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
