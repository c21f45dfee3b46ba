import { expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { todaysNode } from '../../../../../scripts/lib/hosts/index.mjs';
import type { CheckerConfig, LspConfig, ServerConfig } from '../../../src/types.ts';
import { Lab } from '../../harness/lab.ts';
import type { Tree, Workspace } from '../../harness/workspace.ts';
import { found, link } from '../real-lab.ts';

const NODE = todaysNode() ?? 'node';
const PATIENT = {
  firstTouchTimeout: 75_000,
  diagnosticTimeout: 30_000,
  otherFilesTimeout: 30_000,
} satisfies LspConfig;
const WRONG = 'wrong: int = "x"\n';

interface Machine {
  /** Of the Nodes of a version manager, by version: what is in the file. */
  readonly nodes: Readonly<Record<string, string | Buffer>>;
  readonly files: Tree;
  readonly servers?: Record<string, ServerConfig>;
  readonly checkers?: Record<string, CheckerConfig>;
}

/** The sidecar is told of these, the newest first, and of the one that runs here. */
async function on({ nodes, files, servers = {}, checkers = {} }: Machine) {
  const order: string[] = [];
  const root = (workspace: Workspace): string => {
    for (const [version, content] of Object.entries(nodes)) {
      const node = join(workspace.outside, 'nvm # of me', `v${version}`, 'bin', 'node');
      mkdirSync(dirname(node), { recursive: true });
      writeFileSync(node, content);
      chmodSync(node, 0o755);
      order.push(node);
    }
    for (const server of Object.values(servers))
      if (server.command !== undefined) server.command = workspace.path(server.command);
    link(workspace, { 'node_modules/typescript': 'typescript' });
    return workspace.root;
  };
  const bootstrap = {
    get nodePath() {
      return order[0] ?? NODE;
    },
    get otherNodes() {
      return [...order.slice(1), NODE];
    },
  };
  return { order, lab: await Lab.open({ files, servers, checkers, config: PATIENT, root, bootstrap }) };
}

/** As one that is made for a machine with another library: its head is right, and it does not run. */
function withoutLibrary(): Buffer {
  const program = readFileSync(NODE);
  const at = program.indexOf('\0libm.so.6\0');
  expect(at).toBeGreaterThan(0);
  program.write('libq', at + 1);
  return program;
}

const sh = (...lines: readonly string[]): string => ['#!/bin/sh', ...lines, ''].join('\n');

const codes = async (lab: Lab, file: string): Promise<string[]> =>
  (await lab.checkFile(file)).map(({ code }) => String(code));

const rowOf = async (lab: Lab, id: string) => {
  const rows = await lab.sidecar.request('lsp/status', {});
  return rows.find((row) => row.id === id);
};

test.skipIf(process.platform !== 'linux')(
  'a Node that lacks a library: the next one runs every server, and status says why',
  async () => {
    const { lab, order } = await on({
      nodes: { '99.0.0': withoutLibrary() },
      files: { 'a.py': WRONG, 'tsconfig.json': '{}', 'a.ts': "export const a: number = 'x';\n" },
      servers: { pyright: {}, typescript: {} },
    });
    await using _ = lab;
    expect(await codes(lab, 'a.py')).toEqual(['reportAssignmentType']);
    expect(await codes(lab, 'a.ts')).toEqual(['2322']);
    for (const id of ['pyright', 'typescript'])
      expect(await rowOf(lab, id)).toMatchObject({
        status: 'active',
        reason: expect.stringMatching(
          new RegExp(`^runs on ${NODE}; ${order[0]} does not run: .*libq\\.so\\.6`),
        ),
      });
  },
);

test('a server that ends at once on the newest Node, which runs: the next one runs this server', async () => {
  const { lab, order } = await on({
    nodes: {
      '99.0.0': sh(
        `case "$1" in -e) exec "${NODE}" "$@";; *pyright*) echo 'no SlowBuffer' >&2; exit 1;; esac`,
        `exec "${NODE}" "$@"`,
      ),
    },
    files: { 'a.py': WRONG, 'tsconfig.json': '{}', 'a.ts': "export const a: number = 'x';\n" },
    servers: { pyright: {}, typescript: {} },
  });
  await using _ = lab;
  expect(await codes(lab, 'a.ts')).toEqual(['2322']);
  expect(await codes(lab, 'a.py')).toEqual(['reportAssignmentType']);
  expect((await rowOf(lab, 'pyright'))?.reason).toBe(
    `runs on ${NODE}; on ${order[0]} it ended at once: exited with code 1, no SlowBuffer`,
  );
  expect(await rowOf(lab, 'typescript')).not.toHaveProperty('reason');
});

test('a server that ends at once on each Node is broken, by its own reason', async () => {
  const { lab } = await on({
    nodes: { '99.0.0': sh(`exec "${NODE}" "$@"`), '98.0.0': sh('exit 3') },
    files: { 'a.py': WRONG, 'ends.js': 'process.exit(7);\n' },
    servers: { ends: { extensions: ['.py'], command: 'ends.js' } },
  });
  await using _ = lab;
  await lab.checkFile('a.py');
  expect(await rowOf(lab, 'ends')).toMatchObject({ status: 'broken', reason: 'exited with code 7' });
});

test.skipIf(process.platform !== 'linux')('a compiler, too, runs on the next one', async () => {
  const { lab } = await on({
    nodes: { '99.0.0': withoutLibrary() },
    files: {
      'tsconfig.json': '{"compilerOptions":{"noEmit":true}}',
      'a.ts': "export const a: number = 'x';\n",
    },
    checkers: { tsc: {} },
  });
  await using _ = lab;
  const report = await lab.sidecar.request('lsp/checkProject', {});
  expect(found(report.files)).toEqual({ 'a.ts': [expect.stringContaining('2322')] });
});
