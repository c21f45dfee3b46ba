import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';

import { Workspace } from '../../../../../test/harness/workspace.ts';
import { applyChanges } from '../../../../backend/fixes/text-changes.ts';
import type { MovedTree } from '../../../../backend/imports/moved-imports.ts';
import { pythonMoves } from '../../moved-imports.ts';

const FILES = {
  'pyproject.toml': '',
  'main.py': '',
  'tax.py': '',
  'shop/__init__.py': '',
  'shop/cart.py': '',
  'shop/name.py': '',
  'shop/deep/__init__.py': '',
  'shop/deep/price.py': '',
  'plain/loose.py': '',
};
let workspace: Workspace;
beforeAll(() => {
  workspace = new Workspace(FILES);
});
afterAll(() => workspace[Symbol.dispose]());

function treeFor(from: string, to: string): MovedTree {
  const [old, now] = [workspace.path(from), workspace.path(to)];
  const mapped = (path: string, a: string, b: string): string =>
    path === a ? b : path.startsWith(`${a}/`) ? b + path.slice(a.length) : path;
  const moving = Object.keys(FILES)
    .map((file) => workspace.path(file))
    .filter((file) => mapped(file, old, now) !== file);
  return {
    root: workspace.root,
    files: new Map(moving.map((file) => [file, mapped(file, old, now)])),
    pathAfter: (path) => mapped(path, old, now),
    pathBefore: (path) => mapped(path, now, old),
    isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
    isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
    endingWith: () => [],
  };
}

function rewritten(from: string, to: string, file: string, text: string): string {
  const changes = pythonMoves.rewrite(text, workspace.path(file), treeFor(from, to));
  return typeof changes === 'string' ? changes : applyChanges(text, changes);
}

/** What moves, the file that holds the text, the text, and the text afterwards; one text: it stays. */
type Case = readonly [from: string, to: string, file: string, text: string, expected?: string];

const IMPORTERS: readonly Case[] = [
  [
    'shop/cart.py',
    'shop/basket.py',
    'main.py',
    'from shop.cart import total\n',
    'from shop.basket import total\n',
  ],
  ['shop/cart.py', 'shop/basket.py', 'main.py', 'from shop.cart import *\n', 'from shop.basket import *\n'],
  [
    'shop/cart.py',
    'shop/basket.py',
    'main.py',
    'from shop import cart\n',
    'from shop import basket as cart\n',
  ],
  [
    'shop/cart.py',
    'shop/basket.py',
    'main.py',
    'from shop import cart as c, name\n',
    'from shop import basket as c, name\n',
  ],
  ['shop/cart.py', 'shop/deep/cart.py', 'main.py', 'from shop import cart\n', 'from shop.deep import cart\n'],
  [
    'shop/cart.py',
    'shop/deep/cart.py',
    'main.py',
    'from shop import name, cart\n',
    'from shop.deep import cart\nfrom shop import name\n',
  ],
  [
    'shop/cart.py',
    'shop/deep/cart.py',
    'main.py',
    'from shop import cart, name\n',
    'from shop.deep import cart\nfrom shop import name\n',
  ],
  [
    'shop/cart.py',
    'shop/deep/cart.py',
    'main.py',
    'def f():\n    from shop import cart, name\n',
    'def f():\n    from shop.deep import cart\n    from shop import name\n',
  ],
  [
    'shop/cart.py',
    'shop/deep/cart.py',
    'main.py',
    'x = 1; from shop import cart, name\n',
    'x = 1; from shop.deep import cart; from shop import name\n',
  ],
  [
    'shop/cart.py',
    'shop/deep/cart.py',
    'main.py',
    'from shop import (\n    cart,  # the cart\n    name,\n)\n',
    'from shop.deep import cart\nfrom shop import (\n    name,\n)\n',
  ],
  [
    'shop/cart.py',
    'shop/deep/cart.py',
    'main.py',
    'from shop import (\r\n    name,\r\n    cart as c,\r\n)\r\n',
    'from shop.deep import cart as c\r\nfrom shop import (\r\n    name,\r\n)\r\n',
  ],
  ['shop/cart.py', 'cart.py', 'main.py', 'import shop.cart as c, os\n', 'import cart as c, os\n'],
  [
    'shop/cart.py',
    'shop/deep/cart.py',
    'main.py',
    'import shop.cart\n\nshop.cart.total()  # shop.cart\nmyshop.cart, x.shop.cart, "shop.cart"\n',
    'import shop.deep.cart\n\nshop.deep.cart.total()  # shop.cart\nmyshop.cart, x.shop.cart, "shop.cart"\n',
  ],
  ['tax.py', 'shop/tax.py', 'main.py', 'import tax\ntax.rate\n', 'import shop.tax as tax\ntax.rate\n'],
  [
    'shop',
    'store',
    'main.py',
    'import shop\nfrom shop.cart import total\nfrom shop import cart\n',
    'import store as shop\nfrom store.cart import total\nfrom store import cart\n',
  ],
  [
    'shop/deep',
    'deep',
    'main.py',
    'from shop.deep import price\nfrom shop import deep\n',
    'from deep import price\nimport deep\n',
  ],
  [
    'plain/loose.py',
    'plain/tight.py',
    'plain/other.py',
    'import loose\nfrom loose import a\n',
    'import tight as loose\nfrom tight import a\n',
  ],
  [
    'plain/loose.py',
    'shop/loose.py',
    'main.py',
    'from plain.loose import a\nfrom plain import loose\n',
    'from shop.loose import a\nfrom shop import loose\n',
  ],
  [
    'shop/cart.py',
    'shop/basket.py',
    'shop/name.py',
    'from .cart import a\nfrom . import cart\n',
    'from .basket import a\nfrom . import basket as cart\n',
  ],
  [
    'shop/cart.py',
    'shop/deep/cart.py',
    'shop/__init__.py',
    'from .cart import total\nfrom . import cart, name\n',
    'from .deep.cart import total\nfrom .deep import cart\nfrom . import name\n',
  ],
  ['shop/cart.py', 'cart.py', 'shop/name.py', 'from .cart import a\n', 'from cart import a\n'],
  [
    'shop/cart.py',
    'shop/basket.py',
    'shop/deep/price.py',
    'from ..cart import a\nfrom .. import cart\n',
    'from ..basket import a\nfrom .. import basket as cart\n',
  ],
];

