import { randomUUID } from 'node:crypto';
import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PATIENT } from './support/deadlines.js';
import { repositoryBun } from './support/session.js';
import { folderOf, MAIN, run, start } from './support/cli.js';
import { Adversary } from './support/hostile.js';
import { MARK, marked } from './support/processes.js';
import { connect, serve, type Served } from './support/serve.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';

const FILES = {
  'tsconfig.json': tsconfig({
    compilerOptions: { target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler' },
    include: ['src'],
  }),
  'src/prices.ts':
    'export interface Item {\n  cents: number;\n}\n\nexport function priceOf(item: Item): number {\n  return item.cents;\n}\n',
  'src/cart.ts':
    "import { priceOf, type Item } from './prices';\n\nexport function total(items: readonly Item[]): number {\n  return items.reduce((sum, item) => sum + priceOf(item), 0);\n}\n",
  'src/wrong.ts': 'export const cents: number = "1";\n',
};
/** The first servers of a machine that is busy take their time. */

const uriOf = (folder: string, path: string): string => pathToFileURL(join(folder, path)).href;

/** What each tool is asked, and what has to be in its answer. */
function lspCalls(): Record<string, [input: Record<string, unknown>, answer: object]> {
  const priceOf = { file: 'src/cart.ts', line: 4, character: 45 };
  const definition = expect.objectContaining({ file: 'src/prices.ts', line: 5, character: 17 });
  return {
    lsp_goto_definition: [priceOf, { locations: [definition] }],
    lsp_goto_type_definition: [
      { file: 'src/cart.ts', symbol: 'items' },
      { locations: [expect.objectContaining({ file: 'src/prices.ts' })] },
    ],
    lsp_goto_implementation: [priceOf, { locations: [definition] }],
    lsp_find_references: [
      priceOf,
      {
        locations: expect.arrayContaining([expect.objectContaining({ file: 'src/cart.ts', line: 4 })]),
        nextCursor: null,
      },
    ],
    lsp_hover: [priceOf, { content: expect.stringContaining('priceOf') }],
    lsp_document_symbols: [
      { file: 'src/cart.ts' },
      { symbols: expect.arrayContaining([expect.objectContaining({ name: 'total' })]) },
    ],
    lsp_workspace_symbols: [
      { query: 'priceOf' },
      { symbols: [expect.objectContaining({ name: 'priceOf', file: 'src/prices.ts' })] },
    ],
    lsp_incoming_calls: [
      priceOf,
      { calls: [expect.objectContaining({ name: 'total', file: 'src/cart.ts' })] },
    ],
    lsp_outgoing_calls: [
      { file: 'src/cart.ts', symbol: 'total' },
      { calls: expect.arrayContaining([expect.objectContaining({ name: 'priceOf' })]) },
    ],
    lsp_diagnostics: [
      { path: 'src/wrong.ts' },
      { diagnostics: { 'src/wrong.ts': [expect.objectContaining({ line: 1, code: 2322 })] } },
    ],
  };
}

function vscodeCalls(root: string): Record<string, [input: Record<string, unknown>, answer: object]> {
  const priceOf = { uri: uriOf(root, 'src/cart.ts'), position: { line: 3, character: 44 } };
  const definition = {
    uri: uriOf(root, 'src/prices.ts'),
    range: { start: { line: 4, character: 16 }, end: { line: 4, character: 23 } },
  };
  const wrong = {
    uri: uriOf(root, 'src/wrong.ts'),
    diagnostics: [expect.objectContaining({ severity: 1, code: '2322' })],
  };
  return {
    'vscode.lsp.definition': [priceOf, { locations: [definition] }],
    'vscode.lsp.references': [
      { ...priceOf, includeDeclaration: true },
      { items: expect.arrayContaining([definition]), nextCursor: null },
    ],
    'vscode.lsp.hover': [
      priceOf,
      { contents: [expect.objectContaining({ value: expect.stringContaining('priceOf') })] },
    ],
    'vscode.lsp.documentSymbols': [
      { uri: uriOf(root, 'src/cart.ts') },
      { symbols: expect.arrayContaining([expect.objectContaining({ name: 'total', kind: 12 })]) },
    ],
    'vscode.lsp.workspaceSymbols': [
      { query: 'priceOf' },
      {
        items: [
          expect.objectContaining({
            name: 'priceOf',
            location: expect.objectContaining({ uri: definition.uri }),
          }),
        ],
      },
    ],
    'vscode.lsp.diagnostics.document': [{ uri: wrong.uri }, wrong],
    'vscode.lsp.diagnostics.workspace': [{}, { items: [wrong], nextCursor: null }],
  };
}

/** Lists the tools and calls each of them. Over and over for as long as a deadline that is not ours to set is too short for the first start. */
async function useAll(client: Client, calls: ReturnType<typeof lspCalls>): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
  for (const { annotations, inputSchema, outputSchema } of tools) {
    expect([annotations?.readOnlyHint, inputSchema['additionalProperties'], outputSchema?.type]).toEqual([
      true,
      false,
      'object',
    ]);
  }
  for (const [name, [input, answer]] of Object.entries(calls)) {
    await expect
      .poll(() => client.callTool({ name, arguments: input }).catch((error: unknown) => error), {
        timeout: 60_000,
      })
      .toMatchObject({ structuredContent: answer });
  }
}

