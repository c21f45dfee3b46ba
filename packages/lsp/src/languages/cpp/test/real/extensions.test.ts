import { expect } from 'bun:test';

import { openReal } from '../../../../../test/real/real-lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { Tools } from '../../../../../test/real/navigation-suite.ts';

const test = testWith('clangd');

const text = (name: string): string =>
  `int ${name}(int n) { return n; }\nint use_${name}() { return ${name}(1); }\n`;
const ENDINGS = ['cppm', 'ccm', 'c++', 'cu', 'hip', 'cl'];

test('files of clangd have other endings, too: they have references, and none is an error for its name', async () => {
  const files = Object.fromEntries(
    ENDINGS.map((ending, index) => [`${ending}/a.${ending}`, text(`f${index}`)]),
  );
  await using lab = await openReal({
    servers: ['clangd'],
    files: { ...files, 'compile_flags.txt': '-xc++\n-std=c++20\n' },
    config: { navigationTimeout: 60_000 },
  });
  const tools = await Tools.of(lab);
  for (const [index, file] of Object.keys(files).entries()) {
    expect([file, await tools.found('lsp_find_references', { file, symbol: `f${index}` })]).toEqual([
      file,
      [`${file}:1:5`, `${file}:2:23`],
    ]);
    const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: file }] });
    expect(report.files).toEqual({ [file]: [] });
  }
});
