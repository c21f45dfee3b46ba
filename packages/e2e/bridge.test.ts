import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { answerHook } from '../cli/src/hook/hook.js';
import { HOSTS } from '../cli/src/hook/hosts/index.js';
import { Bridge, foreignHost } from './support/bridge.js';
import { folderOf, run, type AtTheEnd } from './support/cli.js';
import { RESTARTED } from './support/share/hosts.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';
import { GONE_WITHIN } from './support/processes.js';

const TSCONFIG = tsconfig({
  compilerOptions: { target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler' },
  include: ['src'],
});
const FILES = {
  'tsconfig.json': TSCONFIG,
  'src/prices.ts': 'export function priceOf(cents: number): number {\n  return cents;\n}\n',
  'src/cart.ts': "import { priceOf } from './prices';\n\nexport const total: number = priceOf(1);\n",
};
const WRONG = 'export const total: number = "1";\n';
const ERROR = [
  'LSP diagnostics after edit:',
  '<diagnostics file="src/cart.ts">',
  "ERROR [1:14] Type 'string' is not assignable to type 'number'. (2322)",
  '</diagnostics>',
].join('\n');
/** The first servers of a machine that is busy take their time. What is asked about may be broken from the start. */
const LSP = { report: 'all' };
/** A service that is killed is not followed by another one. */
const ALONE = { ...LSP, share: false };
const SYMBOLS = { name: 'lsp_document_symbols', arguments: { file: 'src/cart.ts' } };
const CART = [{ path: 'src/cart.ts' }];

const write = (bridge: { cwd: string }, path: string, text: string): void => {
  mkdirSync(dirname(join(bridge.cwd, path)), { recursive: true });
  writeFileSync(join(bridge.cwd, path), text);
};

/** What a hook of this process adds to the result of an edit. */
async function hook(cwd: string): Promise<string> {
  const event = {
    hook_event_name: 'AfterTool',
    cwd,
    tool_name: 'replace',
    tool_input: { file_path: 'src/cart.ts' },
    tool_response: {},
  };
  const adapter = HOSTS.get('gemini');
  if (adapter === undefined) throw new Error('there is no such host');
  const reply = await answerHook({
    adapter,
    input: Readable.from([Buffer.from(JSON.stringify(event))]),
    parent: process.pid,
  });
  return z.object({ hookSpecificOutput: z.object({ additionalContext: z.string() }) }).parse(reply)
    .hookSpecificOutput.additionalContext;
}

describe('a session', () => {
  it('REQ-NAV-055 REQ-DIAG-010 REQ-STATUS-010: has its tools, and the first edit carries what a server found that had still to start', async () => {
    const bridge = await Bridge.start({ cwd: folderOf(FILES), lsp: LSP, args: ['--apply-patch'] });
    write(bridge, 'src/cart.ts', WRONG);
    const [found, tools] = await Promise.all([bridge.check(CART), bridge.tools()]);
    expect(found).toBe(ERROR);
    expect(tools).toEqual(
      expect.arrayContaining([
        'apply_patch',
        'lsp_hover',
        'lsp_find_references',
        'lsp_diagnostics',
        'lsp_compare_patches',
      ]),
    );
    const symbols = await bridge.client.callTool({
      name: 'lsp_document_symbols',
      arguments: { file: 'src/prices.ts' },
    });
    expect(symbols).toEqual({ content: [{ type: 'text', text: expect.stringContaining('priceOf') }] });
    write(bridge, 'src/cart.ts', FILES['src/cart.ts']);
    expect(await bridge.check(CART)).toBe('');
    expect(await bridge.status()).toMatch(/^LSP servers in [^]*\ntypescript +active/);
    expect(await bridge.ask({ ask: 'lsp', args: 'help' })).toContain('/lsp status');
    expect(bridge.listChanges).toBe(0);
  });

  it.each([
    [
      {},
      "\n    src/prices.ts:1:25 An argument for 'cents' was not provided.: export function priceOf(cents: number): number {",
    ],
    [{ explain: false }, ''],
  ])('REQ-FMT-020: with %j an error has the place that explains it: %j', async (lsp, place) => {
    const bridge = await Bridge.start({ cwd: folderOf(FILES), lsp: { ...LSP, ...lsp } });
    write(bridge, 'src/cart.ts', FILES['src/cart.ts'].replace('(1)', '()'));
    expect(await bridge.check(CART)).toBe(
      ERROR.replace(/ERROR .*/, `ERROR [3:30] Expected 1 arguments, but got 0. (2554)${place}`),
    );
  });

  it('REQ-DIAG-040: a file that the host has written over takes from others what it lost, also where no server has seen it before', async () => {
    const bridge = await Bridge.start({ cwd: folderOf(FILES), lsp: LSP });
    write(bridge, 'src/prices.ts', FILES['src/prices.ts'].replace('priceOf', 'costOf'));
    const found = await bridge.check(
      [{ path: 'src/prices.ts', former: { kind: 'whole', text: FILES['src/prices.ts'] } }],
      { kind: 'write' },
    );
    expect(found).toMatch(
      /^LSP errors detected in other files:\n<diagnostics file="src\/cart\.ts">\nERROR \[1:10\] .*priceOf.* \(2305\)\n<\/diagnostics>$/,
    );
  });

  it.each([
    ['text', false, [['content'], ['text']]],
    ['structured', true, [['content', 'structuredContent'], []]],
    ['both', true, [['content', 'structuredContent'], ['text']]],
  ] as const)(
    'gives tool results as %s where the settings say so',
    async (toolResults, promised, [keys, contents]) => {
      const bridge = await Bridge.start({ cwd: folderOf(FILES, TYPESCRIPT_7), lsp: { ...LSP, toolResults } });
      const { tools } = await bridge.client.listTools();
      const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
      expect(reading.map(({ outputSchema }) => outputSchema !== undefined)).toEqual(
        reading.map(() => promised),
      );
      const result = await bridge.client.callTool({
        name: 'lsp_document_symbols',
        arguments: { file: 'src/prices.ts' },
      });
      expect([
        Object.keys(result).toSorted(),
        (result.content as { type: string }[]).map(({ type }) => type),
      ]).toEqual([keys, contents]);
    },
  );

  it('REQ-LIFE-020: starts no server before a file is touched, and one when a file is read', async () => {
    const bridge = await Bridge.start({ cwd: folderOf(FILES, TYPESCRIPT_7), lsp: LSP });
    expect(await bridge.tools()).not.toContain('apply_patch');
    await expect.poll(() => bridge.processes()).toHaveLength(2);
    expect(await bridge.ask({ ask: 'warm', cwd: bridge.cwd, files: ['src/cart.ts'] })).toBe('');
    await expect.poll(() => bridge.processes().length, { timeout: 20_000 }).toBeGreaterThan(2);
  });

  it('does not start one when a file is read where warmOnRead is false', async () => {
    const bridge = await Bridge.start({
      cwd: folderOf(FILES, TYPESCRIPT_7),
      lsp: { ...LSP, warmOnRead: false },
    });
    expect(await bridge.ask({ ask: 'warm', cwd: bridge.cwd, files: ['src/cart.ts'] })).toBe('');
    expect(await bridge.status()).toMatch(/typescript +active [^]*not started/);
    expect(bridge.processes()).toHaveLength(2);
  });

  it('REQ-NAV-050: navigationTools false hides the tools, and edits carry their diagnostics all the same', async () => {
    const bridge = await Bridge.start({
      cwd: folderOf({ ...FILES, 'src/cart.ts': WRONG }, TYPESCRIPT_7),
      lsp: { ...LSP, navigationTools: false },
    });
    expect(await bridge.tools()).toEqual([]);
    expect(await bridge.check(CART)).toBe(ERROR);
  });

  it('REQ-DIAG-010: applies patches, whose result has their diagnostics', async () => {
    const bridge = await Bridge.start({
      cwd: folderOf(FILES, TYPESCRIPT_7),
      lsp: LSP,
      args: ['--apply-patch'],
    });
    const patch = `*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-export const total: number = priceOf(1);\n+export const total: number = priceOf("1");\n*** End Patch\n`;
    const result = await bridge.client.callTool({ name: 'apply_patch', arguments: { patch } });
    expect(result).toMatchObject({
      isError: false,
      content: [
        {
          type: 'text',
          text: expect.stringMatching(
            /<diagnostics file="src\/cart\.ts">\nERROR \[3:38\] .*\(2345\)\n<\/diagnostics>$/,
          ),
        },
      ],
    });
    expect(await bridge.client.callTool({ name: 'apply_patch', arguments: { patch } })).toMatchObject({
      isError: true,
    });
  });

  it('REQ-DIAG-030: reports on other files that a patch broke, where the host has patches only', async () => {
    const bridge = await Bridge.start({ cwd: folderOf(FILES, TYPESCRIPT_7), lsp: LSP });
    write(bridge, 'src/prices.ts', 'export {};\n');
    const patched = [
      { path: 'src/prices.ts', former: { kind: 'whole' as const, text: FILES['src/prices.ts'] } },
    ];
    expect(await bridge.check(patched, { kind: 'patch' })).not.toContain('src/cart.ts');
    expect(await bridge.check(patched, { kind: 'patch', onlyPatches: true })).toContain(
      'LSP errors detected in other files:\n<diagnostics file="src/cart.ts">',
    );
  });

  it('judges patches that are not written: by dry_run of apply_patch, and several of them compared', async () => {
    const bridge = await Bridge.start({
      cwd: folderOf(FILES, TYPESCRIPT_7),
      lsp: { ...ALONE, toolResults: 'both' },
      args: ['--apply-patch'],
    });
    const patch = (now: string): string =>
      `*** Begin Patch\n*** Update File: src/prices.ts\n@@\n-export function priceOf(cents: number): number {\n+${now}\n*** End Patch\n`;
    const [wrong, right] = [
      patch('export function priceOf(cents: string): number {'),
      patch('export function priceOf(cents: number): 1 | number {'),
    ];
    const dry = await bridge.client.callTool({
      name: 'apply_patch',
      arguments: { patch: wrong, dry_run: true },
    });
    expect(dry).toMatchObject({
      isError: false,
      content: [
        {
          text: expect.stringMatching(
            /^Dry run, nothing written: this would apply the patch to 1 file:\nM src\/prices\.ts \(\+1 -1\)\n[^]*\nERROR \[2:3\] .*\(2322\)\n<\/diagnostics>$/,
          ),
        },
      ],
    });
    expect(
      await bridge.client.callTool({ name: 'apply_patch', arguments: { patch: 'nonsense', dry_run: true } }),
    ).toMatchObject({ isError: true });
    const compared = await bridge.client.callTool({
      name: 'lsp_compare_patches',
      arguments: { patches: [wrong, right] },
    });
    expect(compared).toMatchObject({
      isError: false,
      content: [
        {
          text: expect.stringMatching(
            /^2 patches judged, nothing written, the best first:\n1\. patch 2 causes no errors, solves none .*\n2\. patch 1 causes 2 errors, solves none [^]*"src\/prices\.ts"[^]*"src\/cart\.ts"|"src\/cart\.ts"[^]*"src\/prices\.ts"/,
          ),
        },
      ],
      structuredContent: {
        best: 2,
        patches: [
          { patch: 2, outcome: 'complete', errorsCaused: 0 },
          { patch: 1, outcome: 'complete', errorsCaused: 2 },
        ],
      },
    });
    expect(await bridge.client.callTool({ name: 'lsp_compare_patches', arguments: {} })).toMatchObject({
      isError: true,
    });
    expect(readFileSync(join(bridge.cwd, 'src/prices.ts'), 'utf8')).toBe(FILES['src/prices.ts']);
    process.kill(bridge.sidecar!.pid, 'SIGKILL');
    // A busy machine may be late with its status before that.
    await expect
      .poll(() => bridge.status(), { timeout: 30_000 })
      .toMatch(/^LSP unavailable(?!.*does not answer)/);
    expect(
      await bridge.client.callTool({ name: 'lsp_compare_patches', arguments: { patches: [right] } }),
    ).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^LSP unavailable/) }] });
    expect(
      await bridge.client.callTool({ name: 'apply_patch', arguments: { patch: right, dry_run: true } }),
    ).toMatchObject({ content: [{ text: expect.stringContaining('Language servers could not judge it') }] });
  });

  it.each([
    ['the first one leaves', 0, 'close'],
    ['the second one leaves', 1, 'close'],
    ['the first one is killed', 0, 'kill'],
  ] as const)(
    'REQ-DIAG-010 REQ-GRACE-050: is one of two that one host has in one folder: hooks are answered after %s',
    async (_, leaving, way) => {
      const cwd = folderOf({ ...FILES, 'src/cart.ts': WRONG }, TYPESCRIPT_7);
      const bridges = [await Bridge.start({ cwd, lsp: LSP }), await Bridge.start({ cwd, lsp: LSP })];
      const gone = bridges[leaving];
      // While both live, it is the first one that is asked, whose servers are warm.
      expect(await hook(cwd)).toContain(ERROR);
      await expect.poll(() => bridges[0]?.processes().length, { timeout: 20_000 }).toBeGreaterThan(2);
      expect(bridges[1]?.processes()).toHaveLength(2);
      if (way === 'close') await gone?.client.close();
      else process.kill(gone?.pid ?? 0, 'SIGKILL');
      await expect.poll(() => gone?.processes() ?? [], { timeout: 10_000 }).toEqual([]);
      expect(await hook(cwd)).toContain(ERROR);
      expect(existsSync(bridges[1 - leaving]?.address ?? '')).toBe(true);
    },
  );

  it('is one of several in its folder, and may be named by way of a link', async () => {
    const cwd = folderOf({ ...FILES, 'src/cart.ts': WRONG }, TYPESCRIPT_7);
    const link = join(folderOf({}), 'link');
    symlinkSync(cwd, link);
    const [one, two] = [await Bridge.start({ cwd: link, lsp: LSP }), await foreignHost({ cwd, lsp: LSP })];
    expect(two.address).not.toBe(one.address);
    expect(await one.check(CART)).toBe(ERROR);
    expect(await one.check([{ path: join(cwd, 'src/cart.ts') }])).toBe(ERROR);
    two.host.kill('SIGKILL');
    await expect.poll(() => two.processes(), { timeout: GONE_WITHIN }).toEqual([]);
    expect(await one.check(CART)).toBe(ERROR);
  });
});

