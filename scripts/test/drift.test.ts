import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../lib/paths.mjs';
import { node } from '../lib/process.mjs';
import { shared, writeCopies } from '../lib/shared.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drift # '));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('REQ-DRIFT-010: the two copies of the shared types are the same', async () => {
  const { code, output } = await node(['scripts/check-drift.mjs'], { cwd: root });
  expect(output).toContain('packages/core/src/lsp/types.ts and packages/lsp/src/types.ts are identical');
  expect(output).toContain(
    'packages/core/src/trace/trace-line.ts and packages/lsp/src/trace/trace-line.ts are identical',
  );
  expect(output).toContain(
    'packages/core/src/trace/trace-file.ts and packages/lsp/src/trace/trace-file.ts are identical',
  );
  expect(code).toBe(0);
});

test.each([
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', 2, '"b"', '"B"'],
  ['a line more', 'a\n', 'a\nb\n', 2, '""', '"b"'],
  ['a file that ends early', 'a\nb', 'a', 2, '"b"', '(end of file)'],
  ['a line ending', 'a\r\nb\n', 'a\nb\n', 1, '"a\\r"', '"a"'],
  ['a byte order mark', '\uFEFFa\n', 'a\n', 1, '"\uFEFFa"', '"a"'],
])(
  'REQ-DRIFT-010: %s fails the check, which names the line',
  async (_, left, right, line, leftLine, rightLine) => {
    const [a, b] = [join(folder, 'a.ts'), join(folder, 'b.ts')];
    writeFileSync(a, left);
    writeFileSync(b, right);
    const { code, output } = await node(['scripts/check-drift.mjs', a, b], { cwd: root });
    expect(code).toBe(1);
    expect(output).toContain(`first in line ${line}:\n  ${a}: ${leftLine}\n  ${b}: ${rightLine}\n`);
  },
);

test('REQ-DRIFT-010: a copy that is missing or differs is rewritten, any other one is left as it is', () => {
  const all = shared.map(({ source, copy }) => ({ source: join(folder, source), copy: join(folder, copy) }));
  const [kept, changed] = all;
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const { source, copy } of all) {
    write(source, `// ${source}`);
    mkdirSync(dirname(copy), { recursive: true });
  }
  write(kept!.copy, `// ${kept!.source}`);
  utimesSync(kept!.copy, 1, 1);
  write(changed!.copy, '// an older text');
  writeCopies(folder);
  writeCopies(folder);
  for (const { source, copy } of all) expect(readFileSync(copy, 'utf8')).toBe(`// ${source}`);
  expect(statSync(kept!.copy).mtimeMs).toBe(1000);
  expect(statSync(changed!.copy).mode & 0o222).toBe(0);
});

test('what is generated is not committed', () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining([...shared.map(({ copy }) => copy), 'packages/lsp/schemas/']),
  );
});
