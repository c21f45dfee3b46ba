import { basename } from 'node:path';
import type { Diagnostic } from '@vybestack/llxprt-lsp-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Registry } from '../../core/test/support/registry.js';
import { change, patch, TOOLS, type Call } from '../support/calls.js';
import { CART, FILES, PACKAGES, PRICES, ROWS, TOTALS } from '../support/project.js';
import { Session } from '../support/session.js';

const TWO_ARGUMENTS = PRICES.replace('item: Item', 'item: Item, off: number');
const RENAMED = PRICES.replaceAll('priceOf', 'costOf');
const RENAMED_CART = CART.replaceAll('priceOf', 'costOf');
const WRONG_CART = RENAMED_CART.replace('): number', '): string');
const EXTRA = "import { costOf } from './prices';\n\nexport let cost = costOf;\n";

/** One call that breaks something, the whole text that a model reads then, and the call that mends it. */
type Case = [what: string, call: Call, text: string, mend: Call];

function typescript(folder: string, eslint: { write: string; patch: string }): Case[] {
  const [prices, cart, extra] = ['prices', 'cart', 'extra'].map((name) => `${folder}/src/${name}.ts`) as [
    string,
    string,
    string,
  ];
  return [
    [
      `edit in ${folder}`,
      change('edit', cart, 'priceOf(item)', 'priceOf(item.cents)'),
      `Edited ${cart}: replaced 1 time (line 4).

LSP diagnostics after edit:
<diagnostics file="${cart}">
ERROR [4:52] Argument of type 'number' is not assignable to parameter of type 'Item'. (2345)
</diagnostics>`,
      change('edit', cart, 'priceOf(item.cents)', 'priceOf(item)'),
    ],
    [
      `write_file in ${folder}, whose error is in another file`,
      change('write_file', prices, '', TWO_ARGUMENTS),
      `Overwrote ${prices} (8 lines).

${eslint.write}LSP errors detected in other files:
<diagnostics file="${cart}">
ERROR [4:44] Expected 2 arguments, but got 1. (2554)
</diagnostics>`,
      change('write_file', prices, '', PRICES),
    ],
    [
      `apply_patch in ${folder}, where the old name would be an error in each of three files`,
      patch([extra, '', EXTRA], [cart, CART, WRONG_CART], [prices, PRICES, RENAMED]),
      `Applied the patch to 3 files:
A ${extra} (+3 -0)
M ${cart} (+5 -5)
M ${prices} (+8 -8)

LSP diagnostics after edit:
${eslint.patch}<diagnostics file="${cart}">
ERROR [4:3] Type 'number' is not assignable to type 'string'. (2322)
</diagnostics>`,
      patch([prices, RENAMED, PRICES], [cart, WRONG_CART, CART], [extra, EXTRA, '']),
    ],
  ];
}

const CASES: Case[] = [
  ...typescript('web', {
    write: `LSP errors detected in this file:
<diagnostics file="web/src/prices.ts">
ERROR [6:37] 'off' is defined but never used. (@typescript-eslint/no-unused-vars)
</diagnostics>

`,
    patch: `<diagnostics file="web/src/extra.ts">
ERROR [3:12] 'cost' is never reassigned. Use 'const' instead. (prefer-const)
</diagnostics>
`,
  }),
  ...typescript('native', { write: '', patch: '' }),
  [
    'edit in Python',
    change('edit', 'reports/totals.py', 'row.cents', 'row.euros'),
    `Edited reports/totals.py: replaced 1 time (line 5).

LSP diagnostics after edit:
<diagnostics file="reports/totals.py">
ERROR [5:20] Cannot access attribute "euros" for class "Row" Attribute "euros" is unknown (reportAttributeAccessIssue)
</diagnostics>`,
    change('edit', 'reports/totals.py', 'row.euros', 'row.cents'),
  ],
  [
    'write_file in Python, whose error is in another file',
    change('write_file', 'reports/rows.py', '', ROWS.replace('cents', 'euros')),
    `Overwrote reports/rows.py (7 lines).

LSP errors detected in other files:
<diagnostics file="reports/totals.py">
ERROR [5:20] Cannot access attribute "cents" for class "Row" Attribute "cents" is unknown (reportAttributeAccessIssue)
</diagnostics>`,
    change('write_file', 'reports/rows.py', '', ROWS),
  ],
  [
    'apply_patch in Python over two files',
    patch(
      ['reports/totals.py', TOTALS, TOTALS.replace('cents', 'euros').replace('-> int', '-> str')],
      ['reports/rows.py', ROWS, ROWS.replace('cents', 'euros')],
    ),
    `Applied the patch to 2 files:
M reports/totals.py (+5 -5)
M reports/rows.py (+7 -7)

LSP diagnostics after edit:
<diagnostics file="reports/totals.py">
ERROR [5:12] Type "int" is not assignable to return type "str" "int" is not assignable to "str" (reportReturnType)
</diagnostics>`,
    patch(
      ['reports/totals.py', TOTALS.replace('cents', 'euros').replace('-> int', '-> str'), TOTALS],
      ['reports/rows.py', ROWS.replace('cents', 'euros'), ROWS],
    ),
  ],
];

