import { expect } from 'bun:test';

import { outcomeOf } from '../../../../../test/real/rename-suite.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { Tools } from '../../../../../test/real/navigation-suite.ts';

const define = testWith('clangd');

const FILES = {
  'include/m.h': '#pragma once\nint total(int n);\n',
  'src/a.cpp': '#include "m.h"\nint total(int n) { return n; }\n',
  'src/b.cpp': '#include "m.h"\nint use() { return total(1); }\n',
  'build/.keep': '',
};

const DATABASES: readonly (readonly [title: string, at: string, directory: string, up: string])[] = [
  ['beside the database', 'compile_commands.json', 'build', '../'],
  ['its own', 'compile_commands.json', '.', ''],
  ['its own, with headers behind a slash', 'compile_commands.json', './', './'],
  ['its own, in the folder of the build', 'build/compile_commands.json', '.', '../'],
  ['of the project, in the folder of the build', 'build/compile_commands.json', 'build', '../'],
];

for (const [title, at, directory, up] of DATABASES)
  define(`a compilation database with a relative folder, ${title}`, async () => {
    const commands = ['a', 'b'].map((name) => ({
      directory,
      command: `c++ -std=c++17 -I${up}include -c ${up}src/${name}.cpp`,
      file: `${up}src/${name}.cpp`,
    }));
    await using lab = await openReal({
      servers: ['clangd'],
      files: { ...FILES, [at]: JSON.stringify(commands) },
      config: { navigationTimeout: 60_000 },
    });
    const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: 'src/b.cpp' }] });
    expect(report.files).toEqual({ 'src/b.cpp': [] });
    const tools = await Tools.of(lab);
    expect(await tools.found('lsp_find_references', { file: 'include/m.h', symbol: 'total' })).toEqual([
      'include/m.h:2:5',
      'src/a.cpp:2:5',
      'src/b.cpp:2:20',
    ]);
    const renamed = await lab.sidecar.request('lsp/refactor', {
      kind: 'rename',
      filePath: 'include/m.h',
      symbol: 'total',
      newName: 'sum',
    });
    expect(outcomeOf(renamed)).toEqual(
      Object.fromEntries(
        Object.entries(FILES).flatMap(([file, text]) =>
          text === '' ? [] : [[file, text.replace('total', 'sum')]],
        ),
      ),
    );
  });
