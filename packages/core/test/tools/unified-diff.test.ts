import { chmod, stat, writeFile } from 'node:fs/promises';
import { createTwoFilesPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../src/tools/apply-patch.js';
import { testApplied, type Applied } from './patch-cases.js';
import { workspace } from './workspace.js';

const NO_NEWLINE = '\\ No newline at end of file';

describe('applies', () => {
  const cases: Record<string, Applied> = {
    'plain names': {
      before: { 'src/a': '1\n2\n3\n' },
      patch: '--- src/a\n+++ src/a\n@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n',
      after: { 'src/a': '1\nx\n3\n' },
      summary: 'M src/a (+1 -1)',
    },
    'git names': {
      before: { 'a b#c': '1\n' },
      patch:
        'diff --git a/a b#c b/a b#c\nindex 1..2 100644\n--- a/a b#c\t\n+++ b/a b#c\t\n@@ -1 +1 @@ f()\n-1\n+2\n',
      after: { 'a b#c': '2\n' },
      summary: 'M a b#c (+1 -1)',
    },
    'names that git quotes': {
      before: { 'ä.txt': '1\n' },
      patch: '--- "a/\\303\\244.txt"\n+++ "b/\\303\\244.txt"\n@@ -1 +1 @@\n-1\n+2\n',
      after: { 'ä.txt': '2\n' },
      summary: 'M ä.txt (+1 -1)',
    },
    'mnemonic prefixes': {
      before: { a: '1\n', b: 'x\n' },
      patch:
        'diff --git i/b w/b\ndeleted file mode 100644\n--- i/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\ndiff --git i/c w/c\nnew file mode 100644\n--- /dev/null\n+++ w/c\n@@ -0,0 +1 @@\n+x\ndiff --git i/a w/a\n--- i/a\n+++ w/a\n@@ -1 +1 @@\n-1\n+2\n',
      after: { a: '2\n', c: 'x\n' },
      summary: 'D b (+0 -1)\nA c (+1 -0)\nM a (+1 -1)',
    },
    'a folder that is called a': {
      before: { 'a/x': '1\n' },
      patch: '--- a/x\n+++ a/x\n@@ -1 +1 @@\n-1\n+2\n',
      after: { 'a/x': '2\n' },
      summary: 'M a/x (+1 -1)',
    },
    'a folder that is called like a mnemonic prefix': {
      before: { 'c/x': '1\n' },
      patch: '--- c/x\n+++ c/x\n@@ -1 +1 @@\n-1\n+2\n',
      after: { 'c/x': '2\n' },
      summary: 'M c/x (+1 -1)',
    },
    'a new file': {
      before: {},
      patch:
        'diff --git a/x/y b/x/y\nnew file mode 100644\n--- /dev/null\n+++ b/x/y\n@@ -0,0 +1,2 @@\n+1\n+2\n',
      after: { 'x/y': '1\n2\n' },
      summary: 'A x/y (+2 -0)',
    },
    'a new file without git headers': {
      before: {},
      patch: `--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+1\n${NO_NEWLINE}\n`,
      after: { x: '1' },
      summary: 'A x (+1 -0)',
    },
    'a new file with CRLF': {
      before: {},
      patch: '--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+1\r\n+2\r\n',
      after: { x: '1\r\n2\r\n' },
      summary: 'A x (+2 -0)',
    },
    'a new empty file': {
      before: {},
      patch: 'diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n',
      after: { x: '' },
      summary: 'A x (+0 -0)',
    },
    'a deleted file': {
      before: { x: '1\n2\n', y: '' },
      patch:
        'diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-1\n-2\n',
      after: { y: '' },
      summary: 'D x (+0 -2)',
    },
    'a deleted empty file': {
      before: { x: '', y: '' },
      patch: 'diff --git a/x b/x\ndeleted file mode 100644\nindex e69de29..0000000\n',
      after: { y: '' },
      summary: 'D x (+0 -0)',
    },
    'a rename': {
      before: { 'x y': '1\n' },
      patch: 'diff --git a/x y b/d/z\nsimilarity index 100%\nrename from x y\nrename to d/z\n',
      after: { 'd/z': '1\n' },
      summary: 'R x y -> d/z (+0 -0)',
    },
    'a rename with a change': {
      before: { x: '1\n2\n' },
      patch:
        'diff --git a/x b/y\nsimilarity index 50%\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n',
      after: { y: '1\n3\n' },
      summary: 'R x -> y (+1 -1)',
    },
    'several files and hunks': {
      before: { a: '1\n2\n3\n4\n5\n', b: 'x\n' },
      patch:
        '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n@@ -4,2 +4,2 @@\n 4\n-5\n+five\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n',
      after: { a: 'one\n2\n3\n4\nfive\n', b: 'y\n' },
      summary: 'M a (+2 -2)\nM b (+1 -1)',
    },
    'the place nearest to the line number': {
      before: { a: 'x\n1\nx\n2\n3\n4\nx\n' },
      patch: '--- a\n+++ a\n@@ -4 +4 @@\n-x\n+y\n',
      after: { a: 'x\n1\ny\n2\n3\n4\nx\n' },
      summary: 'M a (+1 -1)',
    },
    'an offset that later hunks share': {
      before: { a: 'new\nnew\nnew\nx\n1\nx\n3\nx\n' },
      patch: '--- a\n+++ a\n@@ -1,2 +1,2 @@\n-x\n+X\n 1\n@@ -5 +5 @@\n-x\n+Y\n',
      after: { a: 'new\nnew\nnew\nX\n1\nx\n3\nY\n' },
      summary: 'M a (+2 -2)',
    },
    'an insertion without context': {
      before: { a: '1\n2\n' },
      patch: '--- a\n+++ a\n@@ -1,0 +2 @@\n+1.5\n',
      after: { a: '1\n1.5\n2\n' },
      summary: 'M a (+1 -0)',
    },
    'an insertion at the top': {
      before: { a: '1\n' },
      patch: '--- a\n+++ a\n@@ -0,0 +1 @@\n+0\n',
      after: { a: '0\n1\n' },
      summary: 'M a (+1 -0)',
    },
    'an empty line whose blank was lost': {
      before: { a: '1\n\n2\n' },
      patch: '--- a\n+++ a\n@@ -1,3 +1,3 @@\n 1\n\n-2\n+3\n',
      after: { a: '1\n\n3\n' },
      summary: 'M a (+1 -1)',
    },
    'lines that look like headers': {
      before: { a: '-- x\n' },
      patch: '--- a\n+++ a\n@@ -1 +1 @@\n--- x\n+++ y\n',
      after: { a: '++ y\n' },
      summary: 'M a (+1 -1)',
    },
    'an LF diff of a CRLF file': {
      before: { a: '1\r\n2\r\n' },
      patch: '--- a\n+++ a\n@@ -1,2 +1,2 @@\n 1\n-2\n+x\n',
      after: { a: '1\r\nx\r\n' },
      summary: 'M a (+1 -1)',
    },
    'the diff that git makes of a CRLF file': {
      before: { a: '1\r\n2\r\n' },
      patch: '--- a\n+++ a\n@@ -1,2 +1,2 @@\n 1\r\n-2\r\n+x\r\n',
      after: { a: '1\r\nx\r\n' },
      summary: 'M a (+1 -1)',
    },
    'the diff that git makes of a file with a byte order mark': {
      before: { a: '\uFEFF1\n2\n' },
      patch: '--- a\n+++ a\n@@ -1,2 +1,2 @@\n-\uFEFF1\n+\uFEFFx\n 2\n',
      after: { a: '\uFEFFx\n2\n' },
      summary: 'M a (+1 -1)',
    },
    'a diff that travelled with CRLF': {
      before: { a: '1\n2\n' },
      patch: '--- a\r\n+++ a\r\n@@ -1,2 +1,2 @@\r\n 1\r\n-2\r\n+x\r\n',
      after: { a: '1\nx\n' },
      summary: 'M a (+1 -1)',
    },
    'a final newline that is added': {
      before: { a: '1' },
      patch: `--- a\n+++ a\n@@ -1 +1 @@\n-1\n${NO_NEWLINE}\n+1\n`,
      after: { a: '1\n' },
      summary: 'M a (+1 -1)',
    },
    'a final newline that is removed': {
      before: { a: '1\n' },
      patch: `--- a\n+++ a\n@@ -1 +1 @@\n-1\n+1\n${NO_NEWLINE}\n`,
      after: { a: '1' },
      summary: 'M a (+1 -1)',
    },
    'no final newline before and after': {
      before: { a: '1\n2' },
      patch: `--- a\n+++ a\n@@ -1,2 +1,2 @@\n-1\n+x\n 2\n${NO_NEWLINE}\n`,
      after: { a: 'x\n2' },
      summary: 'M a (+1 -1)',
    },
    'no final newline, and the diff does not say so': {
      before: { a: '1\n2' },
      patch: '--- a\n+++ a\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n',
      after: { a: '1\n3' },
      summary: 'M a (+1 -1)',
    },
    'prose around it': {
      before: { a: '1\n' },
      patch: 'This fixes a.\n\n--- a\n+++ a\n@@ -1 +1 @@\n-1\n+2\nThat was it.\n',
      after: { a: '2\n' },
      summary: 'M a (+1 -1)',
    },
  };

  testApplied(cases);

  test('what `diff` makes of two texts, whatever they are', async () => {
    // A fixed linear congruential sequence: the same texts in every run.
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    const words = ['', 'a', 'b', '  c', '-- d', '++ e', '\t', '@@ f', '👩‍💻', 'g '];
    const text = () =>
      Array.from({ length: random(12) }, () => words[random(words.length)] ?? '').join('\n') +
      (random(2) === 0 ? '\n' : '');
    for (let round = 0; round < 150; round++) {
      const [before, after] = [text(), text()];
      if (before === after) continue;
      const ws = await workspace({ x: before });
      const patch = createTwoFilesPatch('a/x', 'b/x', before, after, undefined, undefined, {
        context: random(4),
      });
      const result = await applyPatch({ patch }, ws.context);
      expect({ patch, error: result.error, tree: await ws.tree() }).toEqual({
        patch,
        error: undefined,
        tree: { x: after },
      });
    }
  });

  test('the executable bit of git modes', async () => {
    const ws = await workspace({ off: '#!\n', on: '#!\n' });
    await chmod(ws.path('off'), 0o750);
    await chmod(ws.path('on'), 0o640);
    await writeFile(ws.path('usual'), '', { mode: 0o777 });
    const patch = [
      'diff --git a/off b/off\nold mode 100755\nnew mode 100644',
      'diff --git a/on b/on\nold mode 100644\nnew mode 100755',
      'diff --git a/new b/new\nnew file mode 100755\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n',
    ];
    const result = await applyPatch({ patch: patch.join('\n') }, ws.context);
    expect(result.error).toBeUndefined();
    const mode = async (name: string) => (await stat(ws.path(name))).mode & 0o777;
    expect([await mode('off'), await mode('on'), await mode('new')]).toEqual([
      0o640,
      0o750,
      await mode('usual'),
    ]);
    expect(ws.asked[0]?.request.files.map(({ filePath }) => filePath)).toEqual([ws.path('new')]);
  });
});
