import { expect, test } from 'bun:test';
import { presetFiles } from '../../scripts/preset-files.ts';

test('REQ-LANG-010: the table, the ids of the protocol and docs/servers.md are as facts.txt makes them: npm run generate', () => {
  const files = [...presetFiles()];
  expect(files.map(([path]) => path.split('/').at(-1))).toEqual([
    'table.ts',
    'types.ts',
    'known-programs.ts',
    'servers.md',
  ]);
  for (const [path, { text, former }] of files) expect([path, former === text]).toEqual([path, true]);
});
