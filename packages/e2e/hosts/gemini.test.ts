import { beforeAll, describe, expect, test, vi } from 'vitest';
import { GEMINI_FILES, found } from '../support/hosts/gemini-case.js';
import { FINDING, gone, WRONG } from '../support/hosts/host-case.js';
import { GEMINI_EXTENSION, runGemini, startGemini } from '../support/hosts/gemini.js';
import { Family, Gate, HostLab } from '../support/hosts/lab.js';
import type { ScriptedModel, Step } from '../support/hosts/script.js';
import { PRICES } from '../support/project.js';
import { TYPESCRIPT_7 } from '../support/typescript.js';

/** The option that TypeScript 7 is a language server with. */
const NATIVE_SERVER = ' --lsp';

const writeFile = (lab: HostLab, file: string, content: string): Step => ({
  call: 'write_file',
  args: { file_path: lab.path(file), content },
});

/** The conversation as it would be read anywhere: without the ids of calls, which hold the time. */
function transcript(lab: HostLab, { asked }: ScriptedModel): string {
  const text = JSON.stringify(asked.at(-1)?.conversation ?? []);
  return text
    .replaceAll(lab.home.folder, '~')
    .replaceAll(JSON.stringify(lab.workspace).slice(1, -1), '.')
    .replace(/_\d{13}_\d+"/g, '"');
}

/** Runs a session in a lab of its own to its end. */
async function play(
  lsp: unknown,
  script: (lab: HostLab) => Step[],
  { prompt = 'Go.', env = {}, extension = GEMINI_EXTENSION } = {},
) {
  const lab = new HostLab(GEMINI_FILES, lsp, TYPESCRIPT_7);
  const family = new Family();
  try {
    const args = ['-p', prompt];
    const { model, outcome } = await runGemini({
      workspace: lab.workspace,
      home: lab.home,
      script: script(lab),
      args,
      env: { ...family.env, ...env },
      extension,
    });
    await gone(family);
    return { model, outcome, text: transcript(lab, model) };
  } finally {
    lab.dispose();
  }
}

test('REQ-DIAG-040: what the first edit takes from other files is reported, as the host passes on what the file held', async () => {
  const { model } = await play(undefined, (lab) => [
    writeFile(lab, 'src/prices.ts', PRICES.replace('priceOf', 'costOf')),
  ]);
  expect(model.resultOf(0)).toMatch(/^Successfully overwrote file/);
  expect(model.resultOf(0)).toMatch(
    /LSP errors detected in other files:\n&lt;diagnostics file="src\/cart\.ts"&gt;\nERROR \[1:10\] [^\n]*priceOf/,
  );
});

describe('two sessions in one workspace', () => {
  test('each has its own bridge; reading starts the server; one that is killed takes all of its own with it, and nothing else', async () => {
    const lab = new HostLab(GEMINI_FILES, undefined, TYPESCRIPT_7);
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
        return {
          call: 'write_file',
          args: { file_path: lab.path(file), content: wrong.replace('number', 'boolean') },
        };
      },
    ];
    const killed = new Gate();
    const never = new Gate();
    const start = (family: Family, steps: Step[]) =>
      startGemini({
        workspace: lab.workspace,
        home: lab.home,
        script: steps,
        env: family.env,
        extension: GEMINI_EXTENSION,
      });
    const runs = [
      await start(
        families[0],
        script(families[0], 'src/one.ts', "export const one: number = 'many';\n", never.opened),
      ),
      await start(
        families[1],
        script(families[1], 'src/two.ts', "export const two: number = 'many';\n", killed.opened),
      ),
    ] as const;
    try {
      await Promise.all(written.map(({ opened }) => opened));
      expect(lab.sockets()).toHaveLength(2);
      expect(
        lab
          .sockets()
          .map((name) => Number(name.split('-')[0]))
          .toSorted(),
      ).toEqual(runs.map(({ child }) => child.pid).toSorted());
      expect(
        results.filter((text) => text.includes('export function priceOf') && !text.includes('hook_context')),
      ).toHaveLength(2);
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
  const edits = (lab: HostLab): Step[] => [
    writeFile(lab, 'src/tax.ts', WRONG),
    { call: 'read_file', args: { file_path: lab.path('src/tax.ts') } },
  ];
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
    [
      'REQ-STATUS-030, REQ-STATUS-035',
      undefined,
      { LLXPRT_BUN: '/nowhere/bun' },
      'LSP unavailable: LLXPRT_BUN is not the absolute path of an executable file: /nowhere/bun',
    ],
  ])('%s: /lsp status says so, and no model is asked', async (_, lsp, env, status) => {
    const { model, outcome } = await play(lsp, () => [], { prompt: '/lsp status', env });
    expect(outcome.stderr).toContain(`Agent execution stopped: ${status}\n`);
    expect([...model.asked, ...model.beside]).toEqual([]);
  });

  test('with hooks switched off /lsp reaches the model, with what it has to say', async () => {
    const script = (lab: HostLab): Step[] => {
      lab.write('.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }\n');
      return [{ say: 'They are off.' }];
    };
    const { model, outcome } = await play(undefined, script, { prompt: '/lsp status' });
    expect(JSON.stringify(model.asked[0]?.conversation)).toMatch(
      /hooks are switched off: say then .*\[llxprt-lsp\] \/lsp status"/,
    );
    expect(outcome.stdout).toBe('They are off.\n');
  });
});
