import { basename, dirname, extname } from 'node:path';
import { isObject } from '../../support/json.ts';
import type { Search } from '../../backend/program/search.ts';
import type { NavigationTraits } from '../../backend/traits.ts';
import { ancestors, holds, treeRoot } from '../../backend/program/files.ts';
import { npmProgram } from '../../backend/program/program.ts';
import { makesPackage, mayBeProject } from '../../backend/program/project-marks.ts';
import { configuresTool } from '../../backend/program/pyproject.ts';
import { configurationFiles, isInProject } from './pyright-files.ts';
import type { ServerPreset, ServerSettings } from '../../backend/server-preset.ts';
import { sectionOf, type Values } from '../../backend/values.ts';
import { environmentIn } from '../../backend/program/environments/find.ts';
import { thisWorld } from '../../backend/program/environments/world.ts';
import { python } from './imports.ts';
import { environmentOutside, importsFor } from './interpreter.ts';
import { noPythonError } from './no-error.ts';
import { CODE_TEMPLATES, withTemplates } from '../../backend/templates/templates.ts';
import { pyrightKind } from './kinds.ts';
import { leavesToMypy } from './leaves-to-mypy.ts';
import { leftOverrides } from './overrides.ts';
import { pythonPackages } from './packages.ts';
import { pythonWorld } from './world.ts';
import { pythonSymbolMoves } from './symbol-moves/moves.ts';
import { pythonSymbols } from './symbol-syntax.ts';
import { strategiesOf } from '../../backend/strategies.ts';

const SERVER = { packageName: 'pyright', bin: 'pyright-langserver' };

/** The oldest version that was seen to register `textDocument/diagnostic`. */
const PULLS = '>=1.1.414';

/** Quirk(pyright): asked before it has searched for its files, it knows only the open documents. */
const NAVIGATION: NavigationTraits = { loading: /^(Found \d+ source files?|No source files found)/ };

/**
 * It offers pulling only after initialization, too late to decide how to wait for the first file.
 * So its version decides.
 */
export const PULLING = strategiesOf({ source: 'pull', navigation: NAVIGATION });

/**
 * Quirk(pyright): about an argument it names the function, if at all, last. About a missing one it
 * quotes the parameter, and its range is the call; about one too many, the range is that argument.
 */
function namesIn(message: string, code: string, before: string): string[] {
  const called = message.startsWith('Argument') ? /^(?:\w+\.)*(\w+)\(/.exec(code)?.[1] : undefined;
  const calling = message.startsWith('Expected ') ? /(?<!\w)(\w+)\([^()]*$/.exec(before)?.[1] : undefined;
  const named = /\bin function "(\w+)"/.exec(message)?.[1];
  const quoted = [...message.matchAll(/"(\w+)\*?"/g)].map(([, name]) => name);
  return [called, calling, named, ...quoted].filter((name) => name !== undefined);
}

/** Python, one process per project: a process reads only the configuration of its root folder. */
const server: ServerPreset = {
  id: 'pyright',
  language: 'Python',
  extensions: ['.py', '.pyi'],
  role: 'compiler',
  imports: python,
  sharesFiles: true,
  oneForRoot: true,
  needsNoTrust: true,
  source: 'auto',
  overlays: 'importers',
  leftOverrides,
  leavesTo: leavesToMypy,
  kindOf: pyrightKind,
  packages: pythonPackages,
  world: pythonWorld,
  symbols: pythonSymbols,
  symbolMoves: pythonSymbolMoves,
  whyNoError: noPythonError,
  navigation: NAVIGATION,
  namesIn,
  // Quirk(pyright): it lists `source.organizeImports` among its kinds, and answers nothing.
  fixes: { importsBy: 'ruff' },
  args: ['--stdio'],
  project(folder, search) {
    const root = projectRoot(folder, search);
    // Nothing tells of changes outside of the workspace: where such an environment appears, or is
    // replaced by another one, a new process begins with it.
    const outside = environmentOutside(root, search)?.python;
    return {
      kind: 'found',
      root,
      ...(outside !== undefined && { toolchain: outside }),
      settings: () => settings(root, search),
      addsTo: ['python.analysis.extraPaths'],
      excludes: (path, server) => !isInProject(server.root, path, analysisOf(server)),
      reloads,
      // Quirk(pyright): what it has read of a package it keeps, also what this marker says of its files.
      readsOnce: () => ({ files: [], mayRead: (path) => basename(path) === 'py.typed' }),
      strategies: ({ name, version = '0.0.0' }) =>
        name === SERVER.bin && Bun.semver.satisfies(version, PULLS) ? PULLING : undefined,
      program: () => npmProgram(SERVER, folder, search),
    };
  },
};

export const pyright = withTemplates(server, CODE_TEMPLATES);

/**
 * The nearest configuration of pyright, whatever lies below it. Without one, the nearest Python
 * project, since its own modules are imported from there; a folder with an environment of its own
 * is one. A file with settings of formatters alone is a weak sign (`tests/` has them too), and so is a
 * list of requirements (`docs/` has them too), of which the topmost one counts.
 */
export function projectRoot(folder: string, { workspaceRoot, trusted, imports }: Search): string {
  const top = treeRoot(folder, workspaceRoot);
  const chain = ancestors(folder, top);
  return (
    chain.find(configuresPyright) ??
    chain.find(
      (candidate) =>
        makesPackage(candidate) || (trusted && environmentIn(candidate, thisWorld(imports)) !== undefined),
    ) ??
    chain.find(mayBeProject) ??
    chain.findLast((candidate) => holds(candidate, ['requirements.txt', 'Pipfile'])) ??
    top
  );
}

function configuresPyright(folder: string): boolean {
  return holds(folder, ['pyrightconfig.json']) || configuresTool(folder, 'pyright');
}

const ENVIRONMENT_FILES = [
  'uv.lock',
  'poetry.lock',
  'pdm.lock',
  'Pipfile.lock',
  'poetry.toml',
  'hatch.toml',
  'environment.yml',
  'environment.yaml',
];

/**
 * Quirk(pyright): it resolves modules of its own project again at once. It reads a changed
 * configuration 0.1 s later, and a changed environment or files outside of the project 3 to 6 s
 * later. It never reads a new environment. When its settings may have changed, it reloads
 * everything before it answers.
 */
function reloads(path: string, server: ServerSettings): boolean {
  const name = basename(path);
  if (['.py', '.pyi'].includes(extname(name))) return !isInProject(server.root, path, analysisOf(server));
  // These choose an environment, or are written when packages are installed.
  if (ENVIRONMENT_FILES.includes(name) || (name === 'settings.json' && basename(dirname(path)) === '.vscode'))
    return true;
  // Where the content of a folder is not scanned (site-packages), the folder itself is the changed
  // path.
  return (
    name === 'pyvenv.cfg' ||
    extname(name) === '.pth' ||
    extname(name) === '' ||
    configurationFiles(server.root).includes(path)
  );
}

function analysisOf({ settings }: ServerSettings): Values {
  const analysis = sectionOf(settings, 'python.analysis');
  return isObject(analysis) ? analysis : {};
}

function settings(root: string, search: Search): Values {
  const { python, extraPaths } = importsFor(root, search);
  return {
    python: {
      analysis: {
        autoSearchPaths: true,
        diagnosticMode: 'openFilesOnly',
        useLibraryCodeForTypes: true,
        ...(extraPaths.length > 0 && { extraPaths }),
      },
      ...(python !== undefined && { pythonPath: python }),
    },
  };
}
