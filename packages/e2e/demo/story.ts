/** A workspace without a mistake. */
export const FILES: Readonly<Record<string, string>> = {
  'package.json': `{ "name": "shop", "private": true, "type": "module" }
`,
  'tsconfig.json': `{
  "compilerOptions": { "strict": true, "noEmit": true, "target": "ES2022", "module": "ESNext", "moduleResolution": "Bundler" },
  "include": ["src"]
}
`,
  'src/prices.ts': `export interface Item {
  name: string;
  cents: number;
  count: number;
}

/** What all pieces of an item cost together, in cents. */
export function priceOf(item: Item): number {
  return item.cents * item.count;
}
`,
};

export const PROMPT = 'Add src/receipt.ts: one line for each item, its name and its price.';
export const WRITTEN = 'src/receipt.ts';
const WRONG = 'priceOf(item.cents)';
const RIGHT = 'priceOf(item)';

const RECEIPT = `import { priceOf, type Item } from './prices';

export function receipt(items: readonly Item[]): string {
  return items.map((item) => \`\${item.name}: \${priceOf(item)}\`).join('\\n');
}
`;

/** What the written file holds in the end. */
export const MENDED = RECEIPT;
const MISTAKEN = RECEIPT.replace(RIGHT, WRONG);

/** One call of a tool by the model, and what the host has to answer. */
export interface Move {
  readonly title: string;
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What stands in the text that the model reads, and what does not. */
  readonly shows: readonly string[];
  readonly hides: readonly string[];
}

/** How a host names what a model does here, and what it says when it has done it. */
export interface Dialect {
  readonly write: {
    readonly call: string;
    readonly args: (path: string, content: string) => Move['args'];
    readonly done: string;
  };
  readonly edit: {
    readonly call: string;
    readonly args: (path: string, from: string, to: string) => Move['args'];
    readonly done: string;
  };
  readonly hover: string;
}

/** The same story for every host. */
export function movesIn({ write, edit, hover }: Dialect): Move[] {
  return [
    {
      title: 'The model writes a file, and makes a mistake. No language server runs yet.',
      call: write.call,
      args: write.args(WRITTEN, MISTAKEN),
      shows: [
        write.done,
        WRITTEN,
        "Argument of type 'number' is not assignable to parameter of type 'Item'. (2345)",
      ],
      hides: [],
    },
    {
      title: 'It asks what the function takes.',
      call: hover,
      args: { file: 'src/prices.ts', symbol: 'priceOf' },
      shows: ['priceOf(item: Item): number', 'What all pieces of an item cost together, in cents.'],
      hides: ['ERROR ['],
    },
    {
      title: 'It mends the mistake: the result has nothing more to say.',
      call: edit.call,
      args: edit.args(WRITTEN, WRONG, RIGHT),
      shows: [edit.done],
      hides: ['ERROR [', 'diagnostics'],
    },
  ];
}

/** What is wrong with the text that the model read, in words. */
export function faultsOf({ call, shows, hides }: Move, read: string): string[] {
  return [
    ...shows
      .filter((words) => !read.includes(words))
      .map((words) => `the result of ${call} lacks "${words}"`),
    ...hides
      .filter((words) => read.includes(words))
      .map((words) => `the result of ${call} has "${words}", which it should not`),
  ];
}
