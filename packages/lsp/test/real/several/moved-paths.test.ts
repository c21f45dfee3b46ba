import { expect } from 'bun:test';

import { changed, moved } from '../move-suite.ts';
import { type Define, testWith } from '../needs.ts';
import { type Links, openReal } from '../real-lab.ts';

interface Language {
  readonly title: string;
  readonly define: Define;
  readonly servers: readonly string[];
  readonly links?: Links;
  readonly files: Readonly<Record<string, string>>;
  readonly moves: readonly {
    readonly from: string;
    readonly to: string;
    /** The new texts of other files: what is replaced. */
    readonly changes: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;
    /** Lines that still say the old path. */
    readonly left: readonly string[];
  }[];
}

const USER = [
  "import './ui/x.css';",
  "import { Button } from './ui/button';",
  "import logo from './ui/logo.svg?url';",
  "import '@/ui/y.css';",
  "const worker = new Worker(new URL('./ui/worker.ts', import.meta.url));",
  "const pages = import.meta.glob('./ui/*.css');",
  "const most = import.meta.glob(['/src/ui/*.css', '!./ui/y.css']);",
  "const path = require.resolve('./ui/button');",
  '// see ./ui/button.ts',
  "const read = 'src/ui/button';",
  "const other = './far/ui/x.css';",
  'export const all = [Button, logo, worker, pages, most, path, read, other];',
  '',
].join('\n');

const TYPESCRIPT: Language = {
  title: 'TypeScript 5.9',
  define: testWith(),
  servers: ['typescript', 'css', 'html'],
  files: {
    'package.json': '{}',
    '.gitignore': 'out\n',
    'out/main.js': "import './ui/x.css';\n",
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"target":"es2022","module":"preserve","noEmit":true,"lib":["es2022","dom"],"types":[],"paths":{"@/*":["./src/*"]}},"include":["src"]}',
    'src/all.d.ts':
      'declare module "*.css";\ndeclare module "*.svg?url" {\n  const url: string;\n  export default url;\n}\ndeclare const require: { resolve(path: string): string };\ninterface ImportMeta { glob(path: string | string[]): object }\ndeclare const vi: { mock(path: string): void; importActual<T>(path: string): T };\n',
    'src/main.ts': USER,
    'src/main.test.ts':
      "import { Button } from './ui/button';\nvi.mock('./ui/button');\nconst real = vi.importActual<typeof import('./ui/button')>('./ui/button');\nexport const all = [Button, real];\n",
    'src/main.css': "@import './ui/x.css';\n.a { background: url(ui/logo.svg); }\n",
    'src/far/ui/x.css': '',
    'src/ui/button.ts': "import './x.css';\nimport '../main.css';\nexport const Button = 1;\n",
    'src/ui/worker.ts': 'export {};\n',
    'src/ui/held.ts': 'export interface Held {\n  a: 1;\n}\n',
    'src/held.ts':
      "import type { Held } from './ui/held';\ndeclare module './ui/held' {\n  interface Held {\n    b: 2;\n  }\n}\nexport const key: keyof Held = 'b';\n",
    'src/ui/x.css': '',
    'src/ui/y.css': '',
    'src/ui/logo.svg': '<svg/>\n',
    'index.html': '<script src="/src/ui/worker.ts"></script>\n<link href="src/ui/x.css" />\n',
  },
  moves: [
    {
      from: 'src/ui',
      to: 'src/view/parts',
      changes: {
        'src/ui/button.ts -> src/view/parts/button.ts': [["'../main.css'", "'../../main.css'"]],
        'src/ui/held.ts -> src/view/parts/held.ts': [],
        'src/ui/logo.svg -> src/view/parts/logo.svg': [],
        'src/ui/worker.ts -> src/view/parts/worker.ts': [],
        'src/ui/x.css -> src/view/parts/x.css': [],
        'src/ui/y.css -> src/view/parts/y.css': [],
        'index.html': [
          ['/src/ui/', '/src/view/parts/'],
          ['"src/ui/', '"src/view/parts/'],
        ],
        'src/held.ts': [
          ["from './ui/held'", "from './view/parts/held'"],
          ["module './ui/held'", "module './view/parts/held'"],
        ],
        'src/main.css': [
          ['./ui/', './view/parts/'],
          ['(ui/', '(view/parts/'],
        ],
        'src/main.test.ts': [
          ["'./ui/button'", "'./view/parts/button'"],
          ["'./ui/button'", "'./view/parts/button'"],
          ["'./ui/button'", "'./view/parts/button'"],
          ["'./ui/button'", "'./view/parts/button'"],
        ],
        'src/main.ts': [
          ["'./ui/x", "'./view/parts/x"],
          ["'./ui/b", "'./view/parts/b"],
          ["'./ui/l", "'./view/parts/l"],
          ["'@/ui/y", "'@/view/parts/y"],
          ["'./ui/w", "'./view/parts/w"],
          ["'./ui/*", "'./view/parts/*"],
          ["'/src/ui/*", "'/src/view/parts/*"],
          ["'!./ui/y", "'!./view/parts/y"],
          ["'./ui/b", "'./view/parts/b"],
        ],
      },
      left: ['src/main.ts:9', 'src/main.ts:10'],
    },
    {
      from: 'src/ui/x.css',
      to: 'src/styles/main.css',
      changes: {
        'src/ui/x.css -> src/styles/main.css': [],
        'index.html': [['src/ui/x.css', 'src/styles/main.css']],
        'src/main.css': [['./ui/x.css', './styles/main.css']],
        'src/main.ts': [['./ui/x.css', './styles/main.css']],
        'src/ui/button.ts': [['./x.css', '../styles/main.css']],
      },
      left: [],
    },
  ],
};

