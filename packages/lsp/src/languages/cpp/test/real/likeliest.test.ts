import { expect } from 'bun:test';

import type { CheckReport } from '../../../../types.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found, openReal } from '../../../../../test/real/real-lab.ts';

const test = testWith('clangd');

/** Files that a search waits for: more than are asked about at a time, and by far not all. */
const WAITED_FOR = 8;
const OTHERS = 20;

const KEPT = '#pragma once\ninline int size(int n) {\n  return n;\n}\n';

interface Row {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  /** A source that the change does not break. */
  readonly other: string;
  readonly broken: string;
}

const ROWS: readonly Row[] = [
  {
    title: 'the declaration that it was, not what its body says',
    before: `${KEPT}inline int twice(int n) {\n#ifdef __clang__\n  return size(n) * 2;\n#endif\n}\n`,
    after: KEPT,
    other: 'int use() { return size(1); }',
    broken: 'int use() { return twice(1); }',
  },
  {
    title: 'where it is said most',
    before: `${KEPT}int count(int n);\n`,
    after: `${KEPT}int count(int n, int m);\n`,
    other: 'struct Own { int count; };',
    broken: 'int use() {\n  return count(1) + count(2) + count(3);\n}',
  },
];

for (const { title, before, after, other, broken } of ROWS) {
  test(`REQ-DIAG-040: of what a header reaches, the files that say what has changed are asked first: ${title}`, async () => {
    const text = (code: string): string => `#include "lib.h"\n${code}\n`;
    await using lab = await openReal({
      servers: ['clangd'],
      files: {
        'compile_flags.txt': '-std=c++17\n',
        'lib.h': before,
        ...Object.fromEntries(
          Array.from({ length: OTHERS }, (_, index) => [`a${index}.cc`, text(other)] as const),
        ),
        'z.cc': text(broken),
      },
      config: { maxAffectedFiles: WAITED_FOR },
    });
    const check = (code: string): Promise<CheckReport> => {
      lab.workspace.write('lib.h', code);
      return lab.sidecar.request('lsp/check', { files: [{ filePath: 'lib.h', text: code }], others: true });
    };
    await check(before);
    const { others, othersComplete } = await check(after);
    expect([Object.keys(found(others)), othersComplete]).toEqual([['z.cc'], false]);
  });
}
