import { expect, test } from 'bun:test';

import { found, openReal } from '../../../../../test/real/real-lab.ts';

const PROJECT = (name: string): string => `[project]\nname = "${name}"\nversion = "1"\n`;
const USER = 'from acme.core import value\n\nwanted: int = value\n';

test('a package of the same namespace, with a project of its own, is asked about what a change breaks there', async () => {
  await using lab = await openReal({
    servers: ['pyright'],
    files: {
      'pyproject.toml': PROJECT('acme-core'),
      'src/acme/core/__init__.py': 'value = 1\n',
      'packages/plug/pyproject.toml': `${PROJECT('acme-plug')}[tool.pyright]\nextraPaths = ["../../src"]\n`,
      'packages/plug/src/acme/plug/__init__.py': USER,
      'packages/alone/pyproject.toml': PROJECT('alone'),
      'packages/alone/src/alone/__init__.py': 'other: int = 1\n',
    },
    config: { otherFilesTimeout: 60_000, diagnosticTimeout: 60_000 },
  });
  const edit = async (text: string): Promise<unknown> => {
    lab.workspace.write('src/acme/core/__init__.py', text);
    const { others, othersComplete } = await lab.sidecar.request('lsp/check', {
      files: [{ filePath: 'src/acme/core/__init__.py', text }],
      others: true,
    });
    return [Object.keys(found(others)), othersComplete];
  };
  expect(await edit('value = "one"\n')).toEqual([['packages/plug/src/acme/plug/__init__.py'], true]);
  expect(await edit('value = 2\n')).toEqual([[], true]);
  const servers = await lab.sidecar.request('lsp/status', {});
  expect(servers.filter(({ status }) => status === 'active').map(({ root }) => root)).toEqual([
    '.',
    'packages/plug',
  ]);
});
