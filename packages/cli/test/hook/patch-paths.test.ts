import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FilePatch } from '../../../core/src/tools/patch/file-patch.js';
import { parseBeginPatch } from '../../../core/src/tools/patch/parse-begin-patch.js';
import { parseUnified } from '../../../core/src/tools/patch/parse-unified.js';
import { patchedPaths } from '../../src/hook/patch-paths.js';

const begin = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

describe('the format that begins with *** Begin Patch', () => {
  test.each<[what: string, patch: string, files: string[], deleted: string[]]>([
    ['an added file', begin('*** Add File: src/a b.ts', '+x'), ['+src/a b.ts'], []],
    [
      'an updated file',
      begin('*** Update File: a.ts', '@@ class A', '-x', '+*** Add File: no.ts', ' *** Delete File: no.ts'),
      ['a.ts'],
      [],
    ],
    ['a deleted file', begin('*** Delete File: a.ts'), [], ['a.ts']],
    [
      'a moved file',
      begin('*** Update File: a.ts', '*** Move to: b.ts', '@@', '-x', '+y'),
      ['+b.ts'],
      ['a.ts'],
    ],
    [
      'several',
      begin(
        '*** Add File: a.ts',
        '+x',
        '',
        '*** Update File: b.ts',
        '@@',
        '-x',
        '+y',
        '*** End of File',
        '*** Delete File: c.ts',
      ),
      ['+a.ts', 'b.ts'],
      ['c.ts'],
    ],
    [
      'a file that is added and updated',
      begin('*** Add File: a.ts', '+x', '*** Update File: a.ts', '@@', '-x', '+y'),
      ['+a.ts'],
      [],
    ],
    [
      'a file that is added and deleted',
      begin('*** Add File: a.ts', '+x', '*** Delete File: a.ts'),
      [],
      ['a.ts'],
    ],
    ['CRLF', begin('*** Update File: a.ts', '@@', '-x', '+y').replaceAll('\n', '\r\n'), ['a.ts'], []],
    [
      'a shell command',
      `apply_patch <<'EOF'\n${begin('*** Update File: a.ts', '@@', '-x', '+y')}\nEOF\n*** Add File: no.ts`,
      ['a.ts'],
      [],
    ],
    [
      'what is behind its end',
      `${begin('*** Update File: a.ts', '@@', '-x', '+y')}\n*** Add File: no.ts`,
      ['a.ts'],
      [],
    ],
    [
      'odd names',
      begin('*** Add File: é 💥#.ts', '+x', '*** Delete File:   c.ts  '),
      ['+é 💥#.ts'],
      ['c.ts'],
    ],
    ['nothing', begin(), [], []],
    ['no patch', 'ls -l', [], []],
  ])('%s', (_, patch, files, deleted) => {
    expect(shown(patch)).toEqual({ files, deleted });
  });
});

describe('unified diffs', () => {
  test.each<[what: string, patch: string, files: string[], deleted: string[]]>([
    ['plain', '--- a.ts\t2026-01-01\n+++ a.ts\t2026-01-02\n@@ -1 +1 @@\n-x\n+y', ['a.ts'], []],
    [
      "git's",
      'diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n x\n-x\n+y',
      ['a.ts'],
      [],
    ],
    ['a folder that is called b', '--- b/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-x\n+y', ['b/a.ts'], []],
    ['new', '--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+x', ['+a.ts'], []],
    ['deleted', '--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x', [], ['a.ts']],
    [
      'renamed',
      'diff --git a/a.ts b/b.ts\nsimilarity index 100%\nrename from a.ts\nrename to b.ts',
      ['+b.ts'],
      ['a.ts'],
    ],
    [
      'renamed and changed',
      'diff --git a/a.ts b/b.ts\nrename from a.ts\nrename to b.ts\n--- a/a.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-x\n+y',
      ['+b.ts'],
      ['a.ts'],
    ],
    [
      'lines that look like headers',
      '--- a.sql\n+++ a.sql\n@@ -1,2 +1,2 @@\n--- no\n+++ no\n x\n',
      ['a.sql'],
      [],
    ],
    [
      'lines without a break at the end',
      '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file',
      ['a.ts'],
      [],
    ],
  ])('%s', (_, patch, files, deleted) => {
    expect(shown(patch)).toEqual({ files, deleted });
  });
});

