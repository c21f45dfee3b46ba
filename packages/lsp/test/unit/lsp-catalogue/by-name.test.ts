import { expect, test } from 'bun:test';

import { resolve, type SymbolInput, parseQuery } from '../../../src/engine/navigate/by-name/symbol-query.ts';
import { navigationOf, pathOf, type World } from './world.ts';

const never = new AbortController().signal;

/** Where a pointer leads: `one cart.ts:1:17`; `several` of them; or why nowhere. */
async function resolved(world: World, input: SymbolInput): Promise<string> {
  const { navigation } = navigationOf(world);
  const query = parseQuery(input);
  if (query.kind === 'unclear') return `unclear: ${query.problem}`;
  const target = await resolve(navigation, query, never);
  if (target.kind === 'failed') return `${target.why}: ${target.message}`;
  const places = target.value.kind === 'one' ? [target.value] : target.value.candidates;
  return [
    target.value.kind,
    ...places.map(
      ({ path, position }) => `${navigation.relative(path)}:${position.line + 1}:${position.character + 1}`,
    ),
  ].join(' ');
}

const CART = `import { tax } from './tax';
// total of the cart
export function total(items) {
  const sum = 1;
  return sum + tax;
}
class Cart { total() { return total(this.items); } }
class Order { total() { return 1; } }
console.log(sum, log);
console.log(Total);
`;

const cart: World = {
  files: {
    'cart.ts': CART,
    'tax.ts': 'export const tax = 1;\n',
    'main.ts': 'cart.total();\nother.total();\n// total\n',
  },
  declared: [
    { name: 'total', kind: 12, at: 'cart.ts:3:17', to: 6 },
    { name: 'sum', kind: 13, at: 'cart.ts:4:9', container: 'total' },
    { name: 'Cart', kind: 5, at: 'cart.ts:7:7', to: 7 },
    { name: 'total', kind: 6, at: 'cart.ts:7:14', container: 'Cart' },
    { name: 'Order', kind: 5, at: 'cart.ts:8:7', to: 8 },
    { name: 'total', kind: 6, at: 'cart.ts:8:15', container: 'Order' },
    { name: 'tax', kind: 13, at: 'tax.ts:1:14' },
  ],
  definitions: {
    'cart.ts:1:10': ['tax.ts:1:14'],
    'cart.ts:5:16': ['tax.ts:1:14'],
    'cart.ts:3:17': ['cart.ts:3:17'],
    'cart.ts:7:14': ['cart.ts:7:14'],
    'cart.ts:7:31': ['cart.ts:3:17'],
    'cart.ts:8:15': ['cart.ts:8:15'],
    'cart.ts:9:9': ['outside'],
    'cart.ts:9:18': ['cart.ts:1:1'],
    'cart.ts:10:9': ['outside'],
    'main.ts:1:6': ['cart.ts:7:14'],
    'main.ts:2:7': ['cart.ts:8:15'],
    'tax.ts:1:14': ['tax.ts:1:14'],
  },
};

const IN_FILE: [title: string, input: SymbolInput, want: string][] = [
  ['what is declared once is meant', { symbol: 'sum' }, 'one cart.ts:4:9'],
  [
    'of what is declared several times, all',
    { symbol: 'total' },
    'several cart.ts:3:17 cart.ts:7:14 cart.ts:8:15',
  ],
  ['one of them by what it is in', { symbol: 'Order.total' }, 'one cart.ts:8:15'],
  ['one of them by its line', { symbol: 'total', line: 8 }, 'one cart.ts:8:15'],
  [
    'one of them by a line that is off by one, and says it in a comment',
    { symbol: 'total', line: 2 },
    'one cart.ts:3:17',
  ],
  ['a declaration before a use on the same line', { symbol: 'total', line: 7 }, 'one cart.ts:7:14'],
  ['a use by its column', { symbol: 'total', line: 7, character: 30 }, 'one cart.ts:7:31'],
  [
    'a hint that is far off counts for nothing',
    { symbol: 'total', line: 400 },
    'several cart.ts:3:17 cart.ts:7:14 cart.ts:8:15',
  ],
  ['uses that lead to one place are one', { symbol: 'tax' }, 'one cart.ts:1:10'],
  ['uses that lead to several places, each once', { symbol: 'log' }, 'several cart.ts:9:9 cart.ts:9:18'],
  ['uses by what they are reached through', { symbol: 'console.log' }, 'one cart.ts:9:9'],
  ['a file in the qualification', { symbol: 'cart.sum' }, 'one cart.ts:4:9'],
  ['as it is called', { symbol: 'sum()' }, 'one cart.ts:4:9'],
  [
    'nothing, with what is near',
    { symbol: 'TOTAL' },
    'not-found: there is no `TOTAL` in cart.ts; near matches: Total (cart.ts:10:13), total (cart.ts:2:4)',
  ],
  [
    'nothing at all',
    { symbol: 'nowhere' },
    'not-found: there is no `nowhere` in cart.ts; look at its symbols with lsp_document_symbols, or leave out `file` to search the workspace',
  ],
  [
    'nothing of that owner',
    { symbol: 'Basket.total' },
    'not-found: there is no `Basket.total` in cart.ts; near matches: Total (cart.ts:10:13)',
  ],
];

