import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { revisionsIn } from '../../src/load/code/language.js';
import { slowFile } from '../../src/load/code/typescript.js';
import { LANGUAGES, range, SHARED, usesOf, World } from '../../src/load/world.js';

const PARTS = 12;

function made(): World {
  const folder = mkdtempSync(join(tmpdir(), 'llxprt-lsp-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return World.make(join(folder, 'workspace'), LANGUAGES, PARTS);
}

const textIn = (world: World, file: string): string => readFileSync(join(world.workspace, file), 'utf8');

test('every part beyond the shared ones uses one of them, and only parts that come before it', () => {
  for (const part of range(PARTS)) {
    const uses = usesOf(part);
    expect(uses.every((other) => other < part)).toBe(true);
    if (part >= SHARED) expect(uses.some((other) => other < SHARED)).toBe(true);
  }
});

test.each(LANGUAGES)('$title: the places and counts that agents expect are those of the text', (language) => {
  const world = made();
  const all = range(PARTS).map((part) => textIn(world, language.fileOf(part)));
  for (const part of range(PARTS)) {
    const name = language.functionOf(part);
    expect(all.join('\n').match(new RegExp(`\\b${name}\\b`, 'g'))).toHaveLength(
      world.mentions(language, part),
    );
    const { file, line, character } = world.declaration(language, part);
    const declared = textIn(world, file).split('\n')[line - 1];
    expect(declared?.slice(character - 1)).toMatch(new RegExp(`^${name}\\b`));
    for (const used of usesOf(part)) {
      const at = world.use(language, part, used);
      const using = textIn(world, at.file).split('\n')[at.line - 1];
      expect(using?.slice(at.character - 1)).toMatch(new RegExp(`^${language.functionOf(used)}\\(`));
    }
  }
});

test.each(LANGUAGES)(
  '$title: a broken text names its number, and nothing else differs from a clean one but the last line',
  (language) => {
    const world = made();
    const [clean, broken] = [world.revise(false), world.revise(true)];
    const [one, other] = [clean, broken].map((revision) =>
      world.textOf(language, SHARED, revision).trimEnd().split('\n'),
    );
    expect(one?.slice(0, -1)).toEqual(other?.slice(0, -1));
    expect([clean, broken].map((revision) => revisionsIn(world.textOf(language, SHARED, revision)))).toEqual([
      [],
      [broken.number],
    ]);
    expect([clean, broken].map((revision) => revisionsIn(language.extra(SHARED, revision).text))).toEqual([
      [],
      [broken.number],
    ]);
  },
);

test('the slow file ends with the line that changes', () => {
  const { text, line } = slowFile({ number: 3, isBroken: false });
  expect(text.endsWith(line)).toBe(true);
});
