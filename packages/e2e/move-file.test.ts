import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config, LSP_DEFAULTS, moveFile, writeFile } from '@vybestack/llxprt-lsp-core';
import { expect, it, onTestFinished } from 'vitest';
import { folderOf } from './support/cli.js';
import { PATIENT } from './support/deadlines.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';

async function open(files: Record<string, string>, packages: typeof TYPESCRIPT_7 = {}) {
  const workspaceRoot = folderOf(files, packages);
  const config = new Config({
    workspaceRoot,
    lsp: { ...LSP_DEFAULTS, ...PATIENT, includeSeverities: ['error'] },
    logger: { debug: () => undefined },
  });
  onTestFinished(() => config.shutdown());
  await config.initialize();
  const path = (file: string): string => join(workspaceRoot, file);
  return {
    context: config.toolContext(),
    has: (file: string) => existsSync(path(file)),
    read: (file: string) => readFileSync(path(file), 'utf8'),
  };
}

const PYTHON = {
  'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
  'shop/__init__.py': '',
  'shop/cart.py': 'from .tax import rate\n\ntotal = rate * 2\n',
  'shop/tax.py': 'rate = 2\n',
  'main.py': 'import shop.cart\n\nown: int = shop.cart.total\nwrong: str = shop.cart.total\n',
};
const MAIN = 'import shop.deep.cart\n\nown: int = shop.deep.cart.total\nwrong: str = shop.deep.cart.total\n';

it('Python: what pyright cannot try is checked once it is written, and stays', async () => {
  const { context, read, has } = await open(PYTHON);
  const { llmContent, error } = await moveFile({ from: 'shop/cart.py', to: 'shop/deep/' }, context);
  expect(error).toBeUndefined();
  expect(llmContent).toMatch(
    /^Moved shop\/cart\.py to shop\/deep\/, 2 files changed:\nR shop\/cart\.py -> shop\/deep\/cart\.py \(\+1 -1\)\nM main\.py \(\+3 -3\)\nIt could not be tried in all files before it was written \(pyright: .*\)\. It was checked afterwards\./,
  );
  expect([has('shop/cart.py'), read('shop/deep/cart.py'), read('main.py')]).toEqual([
    false,
    PYTHON['shop/cart.py'].replace('.tax', '..tax'),
    MAIN,
  ]);
});

it('Python: an error that shows only then takes it back, and the next edit finds the old tree', async () => {
  const late = 'import main\n\nown = main.shop.cart.total\n';
  const { context, read, has } = await open({ ...PYTHON, 'late.py': late });
  const { error } = await moveFile({ from: 'shop/cart.py', to: 'shop/deep/cart.py' }, context);
  expect(error).toEqual({
    type: 'change_refused',
    message: expect.stringMatching(
      /^Not moved, and what was written was taken back: it causes 1 error \(`force` allows them\):\nlate\.py:3:\d+ .*cart/,
    ),
  });
  expect([has('shop/deep'), read('shop/cart.py'), read('main.py'), read('late.py')]).toEqual([
    false,
    PYTHON['shop/cart.py'],
    PYTHON['main.py'],
    late,
  ]);
  expect(
    (await writeFile({ file_path: 'late.py', content: `${late}more: int = shop.cart.total\n` }, context))
      .llmContent,
  ).toMatch(/late\.py|"shop" is not defined/);
  expect(
    (await writeFile({ file_path: 'late.py', content: `import shop.cart\n${late}` }, context)).llmContent,
  ).not.toContain('LSP diagnostics in late.py');
  expect(
    (await moveFile({ from: 'shop/cart.py', to: 'shop/deep/cart.py', force: true, dry_run: true }, context))
      .llmContent,
  ).toMatch(/^Dry run, nothing written: this would move shop\/cart\.py to shop\/deep\/cart\.py/);
});

const TYPESCRIPT = {
  'tsconfig.json': tsconfig({
    compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' },
    include: ['src'],
  }),
  'src/shop/cart.ts': "import { rate } from './tax';\n\nexport const total = rate * 2;\n",
  'src/shop/tax.ts': 'export const rate = 2;\n',
  'src/main.ts': "import { total } from './shop/cart';\n\nexport const own = total;\n",
};

it.each([
  ['TypeScript 5.9', {}],
  ['TypeScript 7', TYPESCRIPT_7],
])('%s: a folder and back, to the same bytes', async (_, packages) => {
  const { context, read, has } = await open(TYPESCRIPT, packages);
  const there = await moveFile({ from: 'src/shop', to: 'src/store' }, context);
  expect([there.error, there.llmContent.split('\n').slice(0, 4)]).toEqual([
    undefined,
    [
      'Moved src/shop to src/store, 3 files changed:',
      'R src/shop/cart.ts -> src/store/cart.ts (+0 -0)',
      'R src/shop/tax.ts -> src/store/tax.ts (+0 -0)',
      'M src/main.ts (+1 -1)',
    ],
  ]);
  expect([has('src/shop'), read('src/main.ts')]).toEqual([
    false,
    TYPESCRIPT['src/main.ts'].replace('shop', 'store'),
  ]);
  const back = await moveFile({ from: 'src/store', to: 'src/shop' }, context);
  expect([back.error, has('src/store')]).toEqual([undefined, false]);
  expect(Object.fromEntries(Object.keys(TYPESCRIPT).map((file) => [file, read(file)]))).toEqual(TYPESCRIPT);
});
