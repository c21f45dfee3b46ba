import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Escaped, escaped, inline } from '../support/escaped.js';
import { readImports, type Import, type ParseToml } from './import/read-imports.js';
import { readTextFile, SETTINGS_BYTES } from '../support/read-file.js';
import { formatSettingsProblem } from './settings-problem.js';
import { parseSettingsText } from './settings-text.js';
import { parseLspSettings, type HostDefaults, type LspSettings } from './settings.js';
import { isPathWithin, nativeRealPath } from '../support/real-path.js';
import { decideTrust } from '../trust.js';

export interface Settings {
  readonly lsp: LspSettings['lsp'];
  /** One line for each setting that does not count, and why. */
  readonly problems: readonly Escaped[];
  /** What the settings of other programs have added, unless the setting `import` is off. */
  readonly imports: readonly Import[];
}

/**
 * The user's own file is LLxprt's. The workspace's file has the same path below the workspace root.
 */
const FILE = join('.llxprt', 'settings.json');

export function settingsFiles(workspaceRoot: string): { user: string; workspace: string } {
  return { user: join(homedir(), FILE), workspace: join(workspaceRoot, FILE) };
}

/** What a host adds to the files. */
export interface HostSide {
  /** As in `ConfigOptions`. */
  readonly trusted?: boolean | undefined;
  /** Comes before the setting of that name. */
  readonly trust?: 'always' | 'never' | undefined;
  /** Throws where a text is no TOML. Without it, programs whose settings are TOML are passed over. */
  readonly parseToml?: ParseToml;
}

/**
 * Reads the key `lsp` of both settings files, which need not exist, and what other programs'
 * settings add to it. Never throws.
 *
 * @param defaults as in {@link parseLspSettings}
 */
export function readSettings(
  workspaceRoot: string,
  defaults?: HostDefaults,
  { trusted, trust, parseToml }: HostSide = {},
): Settings {
  const files = settingsFiles(workspaceRoot);
  const workspace = readScope(files.workspace);
  const user = readUserScope(files, workspaceRoot);
  const sources = { user: user.lsp, workspace: workspace.lsp };
  const settings = ({ lsp, problems }: LspSettings, imports: readonly Import[]): Settings => ({
    lsp,
    problems: [...user.problems, ...workspace.problems, ...problems.map(formatSettingsProblem)],
    imports,
  });
  const own = parseLspSettings(sources, defaults);
  if (own.lsp === false || !own.lsp.import) return settings(own, []);
  const { servers, imports } = readImports(
    own.lsp.servers,
    workspaceRoot,
    decideTrust(trust ?? own.lsp.trust, workspaceRoot, trusted).trusted,
    parseToml,
  );
  // Once more, because the own settings may switch off, or complete, what was imported.
  return settings(parseLspSettings({ ...sources, imported: servers }, defaults), imports);
}

interface Scope {
  readonly lsp: unknown;
  readonly problems: readonly Escaped[];
}

/**
 * A model can write files in the workspace. So a file there may not name programs, nor decide which
 * workspaces are trusted.
 */
function readUserScope({ user, workspace }: ReturnType<typeof settingsFiles>, workspaceRoot: string): Scope {
  const real = nativeRealPath(user);
  if (real !== undefined && real === nativeRealPath(workspace)) return NOTHING;
  const scope = readScope(user);
  if (scope.problems.length > 0)
    return {
      lsp: { trust: 'never' },
      problems: scope.problems.map(
        (problem) => escaped`${problem}; until that is mended, no workspace is trusted`,
      ),
    };
  if (scope.lsp === undefined || real === undefined || !isPathWithin(real, nativeRealPath(workspaceRoot)))
    return scope;
  return {
    lsp: undefined,
    problems: [
      escaped`${inline(user)}: does not count here, since it lies in the workspace, where a model can write it`,
    ],
  };
}

const NOTHING: Scope = { lsp: undefined, problems: [] };

function readScope(path: string): Scope {
  const file = readTextFile(path, SETTINGS_BYTES);
  if (file.kind === 'none') return NOTHING;
  if (file.kind === 'unreadable')
    return { lsp: undefined, problems: [escaped`${inline(path)}: not readable: ${inline(file.reason)}`] };
  const read = parseSettingsText(file.text, path);
  return read.kind === 'read'
    ? { lsp: read.lsp, problems: [] }
    : { lsp: undefined, problems: [inline(read.message)] };
}
