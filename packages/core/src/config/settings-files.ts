import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { formatSettingsProblem } from './settings-problem.js';
import { parseSettingsText } from './settings-text.js';
import { parseLspSettings, type LspSettings } from './settings.js';

export interface Settings {
  readonly lsp: LspSettings['lsp'];
  /** One line for each setting that does not count, and why. */
  readonly problems: readonly string[];
}

/** The user's own file is LLxprt's; the workspace's lies at the same place in the workspace. */
const FILE = join('.llxprt', 'settings.json');

export function settingsFiles(workspaceRoot: string): { user: string; workspace: string } {
  return { user: join(homedir(), FILE), workspace: join(workspaceRoot, FILE) };
}

/** Reads the key `lsp` of both settings files; they need not exist. Never throws. */
export function readSettings(workspaceRoot: string): Settings {
  const files = settingsFiles(workspaceRoot);
  const workspace = readScope(files.workspace);
  // Where the workspace is the home folder, a model can write the one file there is, so it may not name programs.
  const user = isSameFile(files.user, files.workspace) ? { lsp: undefined, problems: [] } : readScope(files.user);
  const { lsp, problems } = parseLspSettings({ user: user.lsp, workspace: workspace.lsp });
  return { lsp, problems: [...user.problems, ...workspace.problems, ...problems.map(formatSettingsProblem)] };
}

function readScope(path: string): { lsp: unknown; problems: string[] } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return { lsp: undefined, problems: [] };
    }
    return { lsp: undefined, problems: [`${path}: not readable: ${String(error)}`] };
  }
  const read = parseSettingsText(text, path);
  return read.kind === 'read' ? { lsp: read.lsp, problems: [] } : { lsp: undefined, problems: [read.message] };
}

function isSameFile(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return a === b;
  }
}
