import { symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../src/tools/apply-patch.js';
import { testRefused, type Refused } from './patch-cases.js';
import { workspace, wrapped } from './workspace.js';

describe('refuses, and changes nothing', () => {
  const before = { a: 'one\ntwo\nthree\nfour\n', b: 'x\n', binary: 'a\0b', latin: 'x' };
  const good = '*** Update File: b\n-x\n+y\n';
  const cases: Record<string, Refused> = {
    'a line that does not match': [
      `${good}*** Update File: a\n@@\n-one\n+1\n@@\n two\n-drei\n+3`,
      'patch_no_match',
      /Hunk 2 of a does not match; .*line 3: line 2 of the searched text is "drei", the file has "three"/,
    ],
    'a removed line that differs in trailing blanks': [
      `${good}*** Update File: a\n-two \n+2`,
      'patch_no_match',
      /Only whitespace differs: line 2 was given as "two ", the file has "two"/,
    ],
    'lines that nothing resembles': [
      '*** Update File: a\n-zzzzzz\n+x',
      'patch_no_match',
      /Hunk 1 of a .*"zzzzzz", which nothing in the file resembles; line 1 of the file is "one"/,
    ],
    'hunks in the wrong order': [
      '*** Update File: a\n@@\n-three\n+3\n@@\n-one\n+1',
      'patch_no_match',
      /Hunk 2 of a .*stand at line 1, above the hunk/,
    ],
    'a line that the hunk before has replaced': [
      '*** Update File: b\n-x\n+y\n@@\n-x\n+z\n*** End of File',
      'patch_no_match',
      /Hunk 2 of b .*stand at line 1, above the hunk/,
    ],
    'a header that is nowhere': [
      '*** Update File: a\n@@ class X\n-one\n+1',
      'patch_no_match',
      /No line of the file is "class X"/,
    ],
    'not at the end': [
      '*** Update File: a\n-two\n+2\n*** End of File',
      'patch_no_match',
      /stand at line 2, but not at the end/,
    ],
    'an insertion without a place': [
      '*** Update File: a\n+x',
      'patch_no_match',
      /only adds lines, and no line of context/,
    ],
    'adding an existing file': [
      `${good}*** Add File: a\n+x`,
      'file_exists',
      /a exists already.*update it instead/,
    ],
    'updating a missing file': [
      `${good}*** Update File: c\n-x\n+y`,
      'file_not_found',
      /c does not exist, so the patch cannot update it/,
    ],
    'deleting a missing file': [`${good}*** Delete File: c`, 'file_not_found', /cannot delete it/],
    'deleting twice': ['*** Delete File: a\n*** Delete File: a', 'file_not_found', /a does not exist/],
    'moving onto an existing file': [
      '*** Update File: a\n*** Move to: b',
      'file_exists',
      /a cannot be moved to b: that file exists already/,
    ],
    'moving onto itself': ['*** Update File: a\n*** Move to: ./a', 'file_exists', /its own name/],
    'updating a binary file': [
      `${good}*** Update File: binary\n-a\n+b`,
      'binary_file',
      /binary is a binary file/,
    ],
    'parts that cancel out': [
      '*** Add File: c\n+x\n*** Delete File: c',
      'patch_no_change',
      /cancel each other out/,
    ],
    'a move there and back': [
      '*** Update File: a\n*** Move to: c\n*** Update File: c\n*** Move to: a',
      'patch_no_change',
      /cancel each other out/,
    ],
    'an unknown marker': [
      '*** Rename File: a',
      'patch_malformed',
      /Line 2 of the patch \("\*\*\* Rename File: a"\): expected "\*\*\* Add File:"/,
    ],
    'a hunk line without a prefix': [
      '*** Update File: a\n one\ntwo',
      'patch_malformed',
      /Line 4 of the patch \("two"\): a line of a hunk has to start with/,
    ],
    'an added line without a prefix': [
      '*** Add File: c\nx',
      'patch_malformed',
      /Line 3 .*every line of the added file c has to start with "\+"/,
    ],
    'a hunk that changes nothing': ['*** Update File: a\n one\n two', 'patch_malformed', /changes nothing/],
    'an update without hunks': ['*** Update File: a', 'patch_malformed', /the update of a has no hunk/],
    'a missing path': ['*** Add File: \n+x', 'patch_malformed', /path is missing/],
    'no file': ['', 'patch_malformed', /names no file/],
    'something after the end': [`${good}*** End Patch\nmore`, 'patch_malformed', /nothing may follow/],
  };

  testRefused(before, cases, wrapped);

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
