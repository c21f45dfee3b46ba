import { chmod, mkdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { edit } from '../../src/tools/edit.js';
import { asOrdinaryUser, workspace } from './workspace.js';

describe('every refusal leaves the file as it was and says what to do', () => {
  interface Refused {
    readonly before?: string | Buffer;
    readonly params: Record<string, unknown>;
    readonly type: string;
    readonly says: RegExp;
  }
  const lines = 'one\n\ttwo\nthree\nfour\n';
  const cases: Record<string, Refused> = {
    'not found': {
      before: 'a\n',
      params: { old_string: 'zzzz', new_string: 'b' },
      type: 'edit_not_found',
      says: /not found in a\.txt.*Nothing in the file resembles it/,
    },
    'only the indentation differs': {
      before: lines,
      params: { old_string: 'one\n  two\nthree', new_string: 'x' },
      type: 'edit_not_found',
      says: /Only whitespace differs: line 2 was given as " {2}two", the file has "\\ttwo"/,
    },
    'only the indentation of the last line differs': {
      before: 'one\n\ttwo\n',
      params: { old_string: '  two\n', new_string: 'x' },
      type: 'edit_not_found',
      says: /Only whitespace differs: line 2 was given as " {2}two", the file has "\\ttwo"/,
    },
    'one line differs': {
      before: lines,
      params: { old_string: 'one\n\ttwo\ndrei\n', new_string: 'x' },
      type: 'edit_not_found',
      says: /nearest place is line 3: line 3 of the searched text is "drei", the file has "three"/,
    },
    'the first line differs': {
      before: lines,
      params: { old_string: 'eins\n\ttwo\n', new_string: 'x' },
      type: 'edit_not_found',
      says: /nearest place is line 1: line 1 of the searched text is "eins", the file has "one"/,
    },
    'the place where most lines agree': {
      before: 'f() {\n  a\n}\nf() {\n  b\n  c\n}\n',
      params: { old_string: 'f() {\n  b\n  d\n}\n', new_string: 'x' },
      type: 'edit_not_found',
      says: /nearest place is line 6: line 3 of the searched text is " {2}d", the file has " {2}c"/,
    },
    'a similar line': {
      before: 'a\nconst answer = 41;\n',
      params: { old_string: 'const answer = 42;', new_string: 'x' },
      type: 'edit_not_found',
      says: /line 2: line 1 of the searched text is "const answer = 42;", the file has "const answer = 41;"/,
    },
    'past the end': {
      before: 'a\nb\n',
      params: { old_string: 'b\nc\n', new_string: 'x' },
      type: 'edit_not_found',
      says: /is "c", the file ends before it/,
    },
    ambiguous: {
      before: 'x\ny\nx\n',
      params: { old_string: 'x', new_string: 'z' },
      type: 'edit_ambiguous',
      says: /occurs 2 times in a\.txt \(lines 1, 3\), expected 1 time;/,
    },
    'fewer than expected': {
      before: 'x\n',
      params: { old_string: 'x', new_string: 'z', expected_replacements: 2 },
      type: 'edit_ambiguous',
      says: /occurs 1 time in a\.txt \(line 1\), expected 2 times; .*Set expected_replacements to 1/,
    },
    'no change': {
      before: 'a\n',
      params: { old_string: 'a', new_string: 'a' },
      type: 'edit_no_change',
      says: /are the same/,
    },
    'line endings only': {
      before: 'a\r\n',
      params: { old_string: 'a\r\n', new_string: 'a\n' },
      type: 'edit_no_change',
      says: /differ only in line endings/,
    },
    'empty old_string on a file with content': {
      before: 'a\n',
      params: { old_string: '', new_string: 'b' },
      type: 'file_exists',
      says: /not empty/,
    },
    'missing file': {
      params: { old_string: 'a', new_string: 'b' },
      type: 'file_not_found',
      says: /a\.txt does not exist/,
    },
    binary: {
      before: Buffer.from('a\0b'),
      params: { old_string: 'a', new_string: 'b' },
      type: 'binary_file',
      says: /byte 1 is NUL/,
    },
    'latin-1': {
      before: Buffer.from([0x61, 0xe9, 0x0a]),
      params: { old_string: 'a', new_string: 'b' },
      type: 'not_utf8',
      says: /not valid UTF-8/,
    },
    'UTF-16': {
      before: Buffer.from('\uFEFFa', 'utf16le'),
      params: { old_string: 'a', new_string: 'b' },
      type: 'not_utf8',
      says: /is UTF-16/,
    },
    'half a surrogate pair': {
      before: 'a\n',
      params: { old_string: 'a', new_string: '\uD83D' },
      type: 'invalid_params',
      says: /new_string: .*surrogate/,
    },
    'a key missing': {
      before: 'a\n',
      params: { old_string: 'a' },
      type: 'invalid_params',
      says: /edit: new_string: .*expected string/,
    },
    'a number of the wrong kind': {
      before: 'a\n',
      params: { old_string: 'a', new_string: 'b', expected_replacements: 0 },
      type: 'invalid_params',
      says: /expected_replacements: /,
    },
  };

  test.each(Object.entries(cases))('%s', async (_, { before, params, type, says }) => {
    const ws = await workspace(before === undefined ? {} : { 'a.txt': before });
    const disk = await ws.tree();
    const result = await edit({ file_path: 'a.txt', ...params }, ws.context);
    expect(result.error?.type).toBe(type);
    expect(result.error?.message).toMatch(says);
    expect(result.llmContent).toBe(`Error: ${result.error?.message ?? ''}`);
    expect(await ws.tree()).toEqual(disk);
    expect(ws.asked).toEqual([]);
  });

  test.each([null, undefined, 'edit', []])('parameters that are no object: %j', async (params) => {
    const ws = await workspace();
    expect((await edit(params, ws.context)).error?.type).toBe('invalid_params');
  });
});

describe('files that may not be edited', () => {
  const call = { file_path: 'a.txt', old_string: 'a', new_string: 'b' };

  test('a folder', async () => {
    const ws = await workspace();
    await mkdir(ws.path('a.txt'));
    expect((await edit(call, ws.context)).error).toEqual({
      type: 'is_directory',
      message: 'a.txt is a folder, not a file.',
    });
  });

  const modes = [
    [0o444, 'read_only', /a\.txt is read-only/],
    [0o442, 'permission_denied', /No permission to write a\.txt/],
    [0o220, 'not_readable', /No permission to read a\.txt/],
  ] as const;
  test.each(modes)('mode %o', async (mode, type, says) => {
    const ws = await workspace({ 'a.txt': 'a\n' });
    await chmod(ws.root, 0o777);
    await chmod(ws.path('..'), 0o777);
    await chmod(ws.path('a.txt'), mode);
    const result = await asOrdinaryUser(() => edit(call, ws.context));
    await chmod(ws.path('a.txt'), 0o644);
    expect(result.error?.type).toBe(type);
    expect(result.error?.message).toMatch(says);
    expect(await ws.tree()).toEqual({ 'a.txt': 'a\n' });
  });

  test('a folder that takes no new files', async () => {
    const ws = await workspace({ 'sub/a.txt': 'a\n' });
    await chmod(ws.path('sub/a.txt'), 0o666);
    await chmod(ws.path('..'), 0o777);
    await chmod(ws.path('sub'), 0o555);
    const result = await asOrdinaryUser(() => edit({ ...call, file_path: 'sub/a.txt' }, ws.context));
    await chmod(ws.path('sub'), 0o755);
    expect(result.error?.type).toBe('permission_denied');
    expect(await ws.tree()).toEqual({ 'sub/a.txt': 'a\n' });
  });
});
