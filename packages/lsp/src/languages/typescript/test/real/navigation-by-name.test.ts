import { expect, test } from 'bun:test';

import { openReal } from '../../../../../test/real/real-lab.ts';
import type { Mcp } from '../../../../../test/harness/mcp.ts';

const FILES = {
  'package.json': '{ "name": "shop", "type": "module" }',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "lib": ["es5"] }, "include": ["src"] }',
  'src/cart.ts': `/** total: what the items cost together */
export function total(items: readonly number[]): number;
export function total(items: readonly number[], tax: number): number;
export function total(items: readonly number[], tax = 0): number {
  return items.reduce((sum, item) => sum + item, tax);
}

export class Cart {
  items: number[] = [];
  get count(): number {
    return this.items.length;
  }
  sum(): number {
    return total(this.items);
  }
}

export class Order {
  sum(): number {
    const 合計 = 1;
    return 合計;
  }
}
`,
  'src/main.ts': `import { Cart, total } from './cart.js';

const cart = new Cart();
// total of nothing
console.log(total([]), cart.sum());
console.log(total([1]), 'total');
`,
};

interface Answer {
  locations?: { file: string; line: number; character: number; text?: string }[];
  candidates?: {
    name: string;
    kind?: string;
    file: string;
    line: number;
    character: number;
    container?: string;
  }[];
  target?: { name?: string; file: string; line: number; character: number };
  content?: string | null;
}

async function ask(mcp: Mcp, tool: string, input: object): Promise<Answer & { text: string }> {
  const result = (await mcp.request('tools/call', { name: tool, arguments: input })) as {
    content: { text: string }[];
    structuredContent?: Answer;
  };
  return { ...result.structuredContent, text: result.content[0]?.text ?? '' };
}

const at = ({ file, line, character }: { file: string; line: number; character: number }): string =>
  `${file}:${line}:${character}`;

test('REQ-NAV-010: with a real server a name is as good as its position', async () => {
  await using lab = await openReal({
    servers: ['typescript'],
    files: FILES,
    config: { navigationTimeout: 14_000 },
  });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();

  // Overloads are one symbol; comments and strings are none.
  const references = await ask(mcp, 'lsp_find_references', { symbol: 'total' });
  expect(references.target).toMatchObject({ name: 'total', file: 'src/cart.ts', character: 17 });
  expect(references.locations?.map(at)).toEqual([
    'src/cart.ts:2:17',
    'src/cart.ts:3:17',
    'src/cart.ts:4:17',
    'src/cart.ts:14:12',
    'src/main.ts:1:16',
    'src/main.ts:5:13',
    'src/main.ts:6:13',
  ]);
  expect(references.text).toStartWith(
    '7 references to `total` in 2 files:\nsrc/cart.ts:2:17  export function total(items: readonly number[]): number;\n',
  );

  // A name that is only used in a file leads where its uses lead.
  const imported = await ask(mcp, 'lsp_goto_definition', { file: 'src/main.ts', symbol: 'Cart' });
  expect(imported.locations?.map(at)).toEqual(['src/cart.ts:8:14']);

  // Of two methods of one name neither is guessed.
  const several = await ask(mcp, 'lsp_hover', { file: 'src/cart.ts', symbol: 'sum' });
  expect(several.content).toBeNull();
  expect(several.candidates?.map((candidate) => `${at(candidate)} ${candidate.container}`)).toEqual([
    'src/cart.ts:13:3 Cart',
    'src/cart.ts:19:3 Order',
  ]);
  expect((await ask(mcp, 'lsp_hover', { file: 'src/cart.ts', symbol: 'Order.sum' })).content).toContain(
    'Order.sum(): number',
  );
  expect((await ask(mcp, 'lsp_hover', { symbol: 'Cart.sum' })).content).toContain('Cart.sum(): number');
  expect((await ask(mcp, 'lsp_hover', { file: 'src/main.ts', symbol: 'Cart.sum' })).target).toMatchObject({
    file: 'src/main.ts',
    line: 5,
    character: 29,
  });
  expect(
    (await ask(mcp, 'lsp_hover', { file: 'src/cart.ts', symbol: 'sum', line: 18 })).target,
  ).toMatchObject({ line: 19, character: 3 });
  expect((await ask(mcp, 'lsp_hover', { file: 'src/cart.ts', symbol: '合計', line: 21 })).content).toContain(
    'const 合計: 1',
  );

  // What is misspelled is no symbol.
  expect((await ask(mcp, 'lsp_goto_definition', { file: 'src/main.ts', symbol: 'Total' })).text).toBe(
    'lsp_goto_definition: there is no `Total` in src/main.ts; near matches: total (src/main.ts:1:16)',
  );
  expect((await ask(mcp, 'lsp_goto_definition', { symbol: 'carT' })).text).toStartWith(
    'lsp_goto_definition: there is no symbol `carT` in the workspace; near matches: Cart',
  );

  const callers = await ask(mcp, 'lsp_incoming_calls', { symbol: 'total' });
  expect(callers.text).toContain('method sum');
  expect(callers.text).toContain('called at src/cart.ts:14:12  return total(this.items);');
});
