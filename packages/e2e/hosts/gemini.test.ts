import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CART, PRICES } from '../support/project.js';
import { indented, pageOf } from '../support/hosts/host-case.js';
import { GEMINI_EXTENSION, runGemini, startGemini, type GeminiOutcome } from '../support/hosts/gemini.js';
import { Family, Gate, HostLab } from '../support/hosts/lab.js';
import type { ScriptedModel, Step } from '../support/hosts/script.js';
import { tsconfig, TYPESCRIPT_7 } from '../support/typescript.js';
import { GONE_WITHIN } from '../support/processes.js';

const TSCONFIG = tsconfig({ include: ['src'] });
const FILES = { 'package.json': '{ "name": "shop", "private": true }\n', 'tsconfig.json': TSCONFIG, 'src/prices.ts': PRICES, 'src/cart.ts': CART };

const WRONG = "export const tax: number = 'many';\n";
const FINDING = "ERROR [1:14] Type 'string' is not assignable to type 'number'. (2322)";
/** What Gemini CLI makes of our text behind a result, as far as it is about the file that was written. */
const found = (file: string, finding: string): string =>
  `\n\n<hook_context>LSP errors detected in this file:\n&lt;diagnostics file="${file}"&gt;\n${finding}\n&lt;/diagnostics&gt;`;

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
  'organize_imports',
  'outgoing_calls',
  'rename_symbol',
  'replace_symbol',
  'workspace_symbols',
].map((name) => `mcp_llxprt_lsp_${name}`);

const SIDECAR = 'sidecar.js';
const SERVER = 'typescript-language-server';
/** The option that TypeScript 7 is a language server with. */
const NATIVE_SERVER = ' --lsp';

const writeFile = (lab: HostLab, file: string, content: string): Step => ({ call: 'write_file', args: { file_path: lab.path(file), content } });

/** Nothing of it is left within two seconds. */
async function gone(family: Family): Promise<void> {
  await vi.waitFor(() => expect(family.processes().map(({ command }) => command)).toEqual([]), { timeout: GONE_WITHIN, interval: 50 });
}