describe('real servers in a workspace with spaces and # in its path, named by a symbolic link', () => {
  const registry = new Registry();
  let session: Session;
  beforeAll(async () => {
    // Ruff would be one more where a machine has it.
    const lsp = { servers: { ruff: { enabled: false } } };
    session = await Session.open({
      files: FILES,
      packages: PACKAGES,
      linked: true,
      lsp,
      toolRegistry: registry,
    });
  });
  afterAll(() => session.close());

  it('REQ-LIFE-020: at the start none of them runs', () => {
    expect(session.processes().map(({ pid }) => pid)).toEqual([session.pid]);
  });

  it.each(CASES)(
    'REQ-DIAG-010, REQ-DIAG-015, REQ-DIAG-040: %s breaks and mends',
    async (_what, call, text, mend) => {
      expect((await session.call(call)).text).toBe(text);
      const mended = await session.call(mend);
      expect(mended.text).toBe(mended.plain);
    },
  );

  it('REQ-EXCL-050, REQ-SCOPE-030: what a person sees holds no finding, and a result holds nothing but text', async () => {
    for (const [, call, text, mend] of CASES) {
      const result = await TOOLS[call.tool](call.params, session.config.toolContext());
      await TOOLS[mend.tool](mend.params, session.config.toolContext());
      expect(result.llmContent).toBe(text);
      expect(Object.entries(result).map(([key, value]) => [key, typeof value])).toEqual([
        ['llmContent', 'string'],
        ['returnDisplay', 'string'],
      ]);
      for (const [, message] of text.matchAll(/^ERROR \[[\d:]+\] (.*) \(\S+\)$/gm))
        expect(result.returnDisplay).not.toContain(message);
      expect(result.returnDisplay).not.toMatch(/diagnostics|LSP|ERROR/);
    }
    // All is as it was: the copy, on which the other tests compare, has not seen these calls.
    for (const [file, content] of Object.entries(FILES)) expect(session.workspace.read(file)).toBe(content);
  });

  it('REQ-STATUS-020: status names each program, whose it is, and which compiler it judges with', async () => {
    const rows = (await session.client.status()).map(({ id, status, root, program }) => [
      id,
      status,
      root,
      program?.name,
      program?.origin,
      program?.uses?.version,
      program?.uses?.origin,
    ]);
    expect(rows).toContainEqual([
      'eslint',
      'active',
      'web',
      'vscode-eslint-language-server',
      'bundled',
      expect.any(String),
      'workspace',
    ]);
    expect(rows).toContainEqual([
      'pyright',
      'active',
      'reports',
      'pyright-langserver',
      'bundled',
      undefined,
      undefined,
    ]);
    expect(rows).toContainEqual([
      'typescript',
      'active',
      '.',
      'typescript-language-server',
      'bundled',
      expect.stringMatching(/^5\./),
      'bundled',
    ]);
    expect(rows).toContainEqual([
      'typescript',
      'active',
      '.',
      'tsc',
      'workspace',
      expect.stringMatching(/^7\./),
      'workspace',
    ]);
  });

  it('REQ-ARCH-010: they live below one Bun process, which is not the host’s', () => {
    const processes = session.processes();
    const [sidecar, ...others] = processes.filter(({ ppid }) => ppid === process.pid);
    expect(others).toEqual([]);
    expect(sidecar?.pid).toBe(session.pid);
    expect(basename(sidecar?.exe ?? '')).toBe('bun');
    expect(sidecar?.exe).not.toBe(process.execPath);
    const servers = processes
      .filter(({ ppid }) => ppid === session.pid)
      .map(({ command }) => /vscode-eslint|pyright|typescript-language-server|tsc --lsp/.exec(command)?.[0]);
    expect(servers.sort()).toEqual(['pyright', 'tsc --lsp', 'typescript-language-server', 'vscode-eslint']);
  });

  it('REQ-ARCH-030, REQ-ARCH-040, REQ-ARCH-090, REQ-NAV-060: MCP on fd3 and fd4 has the findings of lsp/diagnostics, by path, from the same processes', async () => {
    await session.call(change('edit', 'web/src/cart.ts', 'priceOf(item)', 'priceOf(item.cents)'));
    await session.call(change('edit', 'reports/totals.py', 'row.cents', 'row.euros'));
    await session.call(change('edit', 'native/src/cart.ts', 'priceOf(item)', 'priceOf(item.name)'));
    const before = session.processes();
    // Both channels at once.
    const [diagnostics, known] = await Promise.all([knownTo(registry), session.client.getAllDiagnostics()]);
    const found = Object.entries(known).map(([file, list]) => [file, list.map(forNavigation)]);
    expect(found.map(([file]) => file)).toEqual([
      'native/src/cart.ts',
      'reports/totals.py',
      'web/src/cart.ts',
    ]);
    expect(Object.entries(diagnostics)).toEqual(found);
    expect(session.processes()).toEqual(before);
    await session.call(change('edit', 'native/src/cart.ts', 'priceOf(item.name)', 'priceOf(item)'));
    await session.call(change('edit', 'reports/totals.py', 'row.euros', 'row.cents'));
    await session.call(change('edit', 'web/src/cart.ts', 'priceOf(item.cents)', 'priceOf(item)'));
    expect(await knownTo(registry)).toEqual({});
  });

  it('REQ-GRACE-010: a file type that none of them knows costs nothing, starts nothing and wakes nobody', async () => {
    const before = session.processes();
    const { text, plain } = await session.call(
      change('write_file', 'web/notes.txt', '', 'priceOf(item.cents)\n'),
    );
    expect(text).toBe(plain);
    expect(session.processes()).toEqual(before);
  });

  it('REQ-LIFE-070, REQ-LIFE-090, REQ-TIME-085: a server that is killed leaves its file to the other one, and the other files to theirs', async () => {
    const server = session.processes().find(({ command }) => command.includes('typescript-language-server'));
    process.kill(server?.pid ?? 0, 'SIGKILL');
    await expect
      .poll(
        () =>
          session.processes().filter(({ command }) => /typescript-language-server|tsserver/.test(command)),
        { timeout: 10_000 },
      )
      .toEqual([]);
    const { found } = await session.call(
      change('edit', 'web/src/cart.ts', 'return items', 'let broken: string = 1;\n  return items'),
    );
    expect(found).toMatch(/\(prefer-const\)/);
    expect(found).not.toMatch(/\(2322\)/);
    expect(
      (await session.call(change('edit', 'native/src/cart.ts', 'priceOf(item)', 'priceOf(item.name)'))).found,
    ).toMatch(/\(2345\)/);
    expect((await session.call(change('edit', 'reports/totals.py', 'row.cents', 'row.euros'))).found).toMatch(
      /\(reportAttributeAccessIssue\)/,
    );
    expect(await session.status()).toMatch(/^typescript +broken .*\n.*\n +killed by SIGKILL$/m);
    expect(
      session.processes().filter(({ command }) => command.includes('typescript-language-server')),
    ).toEqual([]);
  });
});

/** What the tool lsp_diagnostics answers. */
async function knownTo(registry: Registry): Promise<Record<string, unknown>> {
  const { structuredContent } = await registry.call('lsp_diagnostics');
  return (structuredContent as { diagnostics: Record<string, unknown> }).diagnostics;
}

/** Contract 2: what of a finding the navigation tools pass on. */
function forNavigation({ line, character, severity, message, code }: Diagnostic) {
  return { line, character, severity, message, ...(code === undefined ? {} : { code }) };
}
