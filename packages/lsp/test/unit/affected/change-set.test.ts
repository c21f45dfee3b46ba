import { expect, test } from 'bun:test';

import type { ImportLanguage } from '../../../src/backend/imports/imports.ts';
import { type ChangeEntry, ChangeLog, type SeenChange } from '../../../src/engine/changes/change-log.ts';
import { changeSetOf } from '../../../src/engine/changes/change-set.ts';
import type { ChangeSet } from '../../../src/engine/changes/rank.ts';
import { python } from '../../../src/languages/python/imports.ts';
import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';

const A = '/w/a.ts' as AdmittedPath;
const B = '/w/b.ts' as AdmittedPath;
const SETTINGS = '/w/tsconfig.json' as AdmittedPath;

function opened(most?: number): ChangeLog {
  const options = {
    changeOf: () => 'unknown' as const,
    languagesOf: () => [ecmascript],
    appended: () => undefined,
  };
  return new ChangeLog(options, most);
}

const changed = (path: AdmittedPath, before?: string, after?: string): SeenChange => ({
  path,
  change: 'changed',
  state: undefined,
  ...(before !== undefined && after !== undefined && { texts: { before, after } }),
});

const setOf = (
  log: ChangeLog,
  entries: readonly ChangeEntry[] | undefined = log.since(0),
  language: ImportLanguage = ecmascript,
): Promise<ChangeSet | undefined> => changeSetOf(entries, log, language, (path) => path === SETTINGS);

async function removedIn(log: ChangeLog, path: AdmittedPath): Promise<string[]> {
  return [...((await setOf(log))?.changes.get(path)?.removedSymbols ?? [])].sort();
}

test('nothing changed, nothing to look for; and a text that is the same is no change', async () => {
  const log = opened();
  expect(await setOf(log)).toBeUndefined();
  log.append('tool', [changed(A, 'x', 'x')]);
  expect(await setOf(log)).toBeUndefined();
});

test('edits of one file add up, and what was taken away and put back is looked for', async () => {
  const log = opened();
  log.append('tool', [changed(A, 'one', 'two'), changed(A, 'two', 'one'), changed(A, 'one\nrest', 'one')]);
  expect(await removedIn(log, A)).toEqual(['one', 'rest', 'two']);
});

test('an edit that no other file can see concerns its own file, until another one can be seen', async () => {
  const log = opened();
  const module = (body: string): string => `export function f(): void { ${body} }`;
  log.append('tool', [changed(A, module('one();'), module('two();'))]);
  expect(await setOf(log)).toEqual({
    changes: new Map(),
    inside: new Set([A]),
    unknown: new Set(),
    everything: false,
  });
  log.append('tool', [changed(A, module('two();'), module('two();').replace('void', 'string'))]);
  const { changes, inside } = (await setOf(log)) ?? {};
  expect([[...(changes?.keys() ?? [])], inside]).toEqual([[A], new Set()]);
});

test('an edit that others can see is looked for by what they see of it', async () => {
  const log = opened();
  const before = 'export function f(a: A): void { one(); }';
  log.append('tool', [changed(A, before, 'export function f(a: B): void { two(); }')]);
  expect(await removedIn(log, A)).toEqual(['A', 'f']);
});

test('however many edits nobody asked about add up', async () => {
  const log = opened();
  const names = Array.from({ length: 40 }, (_, at) => `n${at + 10}`);
  for (const [at, name] of names.slice(1).entries()) log.append('tool', [changed(A, names[at], name)]);
  expect(await removedIn(log, A)).toEqual(names);
  // Meanwhile only the names are kept of most of them.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await removedIn(log, A)).toEqual(names);
  expect((await setOf(log, log.since(0), python))?.unknown.has(A)).toBe(true);
});

test('a text that nobody knows makes everything stale that depends on the file, and the names stay known', async () => {
  const log = opened();
  log.append('sweep', [changed(A)]);
  log.append('tool', [changed(A, 'new', 'newer'), changed(B, 'old', 'new')]);
  log.append('tool', [{ path: B, change: 'deleted', state: undefined }]);
  expect((await setOf(log))?.unknown).toEqual(new Set([A, B]));
  expect(await removedIn(log, B)).toContain('old');
});

test('only what came after a position counts, and changed settings are one of the things to look for', async () => {
  const log = opened();
  log.append('tool', [changed(A, 'one', 'two'), changed(B, 'three', 'four')]);
  const { position } = log;
  log.append('tool', [changed(A, 'two', 'five'), changed(SETTINGS)]);
  const since = await setOf(log, log.since(position));
  expect([...(since?.changes.keys() ?? [])]).toEqual([A]);
  expect(since).toMatchObject({ everything: true, unknown: new Set() });
});

test('where the log keeps no more, anything may have changed', async () => {
  const log = opened(2);
  for (const at of [1, 2, 3, 4]) log.append('tool', [changed(A, `v${at}`, `v${at + 1}`)]);
  expect(log.since(0)).toBeUndefined();
  expect(await setOf(log, undefined)).toMatchObject({ everything: true });
});

test('where there is much to compare, others have their turn meanwhile', async () => {
  const log = opened();
  const text = Array.from({ length: 5000 }, (_, at) => `const v${at} = compute(${at});`);
  log.append(
    'tool',
    Array.from({ length: 60 }, (_, at) =>
      changed(`/w/${at}.ts` as AdmittedPath, text.join('\n'), text.with(at, 'gone()').join('\n')),
    ),
  );
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const found = await setOf(log);
  isOver = true;
  expect(found?.changes.size).toBe(60);
  expect(found?.changes.get('/w/59.ts' as AdmittedPath)?.removedSymbols.has('v59')).toBe(true);
  expect(turns).toBeGreaterThan(0);
});