/** The conversation as it would be read anywhere: without the ids of calls, which hold the time. */
function transcript(lab: HostLab, { asked }: ScriptedModel): string {
  const text = JSON.stringify(asked.at(-1)?.conversation ?? []);
  return text.replaceAll(lab.home.folder, '~').replaceAll(JSON.stringify(lab.workspace).slice(1, -1), '.').replace(/_\d{13}_\d+"/g, '"');
}

/** Runs a session in a lab of its own to its end. */
async function play(lsp: unknown, script: (lab: HostLab) => Step[], { prompt = 'Go.', env = {}, extension = GEMINI_EXTENSION } = {}) {
  const lab = new HostLab(FILES, lsp, TYPESCRIPT_7);
  const family = new Family();
  try {
    const args = ['-p', prompt];
    const { model, outcome } = await runGemini({ workspace: lab.workspace, home: lab.home, script: script(lab), args, env: { ...family.env, ...env }, extension });
    await gone(family);
    return { model, outcome, text: transcript(lab, model) };
  } finally {
    lab.dispose();
  }
}

describe('one session of Gemini CLI with the extension', () => {
  let lab: HostLab;
  let model: ScriptedModel;
  let outcome: GeminiOutcome;
  const family = new Family();
  let beforeTheFirstEdit: string[] = [];

  beforeAll(async () => {
    lab = new HostLab(FILES);
    const patch = ['*** Begin Patch', '*** Add File: src/a.ts', `+${WRONG.trimEnd()}`, '*** Update File: src/prices.ts', '@@', '-  cents: number;', '+  cents: string;', '*** End Patch'];
    const script: Step[] = [
      () => {
        beforeTheFirstEdit = family.running(SERVER).map(({ command }) => command);
        return { call: 'write_file', args: { file_path: lab.path('src/tax.ts'), content: WRONG } };
      },
      { call: 'replace', args: { file_path: lab.path('src/tax.ts'), instruction: 'Mend it.', old_string: "'many'", new_string: '7' } },
      { call: 'mcp_llxprt_lsp_hover', args: { file: 'src/cart.ts', line: 4, character: 49 } },
      { call: 'mcp_llxprt_apply_patch', args: { patch: patch.join('\n') } },
      async () => {
        for (const { pid } of family.running(SIDECAR)) process.kill(pid, 'SIGKILL');
        await vi.waitFor(() => expect([...family.running(SIDECAR), ...family.running(SERVER)]).toEqual([]), { timeout: GONE_WITHIN });
        return { call: 'write_file', args: { file_path: lab.path('src/late.ts'), content: WRONG } };
      },
      { call: 'mcp_llxprt_lsp_hover', args: { symbol: 'priceOf' } },
    ];
    ({ model, outcome } = await runGemini({ workspace: lab.workspace, home: lab.home, script, env: family.env, extension: GEMINI_EXTENSION }));
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

  test('REQ-LIFE-080, REQ-GRACE-055: after the service was killed an edit is what it is without LSP', () => {
    expect(model.resultOf(4)).toMatch(/^Successfully created and wrote to new file/);
    expect(model.resultOf(4)).not.toContain('hook_context');
  });

  test('REQ-LIFE-080: after the service was killed a question is answered by a clear error', () => {
    // The host's own words, once it has heard that the tools are gone; ours before.
    expect(model.resultOf(5)).toMatch(/LSP unavailable: service died: .*Edits work as before/s);
  });

  test('the host has ended well, and nothing of it is left: no process, no socket', async () => {
    expect(outcome).toMatchObject({ code: 0, stdout: 'Done.\n' });
    await gone(family);
    expect(lab.sockets()).toEqual([]);
  });
});

test('REQ-DIAG-040: what the first edit takes from other files is reported, as the host tells what the file held', async () => {
  const { model } = await play(undefined, (lab) => [writeFile(lab, 'src/prices.ts', PRICES.replace('priceOf', 'costOf'))]);
  expect(model.resultOf(0)).toMatch(/^Successfully overwrote file/);
  expect(model.resultOf(0)).toMatch(/LSP errors detected in other files:\n&lt;diagnostics file="src\/cart\.ts"&gt;\nERROR \[1:10\] [^\n]*priceOf/);
});

describe('two sessions in one workspace', () => {
  test('each has its own bridge; reading starts the server; one that is killed takes all of its own with it, and nothing else', async () => {
    const lab = new HostLab(FILES, undefined, TYPESCRIPT_7);
    const families = [new Family(), new Family()] as const;
    const written = [new Gate(), new Gate()] as const;
    const results: string[] = [];
    const script = (family: Family, file: string, wrong: string, last: Promise<void>): Step[] => [
      { call: 'read_file', args: { file_path: lab.path('src/prices.ts') } },
      async ({ results: [read] }) => {
        results.push(read?.text ?? '');
        // Warmed by the read, while nothing has been edited.
        await vi.waitFor(() => expect(family.running(NATIVE_SERVER)).not.toEqual([]), { timeout: 20_000 });
        return { call: 'write_file', args: { file_path: lab.path(file), content: wrong } };
      },
      async ({ results: [result] }) => {
        results.push(result?.text ?? '');
        written[family === families[0] ? 0 : 1].open();
        await last;
        return { call: 'write_file', args: { file_path: lab.path(file), content: wrong.replace('number', 'boolean') } };
      },
    ];
    const killed = new Gate();
    const never = new Gate();
    const start = (family: Family, steps: Step[]) =>
      startGemini({ workspace: lab.workspace, home: lab.home, script: steps, env: family.env, extension: GEMINI_EXTENSION });
    const runs = [
      await start(families[0], script(families[0], 'src/one.ts', "export const one: number = 'many';\n", never.opened)),
      await start(families[1], script(families[1], 'src/two.ts', "export const two: number = 'many';\n", killed.opened)),
    ] as const;
    try {
      await Promise.all(written.map(({ opened }) => opened));
      expect(lab.sockets()).toHaveLength(2);
      expect(lab.sockets().map((name) => Number(name.split('-')[0])).toSorted()).toEqual(runs.map(({ child }) => child.pid).toSorted());
      expect(results.filter((text) => text.includes('export function priceOf') && !text.includes('hook_context'))).toHaveLength(2);
      expect(results).toContainEqual(expect.stringContaining(found('src/one.ts', FINDING)));
      expect(results).toContainEqual(expect.stringContaining(found('src/two.ts', FINDING)));

      runs[0].child.kill('SIGKILL');
      await gone(families[0]);
      killed.open();
      expect((await runs[1].outcome).code).toBe(0);
      expect(runs[1].model.resultOf(2)).toContain("Type 'string' is not assignable to type 'boolean'.");
      await gone(families[1]);
      expect([...runs[0].model.faults, ...runs[1].model.faults]).toEqual([]);
    } finally {
      killed.open();
      for (const run of runs) await run.close();
      lab.dispose();
    }
  });
});

describe('without LSP', () => {
  const edits = (lab: HostLab): Step[] => [writeFile(lab, 'src/tax.ts', WRONG), { call: 'read_file', args: { file_path: lab.path('src/tax.ts') } }];
  let plain: string;

  /** The same with an extension that has no hooks. */
  beforeAll(async () => {
    const lab = new HostLab({});
    lab.home.copy(GEMINI_EXTENSION, 'extension');
    lab.home.write('extension/hooks/hooks.json', '{ "hooks": {} }\n');
    try {
      ({ text: plain } = await play(false, edits, { extension: lab.home.path('extension') }));
    } finally {
      lab.dispose();
    }
    expect(plain).toContain('Successfully created and wrote to new file');
  });

  test('REQ-CFG-010: with "lsp": false the conversation is the same as without our hooks, and no navigation tool is offered', async () => {
    const { model, text } = await play(false, edits);
    expect(text).toBe(plain);
    expect(model.asked[0]?.tools.filter((name) => name.includes('lsp_'))).toEqual([]);
  });

  test('REQ-GRACE-020, REQ-NAV-055: without Bun the conversation is the same as without our hooks, and no navigation tool is offered', async () => {
    const { model, text } = await play(undefined, edits, { env: { LLXPRT_BUN: '/nowhere/bun' } });
    expect(text).toBe(plain);
    expect(model.asked[0]?.tools.filter((name) => name.includes('lsp_'))).toEqual([]);
  });

  test.each([
    ['REQ-STATUS-050', false, {}, 'LSP disabled by configuration.'],
    ['REQ-STATUS-030, REQ-STATUS-035', undefined, { LLXPRT_BUN: '/nowhere/bun' }, 'LSP unavailable: LLXPRT_BUN is not the absolute path of an executable file: /nowhere/bun'],
  ])('%s: /lsp status says so, and no model is asked', async (_, lsp, env, status) => {
    const { model, outcome } = await play(lsp, () => [], { prompt: '/lsp status', env });
    expect(outcome.stderr).toContain(`Agent execution stopped: ${status}\n`);
    expect([...model.asked, ...model.beside]).toEqual([]);
  });

  test('with hooks switched off /lsp reaches the model, which is told what to say', async () => {
    const script = (lab: HostLab): Step[] => {
      lab.write('.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }\n');
      return [{ say: 'They are off.' }];
    };
    const { model, outcome } = await play(undefined, script, { prompt: '/lsp status' });
    expect(JSON.stringify(model.asked[0]?.conversation)).toMatch(/hooks are switched off: say then .*\[llxprt-lsp\] \/lsp status"/);
    expect(outcome.stdout).toBe('They are off.\n');
  });
});
