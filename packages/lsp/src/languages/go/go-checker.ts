import { GoListOutput, GoVetOutput } from './go-output.ts';
import type { Search } from '../../backend/program/search.ts';
import { nearest, shown } from '../../backend/program/files.ts';
import { run, type Absent, type Program } from '../../backend/program/program.ts';
import type { CheckerDefinition, CheckerLocation } from '../../backend/checker/definition.ts';
import { foundProject } from '../../backend/checker/found.ts';

/**
 * Go, module by module. `go list` compiles packages and their tests without linking them, and
 * reports all errors of each package. `go vet` would stop at the first error; it adds its
 * analyzers.
 */
export const go: CheckerDefinition = {
  id: 'go',
  language: 'Go',
  extensions: ['.go', 'go.mod'],
  markers: ['go.mod'],
  sameAs: ['gopls'],
  locate(folder, search, own): CheckerLocation {
    const root = nearest(folder, search.workspaceRoot, ['go.mod']);
    if (root === undefined)
      return {
        kind: 'not-applicable',
        reason: `no go.mod at or above ${shown(folder, search.workspaceRoot)}`,
      };
    const program = own ?? goProgram(search);
    if (program.kind !== 'found') return { ...program, root };
    return foundProject(
      root,
      program.about.path,
      program,
      // `-gcflags=-e` lifts the limit of ten errors a package.
      {
        args: [
          'list',
          '-e',
          '-test',
          '-export',
          '-gcflags=-e',
          '-json=ImportPath,Error,DepsErrors,Dir,IgnoredGoFiles',
          './...',
        ],
        operands: 1,
        output: (at) => new GoListOutput(at),
      },
      {
        args: ['vet', '-json', './...'],
        shown: ['go', 'vet', './...'],
        operands: 1,
        output: (at) => new GoVetOutput(at),
      },
    );
  },
};

function goProgram(search: Search): Program | Absent {
  const path = search.which('go');
  if (path === undefined)
    return { kind: 'unavailable', reason: 'go was not found on PATH', hint: 'install Go from go.dev' };
  return run({ name: 'go', path, origin: 'path' }, search);
}
