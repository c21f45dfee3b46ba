import { describe, expect } from 'bun:test';
import { rmSync } from 'node:fs';

import { watchedBy } from '../../harness/inotify.ts';
import { type Lab, outcomes } from '../../harness/lab.ts';
import type { Tree, Workspace } from '../../harness/workspace.ts';
import { Tools } from '../navigation-suite.ts';
import { testWith } from '../needs.ts';
import { openReal } from '../real-lab.ts';
import { goBuild } from '../truth.ts';

const test = testWith('go', 'gopls');

const PACKAGES = 150;
const FILES_EACH = 20;
const USER = 'package user\n\nimport "demo/p7"\n\nvar Wanted int = p7.V3\n';

/** Three thousand files in 150 packages. */
function source(type: 'int' | 'string'): Tree {
  const value = type === 'int' ? '1' : '"x"';
  const files = Array.from({ length: PACKAGES * FILES_EACH }, (_, n): [string, string] => {
    const [folder, name] = [`p${n % PACKAGES}`, Math.floor(n / PACKAGES)];
    return [`${folder}/f${name}.go`, `package ${folder}\n\nvar V${name} ${type} = ${value}\n`];
  });
  return Object.fromEntries(files);
}

function git({ root }: Workspace, ...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(
    ['git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', ...args],
    { cwd: root, stderr: 'pipe' },
  );
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
}

describe('gopls in a module of three thousand files', () => {
  let lab: Lab;
  let tools: Tools;

  test.beforeAll(async () => {
    lab = await openReal({
      servers: ['gopls'],
      files: { 'go.mod': 'module demo\n\ngo 1.21\n', 'user/user.go': USER, ...source('int') },
    });
    tools = await Tools.of(lab);
    await verdict();
  });
  test.afterAll(() => lab[Symbol.asyncDispose]());

  async function verdict(): Promise<unknown> {
    const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: 'user/user.go' }] });
    return [(report.files['user/user.go'] ?? []).map(({ line }) => line), Object.values(outcomes(report))];
  }

  const hover = async (): Promise<string> =>
    (await tools.ask('lsp_hover', { file: 'user/user.go', line: 5, character: 22 })).content ?? '';
  const truth = async (): Promise<number[]> => [
    ...new Set((await goBuild(lab.workspace, './user'))['user/user.go'] ?? []),
  ];

  test('REQ-NAV-010: a hover knows what a shell did to another file', async () => {
    expect(await hover()).toContain('V3 int');
    expect(watchedBy(lab.sidecar.pid)).toBe(process.platform === 'linux' ? PACKAGES + 2 : 0);
    lab.workspace.write('p7/f3.go', 'package p7\n\nvar V3 bool = true\n');
    expect(await hover()).toContain('V3 bool');
    rmSync(lab.workspace.path('p7/f3.go'));
    lab.workspace.write('p7/new.go', 'package p7\n\nvar V3 uint8 = 1\n');
    expect(await hover()).toContain('V3 uint8');
    rmSync(lab.workspace.path('p7/new.go'));
    lab.workspace.write('p7/f3.go', 'package p7\n\nvar V3 int = 1\n');
    expect(await hover()).toContain('V3 int');
  });

  test('REQ-DIAG-010 REQ-TIME-020: after git checkout of a branch that moves every file the first result and the first hover are right', async () => {
    const { workspace } = lab;
    for (const args of [
      ['init', '-q', '-b', 'int'],
      ['add', '.'],
      ['commit', '-qm', 'int'],
      ['checkout', '-qb', 'string'],
    ])
      git(workspace, ...args);
    for (const [path, text] of Object.entries(source('string'))) workspace.write(path, text);
    git(workspace, 'commit', '-qam', 'string');
    expect(await verdict()).toEqual([await truth(), ['complete']]);
    git(workspace, 'checkout', '-q', 'int');
    expect(await hover()).toContain('V3 int');
    expect(await verdict()).toEqual([[], ['complete']]);
    git(workspace, 'checkout', '-q', 'string');
    expect(await verdict()).toEqual([await truth(), ['complete']]);
    expect(await truth()).toEqual([5]);
  });
});
