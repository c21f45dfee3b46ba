import { relative, sep } from 'node:path';
import type { ServerProgram } from '../../types.ts';
import { ruffFormat } from './ruff-output.ts';
import { WholeOutput } from '../../backend/output/whole-output.ts';
import { ancestors, holds, shown } from '../../backend/program/files.ts';
import { namedProgram } from '../../backend/program/program.ts';
import { configuresTool } from '../../backend/program/pyproject.ts';
import type { CheckerDefinition, CheckerLocation } from '../../backend/checker/definition.ts';
import { foundProject } from '../../backend/checker/found.ts';

const OWN = ['ruff.toml', '.ruff.toml'];
const INSTALL = 'pip install ruff';

/**
 * Python's linter, only where the workspace configures it: without configuration, its rules are not
 * the user's choice.
 */
export const ruff: CheckerDefinition = {
  id: 'ruff',
  language: 'Python (Ruff)',
  extensions: ['.py', '.pyi'],
  markers: [...OWN, 'pyproject.toml'],
  sameAs: ['ruff'],
  locate(folder, search, own): CheckerLocation {
    const root = ancestors(folder, search.workspaceRoot).find(
      (candidate) => holds(candidate, OWN) || configuresTool(candidate, 'ruff'),
    );
    if (root === undefined)
      return {
        kind: 'not-applicable',
        reason: `no configuration of Ruff at or above ${shown(folder, search.workspaceRoot)}`,
      };
    const program = own ?? namedProgram({ name: 'ruff', pip: 'ruff' }, root, search);
    if (program === undefined)
      return {
        kind: 'unavailable',
        root,
        reason: 'ruff was found neither in the virtual environment nor on PATH',
        hint: INSTALL,
      };
    if (program.kind !== 'found') return { ...program, root };
    const args = ['check', '--output-format', 'json', '--no-fix', '--no-cache', '--quiet', '.'];
    return foundProject(root, program.about.path, program, {
      args,
      shown: [typedIn(root, program.about), 'check', '--no-fix', '.'],
      operands: 1,
      output: (at) => new WholeOutput(ruffFormat, at),
    });
  },
};

/** A program of an environment that is not activated is on no PATH. */
function typedIn(root: string, { path, origin }: ServerProgram): string {
  if (origin !== 'workspace') return 'ruff';
  const inside = relative(root, path);
  return (inside.startsWith('..') ? path : inside).replaceAll(sep, '/');
}
