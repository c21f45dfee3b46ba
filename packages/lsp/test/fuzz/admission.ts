import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import * as fc from 'fast-check';

import type { Budget, Details, FuzzTarget } from '../../../../scripts/lib/fuzz/target.ts';
import { diskStamp } from '../../src/support/paths.ts';
import { Workspace as Boundary } from '../../src/engine/base/workspace.ts';
import { Workspace } from '../harness/workspace.ts';

/** What stands at a name; a link by where it leads. */
type Entry =
  { readonly kind: 'file' } | { readonly kind: 'folder' } | { readonly kind: 'link'; readonly to: string };

const name = fc.constantFrom('a', 'b', 'c');
const names = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
/** `@` is the folder around the workspace. */
const leads = fc.oneof(
  names,
  names.map((to) => `../${to}`),
  fc.constantFrom(
    '.',
    '..',
    '../..',
    '../outside',
    '../../outside',
    '../outside/new',
    '@/outside',
    '@/outside/secret',
    '@/work/a',
    '@/work',
    '/',
    'a/../../outside',
  ),
);
const entry: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'file' } as const) },
  fc.constant({ kind: 'folder' } as const),
  { weight: 2, arbitrary: leads.map((to) => ({ kind: 'link', to }) as const) },
);
const tree = fc.array(fc.tuple(names, entry), { maxLength: 8 });
const asked = fc.oneof(
  names,
  names.map((path) => `@/work/${path}`),
  fc.tuple(names, leads).map((parts) => parts.join('/')),
  leads,
);

/** Every name with what stands there, absolute; the first one counts, and only where its folder can be. */
type Model = Map<string, Entry>;

function build(workspace: Workspace, entries: readonly (readonly [string, Entry])[]): Model {
  rmSync(workspace.root, { recursive: true });
  mkdirSync(workspace.root);
  const model: Model = new Map([[workspace.root, { kind: 'folder' }]]);
  for (let folder = workspace.root; folder !== '/'; folder = dirname(folder))
    model.set(dirname(folder), { kind: 'folder' });
  model.set(join(workspace.outside, 'outside'), { kind: 'folder' });
  model.set(join(workspace.outside, 'outside/secret'), { kind: 'file' });
  for (const [path, given] of entries) {
    const full = join(workspace.root, path);
    if (model.has(full) || model.get(dirname(full))?.kind !== 'folder') continue;
    const placed = given.kind === 'link' ? { ...given, to: given.to.replace('@', workspace.outside) } : given;
    model.set(full, placed);
    if (placed.kind === 'file') writeFileSync(full, '');
    else if (placed.kind === 'folder') mkdirSync(full);
    else symlinkSync(placed.to, full);
  }
  return model;
}

/** Where a file of this name is, or would be made; undefined where links go round in a circle. */
function real(model: Model, path: string, left = 40): string | undefined {
  let at = '/';
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  for (const [index, part] of parts.entries()) {
    if (part === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, part);
    const found = model.get(next);
    if (found?.kind === 'link') {
      if (left === 0) return undefined;
      return real(
        model,
        [found.to.startsWith('/') ? '' : at, found.to, ...parts.slice(index + 1)].join('/'),
        left - 1,
      );
    }
    at = next;
  }
  return at;
}

const property = (workspace: Workspace) =>
  fc.property(tree, fc.array(asked, { minLength: 1, maxLength: 4 }), (entries, paths) => {
    const model = build(workspace, entries);
    const boundary = new Boundary(workspace.root);
    const names = boundary.names();
    for (const path of paths) {
      const named = path.replace('@', workspace.outside);
      const admission = boundary.look(named);
      const alone =
        admission.kind === 'refused'
          ? undefined
          : diskStamp(admission.path) === undefined
            ? 'gone'
            : admission.path;
      assert.equal(names(named), alone, 'beside others a file has another name than alone');
      // A `..` in what is asked for is taken by name.
      const expected = real(model, normalize(named.startsWith('/') ? named : join(workspace.root, named)));
      const isInside = expected?.startsWith(`${workspace.root}/`) === true;
      if (admission.kind === 'admitted') {
        assert.ok(isInside, `${path} leads to ${expected}`);
        assert.equal(admission.path, expected);
        if (existsSync(admission.path)) assert.doesNotMatch(safeText(admission.path), /SECRET/);
      } else if (isInside && existsSync(expected)) assert.fail(`${path} is inside: ${admission.reason}`);
    }
  });

function safeText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const feed = (how: Budget | { examples: Input[]; numRuns: 1 }): Details | Promise<Details> => {
  using workspace = new Workspace({}, 'work');
  workspace.write('../outside/secret', 'SECRET');
  return fc.check(property(workspace), how);
};

type Input = [entries: [string, Entry][], paths: string[]];

export const admission: FuzzTarget = {
  name: 'admission',
  holds:
    'REQ-BOUNDARY-030: what is admitted is what a model of the file system says, whatever links lead where',
  check: feed,
  found: {
    'a link that leads outside, where nothing is yet, was admitted': () =>
      feed({ examples: [[[['c', { kind: 'link', to: '../a' }]], ['c']]], numRuns: 1 }),
    'so was what is below it': () =>
      feed({ examples: [[[['c', { kind: 'link', to: '../a' }]], ['a/../c/a']]], numRuns: 1 }),
  },
};
