import { join } from 'node:path';
import { type Escaped, escaped, inline } from '../support/escaped.js';
import { homeFolder, llxprtFolders, ownFolders } from '../own-folders.js';
import { leadsThrough } from '../support/own-program.js';
import { readImports, type Import, type ParseToml } from './import/read-imports.js';
import { beginsInOurs } from '../owner.js';
import { isObject } from '../support/json.js';
import { readTextFile, SETTINGS_BYTES } from '../support/read-file.js';
import { formatSettingsProblem, type SettingsProblem } from './settings-problem.js';
import { parseSettingsText } from './settings-text.js';
import { layeredSettings, parseLspSettings, type HostDefaults, type LspSettings } from './settings.js';
import { nativeRealPath } from '../support/real-path.js';
import { decideTrust } from '../lsp/trust.js';

export interface Settings {
  readonly lsp: LspSettings['lsp'];
  /** One line for each setting that does not count, and why. */
  readonly problems: readonly Escaped[];
  /** What the settings of other programs have added, unless the setting `import` is off. */
  readonly imports: readonly Import[];
}

/** Those of the user come best first, and are absent where there is no home folder. */
export interface SettingsFiles {
  /** Ours. */
  readonly user?: string;
  /** LLxprt Code's. */
  readonly llxprtCode?: string;
  /** Where ours once were. */
  readonly earlier?: string;
  readonly workspace: string;
}

const FILE = 'settings.json';

export function settingsFiles(workspaceRoot: string): SettingsFiles {
  const workspace = join(workspaceRoot, '.llxprt', FILE);
  const home = homeFolder();
  if (home === undefined) return { workspace };
  const { config, earlier } = ownFolders(home, process.env);
  return {
    user: join(config, FILE),
    llxprtCode: join(llxprtFolders(home, process.env, process.platform, beginsInOurs).config, FILE),
    earlier: join(earlier, FILE),
    workspace,
  };
}

/** Whether a file of settings says anything of LSP, or cannot be read. */
export function hasSettings(path: string): boolean {
  const { lsp, problems } = readScope(path);
  return lsp !== undefined || problems.length > 0;
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
 * Reads the key `lsp` of all settings files, which need not exist, and what other programs' settings
 * add to it. Never throws.
 *
 * @param defaults as in {@link parseLspSettings}
 */
export function readSettings(
  workspaceRoot: string,
  defaults?: HostDefaults,
  { trusted, trust, parseToml }: HostSide = {},
): Settings {
  const files = settingsFiles(workspaceRoot);
  const users = [files.user, files.llxprtCode, files.earlier]
    .filter((path) => path !== undefined)
    .map((path) => readUserFile(path, files.workspace, workspaceRoot));
  const workspace = readWorkspaceFile(files.workspace, users);
  const sources = { user: layeredSettings(users.map(({ lsp }) => lsp)), workspace: workspace.lsp };
  const settings = ({ lsp, problems }: LspSettings, imports: readonly Import[]): Settings => ({
    lsp,
    problems: [
      ...users.flatMap((file) => file.problems),
      ...workspace.problems,
      ...[
        ...withoutForm(users, files),
        ...problems
          .filter(({ scope, key }) => scope !== 'user' || key !== 'lsp')
          .map((problem) => located(problem, users, files)),
      ].map(formatSettingsProblem),
    ],
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

/** Of several files of the user, the first one that has the problem by itself. */
function located(
  problem: SettingsProblem,
  users: readonly UserFile[],
  files: SettingsFiles,
): SettingsProblem {
  if (problem.scope !== 'user') return problem;
  for (const { path, lsp } of users) {
    const own = parseLspSettings({ user: lsp }).problems.find(({ key }) => key === problem.key);
    if (own === undefined) continue;
    const { written } = own;
    return {
      ...problem,
      ...(written !== undefined && { written }),
      ...(path !== files.user && { file: path }),
    };
  }
  return problem;
}

/** Files of the user that hold no settings at all, beside one that does. */
function withoutForm(users: readonly UserFile[], files: SettingsFiles): SettingsProblem[] {
  return users
    .filter(({ lsp }) => lsp !== undefined && !isObject(lsp) && typeof lsp !== 'boolean')
    .flatMap(({ path, lsp }) =>
      parseLspSettings({ user: lsp }).problems.map((problem) => ({
        ...problem,
        ...(path !== files.user && { file: path }),
      })),
    );
}

interface Scope {
  readonly lsp: unknown;
  readonly problems: readonly Escaped[];
}

interface UserFile extends Scope {
  readonly path: string;
  /** No link on the way to it, and not the file itself, lies in the workspace. */
  readonly isOutside: boolean;
}

const INSIDE = 'since it lies in the workspace, where a model can write it';

/**
 * A model can write files in the workspace. So a file there may not name programs, nor decide which
 * workspaces are trusted.
 */
function readUserFile(path: string, workspace: string, workspaceRoot: string): UserFile {
  const isOutside = !leadsThrough(path, workspaceRoot);
  if (!isOutside && isSame(path, workspace)) return { path, isOutside, ...NOTHING };
  const scope = readScope(path);
  if (scope.problems.length > 0)
    return {
      path,
      isOutside,
      lsp: { trust: 'never' },
      problems: scope.problems.map(
        (problem) => escaped`${problem}; until that is mended, no workspace is trusted`,
      ),
    };
  if (scope.lsp === undefined || isOutside) return { path, isOutside, ...scope };
  return {
    path,
    isOutside,
    lsp: undefined,
    problems: [escaped`${inline(path)}: does not count here, ${INSIDE}`],
  };
}

/** A workspace that links to a file of the user neither takes it over nor has to answer for it. */
function readWorkspaceFile(path: string, users: readonly UserFile[]): Scope {
  return users.some((file) => file.isOutside && isSame(file.path, path)) ? NOTHING : readScope(path);
}

function isSame(path: string, other: string): boolean {
  const real = nativeRealPath(path);
  return real !== undefined && real === nativeRealPath(other);
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
