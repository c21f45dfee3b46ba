import { expect } from 'bun:test';

import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

const test = testWith('clangd');

const OLD = '#include <string>\nint a = "old";\n';
const TEXT = `${OLD}int b = std::string();\n`;

async function originsOfFirstEdit(): Promise<unknown[]> {
  await using lab = await openReal({ servers: ['clangd'], files: { 'a.cpp': OLD } });
  lab.workspace.write('a.cpp', TEXT);
  const { files } = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.cpp', text: TEXT, before: OLD }],
    written: true,
    origins: true,
  });
  return (files['a.cpp'] ?? []).map(({ line, origin }) => [line, origin ?? 'not told in time']);
}

test('REQ-DIAG-010: what the first edit in a process has caused is distinguished from what stood before', async () => {
  let origins = await originsOfFirstEdit();
  // No first result waits long for them.
  for (let more = 5; more > 0 && JSON.stringify(origins).includes('not told'); more--)
    origins = await originsOfFirstEdit();
  expect(origins).toEqual([
    [2, 'before'],
    [3, 'edit'],
  ]);
});