const LANGUAGES: readonly Language[] = [
  TYPESCRIPT,
  { ...TYPESCRIPT, title: 'TypeScript 7', links: { 'node_modules/typescript': 'typescript-v7' } },
  {
    title: 'pyright',
    define: testWith(),
    servers: ['pyright'],
    files: {
      'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
      'setup.cfg': '[options.entry_points]\nconsole_scripts =\n    total = shop.cart:total\n',
      'shop/__init__.py': '',
      'shop/cart.py': 'def total() -> int:\n    return 1\n',
      'shop/cart_user.py': '',
      'test_shop.py': [
        'import importlib',
        'from unittest import mock',
        '',
        'cart = importlib.import_module("shop.cart")',
        'user = importlib.import_module("shop.cart_user")',
        "with mock.patch('shop.cart.total'):",
        '    print(cart, user)',
        'NAME = "shop.cart.total"',
        '',
      ].join('\n'),
    },
    moves: [
      {
        from: 'shop/cart.py',
        to: 'shop/basket.py',
        changes: {
          'shop/cart.py -> shop/basket.py': [],
          'test_shop.py': [
            ['"shop.cart"', '"shop.basket"'],
            ["'shop.cart.total'", "'shop.basket.total'"],
          ],
        },
        left: ['setup.cfg:3', 'test_shop.py:8'],
      },
    ],
  },
  {
    title: 'Rust, what it includes where it compiles',
    define: testWith('rust-analyzer', 'cargo'),
    servers: ['cargo', 'rust-analyzer'],
    files: {
      'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs':
        'pub const A: &str = include_str!("words.txt");\npub static B: &[u8] = include_bytes!("./words.txt");\npub const C: &str = include_str!("other/words.txt");\n',
      'src/words.txt': 'a\n',
      'src/other/words.txt': 'b\n',
    },
    moves: [
      {
        from: 'src/words.txt',
        to: 'assets/words.txt',
        changes: {
          'src/words.txt -> assets/words.txt': [],
          'src/lib.rs': [
            ['"words.txt"', '"../assets/words.txt"'],
            ['"./words.txt"', '"../assets/words.txt"'],
          ],
        },
        left: [],
      },
    ],
  },
  {
    title: 'Go, what it embeds, but not out of its folder',
    define: testWith('gopls'),
    servers: ['gopls'],
    files: {
      'go.mod': 'module example.com/demo\n\ngo 1.22\n',
      'main.go':
        'package main\n\nimport _ "embed"\n\n//go:embed data.txt\nvar data string\n\nfunc main() { _ = data }\n',
      'data.txt': 'a\n',
    },
    moves: [
      {
        from: 'data.txt',
        to: 'res/data.txt',
        changes: {
          'data.txt -> res/data.txt': [],
          'main.go': [['embed data.txt', 'embed res/data.txt']],
        },
        left: [],
      },
    ],
  },
  {
    title: 'Go, several patterns of one line, with wildcards and quotes',
    define: testWith('gopls'),
    servers: ['gopls'],
    files: {
      'go.mod': 'module example.com/demo\n\ngo 1.22\n',
      'main.go': [
        'package main',
        '',
        'import "embed"',
        '',
        '//go:embed a.txt b/*.html "c d/e f.txt" all:dir `raw.txt`',
        '//go:embed a.txt only/*.css',
        'var all embed.FS',
        '',
        'var (',
        '\t//go:embed a.txt',
        '\tone string',
        ')',
        '',
        'func main() { _, _ = all, one }',
        '',
      ].join('\n'),
      'a.txt': 'a\n',
      'b/one.html': '',
      'b/two.html': '',
      'c d/e f.txt': '',
      'dir/_x.txt': '',
      'raw.txt': '',
      'only/x.css': '',
    },
    moves: [
      {
        from: 'a.txt',
        to: 'in side/a [1].txt',
        changes: {
          'a.txt -> in side/a [1].txt': [],
          'main.go': [
            ['embed a.txt b', 'embed "in side/a \\\\[1].txt" b'],
            ['embed a.txt only', 'embed "in side/a \\\\[1].txt" only'],
            ['embed a.txt\n', 'embed "in side/a \\\\[1].txt"\n'],
          ],
        },
        left: [],
      },
      {
        from: 'c d/e f.txt',
        to: 'c/e.txt',
        changes: { 'c d/e f.txt -> c/e.txt': [], 'main.go': [['"c d/e f.txt"', '"c/e.txt"']] },
        left: [],
      },
      {
        from: 'b',
        to: 'pages',
        changes: {
          'b/one.html -> pages/one.html': [],
          'b/two.html -> pages/two.html': [],
          'main.go': [['b/*.html', 'pages/*.html']],
        },
        left: [],
      },
      // The wildcard fits one still: what it no longer takes is listed.
      {
        from: 'b/one.html',
        to: 'other/one.html',
        changes: { 'b/one.html -> other/one.html': [] },
        left: ['main.go:5'],
      },
      {
        from: 'b/one.html',
        to: 'b/three.html',
        changes: { 'b/one.html -> b/three.html': [] },
        left: [],
      },
      // Go refuses a wildcard that fits nothing.
      {
        from: 'only/x.css',
        to: 'dir/x.css',
        changes: { 'only/x.css -> dir/x.css': [], 'main.go': [['only/*.css', 'dir/x.css']] },
        left: [],
      },
      {
        from: 'dir',
        to: 'folder',
        changes: { 'dir/_x.txt -> folder/_x.txt': [], 'main.go': [['all:dir', 'all:folder']] },
        left: [],
      },
      {
        from: 'raw.txt',
        to: 'new_raw.txt',
        changes: { 'raw.txt -> new_raw.txt': [], 'main.go': [['`raw.txt`', '`new_raw.txt`']] },
        left: [],
      },
    ],
  },
];

for (const { title, define, servers, files, links, moves } of LANGUAGES)
  define(`paths in texts follow what moves, and others are listed: ${title}`, async () => {
    await using lab = await openReal({
      servers,
      files,
      config: { navigationTimeout: 60_000 },
      ...(links && { links }),
    });
    for (const { from, to, changes, left } of moves) {
      const result = await changed(lab, from, to);
      const texts = Object.entries(changes).map(([file, replaced]) => {
        const text = files[file.replace(/ -> .*/, '')] ?? '';
        return [file, replaced.reduce((one, [old, now]) => one.replace(old, now), text)] as const;
      });
      expect(moved(result)).toEqual(
        Object.fromEntries(texts.map(([file, text]) => [file, changes[file]?.length === 0 ? '' : text])),
      );
      expect(result.mentions.map(({ file, line }) => `${file}:${line}`)).toEqual([...left]);
    }
  });
