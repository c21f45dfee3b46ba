import { join } from 'node:path';
import { claudePlugin, copilot, crush, opencode } from './agents.js';
import { helix } from './helix.js';
import { isTable, listIn, tableIn, type NamedServer } from './named-server.js';
import { vscode } from './vscode.js';

export interface ImportPlace {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Absolute. */
  readonly workspaceRoot: string;
  /** The value of a JSON file; undefined where there is none that can be read. */
  readonly json: (file: string) => unknown;
}

/** Where the settings of one program are, and how they name servers. */
export interface Importer {
  readonly title: string;
  /** A file of the workspace may come from a clone or from a model, and names no program. */
  readonly scope: 'user' | 'workspace';
  readonly form: 'json' | 'toml';
  /** Absolute; they need not exist. The first one comes first where two disagree. */
  readonly files: (place: ImportPlace) => readonly string[];
  /** Pure. @param value what the file holds, parsed @param workspaceRoot absolute */
  readonly read: (value: unknown, file: string, workspaceRoot: string) => NamedServer[];
}

/** The first one comes first where two disagree. */
export const IMPORTERS: readonly Importer[] = [
  { title: 'VS Code', scope: 'workspace', form: 'json', files: ({ workspaceRoot }) => [join(workspaceRoot, '.vscode', 'settings.json')], read: vscode },
  { title: 'VS Code', scope: 'user', form: 'json', files: (place) => [join(programFolder(place), 'Code', 'User', 'settings.json')], read: vscode },
  { title: 'Claude Code', scope: 'user', form: 'json', files: claudeFiles, read: claudePlugin },
  { title: 'opencode', scope: 'user', form: 'json', files: (place) => ['opencode.jsonc', 'opencode.json'].map((name) => join(configFolder(place), 'opencode', name)), read: opencode },
  { title: 'crush', scope: 'user', form: 'json', files: (place) => [join(configFolder(place), 'crush', 'crush.json')], read: crush },
  { title: 'Copilot CLI', scope: 'user', form: 'json', files: ({ home, env }) => [join(named(env['COPILOT_HOME'], join(home, '.copilot')), 'lsp-config.json')], read: copilot },
  { title: 'Helix', scope: 'user', form: 'toml', files: (place) => [join(place.platform === 'win32' ? programFolder(place) : configFolder(place), 'helix', 'languages.toml')], read: helix },
];

const named = (folder: string | undefined, otherwise: string): string => (folder === undefined || folder === '' ? otherwise : folder);

const configFolder = ({ home, env }: ImportPlace): string => named(env['XDG_CONFIG_HOME'], join(home, '.config'));

/** Where programs with windows keep their settings. */
function programFolder(place: ImportPlace): string {
  const { home, env, platform } = place;
  if (platform === 'win32') return named(env['APPDATA'], join(home, 'AppData', 'Roaming'));
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : configFolder(place);
}

/** Those of the plugins that the user has installed for all projects, and switched on. */
function claudeFiles({ home, env, json }: ImportPlace): string[] {
  const folder = named(env['CLAUDE_CONFIG_DIR'], join(home, '.claude'));
  const enabled = tableIn(json(join(folder, 'settings.json')), 'enabledPlugins');
  const plugins = Object.entries(tableIn(json(join(folder, 'plugins', 'installed_plugins.json')), 'plugins'));
  const places = plugins.filter(([name]) => enabled[name] === true).flatMap(([, installed]) => listIn(installed).filter(isTable));
  return places.flatMap(({ scope, installPath }) => {
    return scope === 'user' && typeof installPath === 'string' ? [join(installPath, '.lsp.json'), join(installPath, '.claude-plugin', 'plugin.json')] : [];
  });
}
