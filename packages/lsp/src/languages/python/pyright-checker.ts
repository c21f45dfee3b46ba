import { relative, sep } from 'node:path';
import { isBelow } from '../../support/paths.ts';
import { pyrightFormat } from './pyright-output.ts';
import { WholeOutput } from '../../backend/output/whole-output.ts';
import type { Search } from '../../backend/program/search.ts';
import { ancestors, holds, shown } from '../../backend/program/files.ts';
import { npmProgram } from '../../backend/program/program.ts';
import { makesPackage, marksProject, mayBeProject } from '../../backend/program/project-marks.ts';
import { configuresTool } from '../../backend/program/pyproject.ts';
import { environmentFor, importsFor } from './interpreter.ts';
import { leavesToMypy } from './leaves-to-mypy.ts';
import { isInProject } from './pyright-files.ts';
import type { CheckerDefinition, CheckerLocation } from '../../backend/checker/definition.ts';
import { foundProject } from '../../backend/checker/found.ts';

const MARKERS = ['pyrightconfig.json', 'pyproject.toml', 'setup.py', 'setup.cfg'];

/** Python, one run per project. A file belongs to a project by the language server's rules. */
export const pyrightChecker: CheckerDefinition = {
  id: 'pyright',
  language: 'Python',
  extensions: ['.py', '.pyi'],
  markers: MARKERS,
  sameAs: ['pyright', 'ty'],
  needsNoTrust: true,
  leavesTo: leavesToMypy,
  locate(folder, search, own): CheckerLocation {
    const root = projectRoot(folder, search);
    if (root === undefined)
      return {
        kind: 'not-applicable',
        reason: `no Python project at or above ${shown(folder, search.workspaceRoot)}`,
      };
    const program = own ?? npmProgram({ packageName: 'pyright', bin: 'pyright' }, root, search);
    if (program.kind !== 'found') return { ...program, root };
    const { python } = importsFor(root, search);
    const args = [
      '--outputjson',
      '--project',
      root,
      ...(python === undefined ? [] : ['--pythonpath', python]),
    ];
    const typed = [...(program.about.origin === 'path' ? [] : ['npx']), 'pyright'];
    const { project } = foundProject(root, program.about.path, program, {
      args,
      shown: [...typed, ...interpreterOf(root, search)],
      output: (at) => new WholeOutput(pyrightFormat, at),
    });
    return { kind: 'found', project: { ...project, excludes: (path) => !isInProject(root, path, {}) } };
  },
};

/** The nearest configuration of pyright, else the nearest project. */
function projectRoot(folder: string, { workspaceRoot }: Search): string | undefined {
  const chain = ancestors(folder, workspaceRoot);
  return (
    chain.find(
      (candidate) => holds(candidate, ['pyrightconfig.json']) || configuresTool(candidate, 'pyright'),
    ) ??
    chain.find(makesPackage) ??
    chain.find(mayBeProject) ??
    chain.findLast((candidate) => marksProject(candidate, MARKERS)) ??
    // The workspace may be a package itself.
    (holds(workspaceRoot, MARKERS) ? workspaceRoot : undefined)
  );
}

/** Where pyright would search PATH, and find another environment than that of the project. */
function interpreterOf(root: string, search: Search): string[] {
  const found = environmentFor(root, search);
  if (found?.folder === undefined) return [];
  const python = isBelow(found.prefix, search.workspaceRoot) ? relative(root, found.python) : found.python;
  return ['--pythonpath', python.replaceAll(sep, '/')];
}
