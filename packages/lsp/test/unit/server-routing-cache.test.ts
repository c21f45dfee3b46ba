import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { AdmittedPath } from '../../src/support/paths.ts';
import { createRegistry } from '../../src/backend/find-server.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { ServerRoutingCache } from '../../src/engine/navigate/server-routing-cache.ts';
import { Workspace } from '../harness/workspace.ts';
import { LANGUAGES } from '../../src/languages/index.ts';

const INSTALLED = join(import.meta.dir, '../../node_modules');

let workspace: Workspace;

beforeEach(() => {
  workspace = new Workspace({ 'a/pyproject.toml': '', 'a/src/m.py': '', 'web/x.ts': '' });
});
afterEach(() => {
  workspace[Symbol.dispose]();
});

type State = 'active' | 'stopped';

/** @param state of whichever server is asked for */
function routingCache(state: State | undefined): ServerRoutingCache {
  const pool = { find: () => state && { state: { kind: state } }, above: () => undefined };
  return new ServerRoutingCache({
    registry: createRegistry(LANGUAGES, { servers: { ruff: { enabled: false } } }),
    search: createSearch({ workspaceRoot: workspace.root }),
    pool,
  });
}

function at(path: string): AdmittedPath {
  return workspace.path(path) as AdmittedPath;
}

/** The folders of the servers that answer, relative to the workspace root, with the version of their toolchain if it matters. */
function roots({ found }: ReturnType<ServerRoutingCache['of']>): string[] {
  return found.map(
    ({ definition, launch }) => `${definition.id} ${launch.root.slice(workspace.root.length)}`,
  );
}

function install(name: string, version: string): void {
  const path = workspace.path(`node_modules/${name}`);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(INSTALLED, version), path);
}

test.each<[what: string, path: string, move: () => void, was: string[], is: string[]]>([
  [
    'a project was deleted',
    'a/src/m.py',
    () => {
      workspace.remove('a/pyproject.toml');
    },
    ['pyright /a'],
    ['pyright '],
  ],
  [
    'a project was made',
    'a/src/m.py',
    () => workspace.write('a/src/pyrightconfig.json', '{}'),
    ['pyright /a'],
    ['pyright /a/src'],
  ],
  [
    'a whole folder is gone',
    'a/src/m.py',
    () => {
      rmSync(workspace.path('a'), { recursive: true });
    },
    ['pyright /a'],
    ['pyright '],
  ],
])(
  'REQ-LIFE-030: %s between two questions: the look finds it out, and the next question is put to the right server',
  (_, path, move, was, is) => {
    const where = routingCache('active');
    const first = where.of(at(path));
    expect([roots(first), where.stillHolds(at(path), first)]).toEqual([was, true]);
    move();
    const second = where.of(at(path));
    expect([roots(second), where.stillHolds(at(path), second)]).toEqual([was, false]);
    const third = where.of(at(path));
    expect([roots(third), where.stillHolds(at(path), third)]).toEqual([is, true]);
  },
);

test('REQ-ARCH-090: another compiler was installed in the same folder: it is another process', () => {
  const where = routingCache('active');
  const first = where.of(at('web/x.ts'));
  expect(where.stillHolds(at('web/x.ts'), first)).toBe(true);
  install('typescript', 'typescript-v7');
  expect(where.stillHolds(at('web/x.ts'), where.of(at('web/x.ts')))).toBe(false);
  const now = where.of(at('web/x.ts'));
  expect([roots(now), now.found[0]?.launch.toolchain === first.found[0]?.launch.toolchain]).toEqual([
    roots(first),
    false,
  ]);
});

test.each<[what: string, state: State | undefined]>([
  ['has not been started', undefined],
  ['was shut down', 'stopped'],
])('REQ-LIFE-010: a server that %s is looked for before it is started', (_, state) => {
  const where = routingCache(state);
  expect(roots(where.of(at('a/src/m.py')))).toEqual(['pyright /a']);
  workspace.remove('a/pyproject.toml');
  expect(roots(where.of(at('a/src/m.py')))).toEqual(['pyright ']);
});

test('files of the same folder that different servers answer about are not mixed up', () => {
  const where = routingCache('active');
  expect([
    roots(where.of(at('a/src/m.py'))),
    roots(where.of(at('a/src/m.ts'))),
    roots(where.of(at('a/src/m.png'))),
  ]).toEqual([['pyright /a'], ['typescript '], []]);
});

test('the folder that nobody asked about for longest is forgotten first', () => {
  const where = routingCache('active');
  where.of(at('a/src/m.py'));
  const others = (from: number): void => {
    for (let n = from; n < from + 255; n++) where.of(at(`${n}/m.py`));
  };
  others(0);
  workspace.remove('a/pyproject.toml');
  expect(roots(where.of(at('a/src/m.py')))).toEqual(['pyright /a']);
  others(255);
  where.of(at('one more/m.py'));
  expect(roots(where.of(at('a/src/m.py')))).toEqual(['pyright ']);
});
