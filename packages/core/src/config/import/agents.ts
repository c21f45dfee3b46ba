import { asEnding, entriesOf, placed, tableIn, type NamedServer, type Table } from './named-server.js';
import { isObject, itemsOf } from '../../support/json.js';
import type { ImportPlace } from './place.js';

/**
 * opencode: `lsp: {id: {command: [program, ...args], extensions, env, initialization}}`, with
 * `{env:NAME}` for a variable of the environment.
 */
export function opencode(settings: unknown, _file: string, { env }: Pick<ImportPlace, 'env'>): NamedServer[] {
  return entriesOf(tableIn(settings, 'lsp')).map(([id, given]) => {
    const server = placed(given, /\{env:([^{}]+)\}/g, (name) => env[name] ?? '') as Table;
    const [command, ...args] = itemsOf(server['command']);
    return {
      id,
      command,
      args,
      env: server['env'],
      extensions: server['extensions'],
      initializationOptions: server['initialization'],
    };
  });
}

/** crush: `lsp: {id: {command, args, filetypes, root_markers, init_options, options}}`. */
export function crush(settings: unknown): NamedServer[] {
  return entriesOf(tableIn(settings, 'lsp')).map(([id, server]) => ({
    id,
    command: server['command'],
    args: server['args'],
    env: server['env'],
    extensions: endings(server['filetypes']),
    rootMarkers: server['root_markers'],
    initializationOptions: server['init_options'],
    settings: server['options'],
  }));
}

/** Copilot CLI: `lspServers: {id: {command, args, fileExtensions: {".go": "go"}}}`. */
export function copilot(settings: unknown): NamedServer[] {
  return entriesOf(tableIn(settings, 'lspServers')).map(([id, server]) => ({
    id,
    command: server['command'],
    args: server['args'],
    env: server['env'],
    ...languagesOf(server['fileExtensions']),
    initializationOptions: server['initializationOptions'],
  }));
}

/** Of `{".go": "go"}`. One server has one language id here; of several, each file keeps its usual one. */
export function languagesOf(byEnding: unknown): Pick<NamedServer, 'extensions' | 'languageId'> {
  if (!isObject(byEnding)) return {};
  const ids = [...new Set(Object.values(byEnding))];
  return { extensions: endings(Object.keys(byEnding)), ...(ids.length === 1 && { languageId: ids[0] }) };
}

function endings(names: unknown): unknown {
  return Array.isArray(names)
    ? names.map((name: unknown) => (typeof name === 'string' ? asEnding(name) : name))
    : names;
}
