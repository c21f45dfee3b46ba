import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';

import {
  type ChangeEntry,
  ChangeLog,
  type ChangeLogOptions,
  type SeenChange,
} from '../../src/engine/changes/change-log.ts';
import { stateOnDisk } from '../../src/engine/disk/disk-state.ts';
import { NotifiedChanges } from '../../src/engine/session/notified-changes.ts';
import { ecmascript } from '../../src/languages/typescript/imports/ecmascript.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import { Workspace } from '../harness/workspace.ts';

const PACKAGE = '/w/node_modules/p' as AdmittedPath;

function opened(options: Partial<ChangeLogOptions> = {}, most?: number): ChangeLog {
  return new ChangeLog(
    { changeOf: () => 'unknown', languagesOf: () => [], appended: () => undefined, ...options },
    most,
  );
}

const at = (workspace: Workspace, file: string): SeenChange => {
  const path = workspace.path(file) as AdmittedPath;
  return { path, change: 'changed', state: stateOnDisk(path) };
};

const change = (path: string): SeenChange => ({
  path: path as AdmittedPath,
  change: 'changed',
  state: undefined,
});

test('a state that is known already is no other one, whoever says it again', () => {
  using workspace = new Workspace({ 'a.ts': 'one\n' });
  const log = opened();
  log.append('tool', [at(workspace, 'a.ts')]);
  log.append('sweep', [at(workspace, 'a.ts')]);
  workspace.write('a.ts', 'another\n');
  log.append('sweep', [at(workspace, 'a.ts')]);
  expect(log.since(0)?.map(({ isOther }) => isOther)).toEqual([true, false, true]);
  expect(log.knows(at(workspace, 'a.ts'))).toBe(true);
});

test('the first entry of a file is another state unless the last sweep saw it', () => {
  const log = opened({ changeOf: (path) => (path.endsWith('same.ts') ? 'none' : 'unknown') });
  log.append('tool', [change('/w/same.ts'), change('/w/b.ts')]);
  log.append('sweep', [change('/w/c/same.ts')]);
  expect(log.since(0)?.map(({ isOther }) => isOther)).toEqual([false, true, true]);
});

test('two changes of one package are two, as it has no state', () => {
  const log = opened();
  log.append('sweep', [change(PACKAGE)]);
  expect(log.knows(change(PACKAGE))).toBe(false);
  log.append('sweep', [change(PACKAGE)]);
  expect(log.since(0)?.map(({ isOther }) => isOther)).toEqual([true, true]);
});

test('a file that differs from what everyone knows is unseen, and one that never was there is not', () => {
  using workspace = new Workspace({ 'a.ts': 'one\n' });
  const log = opened();
  const path = workspace.path('a.ts') as AdmittedPath;
  expect(log.unseen(path)).toBeUndefined();
  log.append('tool', [at(workspace, 'a.ts')]);
  expect(log.unseen(path)).toBeUndefined();
  workspace.write('a.ts', 'another\n');
  expect(log.unseen(path)).toMatchObject({ change: 'changed' });
  rmSync(path);
  expect(log.unseen(path)).toMatchObject({ change: 'deleted' });
  log.append('tool', [{ path, change: 'deleted', state: undefined }]);
  expect(log.unseen(path)).toBeUndefined();
  workspace.write('a.ts', 'back\n');
  expect(log.unseen(path)).toMatchObject({ change: 'created' });
});

test('the listener has the entries before anyone can read it', () => {
  const received: number[][] = [];
  const log = opened({
    appended: (entries: readonly ChangeEntry[]) => {
      received.push(entries.map(({ position }) => position));
    },
  });
  log.append('tool', []);
  log.append('tool', [change('/w/a.ts'), change('/w/b.ts')]);
  expect(received).toEqual([[1, 2]]);
});

test('what comes together is kept together, and an older cursor learns that anything may have changed', () => {
  const log = opened({}, 3);
  const notified = new NotifiedChanges(log, 0, 0, () => true);
  const other = new NotifiedChanges(log, 0, 0, () => true);
  log.append(
    'sweep',
    Array.from({ length: 10 }, (_, n) => change(`/w/${n}.ts`)),
  );
  expect(notified.take()).toHaveLength(10);
  log.append('tool', [change('/w/a.ts')]);
  expect([notified.isBehind, notified.take()?.length]).toEqual([true, 1]);
  expect([other.isBehind, other.take(), other.isBehind]).toEqual([true, undefined, false]);
  expect([other.last, other.latest]).toEqual([11, 11]);
});

test('a file is forgotten with its last entry, however many files were ever announced', () => {
  const log = opened({}, 3);
  const files = Array.from({ length: 10 }, (_, n) => change(`/w/${n}.ts`));
  for (const one of files) log.append('tool', [one]);
  const known = files.filter(({ path }) => log.latest(path) !== undefined).map(({ path }) => path);
  expect<string[]>(known).toEqual(['/w/6.ts', '/w/7.ts', '/w/8.ts', '/w/9.ts']);
});

test('a server is behind where something concerns it, and not where nothing does', () => {
  const log = opened();
  const notified = new NotifiedChanges(log, 0, 0, ({ path }) => path.endsWith('.ts'));
  log.append('tool', [change('/w/a.py')]);
  expect([notified.isBehind, notified.latest]).toEqual([false, 0]);
  log.append('tool', [change('/w/a.ts'), change('/w/b.py')]);
  expect([notified.isBehind, notified.latest]).toEqual([true, 2]);
  expect(notified.take(new Set(['/w/b.py' as AdmittedPath]))?.map(({ position }) => position)).toEqual([
    2, 3,
  ]);
  expect([notified.position, notified.last, notified.latest, notified.isBehind]).toEqual([3, 3, 3, false]);
});

test('what others saw of a change before its caller reports how the text differs is that change', () => {
  using workspace = new Workspace({ 'a.ts': 'export const a = 1;\n' });
  const log = opened();
  const texts = { before: 'export const a = 1;\n', after: 'export const b = 1;\n' };
  log.append('sweep', [at(workspace, 'a.ts')]);
  workspace.write('a.ts', texts.after);
  log.append('document', [at(workspace, 'a.ts')]);
  log.append('tool', [{ ...at(workspace, 'a.ts'), texts }]);
  const names = log.since(0)?.map((entry) => log.namesOf(entry, ecmascript)?.removedSymbols);
  expect(names).toEqual([undefined, new Set(['a', 'b']), new Set(['a', 'b'])]);
});

test('a caller that has changed nothing says nothing about what others saw', () => {
  using workspace = new Workspace({ 'a.ts': 'one\n' });
  const log = opened();
  log.append('sweep', [at(workspace, 'a.ts')]);
  log.append('tool', [{ ...at(workspace, 'a.ts'), texts: { before: 'one\n', after: 'one\n' } }]);
  expect(log.since(0)?.map((entry) => log.namesOf(entry, ecmascript) !== undefined)).toEqual([false, true]);
});