const OWN: readonly Case[] = [
  [
    'shop/cart.py',
    'shop/deep/cart.py',
    'shop/cart.py',
    'from . import name\nfrom .name import a\nfrom .deep import price\n',
    'from .. import name\nfrom ..name import a\nfrom . import price\n',
  ],
  [
    'shop/cart.py',
    'cart.py',
    'shop/cart.py',
    'from . import name\nfrom .name import a\n',
    'from shop import name\nfrom shop.name import a\n',
  ],
  [
    'shop/deep/price.py',
    'shop/price.py',
    'shop/deep/price.py',
    'from ..cart import a\nfrom . import b\nfrom shop.cart import c\n',
    'from .cart import a\nfrom .deep import b\nfrom shop.cart import c\n',
  ],
  [
    'shop',
    'store',
    'shop/deep/price.py',
    'from ..cart import a\nfrom . import b\nfrom shop.cart import c\n',
    'from ..cart import a\nfrom . import b\nfrom store.cart import c\n',
  ],
  [
    'shop/deep',
    'deep',
    'shop/deep/price.py',
    'from ..cart import a\nfrom . import b\n',
    'from shop.cart import a\nfrom . import b\n',
  ],
];

const STAY: readonly Case[] = [
  [
    'shop/cart.py',
    'shop/basket.py',
    'main.py',
    '"""\nfrom shop.cart import total\n"""\n# import shop.cart\nx = "from shop.cart import a"\n',
  ],
  [
    'shop/cart.py',
    'shop/basket.py',
    'main.py',
    'from shop.name import cart\nimport os, sys\nfrom other.cart import x\n',
  ],
  [
    'shop/cart.py',
    'shop/basket.py',
    'main.py',
    "yield_from = 1\nraise X from cart\nx = '''\nimport shop.cart\n'''\n",
  ],
];

describe.each([
  ['what imports it', IMPORTERS],
  ['its own', OWN],
  ['what stays', STAY],
] as const)('imports of Python: %s', (_, cases) => {
  test.each(cases)('%s -> %s, in %s: %j', (from, to, file, text, expected = text) => {
    expect(rewritten(from, to, file, text)).toBe(expected);
  });
});

test('a package is moved by its folder, and each part of a new path is a name', () => {
  expect(rewritten('shop/__init__.py', 'shop/base.py', 'shop/__init__.py', '')).toBe(
    'it makes its folder a package: move the folder',
  );
  expect(rewritten('shop/cart.py', 'shop/my-cart.py', 'main.py', 'import shop.cart\n')).toBe(
    'a part of the new path is no name of a Python module',
  );
});
