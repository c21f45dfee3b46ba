import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ServerKind } from '../subjects/subject.js';

/** A command with what it may keep from one run to the next. */
export interface Bare {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Compilers that judge whole projects, and the checkers that run them. */
export const CHECKER_OF: Partial<Readonly<Record<ServerKind, string>>> = {
  tsserver: 'tsc',
  typescript7: 'tsc',
  gopls: 'go',
  cargo: 'cargo',
};

/**
 * The command for the same verdict by hand, with a compiler that remembers as much as the checker's.
 *
 * @param state a folder of its own, for what is remembered
 */
export function bareRuns(kind: ServerKind, workspace: string, state: string): readonly Bare[] {
  const incremental = [
    '--project',
    '.',
    '--noEmit',
    '--pretty',
    'false',
    '--incremental',
    '--tsBuildInfoFile',
    join(state, 'tsconfig.tsbuildinfo'),
  ];
  const typescript = join(workspace, 'node_modules', 'typescript');
  switch (kind) {
    case 'tsserver':
      return [{ command: process.execPath, args: [join(typescript, 'lib', 'tsc.js'), ...incremental] }];
    case 'typescript7':
      return [{ command: nativeCompiler(realpathSync(typescript)), args: incremental }];
    case 'gopls':
      return [
        {
          command: 'go',
          args: 'list -e -test -export -gcflags=-e -json=ImportPath,Error,DepsErrors ./...'.split(' '),
        },
        { command: 'go', args: ['vet', '-json', './...'] },
      ];
    case 'cargo':
      return [
        {
          command: 'cargo',
          args: ['check', '--workspace', '--all-targets', '--keep-going', '--message-format=json'],
          env: { CARGO_TARGET_DIR: state },
        },
      ];
    case 'pyright':
    case 'eslint':
      throw new Error(`${kind} judges no project`);
  }
}

/** The script of the package only starts it. */
function nativeCompiler(typescript: string): string {
  const resolve = createRequire(join(typescript, 'package.json')).resolve;
  return join(
    dirname(resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)),
    'lib',
    'tsc',
  );
}
