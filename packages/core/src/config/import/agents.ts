import { basename, dirname } from 'node:path';
import { asEnding, entriesOf, isTable, listIn, placed, tableIn, type NamedServer, type Table } from './named-server.js';

/** opencode: `lsp: {id: {command: [program, ...args], extensions, env, initialization}}`. */
export function opencode(settings: unknown): NamedServer[] {
  return entriesOf(tableIn(settings, 'lsp')).map(([id, server]) => {
    const [command, ...args] = listIn(server['command']);
    return { id, command, args, env: server['env'], extensions: server['extensions'], initializationOptions: server['initialization'] };
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

/**
 * A plugin of Claude Code: the file `.lsp.json` itself, or the key `lspServers` of
 * `.claude-plugin/plugin.json`. Both name the folder of the plugin `${CLAUDE_PLUGIN_ROOT}`.
 */
export function claudePlugin(value: unknown, file: string): NamedServer[] {
  const isList = basename(file) === '.lsp.json';
  const folder = isList ? dirname(file) : dirname(dirname(file));
  const servers = isList ? value : tableIn(value, 'lspServers');
  return entriesOf(isTable(servers) ? servers : {})
    .filter(([, { transport = 'stdio' }]) => transport === 'stdio')
    .map(([id, server]) => {
      const { command, args, env, extensionToLanguage, initializationOptions, settings } = placed(server, '${CLAUDE_PLUGIN_ROOT}', folder) as Table;
      return { id, command, args, env, ...languagesOf(extensionToLanguage), initializationOptions, settings };
    });
}

/** Of `{".go": "go"}`. One server has one language id here; of several, each file keeps its usual one. */
function languagesOf(byEnding: unknown): Pick<NamedServer, 'extensions' | 'languageId'> {
  if (!isTable(byEnding)) return {};
  const ids = [...new Set(Object.values(byEnding))];
  return { extensions: endings(Object.keys(byEnding)), ...(ids.length === 1 && { languageId: ids[0] }) };
}

function endings(names: unknown): unknown {
  return Array.isArray(names) ? names.map((name: unknown) => (typeof name === 'string' ? asEnding(name) : name)) : names;
}
