import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GEMINI_EXTENSION, runGemini, type GeminiOutcome } from '../support/hosts/gemini.js';
import { GEMINI_FILES, found, SERVER, SIDECAR } from '../support/hosts/gemini-case.js';
import { FINDING, gone, indented, pageOf, WRONG } from '../support/hosts/host-case.js';
import { Family, HostLab } from '../support/hosts/lab.js';
import type { ScriptedModel, Step } from '../support/hosts/script.js';
import { GONE_WITHIN } from '../support/processes.js';
import { RESTARTED } from '../support/share/hosts.js';

const TOOLS = [
  'compare_patches',
  'delete_symbol',
  'diagnostics',
  'document_symbols',
  'find_references',
  'fix',
  'goto_definition',
  'goto_implementation',
  'goto_type_definition',
  'hover',
  'incoming_calls',
  'insert_symbol',
  'move_file',
  'move_symbol',
  'organize_imports',
  'outgoing_calls',
  'rename_symbol',
  'replace_symbol',
  'workspace_symbols',
].map((name) => `mcp_llxprt_lsp_${name}`);

describe('one session of Gemini CLI with the extension', () => {
  let lab: HostLab;
  let model: ScriptedModel;
  let outcome: GeminiOutcome;
  const family = new Family();
  let beforeTheFirstEdit: string[] = [];

  beforeAll(async () => {
    lab = new HostLab(GEMINI_FILES);
    const patch = [
      '*** Begin Patch',
      '*** Add File: src/a.ts',
      `+${WRONG.trimEnd()}`,
      '*** Update File: src/prices.ts',
      '@@',
      '-  cents: number;',
      '+  cents: string;',
      '*** End Patch',
    ];
    const script: Step[] = [
      () => {
        beforeTheFirstEdit = family.running(SERVER).map(({ command }) => command);
        return { call: 'write_file', args: { file_path: lab.path('src/tax.ts'), content: WRONG } };
      },
      {
        call: 'replace',
        args: {
          file_path: lab.path('src/tax.ts'),
          instruction: 'Mend it.',
          old_string: "'many'",
          new_string: '7',
        },
      },
      { call: 'mcp_llxprt_lsp_hover', args: { file: 'src/cart.ts', line: 4, character: 49 } },
      { call: 'mcp_llxprt_apply_patch', args: { patch: patch.join('\n') } },
      async () => {
        for (const { pid } of family.running(SIDECAR)) process.kill(pid, 'SIGKILL');
        await vi.waitFor(() => expect([...family.running(SIDECAR), ...family.running(SERVER)]).toEqual([]), {
          timeout: GONE_WITHIN,
        });
        return { call: 'write_file', args: { file_path: lab.path('src/late.ts'), content: WRONG } };
      },
      { call: 'mcp_llxprt_lsp_hover', args: { symbol: 'priceOf' } },
    ];
    ({ model, outcome } = await runGemini({
      workspace: lab.workspace,
      home: lab.home,
      script,
      env: family.env,
      extension: GEMINI_EXTENSION,
    }));
  });

  afterAll(() => lab.dispose());

  test('REQ-NAV-010, REQ-NAV-020: the model is offered the navigation tools and apply_patch', () => {
    const offered = model.asked[0]?.tools.filter((name) => name.startsWith('mcp_')) ?? [];
    expect(offered.toSorted()).toEqual(['mcp_llxprt_apply_patch', ...TOOLS]);
  });

  test('REQ-LIFE-020: no language server has been started before the first edit', () => {
    expect(beforeTheFirstEdit).toEqual([]);
  });

  test('REQ-DIAG-040, REQ-DIAG-020: the first edit, of a server that had not been started, comes back with its error in the same response', () => {
    const result = model.resultOf(0);
    expect(result).toMatch(/^Successfully created and wrote to new file/);
    expect(result).toContain(`${found('src/tax.ts', FINDING)}</hook_context>`);
  });

  test('its page shows what the model reads', () => {
    const result = model.resultOf(0).replace(lab.workspace, '/home/me/shop');
    expect(pageOf('gemini-cli')).toContain(`${indented(result)}\n`);
  });

  test('REQ-DIAG-010: what was mended is not there any more', () => {
    expect(model.resultOf(1)).toMatch(/^Successfully modified file/);
    expect(model.resultOf(1)).not.toContain('hook_context');
  });

  test('REQ-NAV-020: a question is answered', () => {
    expect(model.resultOf(2)).toContain('priceOf(item: Item): number');
  });

  test('REQ-DIAG-015: apply_patch changes two files, and says what is wrong with each, verbatim', () => {
    const result = model.resultOf(3);
    expect(result).toContain(`<diagnostics file="src/a.ts">\n${FINDING}\n</diagnostics>`);
    expect(result).toContain('<diagnostics file="src/prices.ts">');
    expect(readFileSync(lab.path('src/prices.ts'), 'utf8')).toContain('cents: string;');
  });

  test('REQ-LIFE-080: after the shared service was killed an edit comes back with its error, by another one', () => {
    expect(model.resultOf(4)).toMatch(/^Successfully created and wrote to new file/);
    expect(model.resultOf(4)).toContain(RESTARTED);
    expect(model.resultOf(4)).toContain(FINDING);
  });

  test('REQ-LIFE-080: after the shared service was killed a question is answered', () => {
    expect(model.resultOf(5)).toContain('priceOf(item: Item): number');
  });

  test('the host has ended well, and nothing of it is left: no process, no socket', async () => {
    // The model goes on once, with what it has left broken.
    expect(outcome).toMatchObject({ code: 0, stdout: 'Done.Done.\n' });
    await gone(family);
    expect(lab.sockets()).toEqual([]);
  });
});