describe('without LSP', () => {
  const patch = '*** Begin Patch\n*** Add File: new.ts\n+export const x: number = "1";\n*** End Patch\n';

  it.each<[what: string, lsp: unknown, env: Record<string, string>, status: RegExp]>([
    ['REQ-STATUS-050: that is switched off', false, {}, /^LSP disabled by configuration\.$/],
    [
      'REQ-STATUS-030 REQ-GRACE-020: for want of Bun',
      LSP,
      { LLXPRT_BUN: '/nowhere/bun' },
      /^LSP unavailable: [^\n]*\/nowhere\/bun[^\n]*$/,
    ],
  ])('%s, edits go on', async (_, lsp, env, status) => {
    const bridge = await Bridge.start({
      cwd: folderOf({ ...FILES, 'src/cart.ts': WRONG }, TYPESCRIPT_7),
      lsp,
      env,
      args: ['--apply-patch'],
    });
    expect(await bridge.tools()).toEqual(['apply_patch']);
    expect(await bridge.check(CART)).toBe('');
    expect(await bridge.status()).toMatch(status);
    expect(await bridge.ask({ ask: 'warm', cwd: bridge.cwd, files: ['src/cart.ts'] })).toBe('');
    expect(await bridge.client.callTool({ name: 'lsp_hover', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^LSP (disabled|unavailable)/) }],
    });
    const applied = await bridge.client.callTool({ name: 'apply_patch', arguments: { patch } });
    expect(applied).toMatchObject({
      isError: false,
      content: [{ text: expect.not.stringContaining('LSP') }],
    });
    expect(readFileSync(join(bridge.cwd, 'new.ts'), 'utf8')).toBe('export const x: number = "1";\n');
  });

  it('REQ-LIFE-080 REQ-GRACE-045: whose service was killed, it says so, and lives', async () => {
    const bridge = await Bridge.start({
      cwd: folderOf({ ...FILES, 'src/cart.ts': WRONG }, TYPESCRIPT_7),
      lsp: ALONE,
      args: ['--apply-patch'],
    });
    expect(await bridge.tools()).toContain('lsp_hover');
    expect(await bridge.check(CART)).toBe(ERROR);
    process.kill(bridge.sidecar!.pid, 'SIGKILL');
    const died = 'LSP unavailable: service died: killed by SIGKILL';
    await expect.poll(() => bridge.status(), { timeout: 10_000 }).toBe(died);
    expect(await bridge.tools()).toEqual(expect.arrayContaining(['apply_patch', 'lsp_hover']));
    expect(bridge.listChanges).toBe(0);
    const call = await bridge.client.callTool({
      name: 'lsp_document_symbols',
      arguments: { file: 'src/cart.ts' },
    });
    expect(call).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^LSP unavailable: service died: .*\. Edits work as before/) }],
    });
    expect(await bridge.check(CART)).toBe(
      'The language service has ended; edits are no longer checked. The user can bring it back: /lsp restart.',
    );
    expect(await bridge.check(CART)).toBe('');
    expect(await bridge.status()).toBe(died);
    expect(await bridge.client.callTool({ name: 'apply_patch', arguments: { patch } })).toMatchObject({
      isError: false,
    });
    await expect
      .poll(() => bridge.processes().map(({ pid }) => pid), { timeout: 10_000 })
      .toEqual([bridge.pid]);
    const again = await run(['restart'], { cwd: bridge.cwd });
    expect(again.stdout).toMatch(/^LSP runs again in .*: servers start with the next file\.\n$/);
    expect(await bridge.check(CART)).toBe(`${RESTARTED}\n\n${ERROR}`);
    expect(await bridge.client.callTool(SYMBOLS)).toMatchObject({
      content: [{ text: expect.stringContaining('total') }],
    });
  });

  it('REQ-LIFE-080 REQ-NAV-055: whose shared service was killed, it asks another one, for tools and for edits', async () => {
    const bridge = await Bridge.start({
      cwd: folderOf({ ...FILES, 'src/cart.ts': WRONG }, TYPESCRIPT_7),
      lsp: LSP,
    });
    expect(await bridge.tools()).toContain('lsp_hover');
    for (const first of ['a tool', 'an edit']) {
      expect(await bridge.check(CART)).toBe(ERROR);
      process.kill(bridge.sidecar!.pid, 'SIGKILL');
      if (first === 'an edit') expect(await bridge.check(CART)).toBe(`${RESTARTED}\n\n${ERROR}`);
      expect(await bridge.client.callTool(SYMBOLS)).toMatchObject({
        content: [{ text: expect.stringContaining('total') }],
      });
      if (first === 'a tool') expect(await bridge.check(CART)).toBe(`${RESTARTED}\n\n${ERROR}`);
    }
    expect(bridge.listChanges).toBe(0);
  });
});

