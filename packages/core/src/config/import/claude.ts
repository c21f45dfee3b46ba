import { basename, dirname, join, resolve } from 'node:path';
import { isPathWithin, nativeRealPath } from '../../support/real-path.js';
import { languagesOf } from './agents.js';
import { entriesOf, placed, tableIn, type NamedServer, type Table } from './named-server.js';
import { isObject, itemsOf } from '../../support/json.js';
import { named, type ImportPlace } from './place.js';

/** One that the user has installed for all projects, and switched on. */
interface Plugin {
  readonly name: string;
  readonly marketplace: string;
  /** Absolute. */
  readonly folder: string;
}

const homeOf = ({ home, env }: ImportPlace): string => named(env['CLAUDE_CONFIG_DIR'], join(home, '.claude'));

function pluginsOf(place: ImportPlace): Plugin[] {
  const folder = homeOf(place);
  const enabled = tableIn(place.json(join(folder, 'settings.json')), 'enabledPlugins');
  const installed = Object.entries(
    tableIn(place.json(join(folder, 'plugins', 'installed_plugins.json')), 'plugins'),
  );
  return installed
    .filter(([key]) => enabled[key] === true)
    .flatMap(([key, places]) => {
      const at = key.lastIndexOf('@');
      return itemsOf(places)
        .filter(isObject)
        .flatMap(({ scope, installPath }) => {
          // A model can write what lies in the workspace.
          const isOutside =
            typeof installPath === 'string' &&
            !isPathWithin(nativeRealPath(installPath) ?? installPath, nativeRealPath(place.workspaceRoot));
          return scope === 'user' && isOutside
            ? [{ name: key.slice(0, at), marketplace: key.slice(at + 1), folder: installPath }]
            : [];
        });
    });
}

const catalogueOf = (place: ImportPlace, marketplace: string): string =>
  join(homeOf(place), 'plugins', 'marketplaces', marketplace, '.claude-plugin', 'marketplace.json');

/** Of each plugin its list of servers and its manifest, then the catalogues that list plugins. */
export function claudeFiles(place: ImportPlace): string[] {
  const plugins = pluginsOf(place);
  const catalogues = new Set(plugins.map(({ marketplace }) => catalogueOf(place, marketplace)));
  return [
    ...plugins.flatMap(({ folder }) => [
      join(folder, '.lsp.json'),
      join(folder, '.claude-plugin', 'plugin.json'),
    ]),
    ...catalogues,
  ];
}

/**
 * The servers of plugins of Claude Code: those of the file `.lsp.json`, and of the key `lspServers`
 * in a plugin's manifest or in its entry of a catalogue.
 */
export function claudePlugin(value: unknown, file: string, place: ImportPlace): NamedServer[] {
  const name = basename(file);
  if (name === '.lsp.json') return serversIn(value, dirname(file), place);
  if (name === 'plugin.json')
    return isObject(value) ? serversIn(value['lspServers'], dirname(dirname(file)), place) : [];
  const entries = itemsOf(isObject(value) ? value['plugins'] : undefined).filter(isObject);
  const listed = pluginsOf(place).filter(({ marketplace }) => catalogueOf(place, marketplace) === file);
  return listed.flatMap((plugin) =>
    serversIn(entries.find((entry) => entry['name'] === plugin.name)?.['lspServers'], plugin.folder, place),
  );
}

/** Of a table of servers, of the path of a file with one, or of a list of both. */
function serversIn(value: unknown, folder: string, place: ImportPlace): NamedServer[] {
  if (Array.isArray(value)) return value.flatMap((item) => serversIn(item, folder, place));
  if (typeof value === 'string') {
    const file = resolve(folder, value);
    const real = nativeRealPath(file);
    // A plugin's `.lsp.json` is read anyway.
    const isOther =
      real !== undefined &&
      isPathWithin(real, nativeRealPath(folder)) &&
      !isPathWithin(real, nativeRealPath(place.workspaceRoot)) &&
      file !== join(folder, '.lsp.json');
    return isOther ? serversIn(tableOf(place.json(file)), folder, place) : [];
  }
  return entriesOf(tableOf(value))
    .filter(([, { transport = 'stdio' }]) => transport === 'stdio')
    .map(([id, server]) => {
      const { command, args, env, extensionToLanguage, initializationOptions, settings } = placed(
        server,
        /\$\{CLAUDE_PLUGIN_ROOT\}/g,
        () => folder,
      ) as Table;
      return { id, command, args, env, ...languagesOf(extensionToLanguage), initializationOptions, settings };
    });
}

const tableOf = (value: unknown): Table => (isObject(value) ? value : {});
