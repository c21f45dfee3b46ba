import { dirname, join } from 'node:path';
import { answeringEdits } from '../../backend/answering-edits.ts';
import type { CheckerDefinition, CheckerLocation, DaemonProgram } from '../../backend/checker/definition.ts';
import { foundProject } from '../../backend/checker/found.ts';
import { cacheFolder } from '../../backend/program/cache-folder.ts';
import { thisWorld } from '../../backend/program/environments/world.ts';
import { sitePackages } from '../../backend/program/environments/environment.ts';
import { ancestors, isExecutable, realPath, shown } from '../../backend/program/files.ts';
import { namedProgram, type Program } from '../../backend/program/program.ts';
import type { Search } from '../../backend/program/search.ts';
import { temporaryFolder } from '../../client/process/temporary-folder.ts';
import { statOf } from '../../support/read-file.ts';
import { manifestsIn } from './declared.ts';
import { environmentFor } from './interpreter.ts';
import { pythonKind } from './kinds.ts';
import { MYPY_FILES, type MypyProject, mypyProject, mypyProjectOf } from './mypy-config.ts';
import { MypyOutput } from './mypy-output.ts';
import { pythonPackages } from './packages.ts';
import { projectRoot } from './pyright.ts';

/** What it prints, whatever the project's configuration says; and it installs nothing. */
const PRINTS = [
  '--show-column-numbers',
  '--show-error-end',
  '--show-error-codes',
  '--hide-error-context',
  '--no-pretty',
  '--no-color-output',
  '--no-error-summary',
  '--no-install-types',
];

/** How long a daemon stays that nobody asks, s. */
const IDLE = '1800';

/**
 * Python by mypy, only where the project runs it: then it is the judge of types (ADR 0045). One run
 * judges what the project's own runs judge.
 */
export const mypy: CheckerDefinition = {
  id: 'mypy',
  language: 'Python (mypy)',
  extensions: ['.py', '.pyi'],
  markers: [...MYPY_FILES, '.pre-commit-config.yaml', 'tox.ini', 'noxfile.py'],
  sameAs: ['mypy'],
  locate(folder, search, own): CheckerLocation {
    const project = mypyProject(folder, search) ?? (own && ofSettings(folder, search));
    if (project === undefined)
      return {
        kind: 'not-applicable',
        reason: `nothing at or above ${shown(folder, search.workspaceRoot)} says that the project runs mypy`,
      };
    const { root } = project;
    const program = own ?? namedProgram({ name: 'mypy', pip: 'mypy' }, root, search);
    if (program === undefined)
      return {
        kind: 'unavailable',
        root,
        reason:
          `the project runs mypy (${project.file}), which was found neither in its virtual environment nor ` +
          'on PATH',
        hint: installOf(root, search.workspaceRoot),
      };
    if (program.kind !== 'found') return { ...program, root };
    const args = [...project.flags, ...project.targets];
    const prints = [...PRINTS, ...pythonOf(project, program, search)];
    const step = {
      args: ['--show-traceback', ...prints, '--cache-dir', cacheFolder('mypy', root), ...args],
      shown: ['mypy', ...args],
      env: { PYTHONIOENCODING: 'utf-8' },
      output: (at: string) => new MypyOutput(at),
    };
    const found = foundProject(root, [program.about.path, ...args].join('\0'), program, step);
    const daemon = daemonOf(project, program, prints, search);
    return {
      kind: 'found',
      project: {
        ...found.project,
        excludes: (path) => project.excludes(path),
        ...(daemon !== undefined && { daemon }),
      },
    };
  },
};

/** The same runs, after each edit. */
export const mypyOnEdit = answeringEdits(mypy, {
  addsArgs: true,
  reads: ['**/*.{py,pyi}', `**/{${MYPY_FILES.join(',')}}`],
  packages: pythonPackages,
  kindOf: pythonKind,
});

/** A person's settings name it, and the project does not. */
function ofSettings(folder: string, search: Search): MypyProject {
  const root = projectRoot(folder, search);
  return mypyProjectOf({ file: 'the settings', folder: root, args: [], isConfiguration: false });
}

/** Without it, a mypy of another environment would not find the packages of the project's. */
function pythonOf(project: MypyProject, { about }: Program, search: Search): string[] {
  if (about.origin === 'workspace' || project.namesPython) return [];
  const python = environmentFor(project.root, search)?.python;
  return python === undefined ? [] : ['--python-executable', python];
}

/**
 * Not with plugins: they are loaded once, and some keep what they have read. Quirk(django-stubs): it
 * imports the project's models, once.
 */
function daemonOf(
  project: MypyProject,
  program: Program,
  prints: readonly string[],
  search: Search,
): DaemonProgram | undefined {
  const { root, flags, paths, hasPlugins } = project;
  const [temporary] = Object.values(temporaryFolder());
  if (hasPlugins || paths === undefined || temporary === undefined || program.prefix.length > 0)
    return undefined;
  const command = [program.command, realPath(program.command)]
    .map((path) => join(dirname(path), process.platform === 'win32' ? 'dmypy.exe' : 'dmypy'))
    .find(isExecutable);
  if (command === undefined) return undefined;
  const key = Bun.hash([root, command, ...flags, ...paths].join('\0')).toString(36);
  const ready = join(temporary, `dmypy-${key}.json`);
  return {
    command,
    args: ['--status-file', ready, 'daemon', '--timeout', IDLE, '--', ...prints, ...flags],
    ready,
    step: {
      command,
      args: ['--status-file', ready, 'check', '--', ...paths],
      output: (at) => new MypyOutput(at),
    },
    readOnce: () => stampsOf(readOnceBy(root, search)),
  };
}

/** It never looks for these again. */
function readOnceBy(root: string, search: Search): string[] {
  const environment = environmentFor(root, search);
  return [
    ...MYPY_FILES.map((name) => join(root, name)),
    ...(environment === undefined ? [] : sitePackages(environment, thisWorld())),
  ];
}

function stampsOf(paths: readonly string[]): string {
  return paths.map((path) => `${statOf(path)?.mtimeMs ?? ''}`).join(' ');
}

/** The command that brings what the project declares, if it declares mypy. */
function installOf(root: string, workspaceRoot: string): string {
  const declaring = ancestors(root, workspaceRoot)
    .flatMap((folder) => manifestsIn(folder, workspaceRoot))
    .find(({ declared }) => declared.has('mypy'));
  return declaring?.install ?? 'pip install mypy';
}