const word = fc.stringMatching(/^[a-z]{1,3}$/);
const path = fc.tuple(word, word).map((words) => `${words.join('/')}.ts`);
const content = fc.array(
  fc.constantFrom('x', '', '*** Add File: no.ts', '--- no', '+++ no', '@@ -1 +1 @@', 'rename from no'),
  { minLength: 1, maxLength: 4 },
);

test('patches in the first format name what core reads in them', () => {
  const part = fc.oneof(
    fc
      .tuple(path, content)
      .map(([name, lines]) => [`*** Add File: ${name}`, ...lines.map((line) => `+${line}`)]),
    fc
      .tuple(path, content)
      .map(([name, lines]) => [
        `*** Update File: ${name}`,
        '@@ class A',
        ...lines.map((line) => `-${line}`),
        '+y',
      ]),
    fc
      .tuple(path, path, content)
      .map(([from, to, lines]) => [
        `*** Update File: ${from}`,
        `*** Move to: ${to}`,
        '@@',
        ' x',
        ...lines.map((line) => `+${line}`),
      ]),
    path.map((name) => [`*** Delete File: ${name}`]),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(part, {
        selector: ([header = '']) => header.split(': ')[1],
        maxLength: 5,
        minLength: 1,
      }),
      (parts) => {
        const patch = begin(...parts.flat());
        const parsed = parseBeginPatch(patch.split('\n'));
        expect(parsed).toMatchObject({ ok: true });
        if (parsed.ok) expect(touched(patch)).toEqual(namedBy(parsed.value));
      },
    ),
  );
});

test('unified diffs name what core reads in them', () => {
  const part = fc
    .tuple(fc.constantFrom('new', 'gone', 'changed'), path, content)
    .map(([kind, name, lines]) => {
      const [from, to] = [
        kind === 'new' ? '/dev/null' : `a/${name}`,
        kind === 'gone' ? '/dev/null' : `b/${name}`,
      ];
      const old = kind === 'new' ? [] : lines.map((line) => `-${line}`);
      const now = kind === 'gone' ? [] : [...lines, 'y'].map((line) => `+${line}`);
      return [`--- ${from}`, `+++ ${to}`, `@@ -1,${old.length} +1,${now.length} @@`, ...old, ...now];
    });
  fc.assert(
    fc.property(
      fc.uniqueArray(part, { selector: ([from = '', to = '']) => from + to, maxLength: 4, minLength: 1 }),
      (parts) => {
        const patch = parts.flat().join('\n');
        const parsed = parseUnified(patch.split('\n'));
        expect(parsed).toMatchObject({ ok: true });
        if (parsed.ok) expect(touched(patch)).toEqual(namedBy(parsed.value));
      },
    ),
  );
});

/** With a plus before the names of new files. */
function shown(patch: string): { files: string[]; deleted: readonly string[] } {
  const { files, deleted } = patchedPaths(patch);
  return { files: files.map(({ path: name, created }) => (created === true ? `+${name}` : name)), deleted };
}

function touched(patch: string): Set<string> {
  const { files, deleted } = patchedPaths(patch);
  return new Set([...files.map(({ path: name }) => name), ...deleted]);
}

function namedBy(patches: readonly FilePatch[]): Set<string> {
  return new Set(
    patches.flatMap((patch) =>
      patch.kind === 'update' && patch.moveTo !== undefined ? [patch.path, patch.moveTo] : [patch.path],
    ),
  );
}

test("core's grammar has no header that is unknown here", () => {
  const source = readFileSync(
    new URL('../../../core/src/tools/patch/parse-begin-patch.ts', import.meta.url),
    'utf8',
  );
  const markers = [...source.matchAll(/= '\*\*\* ([A-Z][A-Za-z ]+)/g)].map(([, marker]) => marker);
  expect(markers.sort()).toEqual([
    'Add File',
    'Begin Patch',
    'Delete File',
    'End Patch',
    'End of File',
    'Move to',
    'Update File',
  ]);
});
