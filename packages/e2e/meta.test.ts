import type { LspConfig } from '@vybestack/llxprt-lsp-core';
import { expect, it, onTestFinished } from 'vitest';
import { Bridge } from './support/bridge.js';
import { change, patch, TOOL_NAMES } from './support/calls.js';
import { folderOf } from './support/cli.js';
import { fake, Session } from './support/session.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';

const FILES = {
  'tsconfig.json': tsconfig({
    compilerOptions: { target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler' },
    include: ['src'],
  }),
  'src/prices.ts': 'export const price = (cents: number): number => cents;\n',
  'src/cart.ts': "import { price } from './prices';\n\nexport const total: number = price(1);\n",
  'notes.txt': 'one\n',
};
const CART = FILES['src/cart.ts'];
const WRONG_CART = CART.replace('price(1)', 'price("1")');
const TWO_WRONG = `${WRONG_CART}export const name: string = 1;\n`;
const WRONG_PRICES = FILES['src/prices.ts'].replace('cents: number', 'cents: string');
/** The first servers of a machine that is busy take their time. */

async function open(lsp: LspConfig): Promise<Session> {
  const session = await Session.open({ files: FILES, packages: TYPESCRIPT_7, lsp: lsp });
  onTestFinished(() => session.close());
  return session;
}

const lastLine = (text: string): string => text.split('\n').at(-1) ?? '';

it('REQ-DIAG-020: what the compiler counts is the last line, whichever tool has written, and says what it rests on', async () => {
  const session = await open({ meta: 'verdict' });
  const judged = (count: number, unchecked: string): RegExp =>
    new RegExp(
      `^\\[meta\\] diagnostics_errors=${count} checked=typescript@\\d+\\.\\d+\\.\\d+ unchecked=${unchecked}$`,
    );

  const clean = await session.call(change('edit', 'src/cart.ts', 'price(1)', 'price(2)'));
  expect(clean.found).toMatch(judged(0, 'others\\(not-searched\\)'));

  const broken = await session.call(change('write_file', 'src/cart.ts', '', TWO_WRONG));
  expect(broken.found).toMatch(
    /^LSP errors detected in this file:\n<diagnostics file="src\/cart\.ts">\n(ERROR .*\n){2}<\/diagnostics>\n\n\[meta\] [^\n]*$/,
  );
  expect(lastLine(broken.text)).toMatch(judged(2, 'none'));

  const elsewhere = await session.call(patch(['src/cart.ts', TWO_WRONG, CART]));
  expect(elsewhere.found).toMatch(judged(0, 'others\\(not-searched\\)'));
  const other = await session.call(change('write_file', 'src/prices.ts', '', WRONG_PRICES));
  expect(other.found).toContain('<diagnostics file="src/cart.ts">');
  expect(lastLine(other.text)).toMatch(judged(Number(/ERROR/g[Symbol.match](other.found)?.length), 'none'));
});

it('REQ-GRACE-010: where no server is for the file, every result is what it is without LSP', async () => {
  const session = await open({ meta: 'verdict' });
  for (const tool of TOOL_NAMES) {
    session.write({ 'notes.txt': 'one\n' });
    expect((await session.call(change(tool, 'notes.txt', 'one\n', 'two\n'))).found).toBe('');
  }
  expect((await session.call(patch(['src/cart.ts', CART, '']))).found).toBe('');
});

it('a linter that is late beside a compiler that has judged is reported as at work', async () => {
  const session = await open({
    meta: 'verdict',
    servers: { late: fake('held.ts', { extensions: ['.ts'], role: 'linter' }) },
    linterGrace: 100,
  });
  const said = (why: string): RegExp =>
    new RegExp(
      `^\\[meta\\] diagnostics_errors=0 checked=typescript@\\S+ unchecked=late\\(${why}\\),others\\(not-searched\\)$`,
    );
  session.client.warm('src/cart.ts');
  await expect.poll(async () => (await session.server('late'))?.serverPid, { timeout: 20_000 }).toBeDefined();
  const edited = await session.call(change('edit', 'src/cart.ts', CART, `${CART}// HOLD\n`));
  expect(lastLine(edited.text)).toMatch(said('(starting|running)'));
});

it.each<[meta: Required<LspConfig>['meta'], clean: string, late: string]>([
  [true, '[meta] diagnostics_errors=0', ''],
  [
    'verdict',
    '[meta] diagnostics_errors=0 checked=slow unchecked=others(not-searched)',
    '[meta] diagnostics_errors=0 checked=none unchecked=slow(running),others(not-searched)',
  ],
])(
  'REQ-GRACE-055: with meta %j a file that nobody has judged in time does not look clean',
  async (meta, clean, late) => {
    const session = await open({ meta, servers: { slow: fake('held.ts') }, diagnosticTimeout: 300 });
    session.write({ 'a.fake': 'one\n' });
    expect((await session.call(change('edit', 'a.fake', 'one', 'two'))).found).toBe(clean);
    expect((await session.call(change('edit', 'a.fake', 'two', 'HOLD'))).found).toBe(late);
  },
);

it('a server that starts, and one that cannot, are reported as that', async () => {
  const gone = { command: '/nowhere/gone', extensions: ['.fake'] };
  const session = await open({
    meta: 'verdict',
    servers: { slow: fake('starts-when-told.ts'), gone },
    firstTouchTimeout: 1500,
  });
  session.write({ 'a.fake': 'one\n' });
  expect((await session.call(change('edit', 'a.fake', 'one', 'two'))).found).toBe(
    '[meta] diagnostics_errors=0 checked=none unchecked=gone(unavailable),slow(starting),others(not-searched)',
  );
});

it('editDiagnostics false: results are what they are without LSP, and servers know what was written', async () => {
  const session = await open({ editDiagnostics: false });
  const epoch = await session.client.getDiagnosticEpoch();
  expect((await session.call(change('edit', 'src/cart.ts', 'price(1)', 'price("1")'))).found).toBe('');
  const known = await session.client.getAllDiagnosticsAfter(epoch, 60_000);
  expect(known['src/cart.ts']).toMatchObject([{ line: 3, severity: 'error', code: 2345 }]);
});

it('hosts that ask over the bridge get the line too, below what was found and alone', async () => {
  const bridge = await Bridge.start({
    cwd: folderOf({ ...FILES, 'src/cart.ts': WRONG_CART }, TYPESCRIPT_7),
    lsp: { meta: true },
    args: ['--apply-patch'],
  });
  expect(await bridge.check([{ path: 'src/cart.ts' }])).toMatch(
    /^LSP diagnostics after edit:\n[^]*<\/diagnostics>\n\n\[meta\] diagnostics_errors=1$/,
  );
  const { params } = patch(['src/cart.ts', WRONG_CART, CART]);
  expect(await bridge.client.callTool({ name: 'apply_patch', arguments: { ...params } })).toMatchObject({
    content: [
      {
        type: 'text',
        text: expect.stringMatching(/^Applied the patch[^]*\n\n\[meta\] diagnostics_errors=0$/),
      },
    ],
  });
  expect(await bridge.check([{ path: 'notes.txt' }])).toBe('');
});
