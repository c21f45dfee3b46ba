import { basename, extname, join } from 'node:path';
import { isObject } from '../json.ts';
import type { ServerProgram } from '../types.ts';
import type { Search, SourceKind } from './definition.ts';
import { ancestors, firstLine, holds, liesOutside, realPath } from './files.ts';
import { npmProgram } from './program.ts';
import { configuresTool } from './pyproject.ts';
import { configurationFiles, isInProject } from './pyright-files.ts';
import type { ServerPreset, ServerSettings } from './server-preset.ts';
import { sectionOf, type Values } from './values.ts';
import { inEnvironment, programIn } from './venv.ts';

const SERVER = { packageName: 'pyright', bin: 'pyright-langserver' };

/** The oldest version that was seen to register `textDocument/diagnostic`. */
const PULLS = '>=1.1.414';

/** Python, one process per project: a process honours only the configuration of the folder that it was given. */
export const pyright: ServerPreset = {
  id: 'pyright',
  language: 'Python',
  extensions: ['.py', '.pyi'],
  role: 'compiler',
  imports: 'python',
  sharesFiles: true,
  needsNoTrust: true,
  source: 'auto',
  // Quirk(pyright): asked before it has looked for its files, it knows those that are open.
  navigation: { loading: /^(Found \d+ source files?|No source files found)/ },
  args: ['--stdio'],
  project(folder, search) {
    const root = projectRoot(folder, search);
    return {
      kind: 'found',
      root,
      settings: () => settings(root, search),
      excludes: (path, server) => !isInProject(server.root, path, analysisOf(server)),
      reloads,
      sourceOf,
      program: () => npmProgram(SERVER, folder, search),
    };
  },
};

/** Offers pulling only after initialization: too late to decide how to wait for the first file. So its version says what it will offer. */
function sourceOf({ name, version = '0.0.0' }: ServerProgram): SourceKind | undefined {
  return name === SERVER.bin && Bun.semver.satisfies(version, PULLS) ? 'pull' : undefined;
}

/**
 * The nearest configuration of pyright, whatever lies below it. Without one, the nearest Python project, since its own modules are
 * imported from there. A list of requirements alone is a weak sign (`docs/` has them too): the topmost one counts.
 */
function projectRoot(folder: string, { workspaceRoot }: Search): string {
  const chain = ancestors(folder, workspaceRoot);
  return (
    chain.find(configuresPyright) ??
    chain.find((candidate) => holds(candidate, ['pyproject.toml', 'setup.py', 'setup.cfg'])) ??
    chain.findLast((candidate) => holds(candidate, ['requirements.txt', 'Pipfile'])) ??
    workspaceRoot
  );
}

function configuresPyright(folder: string): boolean {
  return holds(folder, ['pyrightconfig.json']) || configuresTool(folder, 'pyright');
}

/**
 * Quirk(pyright): modules of its own project it looks up again at once. A changed configuration it reads 0.1 s later, a changed environment and
 * files outside of the project 3 to 6 s later, a new environment never; when its settings may have changed, it begins anew before it answers.
 */
function reloads(path: string, server: ServerSettings): boolean {
  const name = basename(path);
  if (['.py', '.pyi'].includes(extname(name))) return !isInProject(server.root, path, analysisOf(server));
  // A folder is announced where what it holds is not looked at: site-packages.
  return name === 'pyvenv.cfg' || extname(name) === '.pth' || extname(name) === '' || configurationFiles(server.root).includes(path);
}

function analysisOf({ settings }: ServerSettings): Values {
  const analysis = sectionOf(settings, 'python.analysis');
  return isObject(analysis) ? analysis : {};
}

function settings(root: string, search: Search): Values {
  const pythonPath = interpreter(root, search);
  return {
    python: {
      analysis: { autoSearchPaths: true, diagnosticMode: 'openFilesOnly', useLibraryCodeForTypes: true },
      ...(pythonPath !== undefined && { pythonPath }),
    },
  };
}

/**
 * Of the project's virtual environment, else of the active one; else pyright asks PATH. In an untrusted workspace only what lies outside of it is run,
 * and asks no file of the workspace which Python to be.
 */
export function interpreter(root: string, search: Search): string | undefined {
  const active = process.env['VIRTUAL_ENV'];
  const others = active === undefined ? [] : [active];
  if (search.trusted) return inEnvironment('python', root, search.workspaceRoot, others);
  const own = programIn('python', others);
  const outside = own !== undefined && liesOutside(own, search.workspaceRoot) ? own : (search.which('python3') ?? search.which('python'));
  return outside !== undefined && !isShim(outside) ? outside : NO_PYTHON;
}

/**
 * Version managers put scripts (pyenv, asdf) or links to themselves (mise) on PATH, which run what a file in the folder above says: a path, with asdf; and
 * with pyenv before 2.3.3 (CVE-2022-35861).
 */
function isShim(python: string): boolean {
  const real = realPath(python);
  return !/^(python|pypy)[\d.]*(\.exe)?$/i.test(basename(real)) || firstLine(real).startsWith('#!');
}

/** Without any, pyright asks PATH by itself, and Windows the folder that it runs in. */
const NO_PYTHON = join(import.meta.dir, 'no-python');
