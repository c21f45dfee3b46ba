import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Registry } from '../core/test/support/registry.js';
import { change } from './support/calls.js';
import { CART, PRICES } from './support/project.js';
import { fake, Session, type SessionOptions } from './support/session.js';
import { tsconfig } from './support/typescript.js';

const TSCONFIG = tsconfig({
  compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' },
  include: ['src'],
});
const FILES = {
  'tsconfig.json': TSCONFIG,
  'src/prices.ts': PRICES,
  'src/a b#/cart.ts': CART.replace('./prices', '../prices'),
};
const CART_FILE = 'src/a b#/cart.ts';

const TOOLS = [
  'lsp_goto_definition',
  'lsp_find_references',
  'lsp_hover',
  'lsp_document_symbols',
  'lsp_workspace_symbols',
  'lsp_diagnostics',
  'lsp_goto_implementation',
  'lsp_goto_type_definition',
  'lsp_incoming_calls',
  'lsp_outgoing_calls',
  'lsp_compare_patches',
];

interface Navigated {
  session: Session;
  registry: Registry;
}

async function open(options: SessionOptions = {}): Promise<Navigated> {
  const registry = new Registry();
  const session = await Session.open({ ...options, toolRegistry: registry });
  return { session, registry };
}

describe('over the real TypeScript', () => {
  let session: Session;
  let registry: Registry;
  beforeAll(async () => {
    ({ session, registry } = await open({ files: FILES }));
  });
  afterAll(() => session.close());

  it('REQ-NAV-010, REQ-NAV-020: every tool is there, and says what it takes and gives', () => {
    expect(registry.names.toSorted()).toEqual(TOOLS.toSorted());
    for (const {
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
    } of registry.tools.values()) {
      expect(title, name).not.toBe('');
      expect(description.length, name).toBeGreaterThan(40);
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema, name).toMatchObject({ type: 'object' });
      expect(annotations, name).toEqual({ readOnlyHint: true });
    }
  });

  /** `priceOf(item)` in the last line but one of cart.ts. */
  const use = { file: CART_FILE, line: 4, character: 44 };
  const declaration = { file: 'src/prices.ts', line: 6, character: 17 };
  const answers: [tool: string, params: object, found: object][] = [
    ['lsp_goto_definition', use, { locations: [expect.objectContaining(declaration)] }],
    [
      'lsp_goto_definition',
      { file: CART_FILE, symbol: 'priceOf', line: 4 },
      { locations: [expect.objectContaining(declaration)] },
    ],
    [
      'lsp_find_references',
      declaration,
      { locations: expect.arrayContaining([expect.objectContaining(use)]) },
    ],
    ['lsp_hover', use, { content: expect.stringContaining('priceOf(item: Item): number') }],
    [
      'lsp_document_symbols',
      { file: 'src/prices.ts' },
      { symbols: expect.arrayContaining([expect.objectContaining({ name: 'priceOf' })]) },
    ],
    [
      'lsp_workspace_symbols',
      { query: 'priceOf' },
      {
        symbols: expect.arrayContaining([
          expect.objectContaining({ name: 'priceOf', file: 'src/prices.ts' }),
        ]),
      },
    ],
    [
      'lsp_goto_type_definition',
      { file: 'src/prices.ts', line: 7, character: 10 },
      { locations: [expect.objectContaining({ file: 'src/prices.ts', line: 1 })] },
    ],
    [
      'lsp_goto_implementation',
      { file: CART_FILE, line: 1, character: 15 },
      { locations: [expect.objectContaining(declaration)] },
    ],
    ['lsp_incoming_calls', declaration, { calls: [expect.objectContaining({ file: CART_FILE })] }],
    [
      'lsp_outgoing_calls',
      { file: CART_FILE, line: 3, character: 17 },
      { calls: expect.arrayContaining([expect.objectContaining({ file: 'src/prices.ts' })]) },
    ],
    ['lsp_diagnostics', {}, { diagnostics: {} }],
  ];
  it.each(answers)('REQ-NAV-010, REQ-NAVR-010: %s of %j', async (tool, params, found) => {
    const { llmContent, structuredContent, error } = await registry.call(tool, params);
    expect(error).toBeUndefined();
    expect(structuredContent).toMatchObject(found);
    expect(llmContent.trim()).not.toBe('');
  });

  it('REQ-ARCH-040, REQ-ARCH-090: edits and navigation share their servers, and each sees what the other knows', async () => {
    const before = session.processes();
    await session.call(change('edit', CART_FILE, 'priceOf(item)', 'priceOf(item.cents)'));
    expect((await registry.call('lsp_diagnostics')).structuredContent).toMatchObject({
      diagnostics: { [CART_FILE]: [{ line: 4, severity: 'error' }] },
    });
    await session.call(change('edit', CART_FILE, 'priceOf(item.cents)', 'priceOf(item)'));
    expect((await registry.call('lsp_diagnostics')).structuredContent).toMatchObject({ diagnostics: {} });
    expect(session.processes()).toEqual(before);
  });

  it('REQ-NAV-055, REQ-LIFE-080: the tools vanish when the sidecar is killed', async () => {
    const hover = registry.tool('lsp_hover');
    process.kill(session.pid, 'SIGKILL');
    await expect.poll(() => registry.names).toEqual([]);
    expect(await hover.execute(use)).toMatchObject({ error: { type: 'navigation_unavailable' } });
    expect(
      (await session.call(change('edit', CART_FILE, 'priceOf(item)', 'priceOf(item.cents)'))).found,
    ).toBe('');
  });
});

