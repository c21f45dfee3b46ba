import { sep } from 'node:path';
import type { ServerFacts } from './definition.ts';
import type { Search } from './program/search.ts';
import type { ServerTraits, SourceKind } from './traits.ts';
import { ancestors, holds, nearest, shown, treeRoot } from './program/files.ts';
import { marksProject, nearestProject } from './program/project-marks.ts';
import { namedProgram, type Absent, type Program } from './program/program.ts';
import { configuresTool } from './program/pyproject.ts';
import type { ReadOnce } from './read-once.ts';
import type { ServerStrategies } from './strategies.ts';
import type { ServerPreset } from './server-preset.ts';
import type { Values } from './values.ts';
import { inEnvironment } from './program/venv.ts';

/** What a server gets besides its arguments. */
export interface ServerStart {
  /** Precede its arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** See {@link Project.toolchain}: where it changes, another process is started. */
  readonly toolchain?: string;
}

/** A server that needs no code of its own: one row of languages/presets. */
export interface WellKnown
  extends
    Pick<
      ServerTraits,
      | 'completeRename'
      | 'kindOf'
      | 'leftOverrides'
      | 'namesFile'
      | 'symbolMoves'
      | 'overlays'
      | 'packages'
      | 'sameError'
      | 'silence'
      | 'symbols'
      | 'whyNoError'
      | 'whyNotMoved'
    >,
    Pick<
      ServerFacts,
      | 'beside'
      | 'crossServerDuplicates'
      | 'embeds'
      | 'imports'
      | 'judgesAlone'
      | 'names'
      | 'needsNoTrust'
      | 'reads'
      | 'seesOneFile'
      | 'sharedName'
      | 'standsInFor'
    >,
    Pick<ServerPreset, 'needs' | 'needsConfigurationFirst' | 'sentAs' | 'watches' | 'watchesFolders'> {
  readonly id: string;
  readonly language: string;
  /** File name endings, with the dot, or whole file names; lower case. */
  readonly files: readonly string[];
  /**
   * By name, the best first, with the arguments that make each a server on stdin and stdout. The
   * first one that exists is run.
   */
  readonly programs: Readonly<Record<string, readonly string[]>>;
  /** Its root is the nearest folder that holds one of these, else the workspace. */
  readonly roots?: readonly string[];
  /** The root is the farthest such folder instead: the folders below it are parts of it. */
  readonly outermost?: true;
  /** Like `roots`; without such a folder the server does not apply to the file. */
  readonly only?: readonly string[];
  /**
   * Only where the workspace has chosen it: its program is in the virtual environment, or it is
   * configured by the file or by this tool's table in a pyproject.toml. Its root is where it is
   * configured, else as above.
   */
  readonly chosenBy?: { readonly file: string; readonly tool: string };
  readonly role?: 'linter';
  /** It serves only files in folders whose paths end like one of these: `.github/workflows`. */
  readonly below?: readonly string[];
  /** The language id of all its files. */
  readonly languageId?: string;
  /** The matrix of docs/languages.md has run it, and found its answers right. */
  readonly measured?: true;
  /** Set where it was measured, and `auto` is slower. */
  readonly source?: SourceKind;
  /** See {@link ServerProject.readsOnce}. */
  readonly readsOnce?: (root: string, search: Search) => ReadOnce;
  /** Its initializationOptions; a function where they depend on the folder. */
  readonly options?: Values | ((folder: string, search: Search) => Values);
  readonly settings?: Values;
  /** Set where none of the usual sources asks it rightly. */
  readonly strategies?: ServerStrategies;
  /** See {@link ServerProject.addsTo}. */
  readonly addsTo?: readonly string[];
  /** What depends on the project, or why the server cannot be started there. */
  readonly start?: (root: string, search: Search) => ServerStart | Absent;
  /** The npm package that has it: the workspace's own comes first. */
  readonly npm?: string;
  /** The accepted versions of `npm`. */
  readonly versions?: string;
  /** The Python package that has it: the virtual environment's comes first. */
  readonly pip?: string;
  /**
   * The command that installs it, or where to read about it; needed where `npm` and `pip` do not
   * give it.
   */
  readonly install?: string;
}

