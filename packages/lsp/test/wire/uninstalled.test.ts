import { expect, test } from 'bun:test';

import type { CheckReport } from '../../src/types.ts';
import { fake, Lab } from '../harness/lab.ts';

const FILES = { 'pyproject.toml': '[project]\nname = "x"\ndependencies = ["one", "two"]\n', 'uv.lock': '' };

const open = (files: Record<string, string> = FILES): Promise<Lab> =>
  Lab.open({
    files,
    servers: { pyright: fake('missing-imports.ts', { extensions: ['.py'] }) },
    env: { PATH: '', VIRTUAL_ENV: '', CONDA_PREFIX: '' },
  });

const errors = ({ files, others }: CheckReport): string[] =>
  Object.values({ ...others, ...files }).flatMap((found) => found.map(({ message }) => message));

test('packages that are not installed are reported once, and are no findings: not now, not of the session, not of known files', async () => {
  await using lab = await open();
  const text = 'import one\nimport two.deep\nimport one\nimport here\nimport oen\n';
  lab.workspace.write('a.py', text);
  const report = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.py', text, before: 'import here\n' }],
    others: true,
    origins: true,
    counted: true,
  });
  expect(errors(report)).toEqual(['Import "oen" could not be resolved']);
  expect(report.uninstalled).toEqual([{ manifest: 'pyproject.toml', imports: 2, install: 'uv sync' }]);
  expect(report.knownErrors).toBe(1);
  expect(Object.keys((await lab.sidecar.request('lsp/session', {})).open)).toEqual(['a.py']);
  expect((await lab.sidecar.request('lsp/diagnostics', {}))['a.py']?.length).toBe(1);
});

test('several files are counted together, and a file without such an import says nothing', async () => {
  await using lab = await open();
  const both = await lab.check({ 'a.py': 'import one\n', 'b.py': 'import one\nimport two\n' });
  expect(both.uninstalled).toEqual([{ manifest: 'pyproject.toml', imports: 3, install: 'uv sync' }]);
  expect((await lab.check({ 'a.py': 'import here\n' })).uninstalled).toBeUndefined();
});

test('what a manifest begins to declare is an error no longer, and is one again', async () => {
  await using lab = await open();
  expect(errors(await lab.check({ 'a.py': 'import three\n' }))).toEqual([
    'Import "three" could not be resolved',
  ]);
  lab.workspace.write('pyproject.toml', FILES['pyproject.toml'].replace('"two"', '"three"'));
  expect(errors(await lab.check({ 'a.py': 'import three\n\n' }))).toEqual([]);
  lab.workspace.write('pyproject.toml', FILES['pyproject.toml']);
  expect(errors(await lab.check({ 'a.py': 'import three\n' }))).toEqual([
    'Import "three" could not be resolved',
  ]);
});

test('a proposal takes them for no findings either', async () => {
  await using lab = await open();
  lab.workspace.write('a.py', 'import here\n');
  const report = await lab.sidecar.request('lsp/propose', {
    files: [{ filePath: 'a.py', text: 'import one\nimport oen\n' }],
    origins: true,
  });
  expect(errors(report)).toEqual(['Import "oen" could not be resolved']);
});
