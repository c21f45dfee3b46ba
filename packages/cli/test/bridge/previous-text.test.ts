import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../../../core/test/support/folders.js';
import { writtenFiles } from '../../src/bridge/previous-text.js';
import type { CheckRequest, PreviousText, WrittenFile } from '../../src/bridge/request.js';

type Told = Partial<Pick<CheckRequest, 'patch'>> & { readonly files?: readonly WrittenFile[] };

/** What `a.ts` held before, or each file. */
async function before(cwd: string, { files = [{ path: 'a.ts' }], patch }: Told): Promise<unknown> {
  const written = await writtenFiles({ ask: 'check', kind: 'edit', cwd, files, ...(patch && { patch }) });
  expect(written.map(({ filePath }) => filePath)).toEqual(files.map(({ path }) => join(cwd, path)));
  const texts = written.map((file) => file.before);
  return texts.length === 1 ? texts[0] : texts;
}

const requestWith = (former: PreviousText): Told => ({ files: [{ path: 'a.ts', former }] });
const edited = (old: string, now: string): PreviousText => ({ kind: 'edits', edits: [{ old, new: now }] });
const update = (path: string, ...lines: string[]): string[] => [`*** Update File: ${path}`, '@@', ...lines];
const patch = (...parts: string[][]): NonNullable<CheckRequest['patch']> => ({
  text: ['*** Begin Patch', ...parts.flat(), '*** End Patch'].join('\n'),
});

describe('a whole text', () => {
  it.each<[what: string, text: string, now: string | Buffer, before: string | undefined]>([
    ['is what the file held', 'a\n', 'b\n', 'a\n'],
    ['without a last line break', 'a\nb', 'a\nc', 'a\nb'],
    ['without any', 'a', 'b', 'a'],
    ['with CRLF, which the host has left as it was', 'a\r\nb\n', 'c\r\nb\n', 'a\r\nb\n'],
    ['with a byte order mark, which is not part of it', '\uFEFFa\n', '\uFEFFb\n', 'a\n'],
    ['may have had CRLF where the file has it now', 'a\nb\n', 'a\r\nc\r\n', undefined],
    ['may have had CRLF where the file has no line break now', 'a\nb\n', 'c', undefined],
    ['is not known where a character stands for what is none', 'a\uFFFD\n', 'b\n', undefined],
    ['of a file that is no text now', 'a\n', Buffer.from([0xff]), undefined],
  ])('%s', async (_, text, now, expected) => {
    const cwd = folderOf();
    writeFileSync(join(cwd, 'a.ts'), now);
    expect(await before(cwd, requestWith({ kind: 'whole', text }))).toBe(expected);
  });

  it('of a file that is gone is not known', async () => {
    expect(await before(folderOf(), requestWith({ kind: 'whole', text: 'a' }))).toBeUndefined();
  });
});

it('edits are taken back in the text on disk, with a byte order mark and without a last line break', async () => {
  const cwd = folderOf({ 'a.ts': '\uFEFFone\nTWO\nthree' });
  expect(await before(cwd, requestWith(edited('two', 'TWO')))).toBe('one\ntwo\nthree');
  expect(await before(cwd, requestWith(edited('x', 'e')))).toBeUndefined();
});

describe('lines', () => {
  const lines = (line: number, old: string[], now: string[]): PreviousText => ({
    kind: 'lines',
    line,
    old,
    new: now,
  });

  it.each<[what: string, now: string, former: PreviousText, before: string | undefined]>([
    ['that were put in are taken out', 'a\nX\nY\nb\n', lines(2, [], ['X', 'Y']), 'a\nb\n'],
    ['at the end, without a last line break', 'a\nX', lines(2, [], ['X']), 'a'],
    ['of a file that was empty', 'X\n', lines(1, [], ['X']), ''],
    ['of a file with CRLF', 'a\r\nX\nb\r\n', lines(2, [], ['X']), 'a\r\nb\r\n'],
    ['before a byte order mark', 'X\n\uFEFFa\n', lines(1, [], ['X']), 'a\n'],
    ['that another program has changed since', 'a\nx\nb\n', lines(2, [], ['X']), undefined],
    ['that are not there', 'a\n', lines(9, [], ['X']), undefined],
    ['that were taken out come back', 'a\nd\n', lines(2, ['b', ''], []), 'a\nb\n\nd\n'],
    ['from the end', 'a\n', lines(2, ['b'], []), 'a\nb\n'],
    ['from the end, without a last line break', 'a', lines(2, ['b'], []), 'a\nb'],
    ['from behind the end', 'a\n', lines(3, ['b'], []), undefined],
    ['from a file that is empty now, whose last line break is not known', '', lines(1, ['a'], []), undefined],
    ['that were exchanged', 'a\nX\nc\n', lines(2, ['b', 'B'], ['X']), 'a\nb\nB\nc\n'],
  ])('%s', async (_, now, former, expected) => {
    expect(await before(folderOf({ 'a.ts': now }), requestWith(former))).toBe(expected);
  });
});