test('a name in a file means what is declared there, or else what is used there', async () => {
  for (const [title, input, want] of IN_FILE)
    expect(`${title}: ${await resolved(cart, { file: 'cart.ts', ...input })}`).toBe(`${title}: ${want}`);
});

test('a use is found by what its declaration elsewhere is in', async () => {
  expect(await resolved(cart, { file: 'main.ts', symbol: 'Cart.total' })).toBe('one main.ts:1:6');
  expect(await resolved(cart, { file: 'main.ts', symbol: 'total' })).toBe('several main.ts:1:6 main.ts:2:7');
  expect(await resolved(cart, { file: 'main.ts', symbol: 'other.total' })).toBe('one main.ts:2:7');
});

test('declarations that lead to each other are one symbol: overloads, a declaration and its definition', async () => {
  const world: World = {
    files: { 'a.h': 'int total(int);\nint total(double);\n', 'b.c': 'void total();\nvoid total() {}\n' },
    declared: [
      { name: 'total', kind: 12, at: 'a.h:1:5' },
      { name: 'total', kind: 12, at: 'a.h:2:5' },
      { name: 'total', kind: 12, at: 'b.c:1:6' },
      { name: 'total', kind: 12, at: 'b.c:2:6' },
    ],
    definitions: {
      'b.c:1:6': ['b.c:2:6'],
      'b.c:2:6': ['b.c:1:6'],
      'a.h:1:5': ['a.h:1:5'],
      'a.h:2:5': ['a.h:2:5'],
    },
  };
  expect(await resolved(world, { file: 'b.c', symbol: 'total' })).toBe('one b.c:1:6');
  expect(await resolved(world, { file: 'a.h', symbol: 'total' })).toBe('several a.h:1:5 a.h:2:5');
});

test('where nobody lists the symbols or knows the definitions, the text alone counts', async () => {
  const { files } = cart;
  const unlisted: World = { ...cart, failing: { documentSymbols: 'no-server' } };
  expect(await resolved(unlisted, { file: 'cart.ts', symbol: 'tax' })).toBe('one cart.ts:1:10');
  const silent: World = { files, failing: { documentSymbols: 'failed', definition: 'no-server' } };
  expect(await resolved(silent, { file: 'cart.ts', symbol: 'tax' })).toBe(
    'several cart.ts:1:10 cart.ts:1:24 cart.ts:5:16',
  );
  expect(await resolved(silent, { file: 'cart.ts', symbol: 'tax', line: 5 })).toBe('one cart.ts:5:16');
  expect(await resolved(silent, { file: 'cart.ts', symbol: 'items', line: 3 })).toBe('one cart.ts:3:23');
});

test('whoever runs out of time, or may not look, gets no guess', async () => {
  expect(
    await resolved(
      { ...cart, failing: { documentSymbols: 'timed-out' } },
      { file: 'cart.ts', symbol: 'total' },
    ),
  ).toBe('timed-out: documentSymbols failed');
  expect(
    await resolved({ ...cart, failing: { definition: 'timed-out' } }, { file: 'cart.ts', symbol: 'total' }),
  ).toBe('timed-out: definition failed');
  expect(await resolved({ ...cart, failing: { workspaceSymbols: 'no-server' } }, { symbol: 'total' })).toBe(
    'no-server: workspaceSymbols failed',
  );
  expect(await resolved(cart, { file: '../cart.ts', symbol: 'total' })).toBe(
    'outside: the path is outside the workspace',
  );
});

const IN_WORKSPACE: [symbol: string, want: string][] = [
  ['tax', 'one tax.ts:1:14'],
  ['total', 'several cart.ts:3:17 cart.ts:7:14 cart.ts:8:15'],
  ['Cart.total', 'one cart.ts:7:14'],
  ['tax.tax', 'one tax.ts:1:14'],
  ['TAX', 'not-found: there is no symbol `TAX` in the workspace; near matches: tax'],
  [
    'nowhere',
    'not-found: there is no symbol `nowhere` in the workspace; if it is declared inside of something else, give the `file` too',
  ],
];

