import { expect } from 'bun:test';

import { type Define, testWith } from '../needs.ts';
import { openReal, type Links } from '../real-lab.ts';

/** A method that two types have; what a rename of the one leaves behind. */
interface Language {
  readonly title: string;
  readonly define: Define;
  readonly servers: readonly string[];
  readonly links?: Links;
  readonly files: Readonly<Record<string, string>>;
  /** The file that declares it, what it is, and the new name. */
  readonly rename: readonly [filePath: string, symbol: string, newName: string];
  readonly left: readonly string[];
}

const TYPESCRIPT: Language = {
  title: 'TypeScript 5.9',
  define: testWith(),
  servers: ['typescript'],
  files: {
    'package.json': '{}',
    '.gitignore': '/out/\n*.gen.ts\n!kept.gen.ts\n',
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"lib":["es5"],"types":[]},"include":["*.ts"]}',
    'queue.ts':
      '/** A push is cheap. */\nexport class Queue {\n  items: number[] = [];\n  push(n: number): void {\n    this.items.length = n;\n  }\n}\n/** A push of its own. */\nclass Own {\n  n = 1;\n  // its push\n  push(): void {}\n  // push as ever\n}\nvoid Own;\n',
    'stack.ts':
      '/** No queue. */\nexport class Stack {\n  /** A push onto the stack. */\n  push(n: number): number {\n    return n;\n  }\n}\n// push as another word\nexport const s = new Stack().push(1);\nexport const key = { push: 1 };\nexport const quoted = `${new Stack().push(2)}`;\n',
    'user.ts':
      'import { Queue } from "./queue.js";\nimport { Stack } from "./stack.js";\n// push comes first\nnew Queue().push(1);\nnew Stack().push(2); // a push of the stack\nexport const names = ["push"];\nexport const push = new Queue().push; // a push, and one\nexport const say = (p = new Stack()) => ["push", p.push(1)];\n',
    'far.ts': '// See Queue.push and Stack.push\nexport const far = "queue.push";\n',
    'dist/queue.js': '// Queue.push\n',
    'out/queue.ts': '// Queue.push\n',
    'one.gen.ts': '// Queue.push\n',
    'kept.gen.ts': '// Queue.push stays\n',
    'vendor.min.js': 'Queue.push=function(){};// Queue.push\n',
    'settings.json': '{"calls": ["./queue#push"],\n"other": ["push", "Stack.push"]}\n',
  },
  rename: ['queue.ts', 'Queue.push', 'enqueue'],
  left: [
    'far.ts:1 // See Queue.push and Stack.push',
    'far.ts:2 export const far = "queue.push";',
    'kept.gen.ts:1 // Queue.push stays',
    'queue.ts:1 /** A push is cheap. */',
    'settings.json:1 {"calls": ["./queue#push"],',
    'user.ts:3 // push comes first',
    'user.ts:6 export const names = ["push"];',
    'user.ts:7 export const push = new Queue().enqueue; // a push, and one',
    'user.ts:8 export const say = (p = new Stack()) => ["push", p.push(1)];',
  ],
};

