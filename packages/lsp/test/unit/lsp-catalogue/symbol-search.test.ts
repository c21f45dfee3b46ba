import { expect, test } from 'bun:test';

import { searched, type SymbolFilter, termOf } from '../../../src/engine/navigate/by-name/symbol-search.ts';
import type { WorkspaceSymbol } from '../../../src/backend/model.ts';
import { navigationOf, pathOf } from './world.ts';

const { navigation } = navigationOf({ files: {} });
const [CLASS, METHOD, FUNCTION, VARIABLE] = [5, 6, 12, 13];
const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

/** In the order of their paths, as servers' answers are. */
const LISTED = (
  [
    ['User', VARIABLE, 'a/local.ts', 'test'],
    ['user', VARIABLE, 'a/user.ts'],
    ['UserName', CLASS, 'b/name.ts'],
    ['getUser', FUNCTION, 'b/name.ts'],
    ['getUser', FUNCTION, 'b/name.ts'],
    ['(*Cart).User', METHOD, 'c/cart.go'],
    ['User', METHOD, 'c/cart.ts', 'Cart'],
    ['User', CLASS, 'd/user.ts'],
    ['User', FUNCTION, 'e/user.ts'],
  ] as const
).map(([name, kind, file, containerName]): WorkspaceSymbol => ({
  name,
  kind,
  path: pathOf(file),
  range: RANGE,
  ...(containerName !== undefined && { containerName }),
}));

const FOUND: [search: SymbolFilter, want: string[]][] = [
  [
    { query: 'User' },
    [
      'd/user.ts User',
      'e/user.ts User',
      'c/cart.go (*Cart).User',
      'c/cart.ts User',
      'a/local.ts User',
      'a/user.ts user',
      'b/name.ts UserName',
      'b/name.ts getUser',
      'b/name.ts getUser',
    ],
  ],
  [{ query: 'User', kinds: new Set([CLASS]) }, ['d/user.ts User', 'b/name.ts UserName']],
  [{ query: 'User', path: 'c' }, ['c/cart.go (*Cart).User', 'c/cart.ts User']],
  [{ query: 'User', path: './c/' }, ['c/cart.go (*Cart).User', 'c/cart.ts User']],
  [{ query: 'User', path: '**/*.go' }, ['c/cart.go (*Cart).User']],
  [{ query: 'User', path: 'd/user.ts' }, ['d/user.ts User']],
  [{ query: 'User', path: 'd/us' }, []],
  [
    { query: 'User', path: '.', kinds: new Set([FUNCTION]) },
    ['e/user.ts User', 'b/name.ts getUser', 'b/name.ts getUser'],
  ],
  [{ query: 'Cart.User' }, ['c/cart.go (*Cart).User', 'c/cart.ts User']],
  [{ query: 'Cart::User' }, ['c/cart.go (*Cart).User', 'c/cart.ts User']],
  [{ query: 'Cart/User' }, ['c/cart.go (*Cart).User', 'c/cart.ts User']],
  [{ query: '(*Cart).User' }, ['c/cart.go (*Cart).User', 'c/cart.ts User']],
  [{ query: 'getUser[1]' }, ['b/name.ts getUser']],
  [{ query: 'getUser[2]' }, []],
  // Not what only lies in a file of that name.
  [{ query: 'name.getUser' }, ['b/name.ts getUser', 'b/name.ts getUser']],
  [{ query: 'user.User' }, ['d/user.ts User', 'e/user.ts User']],
];

test('exact names come first, then types and functions, then members, then what is local', () => {
  for (const [search, want] of FOUND)
    expect([
      search,
      searched(navigation, search, LISTED).map(({ name, path }) => `${navigation.relative(path)} ${name}`),
    ]).toEqual([search, want]);
});

test('servers are asked for the last part of a qualified name', () => {
  expect(
    ['User', 'Cart.User', '(*Cart).User', 'getUser[1]', 'us er'].map((query) => termOf({ query })),
  ).toEqual(['User', 'User', 'User', 'getUser', 'us er']);
});
