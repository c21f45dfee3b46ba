import { dirname, join, relative, sep } from 'node:path';
import { nearest } from '../../backend/program/files.ts';
import { findBelow } from '../../backend/program/find-below.ts';
import type { Hole, WorldTraits } from '../../backend/world.ts';
import type { Diagnostic } from '../../types.ts';

/** Of pyright and ty. */
const NOT_FOUND = /^(?:Import "([^"]+)" could not be resolved|Cannot resolve (?:imported )?module `([^`]+)`)/;
/** `"user_pb2" is unknown import symbol`: `from gen import user_pb2`. */
const SYMBOL = /^"(\w+_pb2(?:_grpc)?)" is unknown import symbol/;
const STUB = /(?:^|\.)(\w+?)_pb2(?:_grpc)?$/;

/** Stubs of protocol buffers, made by grpcio-tools or buf: https://grpc.io/docs/languages/python/basics/ */
export const pythonWorld: WorldTraits = {
  holes(file, findings, look) {
    const found = new Map<string, { hole: Hole; findings: Diagnostic[] }>();
    for (const finding of findings) {
      const [, one, other] = NOT_FOUND.exec(finding.message) ?? SYMBOL.exec(finding.message) ?? [];
      const stem = STUB.exec(one ?? other ?? '')?.[1];
      if (stem === undefined) continue;
      const { workspaceRoot } = look.search;
      const proto = findBelow(workspaceRoot, `${stem}.proto`);
      if (proto === undefined) continue;
      const home = nearest(dirname(proto), workspaceRoot, ['buf.gen.yaml']);
      const root =
        home ?? nearest(dirname(file), workspaceRoot, ['pyproject.toml', 'setup.py']) ?? workspaceRoot;
      const path = relative(root, proto).replaceAll(sep, '/');
      const command = home === undefined ? protoc(path) : 'buf generate';
      const shown = home === undefined ? proto : join(home, 'buf.gen.yaml');
      const what =
        home === undefined ? `has no stubs for Python yet` : `has not made the stubs of ${path} yet`;
      const hole: Hole = {
        file: shown,
        what,
        command: home === undefined ? inFolder(path, command) : command,
      };
      found
        .getOrInsertComputed([shown, what].join('\0'), () => ({ hole, findings: [] }))
        .findings.push(finding);
    }
    return [...found.values()].map(({ hole, findings: following }) => ({ ...hole, findings: following }));
  },
};

const protoc = (path: string): string =>
  `python -m grpc_tools.protoc -I. --python_out=. --grpc_python_out=. ${path}`;

/** A command is run in the folder of the file: this one counts from the project. */
function inFolder(path: string, command: string): string {
  const depth = path.split('/').length - 1;
  return depth === 0 ? command : `cd ${'../'.repeat(depth).slice(0, -1)} && ${command}`;
}