const LANGUAGES: readonly Language[] = [
  TYPESCRIPT,
  {
    ...TYPESCRIPT,
    title: 'TypeScript 7',
    links: { 'node_modules/typescript': 'typescript-v7' },
  },
  {
    ...TYPESCRIPT,
    title: 'TypeScript 5.9: a key of the name, and a file of the name',
    files: {
      'tsconfig.json': TYPESCRIPT.files['tsconfig.json'] ?? '',
      'rate.ts': 'export const rate = 1;\nexport const keys = { rate };\nexport const n = keys.rate;\n',
      'user.ts': 'import { keys, rate } from "./rate.js";\nexport const all = [keys.rate, rate]; // rate\n',
    },
    rename: ['rate.ts', 'rate', 'price'],
    left: ['user.ts:2 export const all = [keys.rate, price]; // rate'],
  },
  {
    ...TYPESCRIPT,
    title: 'TypeScript 5.9: imports that lead nowhere, as the project is not set up',
    files: {
      'tsconfig.json': TYPESCRIPT.files['tsconfig.json'] ?? '',
      'rate.ts': 'export const rate = 1;\n',
      'user.ts': 'import { rate } from "$src/rate.js";\nexport const n = rate;\n',
      'other.ts': 'import { rate } from "uninstalled";\nexport const m = rate;\n',
    },
    rename: ['rate.ts', 'rate', 'price'],
    left: ['user.ts:1 import { rate } from "$src/rate.js";', 'user.ts:2 export const n = rate;'],
  },
  {
    title: 'pyright: texts that name a member',
    define: testWith(),
    servers: ['pyright'],
    files: {
      'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
      'cart.py': 'class Cart:\n    total = 1\n\n\nclass Order:\n    total = 2\n',
      'make.py': 'from cart import Cart\n\n\ndef make() -> Cart:\n    return Cart()\n',
      'user.py': [
        'from cart import Cart, Order',
        '',
        '',
        'class Mine:',
        '    def total(self) -> int:',
        '        return getattr(self, "total")',
        '',
        '    def of(self, cart: Cart, order: Order) -> None:',
        '        setattr(cart, "total", 1)',
        '        getattr(order, "total")',
        '',
      ].join('\n'),
      'far.py':
        'from make import make\n\ncart = make()\nprint(getattr(cart, "total"), "total")\nprint("total")\n',
    },
    rename: ['cart.py', 'Cart.total', 'price'],
    left: ['far.py:4 print(getattr(cart, "total"), "total")', 'user.py:9 setattr(cart, "total", 1)'],
  },
  {
    title: 'pyright',
    define: testWith(),
    servers: ['pyright'],
    files: {
      'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
      'queue_.py':
        'class Queue:\n    """Its push is cheap."""\n\n    def push(self, n: int) -> None: ...\n\n\nclass Own:\n    """A push of its own."""\n\n    def push(self) -> None: ...  # push\n',
      'stack.py':
        'class Stack:\n    # push onto the stack\n    def push(self, n: int) -> None:\n        """A push."""\n\n\nStack().push(1)\n',
      'user.py':
        'from queue_ import Queue\nfrom stack import Stack\n\nQueue().push(1)\nStack().push(2)\ngetattr(Queue(), "push")(3)\n\n\ndef use(any_):\n    any_.push(1)\n',
      'build.py': 'push = 1\nprint(push)\n',
      '.venv/pyvenv.cfg': '',
      '.venv/lib.py': '# Queue.push\n',
    },
    rename: ['queue_.py', 'Queue.push', 'enqueue'],
    left: [
      'queue_.py:2 """Its push is cheap."""',
      'user.py:6 getattr(Queue(), "push")(3)',
      'user.py:10 any_.push(1)',
    ],
  },
  {
    title: 'gopls',
    define: testWith('gopls', 'go'),
    servers: ['gopls'],
    files: {
      'go.mod': 'module example.com/demo\n\ngo 1.21\n',
      'queue.go':
        'package demo\n\n// Queue has a Push.\ntype Queue struct{ n int }\n\n// Push adds.\nfunc (q *Queue) Push(n int) { q.n += n }\n\n// own has a Push, too.\ntype own struct{}\n\nfunc (o own) Push() {}\n\nvar _ = own{}\n',
      'stack.go':
        'package demo\n\ntype Stack struct{ n int }\n\n// Push adds on top.\nfunc (s *Stack) Push(n int) { s.n += n }\n\nfunc fill(s *Stack) { s.Push(1) }\n',
      'user.go':
        'package demo\n\nfunc use(q *Queue, s *Stack) {\n\tq.Push(1)\n\ts.Push(2)\n\t// Push again\n\tq.Push(3)\n}\n\nvar _, _ = use, fill\n',
    },
    rename: ['queue.go', 'Queue.Push', 'Add'],
    left: ['queue.go:3 // Queue has a Push.', 'user.go:6 // Push again'],
  },
];

for (const { title, define, servers, files, links, rename, left } of LANGUAGES) {
  define(
    `what a rename leaves, ${title}: no code of another symbol of that name, no ignored file`,
    async () => {
      await using lab = await openReal({
        servers,
        files,
        config: { navigationTimeout: 60_000 },
        ...(links && { links }),
      });
      const [filePath, symbol, newName] = rename;
      const result = await lab.sidecar.request('lsp/refactor', { kind: 'rename', filePath, symbol, newName });
      expect(
        'refused' in result
          ? result.refused
          : result.mentions.map(({ file, line, text }) => `${file}:${line} ${text.trim()}`),
      ).toEqual([...left]);
    },
  );
}
