import { chmod, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { writeFile, writeFileDeclaration } from '../../src/tools/write-file.js';
import { FOUND, workspace } from './workspace.js';

const BOM = '\uFEFF';

describe('line endings and byte order mark', () => {
  interface Case {
    readonly before?: string | Buffer;
    readonly content: string;
    readonly after: string;
  }
  const cases: Record<string, Case> = {
    'a new file is written as given': { content: 'a\r\nb\nc', after: 'a\r\nb\nc' },
    'a new file has no byte order mark': { content: 'a\n', after: 'a\n' },
    'a new file has the byte order mark that content starts with': {
      content: `${BOM}a\n`,
      after: `${BOM}a\n`,
    },
    'LF content over a CRLF file': { before: 'x\r\ny\r\n', content: 'a\nb\n', after: 'a\r\nb\r\n' },
    'LF content over a mostly CRLF file': { before: 'x\r\ny\r\nz\n', content: 'a\nb', after: 'a\r\nb' },
    'LF content over a file with as many of both': { before: 'x\r\ny\n', content: 'a\nb\n', after: 'a\nb\n' },
    'CRLF content over an LF file': { before: 'x\n', content: 'a\r\nb\n', after: 'a\r\nb\n' },
    'CRLF content over a CRLF file': { before: 'x\r\n', content: 'a\r\nb\n', after: 'a\r\nb\n' },
    'LF content over a file of one line': { before: 'x', content: 'a\nb\n', after: 'a\nb\n' },
    'the byte order mark of the file stays': { before: `${BOM}x\n`, content: 'a\n', after: `${BOM}a\n` },
    'the byte order mark is not doubled': { before: `${BOM}x\n`, content: `${BOM}a\n`, after: `${BOM}a\n` },
    'no final newline is added': { before: 'x\n', content: 'a', after: 'a' },
    'a file may become empty': { before: 'x\n', content: '', after: '' },
    'a file may be created empty': { content: '', after: '' },
    emoji: { before: 'x\n', content: '👩‍💻\n', after: '👩‍💻\n' },
    'over a binary file': { before: Buffer.from([0, 255, 13, 10]), content: 'a\n', after: 'a\n' },
    'over UTF-16': { before: Buffer.from('\uFEFFa\r\n', 'utf16le'), content: 'a\n', after: 'a\n' },
  };

  test.each(Object.entries(cases))('%s', async (_, { before, content, after }) => {
    const ws = await workspace(before === undefined ? {} : { 'a.txt': before });
    const result = await writeFile({ file_path: 'a.txt', content }, ws.context);
    expect(result.error).toBeUndefined();
    expect(await ws.tree()).toEqual({ 'a.txt': after });
  });
});

test('REQ-DIAG-040: asks for the written file and, by its kind, for the other files that it affects', async () => {
  const ws = await workspace({ 'a.ts': 'old\n' });
  const result = await writeFile({ file_path: 'a.ts', content: 'new\n' }, ws.context);
  expect(ws.asked.map(({ request }) => request)).toEqual([
    { kind: 'write', files: [{ filePath: ws.path('a.ts'), text: 'new\n', before: 'old\n' }] },
  ]);
  expect(result.llmContent).toBe(`Overwrote a.ts (1 line).${FOUND}`);
  expect(result.returnDisplay).toBe('--- a.ts\n+++ a.ts\n@@ -1,1 +1,1 @@\n-old\n+new');
});

test('a new file is created with its folders and announced as new', async () => {
  const ws = await workspace();
  const result = await writeFile({ file_path: ws.path('x y/#z/a.ts'), content: 'a\nb\n' }, ws.context);
  expect(result.llmContent).toBe(`Created x y/#z/a.ts (2 lines).${FOUND}`);
  expect(ws.asked[0]?.request.files).toEqual([
    { filePath: ws.path('x y/#z/a.ts'), text: 'a\nb\n', created: true },
  ]);
  expect(result.returnDisplay).toMatch(/^--- \/dev\/null\n\+\+\+ x y\/#z\/a\.ts\n/);
});

test('an existing file keeps its mode; a new one gets the usual one', async () => {
  const ws = await workspace({ 'a.sh': 'a\n' });
  await chmod(ws.path('a.sh'), 0o640);
  await writeFile({ file_path: 'a.sh', content: 'b\n' }, ws.context);
  await writeFile({ file_path: 'b.sh', content: 'b\n' }, ws.context);
  expect((await stat(ws.path('a.sh'))).mode & 0o7777).toBe(0o640);
  await ws.write('usual.sh', '');
  expect((await stat(ws.path('b.sh'))).mode).toBe((await stat(ws.path('usual.sh'))).mode);
});

test('a reader that has the file open goes on reading the old bytes: the file is replaced, never truncated', async () => {
  const ws = await workspace({ 'a.txt': 'old' });
  const before = await stat(ws.path('a.txt'));
  await writeFile({ file_path: 'a.txt', content: 'new' }, ws.context);
  expect((await stat(ws.path('a.txt'))).ino).not.toBe(before.ino);
  expect(await readdir(ws.root)).toEqual(['a.txt']);
});

test('a link in the workspace is written through and stays a link', async () => {
  const ws = await workspace({ 'src/a.ts': 'old\n' });
  await symlink('src/a.ts', ws.path('link.ts'));
  const result = await writeFile({ file_path: 'link.ts', content: 'new\n' }, ws.context);
  expect(result.llmContent).toMatch(/^Overwrote link\.ts/);
  expect(await ws.tree()).toEqual({ 'src/a.ts': 'new\n', 'link.ts': '-> src/a.ts' });
  expect(ws.asked[0]?.request.files[0]?.filePath).toBe(ws.path('src/a.ts'));
});

test('a name as long as names can be', async () => {
  const ws = await workspace();
  const name = `${'n'.repeat(251)}.txt`;
  expect((await writeFile({ file_path: name, content: 'a' }, ws.context)).error).toBeUndefined();
  expect((await writeFile({ file_path: `n${name}`, content: 'a' }, ws.context)).error).toMatchObject({
    type: 'invalid_path',
    message: expect.stringContaining('The name is too long') as string,
  });
  expect(await ws.tree()).toEqual({ [name]: 'a' });
});

const refused: Record<string, readonly [params: unknown, type: string]> = {
  'no content': [{ file_path: 'a' }, 'invalid_params'],
  'content that is no string': [{ file_path: 'a', content: 1 }, 'invalid_params'],
  'content with NUL': [{ file_path: 'a', content: 'a\0' }, 'invalid_params'],
  'an empty path': [{ file_path: '', content: '' }, 'invalid_params'],
  'a folder': [{ file_path: 'folder', content: '' }, 'is_directory'],
  'below a file': [{ file_path: 'file/a', content: '' }, 'not_a_directory'],
};

test.each(Object.entries(refused))('refuses %s and leaves nothing behind', async (_, [params, type]) => {
  const ws = await workspace({ file: 'x' });
  await mkdir(ws.path('folder'));
  expect((await writeFile(params, ws.context)).error?.type).toBe(type);
  expect(await ws.tree()).toEqual({ 'folder/': '', file: 'x' });
});

test('the declaration says to the model what happens to line endings', () => {
  expect(writeFileDeclaration.description).toContain('line endings');
  expect(writeFileDeclaration.parametersJsonSchema).toMatchObject({ required: ['file_path', 'content'] });
});