describe('the end', () => {
  it('REQ-LIFE-040: of stdin ends everything', async () => {
    const bridge = await Bridge.start({ cwd: folderOf(FILES, TYPESCRIPT_7), lsp: LSP });
    await bridge.check(CART);
    expect(bridge.processes().length).toBeGreaterThan(2);
    const closed = bridge.client.close();
    await expect.poll(() => bridge.processes(), { timeout: GONE_WITHIN }).toEqual([]);
    expect(existsSync(bridge.address)).toBe(false);
    await closed;
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('REQ-LIFE-040: by %s ends everything', async (signal) => {
    const bridge = await Bridge.start({ cwd: folderOf(FILES, TYPESCRIPT_7), lsp: LSP });
    await bridge.check(CART);
    process.kill(bridge.pid, signal);
    await expect.poll(() => bridge.processes(), { timeout: GONE_WITHIN }).toEqual([]);
    expect(existsSync(bridge.address)).toBe(false);
  });

  it('REQ-LIFE-050: of a host that is killed while somebody else holds our stdin open ends everything', async () => {
    const cwd = folderOf({ ...FILES, 'src/cart.ts': WRONG });
    const { host, address, processes } = await foreignHost({ cwd, lsp: LSP });
    const { ask } = await import('../cli/src/bridge/ask.js');
    expect(await ask(address, { ask: 'check', kind: 'edit', cwd, files: CART })).toEqual({
      kind: 'answered',
      text: ERROR,
    });
    expect(processes().length).toBeGreaterThan(3);
    host.kill('SIGKILL');
    await expect.poll(() => processes(), { timeout: GONE_WITHIN }).toEqual([]);
    expect(existsSync(address)).toBe(false);
  });

  it('REQ-LIFE-050: by SIGKILL leaves no process, and the next bridge takes its socket away', async () => {
    // TypeScript 5.9: its server has a process below it.
    const cwd = folderOf(FILES);
    const bridge = await Bridge.start({ cwd, lsp: LSP });
    await bridge.check(CART);
    process.kill(bridge.pid, 'SIGKILL');
    await expect.poll(() => bridge.processes(), { timeout: GONE_WITHIN }).toEqual([]);
    expect(await bridge.check(CART)).toBeUndefined();
    const next = await Bridge.start({ cwd, lsp: LSP });
    expect([existsSync(bridge.address), existsSync(next.address)]).toEqual([false, true]);
    write(next, 'src/cart.ts', WRONG);
    expect(await next.check(CART)).toBe(ERROR);
  });
});

/** A module that does not exist yet, and its importer, which complains by the module's name. */
interface Pair {
  readonly name: string;
  readonly importer: string;
  readonly importing: string;
  readonly module: string;
  readonly text: string;
}

const inTypeScript = (name: string): Pair => ({
  name,
  importer: `src/user-of-${name}.ts`,
  importing: `import { made } from './${name}';\n\nexport const twice: number = made * 2;\n`,
  module: `src/${name}.ts`,
  text: 'export const made: number = 1;\n',
});
const inPython = (name: string): Pair => ({
  name,
  importer: `user_of_${name}.py`,
  importing: `from ${name} import made\n\ntwice: int = made * 2\n`,
  module: `${name}.py`,
  text: 'made: int = 1\n',
});

describe.each([
  ['TypeScript 5.9', {}, inTypeScript],
  ['TypeScript 7', TYPESCRIPT_7, inTypeScript],
  ['pyright', {}, inPython],
] as const)('%s', (_, compiler, pairOf) => {
  const start = ({ importer, importing }: Pair, atTheEnd: AtTheEnd = onTestFinished): Promise<Bridge> => {
    const cwd = folderOf({ 'tsconfig.json': TSCONFIG, [importer]: importing }, compiler, atTheEnd);
    return Bridge.start({ cwd, lsp: LSP, atTheEnd });
  };

  const [first, second] = [pairOf('made'), pairOf('made_later')];
  const cleanUps: Parameters<AtTheEnd>[0][] = [];
  let bridge: Bridge;
  beforeAll(async () => {
    bridge = await start(first, (cleanUp) => void cleanUps.unshift(cleanUp));
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  it.each([
    ['says that it is new', { created: true }, first],
    ['does not say whether it is new', {}, second],
  ])(
    'a module that the host has made and %s is there for who imports it',
    async (_what, created, { name, importer, importing, module, text }) => {
      // The importer's own name holds the module's, and is no complaint.
      const complaint = new RegExp(`^ERROR .*\\b${name}\\b`, 'm');
      write(bridge, importer, importing);
      expect(await bridge.check([{ path: importer }])).toMatch(complaint);
      write(bridge, module, text);
      expect(await bridge.check([{ path: module, ...created }], { kind: 'write' })).toBe('');
      expect(await bridge.check([{ path: importer }])).toBe('');
      rmSync(join(bridge.cwd, module));
      expect(await bridge.check([], { deleted: [module] })).toBe('');
      expect(await bridge.check([{ path: importer }])).toMatch(complaint);
      // The next test's results are not about this one's files.
      rmSync(join(bridge.cwd, importer));
      expect(await bridge.check([], { deleted: [importer] })).toBe('');
    },
  );

  it('a module that the host makes right after its importer was read is there, too', async () => {
    const { importer, module, text } = first;
    const fresh = await start(first);
    await fresh.ask({ ask: 'warm', cwd: fresh.cwd, files: [importer] });
    write(fresh, module, text);
    expect(await fresh.check([{ path: module }])).toBe('');
    expect(await fresh.check([{ path: importer }])).toBe('');
  });
});
