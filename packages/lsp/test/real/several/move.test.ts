import { describe, expect, test } from 'bun:test';

import type { Tree } from '../../harness/workspace.ts';
import { changed, move, moved, treeOf, writeAndProve } from '../move-suite.ts';
import { testWith } from '../needs.ts';
import { openReal } from '../real-lab.ts';

const PYTHON = {
  'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
  'tax.py': 'rate = 2\n',
  'shop/__init__.py':
    'from .cart import total\nfrom . import cart, name\n\n__all__ = ["total", "cart", "name"]\n',
  'shop/cart.py':
    'import tax\nfrom . import name\nfrom .name import label\n\ntotal = tax.rate * len(label) + len(name.label)\n',
  'shop/name.py': 'label = "shop"\n',
  'main.py':
    'import shop.cart\nfrom shop.cart import total\nfrom shop import cart, name\n\n# shop.cart is moved\nown = [total, cart.total, shop.cart.total, name.label]\n',
};
const INTO_DEEP = {
  'shop/cart.py -> shop/deep/basket.py': PYTHON['shop/cart.py'].replace(
    'from . import name\nfrom .name',
    'from .. import name\nfrom ..name',
  ),
  'main.py':
    'import shop.deep.basket\nfrom shop.deep.basket import total\nfrom shop.deep import basket as cart\nfrom shop import name\n\n# shop.cart is moved\nown = [total, cart.total, shop.deep.basket.total, name.label]\n',
  'shop/__init__.py':
    'from .deep.basket import total\nfrom .deep import basket as cart\nfrom . import name\n\n__all__ = ["total", "cart", "name"]\n',
};

interface PythonServer {
  title: string;
  server: string;
  define: (title: string, run: () => Promise<void>) => void;
  files: Tree;
  /** Breaks when shop/cart.py moves, and is not rewritten. */
  late: string;
}

const PYTHON_SERVERS: readonly PythonServer[] = [
  {
    title: 'pyright',
    server: 'pyright',
    define: (title, run) => test(title, run),
    files: PYTHON,
    late: 'import main\n\nown = main.shop.cart.total\n',
  },
  {
    title: 'ty',
    server: 'ty',
    define: testWith('ty'),
    files: { ...PYTHON, 'ty.toml': '' },
    late: 'import shop\n\nown = shop.cart.total\n',
  },
];

for (const { title, server, define, files, late } of PYTHON_SERVERS) {
  describe(`move, ${title}`, () => {
    const open = (more: Tree = {}): ReturnType<typeof openReal> =>
      openReal({ servers: [server], files: { ...files, ...more } });

    define('a module into a new folder: absolute and relative imports, and its own', async () => {
      await using lab = await open();
      const result = await changed(lab, 'shop/cart.py', 'shop/deep/basket.py');
      expect(moved(result)).toEqual(INTO_DEEP);
      expect({
        servers: result.proveAfterwards?.servers,
        standing: result.proveAfterwards?.standing,
        mentions: result.mentions.map(({ file, line }) => `${file}:${line}`),
      }).toEqual({ servers: [server], standing: [], mentions: ['main.py:6'] });
      expect(await writeAndProve(lab, result)).toEqual([]);
    });

    define('a package, and back to the same bytes', async () => {
      await using lab = await open();
      const there = await changed(lab, 'shop', 'store');
      expect(moved(there)).toMatchObject({
        'shop/cart.py -> store/cart.py': '',
        'main.py': expect.stringContaining(
          'import store.cart\nfrom store.cart import total\nfrom store import cart, name\n',
        ),
      });
      expect(await writeAndProve(lab, there)).toEqual([]);
      expect(await writeAndProve(lab, await changed(lab, 'store', 'shop'))).toEqual([]);
      expect<Tree>(treeOf(lab.workspace)).toEqual(files);
    });

    define('an error that it causes is found once it is written', async () => {
      await using lab = await open({
        'late.py': late,
        'shop/__init__.py': '',
        'main.py': 'import shop.cart\n',
      });
      const result = await changed(lab, 'shop/cart.py', 'shop/basket.py');
      expect(moved(result)).toMatchObject({ 'main.py': 'import shop.basket\n' });
      expect(await writeAndProve(lab, result)).toEqual([
        expect.stringMatching(/^late\.py:3 .*cart/) as string,
      ]);
    });
  });
}

describe('move, gopls', () => {
  const define = testWith('gopls', 'go');
  const files = {
    'go.mod': 'module example.com/demo\n\ngo 1.21\n',
    'shop/cart.go': 'package shop\n\nfunc Total() int { return rate }\n',
    'shop/tax.go': 'package shop\n\nconst rate = 2\n',
    'main.go': 'package main\n\nimport "example.com/demo/shop"\n\nfunc main() { println(shop.Total()) }\n',
  };

  define('within its package, without any edit', async () => {
    await using lab = await openReal({ servers: ['gopls'], files });
    const result = await changed(lab, 'shop/tax.go', 'shop/rate.go');
    expect(moved(result)).toEqual({ 'shop/tax.go -> shop/rate.go': '' });
    expect(result.proveAfterwards).toMatchObject({
      files: ['shop/rate.go'],
      servers: ['gopls'],
      standing: [],
      othersKnown: true,
    });
    expect(await writeAndProve(lab, result)).toEqual([]);
  });

  define('to a name that is not compiled: found once it is written', async () => {
    await using lab = await openReal({ servers: ['gopls'], files });
    expect(await writeAndProve(lab, await changed(lab, 'shop/tax.go', 'shop/tax_windows.go'))).toEqual([
      expect.stringMatching(/^shop\/cart\.go:3 undefined: rate/) as string,
    ]);
  });

  define('not to another package', async () => {
    await using lab = await openReal({ servers: ['gopls'], files });
    for (const [from, to] of [
      ['shop/tax.go', 'tax.go'],
      ['shop', 'store'],
    ] as const)
      expect(moved(await move(lab, from, to))).toMatch(/^a Go file in another folder is in another package/);
  });
});

