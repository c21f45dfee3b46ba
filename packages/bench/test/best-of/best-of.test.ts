import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPatch } from '@vybestack/llxprt-lsp-core';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { Random } from '../../../../scripts/lib/random.js';
import type { Finding } from '../../src/accuracy/finding.js';
import { replacing } from '../../src/accuracy/mutators/sites.js';
import type { Snapshot } from '../../src/accuracy/origins/truth.js';
import { findMistakes, type Compile } from '../../src/best-of/mistakes.js';
import { oneHunk } from '../../src/best-of/one-hunk.js';
import { makeTriples } from '../../src/best-of/triples.js';
import { countsOf, isBetter } from '../../src/best-of/truth.js';

const RULES = { byMessage: false, variants: [] };

/** A line `bad NAME` is an error in the file of that name. */
function snapshot(texts: ReadonlyMap<string, string>): Snapshot {
  const findings = [...texts].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index): Finding[] => {
      const [, where] = /^bad (\w)/.exec(line) ?? [];
      return where === undefined
        ? []
        : [
            {
              file: where,
              line: where === file ? index + 1 : 1,
              severity: 'error',
              code: '1',
              message: line,
            },
          ];
    }),
  );
  return { judgement: { findings, silentOn: () => undefined }, texts };
}

const SOURCES = new Map([
  ['a', 'good a 1\ngood a 2\ngood b\n'],
  ['b', 'good b\ngood c\n'],
  ['c', 'fine\n'],
]);
const compile: Compile = (texts) => Promise.resolve(snapshot(new Map([...SOURCES, ...texts])));
const WAYS = {
  mutators: [
    replacing('change a literal', /^(?<x>good)/dgm, 'bad'),
    replacing('change a type', /^(?<x>fine)/dgm, 'well'),
  ],
  moved: String,
  copied: String,
  settings: [],
};

test('a hunk says what changes, and applies to the text that it was made from', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'best-of-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const text = fc
    .array(fc.constantFrom('a', 'b', '', ' x', '-y'), { minLength: 1, maxLength: 12 })
    .map((lines) => `${lines.join('\n')}\n`);
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      fc.pre(before !== after);
      const file = join(folder, 'f.ts');
      writeFileSync(file, before);
      const { error } = await applyPatch(
        { patch: oneHunk('f.ts', before, after) },
        { workspaceRoot: folder, appendDiagnostics: (success) => Promise.resolve(success) },
      );
      expect([error, readFileSync(file, 'utf8')]).toEqual([undefined, after]);
    }),
    { numRuns: 60 },
  );
});

test('mistakes are changes that the compiler reports, and where', async () => {
  const mistakes = await findMistakes(
    { sources: SOURCES, settings: new Map() },
    WAYS,
    10,
    new Random(1),
    compile,
  );
  expect(
    mistakes
      .map(({ file, text, errorsInFile, errorsElsewhere }) => [file, text, errorsInFile, errorsElsewhere])
      .sort(),
  ).toEqual([
    ['a', 'bad a 1\ngood a 2\ngood b\n', 1, 0],
    ['a', 'good a 1\nbad a 2\ngood b\n', 1, 0],
    ['a', 'good a 1\ngood a 2\nbad b\n', 0, 1],
    ['b', 'bad b\ngood c\n', 1, 0],
    ['b', 'good b\nbad c\n', 0, 1],
  ]);
  expect(
    await findMistakes({ sources: SOURCES, settings: new Map() }, WAYS, 2, new Random(1), compile),
  ).toHaveLength(2);
});

test('of three patches, one is right, one makes an error in its own file, and one makes or leaves another', async () => {
  const mistakes = await findMistakes(
    { sources: SOURCES, settings: new Map() },
    WAYS,
    10,
    new Random(1),
    compile,
  );
  const triples = makeTriples(mistakes, SOURCES, '# A comment.', Infinity, new Random(1));
  const roles = new Set<string>();
  expect(triples.length).toBeGreaterThan(3);
  for (const { mistake, patches } of triples) {
    const counts = new Map<string, { caused: number; solved: number }>();
    for (const { role, patch } of patches)
      counts.set(role, countsOf(mistake.after, await compile(patch), RULES));
    for (const role of counts.keys()) roles.add(role);
    expect(counts.get('right')).toEqual({ caused: 0, solved: 1 });
    expect(counts.get('error in its own file')).toEqual({ caused: 1, solved: 1 });
    if (counts.has('error that stands'))
      expect(counts.get('error that stands')).toEqual({ caused: 0, solved: 0 });
    else expect(counts.get('error in another file')?.caused).toBe(1);
  }
  expect(roles).toEqual(
    new Set(['right', 'error in its own file', 'error in another file', 'error that stands']),
  );
});

test('errors are counted beyond the lines that moved', () => {
  const count = (before: string, after: string): unknown =>
    countsOf(snapshot(new Map([['a', before]])), snapshot(new Map([['a', after]])), RULES);
  expect(count('bad a\n', 'one\ntwo\nbad a\n')).toEqual({ caused: 0, solved: 0 });
  expect(count('bad a\n', 'good\n')).toEqual({ caused: 0, solved: 1 });
  expect(count('good\nbad b\n', 'bad a\nbad b\n')).toEqual({ caused: 1, solved: 0 });
  expect([
    isBetter({ caused: 0, solved: 0 }, { caused: 1, solved: 9 }),
    isBetter({ caused: 1, solved: 2 }, { caused: 1, solved: 1 }),
    isBetter({ caused: 0, solved: 1 }, { caused: 0, solved: 1 }),
  ]).toEqual([true, true, false]);
});
