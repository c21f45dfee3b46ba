import { symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../src/tools/apply-patch.js';
import { testApplied, type Applied } from './patch-cases.js';
import { workspace, wrapped } from './workspace.js';

describe('applies', () => {
  const cases: Record<string, Applied> = {
    'an added file, with folders, blanks and #': {
      before: {},
      patch: '*** Add File: x/a b#c.ts\n+one\n+\n+three',
      after: { 'x/a b#c.ts': 'one\n\nthree\n' },
      summary: 'A x/a b#c.ts (+3 -0)',
    },
    'an added empty file': { before: {}, patch: '*** Add File: a', after: { a: '' }, summary: 'A a (+0 -0)' },
    'a deleted file': {
      before: { a: '1\n2\n', b: '' },
      patch: '*** Delete File: a',
      after: { b: '' },
      summary: 'D a (+0 -2)',
    },
    'a deleted binary file': {
      before: { a: '\0' },
      patch: '*** Delete File: a',
      after: {},
      summary: 'D a (+0 -0)',
    },
    'an update without @@': {
      before: { a: '1\n2\n3\n' },
      patch: '*** Update File: a\n 1\n-2\n+zwei\n 3',
      after: { a: '1\nzwei\n3\n' },
      summary: 'M a (+1 -1)',
    },
    'several hunks': {
      before: { a: '1\n2\n3\n4\n5\n6\n' },
      patch: '*** Update File: a\n@@\n 1\n-2\n@@\n 5\n+5.5\n 6',
      after: { a: '1\n3\n4\n5\n5.5\n6\n' },
      summary: 'M a (+1 -1)',
    },
    'of several places the first': {
      before: { a: 'x\ny\nx\n' },
      patch: '*** Update File: a\n-x\n+z',
      after: { a: 'z\ny\nx\n' },
      summary: 'M a (+1 -1)',
    },
    'the first place below the hunk before': {
      before: { a: 'x\ny\nx\n' },
      patch: '*** Update File: a\n@@\n-x\n+1\n@@\n-x\n+2',
      after: { a: '1\ny\n2\n' },
      summary: 'M a (+2 -2)',
    },
    'the first place below the @@ header': {
      before: { a: 'f() {\n  x\n}\ng() {\n  x\n}\n' },
      patch: '*** Update File: a\n@@ g() {\n-  x\n+  y',
      after: { a: 'f() {\n  x\n}\ng() {\n  y\n}\n' },
      summary: 'M a (+1 -1)',
    },
    'below several headers': {
      before: { a: 'class A\n  m\n    x\nclass B\n  m\n    x\n' },
      patch: '*** Update File: a\n@@ class B\n@@   m\n-    x\n+    y',
      after: { a: 'class A\n  m\n    x\nclass B\n  m\n    y\n' },
      summary: 'M a (+1 -1)',
    },
    'two hunks that repeat their header': {
      before: { a: 'class A\n  x\n  y\n' },
      patch: '*** Update File: a\n@@ class A\n-  x\n+  X\n@@ class A\n-  y\n+  Y',
      after: { a: 'class A\n  X\n  Y\n' },
      summary: 'M a (+2 -2)',
    },
    'a header without its indentation': {
      before: { a: 'x\n  f()\nx\n' },
      patch: '*** Update File: a\n@@ f()\n-x\n+y',
      after: { a: 'x\n  f()\ny\n' },
      summary: 'M a (+1 -1)',
    },
    'line numbers in @@ as a hint': {
      before: { a: 'x\n1\n2\nx\n' },
      patch: '*** Update File: a\n@@ -4,1 +4,1 @@ f()\n-x\n+y',
      after: { a: 'x\n1\n2\ny\n' },
      summary: 'M a (+1 -1)',
    },
    'at the end of the file': {
      before: { a: 'x\ny\nx\n' },
      patch: '*** Update File: a\n@@\n-x\n+z\n*** End of File',
      after: { a: 'x\ny\nz\n' },
      summary: 'M a (+1 -1)',
    },
    'an empty line of context before the end of the file': {
      before: { a: 'x\n\nx\n\n' },
      patch: '*** Update File: a\n@@\n-x\n+z\n\n*** End of File',
      after: { a: 'x\n\nz\n\n' },
      summary: 'M a (+1 -1)',
    },
    'lines appended at the end of the file': {
      before: { a: 'x\n' },
      patch: '*** Update File: a\n@@\n+y\n*** End of File',
      after: { a: 'x\ny\n' },
      summary: 'M a (+1 -0)',
    },
    'lines inserted directly below a header': {
      before: { a: 'f()\nx\n' },
      patch: '*** Update File: a\n@@ f()\n+new',
      after: { a: 'f()\nnew\nx\n' },
      summary: 'M a (+1 -0)',
    },
    'lines into an empty file': {
      before: { a: '' },
      patch: '*** Update File: a\n+x\n+y',
      after: { a: 'x\ny\n' },
      summary: 'M a (+2 -0)',
    },
    'every line removed': {
      before: { a: 'x\ny\n' },
      patch: '*** Update File: a\n-x\n-y',
      after: { a: '' },
      summary: 'M a (+0 -2)',
    },
    'an empty line as context': {
      before: { a: 'x\n\ny\n' },
      patch: '*** Update File: a\n x\n\n-y\n+z',
      after: { a: 'x\n\nz\n' },
      summary: 'M a (+1 -1)',
    },
    'empty lines that only separate': {
      before: { a: 'x\n', b: 'x\n' },
      patch: '\n*** Update File: a\n-x\n+y\n\n*** Update File: b\n\n-x\n+y\n\n',
      after: { a: 'y\n', b: 'y\n' },
      summary: 'M a (+1 -1)\nM b (+1 -1)',
    },
    'context whose trailing blanks were lost': {
      before: { a: 'x  \ny\n' },
      patch: '*** Update File: a\n x\n-y\n+z',
      after: { a: 'x  \nz\n' },
      summary: 'M a (+1 -1)',
    },
    'an exact match below one that differs in trailing blanks': {
      before: { a: 'x \ny\nx\ny\n' },
      patch: '*** Update File: a\n x\n-y\n+z',
      after: { a: 'x \ny\nx\nz\n' },
      summary: 'M a (+1 -1)',
    },
    'a CRLF file': {
      before: { a: '1\r\n2\r\n' },
      patch: '*** Update File: a\n 1\n-2\n+x\n+y',
      after: { a: '1\r\nx\r\ny\r\n' },
      summary: 'M a (+2 -1)',
    },
    'mixed line endings': {
      before: { a: '1\r\n2\n3\r\n4\n5\r\n' },
      patch: '*** Update File: a\n 1\n 2\n-3\n+x\n 4',
      after: { a: '1\r\n2\nx\r\n4\n5\r\n' },
      summary: 'M a (+1 -1)',
    },
    'lines that replace others, in a file with mixed line endings': {
      before: { a: '1\n2\n3\n4\r\n5\r\n' },
      patch: '*** Update File: a\n 3\n-4\n+x\n+y\n 5\n+6',
      after: { a: '1\n2\n3\nx\r\ny\r\n5\r\n6\n' },
      summary: 'M a (+3 -1)',
    },
    'a byte order mark': {
      before: { a: '\uFEFF1\n2\n' },
      patch: '*** Update File: a\n-1\n+x',
      after: { a: '\uFEFFx\n2\n' },
      summary: 'M a (+1 -1)',
    },
    'no final newline': {
      before: { a: '1\n2' },
      patch: '*** Update File: a\n 1\n-2\n+x',
      after: { a: '1\nx' },
      summary: 'M a (+1 -1)',
    },
    'lines below a last line without newline': {
      before: { a: '1' },
      patch: '*** Update File: a\n 1\n+2',
      after: { a: '1\n2' },
      summary: 'M a (+1 -0)',
    },
    emoji: {
      before: { a: '👩‍💻\n' },
      patch: '*** Update File: a\n-👩‍💻\n+🏳️‍🌈',
      after: { a: '🏳️‍🌈\n' },
      summary: 'M a (+1 -1)',
    },
    'lines that look like markers': {
      before: { a: '*** End Patch\n@@\n' },
      patch: '*** Update File: a\n-*** End Patch\n+*** Begin Patch\n @@',
      after: { a: '*** Begin Patch\n@@\n' },
      summary: 'M a (+1 -1)',
    },
    'a move': {
      before: { a: '\0binary' },
      patch: '*** Update File: a\n*** Move to: x/b',
      after: { 'x/b': '\0binary' },
      summary: 'R a -> x/b (+0 -0)',
    },
    'a move with a change': {
      before: { a: '1\n2\n' },
      patch: '*** Update File: a\n*** Move to: b\n-1\n+x',
      after: { b: 'x\n2\n' },
      summary: 'R a -> b (+1 -1)',
    },
    'two updates of one file': {
      before: { a: '1\n2\n' },
      patch: '*** Update File: a\n-2\n+x\n*** Update File: ./a\n-1\n+y',
      after: { a: 'y\nx\n' },
      summary: 'M a (+2 -2)',
    },
    'a file added and then updated': {
      before: {},
      patch: '*** Add File: a\n+1\n*** Update File: a\n-1\n+2',
      after: { a: '2\n' },
      summary: 'A a (+2 -1)',
    },
    'a file moved and then updated': {
      before: { a: '1\n' },
      patch: '*** Update File: a\n*** Move to: b\n*** Update File: b\n-1\n+2',
      after: { b: '2\n' },
      summary: 'R a -> b (+1 -1)',
    },
    'a file moved twice': {
      before: { a: '1\n' },
      patch: '*** Update File: a\n*** Move to: b\n*** Update File: b\n*** Move to: c',
      after: { c: '1\n' },
      summary: 'R a -> c (+0 -0)',
    },
    'a file deleted and added again': {
      before: { a: '1\n' },
      patch: '*** Delete File: a\n*** Add File: a\n+2',
      after: { a: '2\n' },
      summary: 'M a (+1 -1)',
    },
    'two files that change names': {
      before: { a: '1\n', b: '2\n' },
      patch:
        '*** Update File: a\n*** Move to: c\n*** Update File: b\n*** Move to: a\n*** Update File: c\n*** Move to: b',
      after: { a: '2\n', b: '1\n' },
      summary: 'R b -> a (+0 -0)\nR a -> b (+0 -0)',
    },
    'a file moved away and another added in its place': {
      before: { a: '1\n' },
      patch: '*** Update File: a\n*** Move to: b\n*** Add File: a\n+2',
      after: { a: '2\n', b: '1\n' },
      summary: 'M a (+1 -0)\nR a -> b (+0 -0)',
    },
  };

  testApplied(cases, wrapped);

  test('a patch that travelled with CRLF', async () => {
    const ws = await workspace({ a: '1\n' });
    await applyPatch(
      { patch: wrapped('*** Update File: a\n-1\n+2\n*** Add File: b\n+x').replaceAll('\n', '\r\n') },
      ws.context,
    );
    expect(await ws.tree()).toEqual({ a: '2\n', b: 'x\n' });
  });

  test('deleting a link removes the link and not what it leads to', async () => {
    const ws = await workspace({ a: '1\n' });
    await symlink('a', ws.path('link'));
    await applyPatch({ patch: wrapped('*** Delete File: link') }, ws.context);
    expect(await ws.tree()).toEqual({ a: '1\n' });
  });
});
