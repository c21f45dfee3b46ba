import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { indented, pageOf } from '../support/hosts/host-case.js';
import { OpencodeDesk, OPENCODE_SECTION } from '../support/hosts/opencode-desk.js';
import type { Played } from '../support/hosts/program.js';
import { describeWith } from '../support/needs.js';
import type { Outcome } from '../support/cli.js';
import { PRICES } from '../support/project.js';

const TOOLS = [
  'lsp_compare_patches',
  'lsp_delete_symbol',
  'lsp_diagnostics',
  'lsp_document_symbols',
  'lsp_find_references',
  'lsp_fix',
  'lsp_goto_definition',
  'lsp_goto_implementation',
  'lsp_goto_type_definition',
  'lsp_hover',
  'lsp_incoming_calls',
  'lsp_insert_symbol',
  'lsp_move_file',
  'lsp_move_symbol',
  'lsp_organize_imports',
  'lsp_outgoing_calls',
  'lsp_rename_symbol',
  'lsp_replace_symbol',
  'lsp_workspace_symbols',
];

describeWith(['opencode'], 'opencode: a session, after llxprt-lsp install opencode', () => {
  let desk: OpencodeDesk;
  const settings = (): string => readFileSync(desk.lab.home.path('.config/opencode/opencode.json'), 'utf8');
  let before: string;
  let installed: Outcome;
  let uninstalled: Outcome;
  let played: Played;
  const result = (turn: number): string => played.model.resultOf(turn);

  beforeAll(async () => {
    desk = new OpencodeDesk();
    before = settings();
    installed = await desk.command('install', 'opencode');
    played = await desk.play([
      desk.breakCart,
      desk.mendCart,
      desk.edit('src/cart.ts', 'nowhere', 'at all'),
      desk.write('src/prices.ts', PRICES.replace('priceOf', 'costOf')),
      desk.write('src/prices.ts', PRICES),
      { call: 'lsp_find_references', args: { file: 'src/prices.ts', symbol: 'priceOf' } },
      { call: 'lsp_hover', args: { file: '../elsewhere.ts', line: 1, character: 1 } },
      async () => {
        await desk.killSidecar();
        return desk.breakCart;
      },
      { call: 'lsp_hover', args: { file: 'src/prices.ts', symbol: 'priceOf' } },
    ]);
    uninstalled = await desk.command('install', 'opencode', '--uninstall');
  });
  afterAll(() => desk.lab.dispose());

  it('one command installs it, and one takes it away byte for byte', () => {
    expect([installed, uninstalled]).toMatchObject(Array(2).fill({ code: 0, stderr: '' }));
    expect(played.outcome).toMatchObject({ code: 0, stdout: 'Done.\n' });
    expect(settings()).toBe(before);
  });

  it('REQ-DIAG-010, REQ-TIME-030: the first edit of a session carries its error, with a server that had to be started for it', () => {
    expect(result(0)).toMatch(/^Edit applied successfully\./);
    expect(result(0)).toMatch(OPENCODE_SECTION);
  });

  it('its page shows what the model reads', () => {
    expect(pageOf('opencode')).toContain(`${indented(result(0))}\n`);
  });

  it('REQ-FMT-020: what is mended is not reported any more', () => {
    expect(result(1)).toBe('Edit applied successfully.');
  });

  it('REQ-GRACE-010: a failed edit stays as it is', () => {
    expect(result(2)).toMatch(/^Could not find oldString/);
    expect(result(2)).not.toContain('diagnostics');
  });

  it('REQ-DIAG-040: a write reports on the other files that it broke', () => {
    expect(result(3)).toContain(
      'Wrote file successfully.\n\nLSP errors detected in other files:\n<diagnostics file="src/cart.ts">',
    );
    expect(result(4)).toBe('Wrote file successfully.');
  });

  it('REQ-NAV-010, REQ-NAV-020: its tools are declared to the model with their schemas, from the first request on', () => {
    const [asked] = played.model.asked;
    expect(asked?.tools.filter((name) => name.startsWith('lsp_'))).toEqual(TOOLS);
    const { tools } = asked!.body as { tools: { function: { name: string } }[] };
    expect(tools.find(({ function: { name } }) => name === 'lsp_rename_symbol')).toMatchObject({
      function: {
        description: expect.stringContaining('Renames'),
        parameters: {
          type: 'object',
          properties: { file: { type: 'string' }, dry_run: { type: 'boolean' } },
          required: ['file', 'symbol', 'new_name'],
        },
      },
    });
  });

  it('a tool answers, and says what is wrong with a question', () => {
    expect(result(5)).toMatch(/^3 references to `priceOf` in 2 files:\n/);
    expect(result(6)).toMatch(/outside/);
  });

  it('REQ-LIFE-080: a session whose service was killed has another one, for its edits and its tools', () => {
    expect(result(7)).toMatch(
      /^Edit applied successfully\.\n\nThe language service was restarted; .* are not remembered\.\n\n/,
    );
    expect(result(7)).toMatch(OPENCODE_SECTION);
    expect(result(8)).toContain('priceOf');
  });
});
