import { chmod, chown, stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { edit, editDeclaration } from '../../src/tools/edit.js';
import { FOUND, ORDINARY_USER, workspace } from './workspace.js';

interface Case {
  readonly before: string;
  readonly old: string;
  readonly new: string;
  readonly count?: number;
  readonly after: string;
}

const BOM = '\uFEFF';

describe('an edit keeps every byte that it was not asked to change', () => {
  const cases: Record<string, Case> = {
    'a line of several': { before: 'a\nb\nc\n', old: 'b', new: 'B', after: 'a\nB\nc\n' },
    'LF quoted in a CRLF file': {
      before: 'a\r\nb\r\nc\r\n',
      old: 'a\nb\n',
      new: 'a\nx\nb\n',
      after: 'a\r\nx\r\nb\r\nc\r\n',
    },
    'CRLF quoted in an LF file': {
      before: 'a\nb\nc\n',
      old: 'a\r\nb',
      new: 'a\r\nx\r\nb',
      after: 'a\nx\nb\nc\n',
    },
    'mixed endings outside the edit': {
      before: 'a\r\nb\nc\r\nd\n',
      old: 'c',
      new: 'C',
      after: 'a\r\nb\nC\r\nd\n',
    },
    'mixed endings inside the edit': {
      before: 'a\r\nb\nc\r\nd\r\ne\n',
      old: 'a\nb\nc\nd\n',
      new: 'a\nb\nnew\nd\n',
      after: 'a\r\nb\nnew\r\nd\r\ne\n',
    },
    'a line that replaces another in a file with mixed endings': {
      before: '1\n2\n3\r\n',
      old: '2\n3\n',
      new: '2\nx\n',
      after: '1\n2\nx\r\n',
    },
    'a lone carriage return': { before: 'a\rb\r\nc\r\n', old: 'c', new: 'd\ne', after: 'a\rb\r\nd\r\ne\r\n' },
    'a doubled carriage return': { before: 'a\r\r\nb\r\n', old: 'b', new: 'c', after: 'a\r\r\nc\r\n' },
    'no final newline': { before: 'a\nb', old: 'b', new: 'c', after: 'a\nc' },
    'a file without any newline takes those of new_string': {
      before: 'a',
      old: 'a',
      new: 'a\r\nb',
      after: 'a\r\nb',
    },
    'a byte order mark': { before: `${BOM}a\nb\n`, old: 'a', new: 'x', after: `${BOM}x\nb\n` },
    'a byte order mark that old_string repeats': {
      before: `${BOM}a\n`,
      old: `${BOM}a`,
      new: `${BOM}x`,
      after: `${BOM}x\n`,
    },
    'emoji and combining characters': {
      before: 'const s = "👩‍💻é";\n',
      old: '👩‍💻é',
      new: '🏳️‍🌈',
      after: 'const s = "🏳️‍🌈";\n',
    },
    'patterns of String.replace are plain text': {
      before: 'a\n',
      old: 'a',
      new: "$& $1 $' $$",
      after: "$& $1 $' $$\n",
    },
    'several occurrences': {
      before: 'x\ny\nx\nx\n',
      old: 'x',
      new: 'long\nx',
      count: 3,
      after: 'long\nx\ny\nlong\nx\nlong\nx\n',
    },
    'several occurrences with CRLF': {
      before: 'x\r\ny\r\nx\r\n',
      old: 'x\n',
      new: '',
      count: 2,
      after: 'y\r\n',
    },
    everything: { before: 'a\nb\n', old: 'a\nb\n', new: '', after: '' },
    'an empty file is filled': { before: '', old: '', new: 'a\n', after: 'a\n' },
    'an empty file with a byte order mark is filled': {
      before: BOM,
      old: '',
      new: 'a\n',
      after: `${BOM}a\n`,
    },
  };

  test.each(Object.entries(cases))('%s', async (_, want) => {
    const ws = await workspace({ 'a.txt': want.before });
    const result = await edit(
      { file_path: 'a.txt', old_string: want.old, new_string: want.new, expected_replacements: want.count },
      ws.context,
    );
    expect(result.error).toBeUndefined();
    expect(await ws.tree()).toEqual({ 'a.txt': want.after });
    expect(ws.asked[0]?.request.files[0]?.text).toBe(want.after.replace(BOM, ''));
  });
});

test('REQ-DIAG-010: the diagnostics of the edited file come after the success text', async () => {
  const ws = await workspace({ 'src/a b#c.ts': 'let a = 1;\n' });
  const result = await edit({ file_path: 'src/a b#c.ts', old_string: '1', new_string: '"x"' }, ws.context);
  expect(result.llmContent).toBe(`Edited src/a b#c.ts: replaced 1 time (line 1).${FOUND}`);
});

test('REQ-DIAG-030: asks about the edited file alone, by its absolute path and with its new text', async () => {
  const ws = await workspace({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
  await edit({ file_path: 'a.ts', old_string: 'a', new_string: 'c' }, ws.context);
  expect(ws.asked.map(({ request }) => request)).toEqual([
    { kind: 'edit', files: [{ filePath: ws.path('a.ts'), text: 'c\n', before: 'a\n' }] },
  ]);
});

test('an empty old_string creates the file with its folders and says that it is new', async () => {
  const ws = await workspace();
  const result = await edit({ file_path: 'x/y/a.ts', old_string: '', new_string: 'a\nb\n' }, ws.context);
  expect(result.llmContent).toBe(`Created x/y/a.ts (2 lines).${FOUND}`);
  expect(ws.asked[0]?.request.files).toEqual([
    { filePath: ws.path('x/y/a.ts'), text: 'a\nb\n', created: true },
  ]);
  expect(await ws.tree()).toEqual({ 'x/y/a.ts': 'a\nb\n' });
});

test('a person sees a diff, without diagnostics', async () => {
  const ws = await workspace({ 'a.ts': 'a\nb\nc\n' });
  const result = await edit({ file_path: 'a.ts', old_string: 'b', new_string: 'B' }, ws.context);
  expect(result.returnDisplay).toBe('--- a.ts\n+++ a.ts\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c');
});

test('the diff that a person sees is bounded', async () => {
  const many = Array.from({ length: 500 }, (_, index) => `x${index}`).join('\n');
  const ws = await workspace({ 'a.ts': 'here\n' });
  const result = await edit({ file_path: 'a.ts', old_string: 'here', new_string: many }, ws.context);
  expect(result.returnDisplay.split('\n').length).toBe(203);
  expect(result.returnDisplay).toMatch(/\.\.\. and \d+ more lines$/);
});

test('a person reads a name as it is, a model one that is no tag', async () => {
  const ws = await workspace({ 'r&d <1>.ts': 'a\n' });
  const done = await edit(
    { file_path: ws.path('r&d <1>.ts'), old_string: 'a', new_string: 'b &amp;' },
    ws.context,
  );
  expect(done.llmContent).toContain('Edited r&amp;d &lt;1&gt;.ts: ');
  expect(done.returnDisplay).toBe('--- r&d <1>.ts\n+++ r&d <1>.ts\n@@ -1,1 +1,1 @@\n-a\n+b &amp;');
  const refused = await edit(
    { file_path: ws.path('r&d <1>.ts'), old_string: 'gone', new_string: 'b' },
    ws.context,
  );
  expect(refused.returnDisplay).toContain('was not found in r&d <1>.ts');
});

test('many occurrences: the message lists the first lines and counts the rest', async () => {
  const ws = await workspace({ 'a.ts': 'x\n'.repeat(50) });
  const { error } = await edit({ file_path: 'a.ts', old_string: 'x', new_string: 'y' }, ws.context);
  expect(error?.message).toContain(
    'occurs 50 times in a.ts (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 30 more)',
  );
});

test('the mode survives, the executable bit included', async () => {
  const ws = await workspace({ 'run.sh': 'a\n' });
  await chmod(ws.path('run.sh'), 0o751);
  await edit({ file_path: 'run.sh', old_string: 'a', new_string: 'b' }, ws.context);
  expect((await stat(ws.path('run.sh'))).mode & 0o7777).toBe(0o751);
});

test.runIf(process.geteuid?.() === 0)('root gives the file back to its owner', async () => {
  const ws = await workspace({ 'a.ts': 'a\n' });
  await chown(ws.path('a.ts'), ORDINARY_USER, ORDINARY_USER);
  await edit({ file_path: 'a.ts', old_string: 'a', new_string: 'b' }, ws.context);
  const { uid, gid } = await stat(ws.path('a.ts'));
  expect([uid, gid]).toEqual([ORDINARY_USER, ORDINARY_USER]);
});

test('edits of one file that a host makes at the same time are all made', async () => {
  const ws = await workspace({
    'a.ts': Array.from({ length: 20 }, (_, index) => `line${index};\n`).join(''),
  });
  const calls = Array.from({ length: 20 }, (_, index) =>
    edit({ file_path: 'a.ts', old_string: `line${index};`, new_string: `done${index};` }, ws.context),
  );
  expect((await Promise.all(calls)).filter(({ error }) => error)).toEqual([]);
  expect(await ws.read('a.ts')).toBe(Array.from({ length: 20 }, (_, index) => `done${index};\n`).join(''));
});

test('the declaration names the parameters and which are required', () => {
  expect(editDeclaration.name).toBe('edit');
  expect(editDeclaration.parametersJsonSchema).toMatchObject({
    type: 'object',
    required: ['file_path', 'old_string', 'new_string'],
  });
  expect(Object.keys(editDeclaration.parametersJsonSchema['properties'] ?? {})).toEqual([
    'file_path',
    'old_string',
    'new_string',
    'expected_replacements',
    'dry_run',
  ]);
});