/** Connects the SDK's client to `serve --stdio`, as a client starts it. */
async function overStdio(args: string[], cwd: string, env: Record<string, string> = {}): Promise<Client> {
  const home = folderOf({ '.llxprt/settings.json': JSON.stringify({ lsp: PATIENT }) });
  const client = new Client({ name: 'end to end', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'serve', '--stdio', ...args],
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

describe.each([
  ['lsp', lspCalls],
  ['vscode', vscodeCalls],
] as const)('the catalogue %s', (catalog, calls) => {
  it('REQ-NAV-010: is listed and answered over HTTP', async () => {
    const cwd = folderOf(FILES);
    const served = await serve(['--catalog', catalog], { cwd });
    expect(served.said).toEqual({
      version: 1,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
      token: expect.stringMatching(/^[\w-]{43}$/),
      pid: served.child.pid,
      catalog,
      workspace: cwd,
    });
    await useAll(await connect(served), calls(cwd));
    served.child.kill('SIGTERM');
    expect(await served.outcome).toMatchObject({ code: 143, stderr: '' });
  });

  it('REQ-NAV-010: is listed and answered over stdio, and ends with it', async () => {
    const cwd = folderOf(FILES, TYPESCRIPT_7);
    const mark = randomUUID();
    const client = await overStdio(['--catalog', catalog], cwd, { [MARK]: mark });
    await useAll(client, calls(cwd));
    await client.close();
    await expect.poll(() => marked(mark), { timeout: 10_000 }).toEqual([]);
  });
});

it('several clients are served at once, each with a session of its own', async () => {
  const served = await serve([], { cwd: folderOf(FILES, TYPESCRIPT_7) });
  const clients = await Promise.all([1, 2, 3].map(() => connect(served)));
  const answers = await Promise.all(
    clients.map((client) =>
      client.callTool({ name: 'lsp_document_symbols', arguments: { file: 'src/cart.ts' } }),
    ),
  );
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
});

it.each<[catalog: string, args: string[], severities: unknown[]]>([
  ['lsp', [], []],
  ['lsp', ['--severity', 'all'], ['hint']],
  ['vscode', [], [4]],
  ['vscode', ['--severity', 'error,warning'], []],
])('--catalog %s %j: the diagnostics of a deprecated call are %j', async (catalog, args, severities) => {
  const cwd = folderOf(
    { 'tsconfig.json': tsconfig(), 'a.ts': '/** @deprecated */ function f() {}\nexport const x = [f];\n' },
    TYPESCRIPT_7,
  );
  const client = await connect(await serve(['--catalog', catalog, ...args], { cwd }));
  const call =
    catalog === 'lsp'
      ? { name: 'lsp_diagnostics', arguments: { path: 'a.ts' } }
      : { name: 'vscode.lsp.diagnostics.document', arguments: { uri: uriOf(cwd, 'a.ts') } };
  const report = async (): Promise<unknown> =>
    (await client.callTool(call).catch(() => undefined))?.structuredContent;
  // The gateway's two seconds may be over before a server has started.
  await expect.poll(report, { timeout: 60_000 }).toHaveProperty('diagnostics');
  const { diagnostics } = (await report()) as { diagnostics: object };
  const found = Object.values(diagnostics).flat() as { severity: unknown }[];
  expect(found.map(({ severity }) => severity)).toEqual(severities);
});

it("the token is the user's own where there is one, and no process inherits it", async () => {
  const mark = randomUUID();
  const token = `secret-${randomUUID()}`;
  const served = await serve([], {
    cwd: folderOf(FILES, TYPESCRIPT_7),
    env: { LLXPRT_LSP_TOKEN: token, [MARK]: mark },
  });
  expect(JSON.stringify(served.said)).not.toContain(token);
  const client = await connect(served);
  await client.callTool({ name: 'lsp_document_symbols', arguments: { file: 'src/cart.ts' } });
  const children = marked(mark).filter(({ pid }) => pid !== served.child.pid);
  expect(children.length).toBeGreaterThan(1);
  for (const { pid } of children) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(token);
  expect(
    (await fetch(served.url, { method: 'POST', headers: { Authorization: `Bearer ${token}x` } })).status,
  ).toBe(401);
});

it('REQ-BOUNDARY-010: a thousand hostile requests are each refused as they have to be, and it goes on serving', async () => {
  const root = folderOf(FILES, TYPESCRIPT_7);
  const outside = folderOf({ 'secret.ts': 'export const topSecret = 1;\n' });
  symlinkSync(join(outside, 'secret.ts'), join(root, 'link.ts'));
  symlinkSync(outside, join(root, 'linked'));
  const served = await serve(['--catalog', 'vscode'], { cwd: root });
  const client = await connect(served);
  await expect
    .poll(
      () =>
        client
          .callTool({ name: 'vscode.lsp.documentSymbols', arguments: { uri: uriOf(root, 'src/cart.ts') } })
          .catch(String),
      { timeout: 60_000 },
    )
    .toHaveProperty('structuredContent');
  const adversary = new Adversary(
    served,
    sessionOf(client),
    uriOf(root, '.').replace(/\/\.?$/, ''),
    uriOf(outside, '.').replace(/\/\.?$/, ''),
  );
  const slow = Array.from({ length: 8 }, () => adversary.slow());
  const all = [...slow, ...adversary.requests(992)];
  const slowly = Promise.all(slow.map(judge));
  const flaws: string[] = [];
  for (let next = slow.length; next < all.length; next += 16)
    flaws.push(...(await Promise.all(all.slice(next, next + 16).map(judge))).flat());
  flaws.push(...(await slowly).flat());
  expect(flaws).toEqual([]);
  await useAll(client, vscodeCalls(root));

  async function judge({ what, ask, status, code, reason }: (typeof all)[number]): Promise<string[]> {
    const reply = await ask().catch((error: unknown) => ({ status: 0, body: String(error) }));
    const leaks = ['topSecret', dirname(outside), '/etc/', '/proc/', served.token, 'node_modules'].filter(
      (secret) => reply.body.replaceAll(root, '').includes(secret),
    );
    const error = (
      reply.status === 0 || reply.body === ''
        ? {}
        : (parse(reply.body) as { error?: { code?: number; data?: { code?: string } } })
    ).error;
    const data = error?.data?.code?.replace('MCP_LSP_GATEWAY/', '') ?? '';
    const isRight =
      reply.status === status &&
      (code === undefined || error?.code === code) &&
      (reason === undefined || reason.test(data)) &&
      leaks.length === 0;
    return isRight ? [] : [`${what}: ${reply.status} ${reply.body.slice(0, 300)}; leaks: ${leaks.join()}`];
  }
}, 240_000);

function parse(body: string): object {
  try {
    return JSON.parse(body) as object;
  } catch {
    return {};
  }
}

function sessionOf({ transport }: Client): string {
  return transport?.sessionId ?? '';
}

describe('the end', () => {
  async function serving(
    mark: string,
    args: string[] = [],
  ): Promise<{ served: Served; client: Client; cwd: string }> {
    const cwd = folderOf(FILES, TYPESCRIPT_7);
    const served = await serve(args, { cwd, env: { [MARK]: mark } });
    const client = await connect(served);
    await client.callTool({ name: 'lsp_document_symbols', arguments: { file: 'src/cart.ts' } });
    expect(marked(mark).length).toBeGreaterThan(2);
    return { served, client, cwd };
  }

  it.each<[signal: NodeJS.Signals, code: number]>([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('REQ-LIFE-040: %s ends it with its service and the servers of that', async (signal, code) => {
    const mark = randomUUID();
    const { served } = await serving(mark);
    served.child.kill(signal);
    expect(await served.outcome).toMatchObject({ code, stderr: '' });
    await expect.poll(() => marked(mark)).toEqual([]);
  });

  it('REQ-LIFE-040: killed with SIGKILL, it leaves nothing behind', async () => {
    const mark = randomUUID();
    const { served } = await serving(mark);
    served.child.kill('SIGKILL');
    await expect.poll(() => marked(mark), { timeout: 15_000 }).toEqual([]);
  });

  it.each(['lsp', 'vscode'] as const)(
    'REQ-LIFE-080: with its service, calls of %s are answered and the reason is reported',
    async (catalog) => {
      const mark = randomUUID();
      const server = {
        command: process.execPath,
        args: ['-e', 'process.stdin.resume()'],
        extensions: ['.odd'],
      };
      const cwd = folderOf({ 'a.odd': 'x' });
      const served = await serve(['--catalog', catalog], {
        cwd,
        lsp: { servers: { odd: server } },
        env: { [MARK]: mark },
      });
      const client = await connect(served);
      const name = catalog === 'lsp' ? 'lsp_document_symbols' : 'vscode.lsp.documentSymbols';
      const input = catalog === 'lsp' ? { file: 'a.odd' } : { uri: uriOf(cwd, 'a.odd') };
      const asked = client.callTool({ name, arguments: input }).catch((error: unknown) => error);
      await expect
        .poll(() => marked(mark).some(({ command }) => command.includes('stdin.resume')))
        .toBe(true);
      const sidecar = marked(mark).find(({ exe }) => exe === repositoryBun());
      process.kill(sidecar?.pid ?? 0, 'SIGKILL');
      expect(await asked).toMatchObject(
        catalog === 'lsp' ? { isError: true } : { code: -32603, data: { code: 'MCP_LSP_GATEWAY/INTERNAL' } },
      );
      expect(await served.outcome).toMatchObject({
        code: 2,
        stderr: 'llxprt-lsp: LSP unavailable: service died: killed by SIGKILL\n',
      });
      await expect.poll(() => marked(mark)).toEqual([]);
    },
  );
});

describe('what keeps it from starting is reported', () => {
  it('a port that is in use', async () => {
    const cwd = folderOf(FILES);
    const { port } = await serve([], { cwd });
    expect(await run(['serve', '--port', String(port)], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: `llxprt-lsp: cannot listen: port ${port} is in use\n`,
    });
  });

  it.each<
    [title: string, args: string[], options: { lsp?: unknown; env?: NodeJS.ProcessEnv }, stderr: RegExp]
  >([
    [
      'REQ-CFG-010: LSP that is switched off',
      [],
      { lsp: false },
      /^llxprt-lsp: LSP disabled by configuration\n$/,
    ],
    [
      'REQ-GRACE-020: no Bun',
      [],
      { env: { LLXPRT_BUN: '/nowhere' } },
      /^llxprt-lsp: LSP unavailable: LLXPRT_BUN is not the absolute path of an executable file: \/nowhere\n$/,
    ],
    [
      'REQ-GRACE-020: no Bun, over stdio',
      ['--stdio'],
      { env: { LLXPRT_BUN: '/nowhere' } },
      /^llxprt-lsp: LSP unavailable: LLXPRT_BUN/,
    ],
    [
      'a token that is too short',
      [],
      { env: { LLXPRT_LSP_TOKEN: 'short' } },
      /^llxprt-lsp: LLXPRT_LSP_TOKEN must be 16 to 1024 visible ASCII characters, without spaces\n$/,
    ],
    ['a catalogue that there is not', ['--catalog', 'all'], {}, /Allowed choices are lsp, vscode/],
    ['a port that is none', ['--port', '70000'], {}, /whole number from 0 to 65535/],
    ['an origin that is none', ['--allow-origin', '*'], {}, /a scheme, a host/],
    ['stdio and a port', ['--stdio', '--port', '1'], {}, /cannot be used with/],
    ['stdio and JSON', ['--stdio', '--json'], {}, /cannot be used with/],
  ])('%s', async (_title, args, options, stderr) => {
    const outcome = await run(['serve', ...args], { cwd: folderOf(FILES), ...options });
    expect([outcome.code, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toMatch(stderr);
  });
});

it('people are shown where it listens, the token once, and how to connect', async () => {
  const cwd = folderOf(FILES);
  const served = await serve([], { cwd });
  served.child.kill('SIGINT');
  await served.outcome;
  const child = start(['serve', '--port', String(served.port)], { cwd });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  await expect.poll(() => stderr, { timeout: 20_000 }).toContain('mcpServers');
  const token = /^token: (\S+)/m.exec(stderr)?.[1] ?? '';
  expect(stderr.split(token)).toHaveLength(2);
  expect(stderr).toContain(`listening on http://127.0.0.1:${served.port}/mcp\n`);
  await connect({ url: served.url, token });
});