describe('move, rust-analyzer', () => {
  const define = testWith('rust-analyzer', 'cargo');
  const files = {
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': 'pub mod cart;\npub mod shop;\n\npub fn own() -> i32 {\n    cart::total()\n}\n',
    'src/cart.rs': 'pub fn total() -> i32 {\n    crate::shop::tax::rate()\n}\n',
    'src/shop/mod.rs': 'pub mod tax;\n',
    'src/shop/tax.rs': 'pub fn rate() -> i32 {\n    2\n}\n',
  };
  const servers = ['cargo', 'rust-analyzer'];

  define('a module in its folder, cold, and back to the same bytes', async () => {
    await using lab = await openReal({ servers, files });
    const there = await changed(lab, 'src/cart.rs', 'src/basket.rs');
    expect(moved(there)).toEqual({
      'src/cart.rs -> src/basket.rs': '',
      'src/lib.rs': files['src/lib.rs'].replaceAll('cart', 'basket'),
    });
    expect({ caused: there.caused, untried: there.untried }).toEqual({ caused: [], untried: undefined });
    expect(await writeAndProve(lab, there)).toEqual([]);
    expect(await writeAndProve(lab, await changed(lab, 'src/basket.rs', 'src/cart.rs'))).toEqual([]);
    expect<Tree>(withoutLock(treeOf(lab.workspace))).toEqual(files);
  });

  define('a folder in its folder', async () => {
    await using lab = await openReal({ servers, files });
    const result = await changed(lab, 'src/shop', 'src/store');
    expect(moved(result)).toMatchObject({
      'src/shop/tax.rs -> src/store/tax.rs': '',
      'src/lib.rs': files['src/lib.rs'].replace('mod shop', 'mod store'),
      'src/cart.rs': files['src/cart.rs'].replace('shop', 'store'),
    });
    expect(await writeAndProve(lab, result)).toEqual([]);
  });

  define('not to another folder', async () => {
    await using lab = await openReal({ servers, files });
    expect(moved(await move(lab, 'src/cart.rs', 'src/shop/cart.rs'))).toMatch(
      /^rust-analyzer renames a module in its folder/,
    );
  });
});

function withoutLock({ 'Cargo.lock': _, ...tree }: Record<string, string>): Record<string, string> {
  return tree;
}

describe('move, clangd', () => {
  const define = testWith('clangd');
  const files = {
    'compile_flags.txt': '-xc++\n-std=c++17\n-Iinclude\n',
    'include/shop/cart.h': '#pragma once\n#include "tax.h"\ninline int total() { return rate(); }\n',
    'include/shop/tax.h': '#pragma once\ninline int rate() { return 2; }\n',
    'src/local.h': '#pragma once\n#include <shop/cart.h>\n',
    'src/main.cpp':
      '#include "local.h"\n#include <shop/cart.h>\n#include "shop/tax.h"\n\n// shop/cart.h\nint main() { return total() + rate(); }\n',
  };

  define('a header on the include path, and what it includes beside it', async () => {
    await using lab = await openReal({ servers: ['clangd'], files });
    const result = await changed(lab, 'include/shop/cart.h', 'include/store/basket.h');
    expect(moved(result)).toEqual({
      'include/shop/cart.h -> include/store/basket.h': files['include/shop/cart.h'].replace(
        'tax.h',
        '../shop/tax.h',
      ),
      'src/local.h': files['src/local.h'].replace('shop/cart.h', 'store/basket.h'),
      'src/main.cpp': files['src/main.cpp'].replace('<shop/cart.h>', '<store/basket.h>'),
    });
    expect(result.mentions.map(({ file, line }) => `${file}:${line}`)).toEqual(['src/main.cpp:5']);
    expect(await writeAndProve(lab, result)).toEqual([]);
  });

  define(
    'a source with what it includes from its folder, and the folder back to the same bytes',
    async () => {
      await using lab = await openReal({ servers: ['clangd'], files });
      const result = await changed(lab, 'src/main.cpp', 'main.cpp');
      expect(moved(result)).toEqual({
        'src/main.cpp -> main.cpp': files['src/main.cpp'].replace('"local.h"', '"src/local.h"'),
      });
      expect(await writeAndProve(lab, result)).toEqual([]);
      expect(await writeAndProve(lab, await changed(lab, 'main.cpp', 'src/'))).toEqual([]);
      const there = await changed(lab, 'include/shop', 'include/store');
      expect(moved(there)).toMatchObject({
        'include/shop/cart.h -> include/store/cart.h': '',
        'src/main.cpp': files['src/main.cpp']
          .replace('<shop', '<store')
          .replace('"shop', '"store')
          .replace('"local.h"', '"../src/local.h"')
          .replace('../src/', ''),
      });
      expect(await writeAndProve(lab, there)).toEqual([]);
      expect(await writeAndProve(lab, await changed(lab, 'include/store', 'include/shop'))).toEqual([]);
    },
  );

  define(
    'an error that it causes is found once it is written: the folder is not on the include path',
    async () => {
      await using lab = await openReal({ servers: ['clangd'], files });
      const result = await changed(lab, 'include/shop/cart.h', 'other/cart.h');
      expect((await writeAndProve(lab, result)).join('\n')).toMatch(/shop\/cart\.h' file not found/);
    },
  );
});
