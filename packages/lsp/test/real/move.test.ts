import { describe, expect, test } from 'bun:test';

import type { Tree } from '../harness/workspace.ts';
import { changed, moved, treeOf, writeAndProve } from './move-suite.ts';
import { testWith } from './needs.ts';
import { openReal } from './real-lab.ts';

const PYTHON = {
  'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
  'tax.py': 'rate = 2\n',
  'shop/__init__.py': 'from .cart import total\nfrom . import cart, name\n\n__all__ = ["total", "cart", "name"]\n',
  'shop/cart.py': 'import tax\nfrom . import name\nfrom .name import label\n\ntotal = tax.rate * len(label) + len(name.label)\n',
  'shop/name.py': 'label = "shop"\n',
  'main.py': 'import shop.cart\nfrom shop.cart import total\nfrom shop import cart, name\n\n# shop.cart is moved\nown = [total, cart.total, shop.cart.total, name.label]\n',
};
const INTO_DEEP = {
  'shop/cart.py -> shop/deep/basket.py': PYTHON['shop/cart.py'].replace('from . import name\nfrom .name', 'from .. import name\nfrom ..name'),
  'main.py': 'import shop.deep.basket\nfrom shop.deep.basket import total\nfrom shop.deep import basket as cart\nfrom shop import name\n\n# shop.cart is moved\nown = [total, cart.total, shop.deep.basket.total, name.label]\n',
  'shop/__init__.py': 'from .deep.basket import total\nfrom .deep import basket as cart\nfrom . import name\n\n__all__ = ["total", "cart", "name"]\n',
};

interface PythonServer {
  title: string;
  server: string;
  define: (title: string, run: () => Promise<void>) => void;
  files: Tree;
}

const PYTHON_SERVERS: readonly PythonServer[] = [
  { title: 'pyright', server: 'pyright', define: (title, run) => test(title, run), files: PYTHON },
  { title: 'ty', server: 'ty', define: testWith('ty'), files: { ...PYTHON, 'ty.toml': '' } },
];

for (const { title, server, define, files } of PYTHON_SERVERS) {
  describe(`move, ${title}`, () => {
    const open = (more: Tree = {}): ReturnType<typeof openReal> => openReal({ servers: [server], files: { ...files, ...more } });

    define('a module into a new folder: absolute and relative imports, and its own', async () => {
      await using lab = await open();
      const result = await changed(lab, 'shop/cart.py', 'shop/deep/basket.py');
      expect(moved(result)).toEqual(INTO_DEEP);
      expect({ servers: result.proveAfterwards?.servers, standing: result.proveAfterwards?.standing, mentions: result.mentions.map(({ file, line }) => `${file}:${line}`) }).toEqual({ servers: [server], standing: [], mentions: ['main.py:6'] });
      expect(await writeAndProve(lab, result)).toEqual([]);
    });

    define('a package, and back to the same bytes', async () => {
      await using lab = await open();
      const there = await changed(lab, 'shop', 'store');
      expect(moved(there)).toMatchObject({ 'shop/cart.py -> store/cart.py': '', 'main.py': expect.stringContaining('import store.cart\nfrom store.cart import total\nfrom store import cart, name\n') });
      expect(await writeAndProve(lab, there)).toEqual([]);
      expect(await writeAndProve(lab, await changed(lab, 'store', 'shop'))).toEqual([]);
      expect<Tree>(treeOf(lab.workspace)).toEqual(files);
    });

    define('an error that it causes is found once it is written', async () => {
      await using lab = await open({ 'late.py': 'import shop\n\nown = shop.cart.total\n', 'shop/__init__.py': '', 'main.py': 'import shop.cart\n' });
      const result = await changed(lab, 'shop/cart.py', 'shop/basket.py');
      expect(moved(result)).toMatchObject({ 'main.py': 'import shop.basket\n' });
      expect(await writeAndProve(lab, result)).toEqual([expect.stringMatching(/^late\.py:3 .*cart/)]);
    });
  });
}