describe('without tools', () => {
  it('REQ-NAV-050, REQ-STATUS-040: navigationTools false hides them; edits carry their diagnostics, and the status is there', async () => {
    const { session, registry } = await open({
      lsp: { navigationTools: false, servers: { fake: fake('pull.ts') } },
    });
    onTestFinished(() => session.close());
    expect((await session.call(change('write_file', 'a.fake', '', 'ERROR one\n'))).found).toContain(
      'ERROR [1:1] one (F0)',
    );
    expect(await session.status()).toMatch(/^fake +active/m);
    expect(registry.events).toEqual([]);
  });

  it.each<[how: string, options: SessionOptions]>([
    ['fails to start', { packageDir: '/nowhere' }],
    ['is switched off', { lsp: false }],
  ])('REQ-NAV-055, REQ-CFG-010: a service that %s registers none', async (_how, options) => {
    const { session, registry } = await open(options);
    onTestFinished(() => session.close());
    expect(registry.events).toEqual([]);
  });
});

describe('a server that takes its time', () => {
  const slow = { servers: { fake: fake('navigates.ts', { args: ['--slow'] }) } };
  const files = { 'a.fake': 'def one\n' };
  const question = { file: 'a.fake', line: 1, character: 5 };

  it('is notified that the host has cancelled', async () => {
    const { session, registry } = await open({ files, lsp: slow });
    onTestFinished(() => session.close());
    const asked = session.probe.next('fake', 'textDocument/references');
    const cancelled = session.probe.next('fake', '$/cancelRequest');
    const abort = new AbortController();
    const waiting = registry.call('lsp_find_references', question, abort.signal);
    await asked;
    abort.abort();
    expect(await waiting).toMatchObject({ error: { type: 'navigation_cancelled' } });
    await cancelled;
  });

  it('is notified that time is up, and the answer that says so is the service’s own', async () => {
    const { session, registry } = await open({ files, lsp: { ...slow, navigationTimeout: 1000 } });
    onTestFinished(() => session.close());
    // It runs by then, so that the time is what the question takes.
    await session.call(change('write_file', 'a.fake', '', files['a.fake']));
    const cancelled = session.probe.next('fake', '$/cancelRequest');
    expect(await registry.call('lsp_find_references', question)).toMatchObject({
      error: { type: 'navigation_failed' },
    });
    await cancelled;
  });
});