it('a file that was created held nothing', async () => {
  const cwd = folderOf({ 'a.ts': 'b\n' });
  expect(
    await before(cwd, { files: [{ path: 'a.ts', created: true, former: edited('a', 'b') }] }),
  ).toBeUndefined();
});

describe('a patch', () => {
  it('is taken back in each file that it has changed', async () => {
    const cwd = folderOf({ 'a.ts': 'B\n', 'b.ts': 'D\r\n', 'c.ts': 'F\n', 'd.ts': 'x\n' });
    const files = [{ path: 'a.ts' }, { path: 'b.ts' }, { path: 'c.ts' }, { path: 'd.ts', created: true }];
    const parts = [
      update('a.ts', '-b', '+B'),
      update('b.ts', '-d', '+D'),
      update('c.ts', '-f', '+F'),
      ['*** Add File: d.ts', '+x'],
    ];
    expect(await before(cwd, { files, patch: patch(...parts) })).toEqual([
      'b\n',
      undefined,
      'f\n',
      undefined,
    ]);
  });

  it('is not taken back in a file that it names in two ways', async () => {
    const cwd = folderOf({ 'a.ts': 'B\nD\n', 'c.ts': 'F\n' });
    symlinkSync('a.ts', join(cwd, 'link.ts'));
    const files = [{ path: 'a.ts' }, { path: 'link.ts' }, { path: 'c.ts' }];
    const parts = [update('a.ts', '-b', '+B'), update('link.ts', '-d', '+D'), update('c.ts', '-f', '+F')];
    expect(await before(cwd, { files, patch: patch(...parts) })).toEqual([undefined, undefined, 'f\n']);
  });

  it('that cannot be read says nothing', async () => {
    expect(
      await before(folderOf({ 'a.ts': 'a\n' }), { patch: { text: '*** Begin Patch\n*** Update' } }),
    ).toBeUndefined();
  });
});

describe('a patch of a host that ends each file with a line break', () => {
  const git = (cwd: string, ...args: string[]): unknown =>
    execFileSync('git', ['-c', 'index.version=2', '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd,
      stdio: 'pipe',
    });
  const ended = { ...patch(update('a.ts', ' one', '-two', '+TWO')), endsFiles: true };

  it.each(['one\ntwo\n', 'one\ntwo'])(
    'leads back to the text that git has, however it ended: %j',
    async (text) => {
      const cwd = folderOf({ 'a.ts': text, 'b.ts': '' });
      git(cwd, 'init', '-q');
      git(cwd, 'add', '.');
      writeFileSync(join(cwd, 'a.ts'), 'one\nTWO\n');
      expect(await before(cwd, { patch: ended })).toBe(text);
      const worktree = join(folderOf(), 'w');
      git(cwd, 'commit', '-qm', 'one');
      git(cwd, 'worktree', 'add', '-q', worktree);
      writeFileSync(join(worktree, 'a.ts'), 'one\nTWO\n');
      expect(await before(worktree, { patch: ended })).toBe(text);
    },
  );

  it.each<[what: string, change: (cwd: string) => void]>([
    ['had been changed since', (cwd) => writeFileSync(join(cwd, 'a.ts'), 'zero\none\nTWO\n')],
    ['git does not know', (cwd) => git(cwd, 'rm', '-qf', '--cached', 'a.ts')],
    ['is in no repository', (cwd) => rmSync(join(cwd, '.git'), { recursive: true })],
    ['is in one whose index cannot be read', (cwd) => writeFileSync(join(cwd, '.git/index'), '')],
    [
      'is in one that is elsewhere, and gone',
      (cwd) => {
        rmSync(join(cwd, '.git'), { recursive: true });
        writeFileSync(join(cwd, '.git'), 'gitdir: ../gone\n');
      },
    ],
  ])('leads nowhere where the file %s', async (_, change) => {
    const cwd = folderOf({ 'a.ts': 'one\ntwo\n' });
    git(cwd, 'init', '-q');
    git(cwd, 'add', '.');
    writeFileSync(join(cwd, 'a.ts'), 'one\nTWO\n');
    expect(await before(cwd, { patch: ended })).toBe('one\ntwo\n');
    change(cwd);
    expect(await before(cwd, { patch: ended })).toBeUndefined();
  });
});