test('without a file, a name means what the workspace lists under it', async () => {
  for (const [symbol, want] of IN_WORKSPACE)
    expect(`${symbol}: ${await resolved(cart, { symbol })}`).toBe(`${symbol}: ${want}`);
});

test('what a server lists as all of a declaration is asked about where its name is', async () => {
  const whole = { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } };
  const listed = [{ name: 'total', kind: 12, path: pathOf('a.ts'), range: whole }];
  const files = { 'a.ts': '/** total: sums up */\nexport\n  function total() {}\n' };
  expect(
    await resolved(
      { files, listed, declared: [{ name: 'total', kind: 12, at: 'a.ts:3:12' }] },
      { symbol: 'total' },
    ),
  ).toBe('one a.ts:3:12');
  expect(
    await resolved({ files, listed, failing: { documentSymbols: 'no-server' } }, { symbol: 'total' }),
  ).toBe('one a.ts:1:5');
});

test('no more is looked into than somebody could choose from', async () => {
  const lines = Array.from({ length: 50 }, (_, line) => `x${line}.total`);
  const world: World = {
    files: { 'a.ts': lines.join('\n') },
    definitions: Object.fromEntries(
      lines.map((line, index) => [`a.ts:${index + 1}:${line.indexOf('.') + 2}`, [`a.ts:${index + 1}:1`]]),
    ),
  };
  const { navigation, asked } = navigationOf(world);
  const query = parseQuery({ file: 'a.ts', symbol: 'total' });
  const target = query.kind === 'unclear' ? query : await resolve(navigation, query, never);
  expect(target).toMatchObject({ kind: 'found', value: { kind: 'several', candidates: { length: 20 } } });
  expect(asked.filter((question) => question.startsWith('definition '))).toHaveLength(20);
});

test('what many comments or another function say, too, does not hide a use', async () => {
  const comments = Array.from({ length: 30 }, () => '// item');
  const many = Array.from({ length: 30 }, () => 'item;').join('');
  const world: World = {
    files: { 'a.ts': [...comments, `function a(item) { ${many} }`, 'function b(item) {}'].join('\n') },
    declared: [
      { name: 'a', kind: 12, at: 'a.ts:31:10', to: 31 },
      { name: 'b', kind: 12, at: 'a.ts:32:10', to: 32 },
    ],
    definitions: {
      'a.ts:31:12': ['a.ts:31:12'],
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`a.ts:31:${20 + 5 * index}`, ['a.ts:31:12']]),
      ),
      'a.ts:32:12': ['a.ts:32:12'],
    },
  };
  expect(await resolved(world, { file: 'a.ts', symbol: 'item' })).toBe('several a.ts:31:12 a.ts:32:12');
});

const UNCLEAR: [input: SymbolInput, problem: string][] = [
  [{}, 'give `symbol`, a name; or `file`, `line` and `character`, a position'],
  [{ file: 'a.ts' }, 'give `symbol`, a name in the file; or `line` and `character`, a position in it'],
  [
    { file: 'a.ts', line: 3 },
    'give `symbol`, the name on that line that you mean; or `character`, where it stands',
  ],
  [{ line: 3, character: 1 }, 'give `symbol`, a name; or `file`, `line` and `character`, a position'],
  [{ symbol: 'total', line: 3 }, '`line` is a line of a file: give `file` too, or only `symbol`'],
  [
    { symbol: 'total', file: 'a.ts', character: 3 },
    '`character` is one of a line: give `line` too, or only `symbol`',
  ],
  [{ symbol: ' ' }, '`symbol` names nothing'],
];

test('what names neither a position nor a symbol says what to give', async () => {
  for (const [input, problem] of UNCLEAR) expect(await resolved(cart, input)).toBe(`unclear: ${problem}`);
});

test('a line says which use is meant, not that a name is another one', async () => {
  expect(await resolved(cart, { file: 'main.ts', symbol: 'Order.total', line: 1 })).toBe('one main.ts:2:7');
  expect(await resolved(cart, { file: 'main.ts', symbol: 'Cart.total', line: 3 })).toBe('one main.ts:1:6');
  expect(await resolved(cart, { file: 'main.ts', symbol: 'total', line: 3 })).toBe('one main.ts:2:7');
});