export function fromTable(row: WellKnown): ServerPreset {
  const {
    files,
    programs,
    roots,
    outermost,
    only,
    chosenBy,
    below,
    measured: _,
    options,
    settings,
    strategies,
    readsOnce,
    addsTo,
    start,
    npm,
    versions,
    pip,
    install,
    ...facts
  } = row;
  const [first = ''] = Object.keys(row.programs);
  return {
    extensions: row.files,
    role: 'compiler',
    source: 'auto',
    ...facts,
    optional: true,
    ...(row.start !== undefined && { oneForRoot: true }),
    isChosen: only !== undefined,
    announcesSettings: true,
    args: (program) => row.programs[program] ?? row.programs[first] ?? [],
    unwanted: (folder, search) => unwanted(row, folder, search),
    project(folder, search) {
      if (!isBelowOne(folder, below))
        return { kind: 'not-applicable', reason: `it serves only files in ${below?.join(', ') ?? ''}` };
      const root = rootOf(row, folder, search);
      if (root === undefined)
        return {
          kind: 'not-applicable',
          reason: `no ${row.only?.[0] ?? ''} at or above ${shown(folder, search.workspaceRoot)}`,
        };
      const start: ServerStart | Absent = row.start?.(root, search) ?? { args: [], env: {} };
      return {
        kind: 'found',
        root,
        ...('env' in start && { env: start.env }),
        ...('toolchain' in start && { toolchain: start.toolchain }),
        ...('args' in start &&
          start.args.length > 0 && { args: [...start.args, ...(row.programs[first] ?? [])] }),
        initializationOptions:
          typeof row.options === 'function' ? row.options(folder, search) : (row.options ?? {}),
        settings: () => settings ?? {},
        ...(readsOnce !== undefined && { readsOnce: () => readsOnce(root, search) }),
        ...(strategies !== undefined && { strategies: () => strategies }),
        ...(addsTo !== undefined && { addsTo }),
        program: () => started(find(row, folder, search), start),
      };
    },
  };
}

function isBelowOne(folder: string, below: readonly string[] | undefined): boolean {
  return (
    below === undefined || below.some((ending) => `${folder.replaceAll(sep, '/')}/`.includes(`/${ending}/`))
  );
}

function unwanted(row: WellKnown, folder: string, { workspaceRoot }: Search): string | undefined {
  if (row.chosenBy === undefined || configuredIn(row, folder, workspaceRoot) !== undefined) return undefined;
  const { file, tool } = row.chosenBy;
  if (Object.keys(row.programs).some((name) => inEnvironment(name, folder, workspaceRoot) !== undefined))
    return undefined;
  return (
    `no ${file}, no [tool.${tool}] and no virtual environment that has it at or above ` +
    shown(folder, workspaceRoot)
  );
}

function configuredIn({ chosenBy }: WellKnown, folder: string, workspaceRoot: string): string | undefined {
  if (chosenBy === undefined) return undefined;
  return ancestors(folder, workspaceRoot).find(
    (candidate) => holds(candidate, [chosenBy.file]) || configuresTool(candidate, chosenBy.tool),
  );
}

function rootOf(row: WellKnown, folder: string, { workspaceRoot }: Search): string | undefined {
  const { only, roots = [], outermost } = row;
  if (only !== undefined) return nearest(folder, workspaceRoot, only);
  const configured = configuredIn(row, folder, workspaceRoot);
  if (configured !== undefined) return configured;
  const top = treeRoot(folder, workspaceRoot);
  if (!outermost) return nearestProject(folder, top, roots) ?? top;
  return ancestors(folder, top).findLast((candidate) => marksProject(candidate, roots)) ?? top;
}

/** How the user installs it. */
export function installHint({ npm, pip, install }: WellKnown): string {
  return install ?? (npm === undefined ? `pip install ${pip ?? ''}` : `npm install --global ${npm}`);
}

function started(program: Program | Absent, start: ServerStart | Absent): Program | Absent {
  return program.kind === 'found' && 'kind' in start ? start : program;
}

function find(row: WellKnown, folder: string, search: Search): Program | Absent {
  const names = Object.keys(row.programs);
  for (const name of names) {
    const program = namedProgram(
      { name, npm: row.npm, versions: row.versions, pip: row.pip, isBundled: row.needsNoTrust },
      folder,
      search,
    );
    if (program !== undefined) return program;
  }
  const where = (row.npm ?? row.pip) === undefined ? 'on PATH' : 'in the workspace or on PATH';
  return {
    kind: 'unavailable',
    reason: `there is no ${names.join(' or ')} ${where}`,
    hint: installHint(row),
  };
}
