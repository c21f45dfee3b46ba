import { join } from 'node:path';
import type { Search } from './definition.ts';
import { ancestors, holds, readText } from './files.ts';
import { npmProgram, type Absent, type Program } from './program.ts';
import type { Recipe } from './recipe.ts';
import type { Values } from './values.ts';
import { inEnvironment } from './venv.ts';

/** The oldest version that was seen to register `textDocument/diagnostic`. */
const PULLS = '>=1.1.414';

/** Python, one process per project: a process honours only the configuration of the folder that it was given. */
export const pyright: Recipe = {
  id: 'pyright',
  language: 'Python',
  extensions: ['.py', '.pyi'],
  role: 'compiler',
  imports: 'python',
  source: 'auto',
  args: ['--stdio'],
  project(folder, search) {
    const root = projectRoot(folder, search);
    return {
      kind: 'found',
      root,
      settings: () => settings(root, search),
      program: () => server(folder, search),
    };
  },
};

/** Offers pulling only after initialization: too late to decide how to wait for the first file. So its version says what it will offer. */
function server(folder: string, search: Search): Program | Absent {
  const program = npmProgram({ packageName: 'pyright', bin: 'pyright-langserver' }, folder, search);
  if (program.kind !== 'found') return program;
  const { version } = program.about;
  const pulls = version !== undefined && Bun.semver.satisfies(version, PULLS);
  return pulls ? { ...program, source: 'pull' } : program;
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
  if (holds(folder, ['pyrightconfig.json'])) return true;
  const project = readText(join(folder, 'pyproject.toml'));
  return project !== undefined && /^[ \t]*\[{1,2}[ \t]*tool[ \t]*\.[ \t]*pyright[ \t]*[.\]]/m.test(project);
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

/** Of the project's virtual environment, else of the active one; else pyright asks PATH. */
function interpreter(root: string, { workspaceRoot }: Search): string | undefined {
  const active = process.env['VIRTUAL_ENV'];
  return inEnvironment('python', root, workspaceRoot, active === undefined ? [] : [active]);
}
