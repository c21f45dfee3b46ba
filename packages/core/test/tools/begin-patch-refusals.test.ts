import { symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../src/tools/apply-patch.js';
import { workspace, wrapped } from './workspace.js';

type Tree = Record<string, string>;

describe('refuses, and changes nothing', () => {
  interface Refused {
    readonly patch: string;
    readonly type: string;
    readonly says: RegExp;
  }
  const before: Tree = { a: 'one\ntwo\nthree\nfour\n', b: 'x\n', binary: 'a\0b', latin: 'x' };
  const good = '*** Update File: b\n-x\n+y\n';
  const cases: Record<string, Refused> = {
    'a line that does not match': {
      patch: `${good}*** Update File: a\n@@\n-one\n+1\n@@\n two\n-drei\n+3`,
      type: 'patch_no_match',
      says: /Hunk 2 of a does not match; .*line 3: line 2 of the searched text is "drei", the file has "three"/,
    },
    'a removed line that differs in trailing blanks': {
      patch: `${good}*** Update File: a\n-two \n+2`,
      type: 'patch_no_match',
      says: /Only whitespace differs: line 2 was given as "two ", the file has "two"/,
    },
    'lines that nothing resembles': {
      patch: '*** Update File: a\n-zzzzzz\n+x',
      type: 'patch_no_match',
      says: /Hunk 1 of a .*"zzzzzz", which nothing in the file resembles; line 1 of the file is "one"/,
    },
    'hunks in the wrong order': {
      patch: '*** Update File: a\n@@\n-three\n+3\n@@\n-one\n+1',
      type: 'patch_no_match',
      says: /Hunk 2 of a .*stand at line 1, above the hunk/,
    },
    'a line that the hunk before has replaced': {
      patch: '*** Update File: b\n-x\n+y\n@@\n-x\n+z\n*** End of File',
      type: 'patch_no_match',
      says: /Hunk 2 of b .*stand at line 1, above the hunk/,
    },
    'a header that is nowhere': {
      patch: '*** Update File: a\n@@ class X\n-one\n+1',
      type: 'patch_no_match',
      says: /No line of the file is "class X"/,
    },
    'not at the end': {
      patch: '*** Update File: a\n-two\n+2\n*** End of File',
      type: 'patch_no_match',
      says: /stand at line 2, but not at the end/,
    },
    'an insertion without a place': {
      patch: '*** Update File: a\n+x',
      type: 'patch_no_match',
      says: /only adds lines, and no line of context/,
    },
    'adding an existing file': {
      patch: `${good}*** Add File: a\n+x`,
      type: 'file_exists',
      says: /a exists already.*update it instead/,
    },
    'updating a missing file': {
      patch: `${good}*** Update File: c\n-x\n+y`,
      type: 'file_not_found',
      says: /c does not exist, so the patch cannot update it/,
    },
    'deleting a missing file': { patch: `${good}*** Delete File: c`, type: 'file_not_found', says: /cannot delete it/ },
    'deleting twice': {
      patch: '*** Delete File: a\n*** Delete File: a',
      type: 'file_not_found',
      says: /a does not exist/,
    },
    'moving onto an existing file': {
      patch: '*** Update File: a\n*** Move to: b',
      type: 'file_exists',
      says: /a cannot be moved to b: that file exists already/,
    },
    'moving onto itself': { patch: '*** Update File: a\n*** Move to: ./a', type: 'file_exists', says: /its own name/ },
    'updating a binary file': {
      patch: `${good}*** Update File: binary\n-a\n+b`,
      type: 'binary_file',
      says: /binary is a binary file/,
    },
    'parts that cancel out': {
      patch: '*** Add File: c\n+x\n*** Delete File: c',
      type: 'patch_no_change',
      says: /cancel each other out/,
    },
    'a move there and back': {
      patch: '*** Update File: a\n*** Move to: c\n*** Update File: c\n*** Move to: a',
      type: 'patch_no_change',
      says: /cancel each other out/,
    },
    'an unknown marker': {
      patch: '*** Rename File: a',
      type: 'patch_malformed',
      says: /Line 2 of the patch \("\*\*\* Rename File: a"\): expected "\*\*\* Add File:"/,
    },
    'a hunk line without a prefix': {
      patch: '*** Update File: a\n one\ntwo',
      type: 'patch_malformed',
      says: /Line 4 of the patch \("two"\): a line of a hunk has to start with/,
    },
    'an added line without a prefix': {
      patch: '*** Add File: c\nx',
      type: 'patch_malformed',
      says: /Line 3 .*every line of the added file c has to start with "\+"/,
    },
    'a hunk that changes nothing': {
      patch: '*** Update File: a\n one\n two',
      type: 'patch_malformed',
      says: /changes nothing/,
    },
    'an update without hunks': {
      patch: '*** Update File: a',
      type: 'patch_malformed',
      says: /the update of a has no hunk/,
    },
    'a missing path': { patch: '*** Add File: \n+x', type: 'patch_malformed', says: /path is missing/ },
    'no file': { patch: '', type: 'patch_malformed', says: /names no file/ },
    'something after the end': {
      patch: `${good}*** End Patch\nmore`,
      type: 'patch_malformed',
      says: /nothing may follow/,
    },
  };

  test.each(Object.entries(cases))('%s', async (_, { patch, type, says }) => {
    const ws = await workspace(before);
    const result = await applyPatch({ patch: wrapped(patch) }, ws.context);
    expect(result.error?.type).toBe(type);
    expect(result.error?.message).toMatch(says);
    expect(await ws.tree()).toEqual(before);
    expect(ws.asked).toEqual([]);
  });

  const broken: Record<string, string> = {
    'a patch that was cut off': '*** Begin Patch\n*** Update File: b\n-x\n+y\n',
    'an empty patch': ' \n ',
    'a code fence': '```\n*** Begin Patch\n*** Delete File: a\n*** End Patch\n```',
    prose: 'Please change the file a.',
  };
  test.each(Object.entries(broken))('%s', async (_, patch) => {
    const ws = await workspace(before);
    expect((await applyPatch({ patch }, ws.context)).error?.type).toBe('patch_malformed');
    expect(await ws.tree()).toEqual(before);
  });

  test('moving a link', async () => {
    const ws = await workspace({ a: '1\n' });
    await symlink('a', ws.path('link'));
    const result = await applyPatch({ patch: wrapped('*** Update File: link\n*** Move to: b') }, ws.context);
    expect(result.error?.message).toContain('link is a symbolic link');
    expect(await ws.tree()).toEqual({ a: '1\n', link: '-> a' });
  });
});
