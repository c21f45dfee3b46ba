import { join } from 'node:path';
import { copilot, crush, opencode } from './agents.js';
import { claudeFiles, claudePlugin } from './claude.js';
import { helix } from './helix.js';
import type { NamedServer } from './named-server.js';
import { named, type ImportPlace } from './place.js';
import { vscode } from './vscode.js';

/** Where the settings of one program are, and how they name servers. */
export interface Importer {
  readonly title: string;
  /** A file of the workspace may come from a clone or from a model, and names no program. */
  readonly scope: 'user' | 'workspace';
  readonly form: 'json' | 'toml';
  /** Absolute; they need not exist. The first one comes first where two disagree. */
  readonly files: (place: ImportPlace) => readonly string[];
  /** May throw. @param value what the file holds, parsed */
  readonly read: (value: unknown, file: string, place: ImportPlace) => NamedServer[];
}

/** The first one comes first where two disagree. */
export const IMPORTERS: readonly Importer[] = [
  {
    title: 'VS Code',
    scope: 'workspace',
    form: 'json',
    files: ({ workspaceRoot }) => [join(workspaceRoot, '.vscode', 'settings.json')],
    read: vscode,
  },
  {
    title: 'VS Code',
    scope: 'user',
    form: 'json',
    files: (place) => [join(programFolder(place), 'Code', 'User', 'settings.json')],
    read: vscode,
  },
  { title: 'Claude Code', scope: 'user', form: 'json', files: claudeFiles, read: claudePlugin },
  {
    title: 'opencode',
    scope: 'user',
    form: 'json',
    files: (place) =>
      ['opencode.jsonc', 'opencode.json'].map((name) => join(configFolder(place), 'opencode', name)),
    read: opencode,
  },
  {
    title: 'crush',
    scope: 'user',
    form: 'json',
    files: (place) => [join(configFolder(place), 'crush', 'crush.json')],
    read: crush,
  },
  {
    title: 'Copilot CLI',
    scope: 'user',
    form: 'json',
    files: ({ home, env }) => [join(named(env['COPILOT_HOME'], join(home, '.copilot')), 'lsp-config.json')],
    read: copilot,
  },
  {
    title: 'Helix',
    scope: 'user',
    form: 'toml',
    files: (place) => [
      join(
        place.platform === 'win32' ? programFolder(place) : configFolder(place),
        'helix',
        'languages.toml',
      ),
    ],
    read: helix,
  },
];

const configFolder = ({ home, env }: ImportPlace): string =>
  named(env['XDG_CONFIG_HOME'], join(home, '.config'));

/** Where programs with windows keep their settings. */
function programFolder(place: ImportPlace): string {
  const { home, env, platform } = place;
  if (platform === 'win32') return named(env['APPDATA'], join(home, 'AppData', 'Roaming'));
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : configFolder(place);
}
