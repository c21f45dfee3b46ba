import { dirname, join, relative, sep } from 'node:path';
import { ancestors, nearest } from '../../backend/program/files.ts';
import { findBelow } from '../../backend/program/find-below.ts';
import { nearestProject } from '../../backend/program/project-marks.ts';
import type { Search } from '../../backend/program/search.ts';
import { submoduleAround } from '../../backend/submodules.ts';
import { type Look, type WorldHole, isPlainWord, type WorldTraits } from '../../backend/world.ts';
import { forFew, MOST_LOOKED_UP } from '../../support/for-few.ts';
import type { Diagnostic } from '../../types.ts';
import { moduleIgnored, moduleNotBuilt } from './built.ts';
import { configurationHoles } from './configuration.ts';
import { symbolIn } from './statements.ts';

/** Of pyright and ty. */
const NOT_FOUND = /^(?:Import "([^"]+)" could not be resolved|Cannot resolve (?:imported )?module `([^`]+)`)/;
const STUB = /(?:^|\.)(\w+?)_pb2(?:_grpc)?$/;

/** What builds and generators of the package make, and pyright's own settings. */
export const pythonWorld: WorldTraits = {
  holes(file, findings, look) {
    const { search } = look;
    const holeOf = (module: string, isPart: boolean): WorldHole | undefined =>
      stubs(module, file, search) ??
      moduleNotBuilt(module, file, search) ??
      submodule(module, file, search) ??
      moduleIgnored(module, file, search, isPart);
    const behind = forFew(MOST_LOOKED_UP, (module) => holeOf(module, false));
    const behindPart = forFew(MOST_LOOKED_UP, (module) => holeOf(module, true));
    const found = new Map<string, { hole: WorldHole; findings: Diagnostic[] }>();
    for (const finding of findings) {
      const module = moduleIn(finding, look);
      if (module === undefined) continue;
      const hole = NOT_FOUND.test(finding.message) ? behind(module) : behindPart(module);
      if (hole !== undefined)
        found
          .getOrInsertComputed([hole.file, hole.what].join('\0'), () => ({ hole, findings: [] }))
          .findings.push(finding);
    }
    return [
      ...configurationHoles(file, search.workspaceRoot).map((hole) => ({ ...hole, findings: [] })),
      ...[...found.values()].map(({ hole, findings: following }) => ({ ...hole, findings: following })),
    ];
  },
};

function moduleIn({ message, line }: Diagnostic, look: Look): string | undefined {
  const [, one, other] = NOT_FOUND.exec(message) ?? [];
  // Also `from gen import user_pb2`.
  return one ?? other ?? symbolIn(message, look.text(), line);
}

/** Stubs of protocol buffers, made by grpcio-tools or buf: https://grpc.io/docs/languages/python/basics/ */
function stubs(module: string, file: string, { workspaceRoot }: Search): WorldHole | undefined {
  const stem = STUB.exec(module)?.[1];
  const proto = stem === undefined ? undefined : findBelow(workspaceRoot, `${stem}.proto`);
  if (proto === undefined) return undefined;
  const home = nearest(dirname(proto), workspaceRoot, ['buf.gen.yaml']);
  const root =
    home ?? nearestProject(dirname(file), workspaceRoot, ['pyproject.toml', 'setup.py']) ?? workspaceRoot;
  const path = relative(root, proto).replaceAll(sep, '/');
  return home === undefined
    ? {
        file: proto,
        what: 'has no stubs for Python yet',
        ...(isPlainWord(path) && { command: inFolder(path, protoc(path)) }),
      }
    : {
        file: join(home, 'buf.gen.yaml'),
        what: `has not made the stubs of ${path} yet`,
        command: 'buf generate',
      };
}

/** A module in a repository of its own, which is not checked out. */
function submodule(module: string, file: string, { workspaceRoot }: Search): WorldHole | undefined {
  if (module.startsWith('.')) return undefined;
  return ancestors(dirname(file), workspaceRoot)
    .map((folder) => submoduleAround(join(folder, ...module.split('.')), dirname(file), workspaceRoot))
    .find((hole) => hole !== undefined);
}

const protoc = (path: string): string =>
  `python -m grpc_tools.protoc -I. --python_out=. --grpc_python_out=. ${path}`;

/** A command is run in the folder of the file: this one counts from the project. */
function inFolder(path: string, command: string): string {
  const depth = path.split('/').length - 1;
  return depth === 0 ? command : `cd ${'../'.repeat(depth).slice(0, -1)} && ${command}`;
}
