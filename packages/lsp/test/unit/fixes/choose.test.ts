import { expect, test } from 'bun:test';

import type { FixCandidate } from '../../../src/engine/fixes/candidates.ts';
import { chooseFix } from '../../../src/engine/fixes/choose.ts';
import { FixRegistry, type KeptFix } from '../../../src/engine/fixes/registry.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';

const FINDING = { file: 'a.x', line: 1, character: 1, severity: 'error', message: 'unknown' } as const;

function fix(title: string, more: Partial<KeptFix> = {}, text = title): KeptFix {
  return {
    id: title,
    title,
    kind: 'quickfix',
    isPreferred: false,
    finding: FINDING,
    server: 's',
    solves: 1,
    causes: 0,
    files: [{ path: '/w/a.x' as AdmittedPath, former: 'x', changes: [{ start: 0, end: 0, text }] }],
    ...more,
  };
}

const chosen = (...fixes: KeptFix[]): unknown => {
  const choice = chooseFix(fixes);
  return choice.kind === 'one'
    ? choice.fix.title
    : choice.kind === 'several'
      ? choice.fixes.map(({ title }) => title)
      : undefined;
};

test('the only fix, or the preferred one; of several, all names and no choice; no removal and no stub', () => {
  expect(chosen()).toBeUndefined();
  expect(chosen(fix('a'))).toBe('a');
  expect(chosen(fix('a'), fix('b', { isPreferred: true }))).toBe('b');
  expect(chosen(fix('a', { isPreferred: true }), fix('b', { isPreferred: true }))).toEqual(['a', 'b']);
  expect(chosen(fix('a'), fix('b'), fix('c'), fix('d'))).toEqual(['a', 'b', 'c']);
  expect(
    chosen(fix('a', { mark: 'removal', isPreferred: true }), fix('b', { mark: 'stub' })),
  ).toBeUndefined();
  expect(chosen(fix('a', { mark: 'removal', isPreferred: true }), fix('b'))).toBe('b');
});

test('of two imports none is chosen, whatever the server prefers', () => {
  expect(chosen(fix('Add import from "./a"', { isPreferred: true }), fix('Add import from "./b"'))).toEqual([
    'Add import from "./a"',
    'Add import from "./b"',
  ]);
  expect(
    chosen(fix('a', { isPreferred: true }, 'use a::X;\n'), fix('b', {}, 'use b::X;\n'), fix('c')),
  ).toEqual(['a', 'b']);
});

test('an id stays with its fix, names none of another service, and the oldest are forgotten', () => {
  const registry = new FixRegistry();
  const keep = (to: FixRegistry, candidate: FixCandidate): string =>
    to.keep(candidate, { solves: 1, causes: 0 }).id;
  const first = keep(registry, fix('a'));
  expect(first).toMatch(/^f\d{6}$/);
  const changed = fix('a', {
    files: [{ path: '/w/a.x' as AdmittedPath, former: 'y', changes: [{ start: 0, end: 0, text: 'a' }] }],
  });
  const all = ['a', 'b', 'c'].map((name) => keep(registry, fix(name)));
  expect(new Set([...all, keep(registry, changed)]).size).toBe(4);
  const other = new FixRegistry();
  expect(['c', 'b', 'a'].map((name) => keep(other, fix(name)))).toEqual(all.toReversed());
  expect(other.find(keep(registry, changed))).toBeUndefined();
  const many = Array.from({ length: 300 }, (_, n) => keep(registry, fix(`n${n}`)));
  expect(new Set(many).size).toBe(300);
  expect(many.map((id) => registry.find(id)?.title)).toEqual(many.map((_, n) => `n${n}`));
  expect(registry.find(first)).toBeUndefined();
  expect(keep(registry, fix('a'))).toBe(first);
});
