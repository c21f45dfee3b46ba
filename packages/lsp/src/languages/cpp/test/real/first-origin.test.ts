import { expect } from 'bun:test';

import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

const test = testWith('clangd');

test('REQ-DIAG-010: what the first edit in a process has caused is distinguished from what stood before', async () => {
  const old = '#include <string>\nint a = "old";\n';
  const text = `${old}int b = std::string();\n`;
  await using lab = await openReal({ servers: ['clangd'], files: { 'a.cpp': old } });
  lab.workspace.write('a.cpp', text);
  const { files } = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.cpp', text, before: old }],
    written: true,
    origins: true,
  });
  expect(files['a.cpp']?.map(({ line, origin }) => [line, origin])).toEqual([
    [2, 'before'],
    [3, 'edit'],
  ]);
});
