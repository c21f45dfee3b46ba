import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MAIN, type Outcome } from '../support/cli.js';
import { FINDING, indented, pageOf, section, WRONG } from '../support/hosts/host-case.js';
import { HostLab } from '../support/hosts/lab.js';
import { LlxprtSession, type PlayedCall } from '../support/hosts/llxprt.js';
import { mixed, NEW_FINDING, OLD_FINDING, WRITERS, WRITTEN } from '../support/hosts/llxprt-writers.js';
import { GONE_WITHIN } from '../support/processes.js';
import { CART, PRICES } from '../support/project.js';
import { tsconfig, TYPESCRIPT_7 } from '../support/typescript.js';

const FILES = {
  'package.json': '{ "name": "shop", "private": true }\n',
  'tsconfig.json': tsconfig({ include: ['src'] }),
  'src/prices.ts': PRICES,
  'src/cart.ts': CART,
};

const newLab = (more: Readonly<Record<string, string>> = {}, lsp?: unknown): HostLab =>
  new HostLab({ ...FILES, ...more }, lsp, TYPESCRIPT_7);

/** A service that is shared stays for some seconds after its last session. */
const ALONE = { share: false };

/** Runs the built command for the user of the lab, in the workspace. */
function command(lab: HostLab, ...args: string[]): Promise<Outcome> {
  const options = {
    cwd: lab.workspace,
    env: lab.home.environment({ SHELL: '/bin/sh', TMPDIR: lab.home.tmp }),
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

async function install(lab: HostLab, host: string, ...more: string[]): Promise<void> {
  expect(await command(lab, 'install', host, ...more)).toMatchObject({ code: 0, stderr: '' });
}

async function gone({ family }: LlxprtSession): Promise<void> {
  await vi.waitFor(() => expect(family.processes().map(({ command: line }) => line)).toEqual([]), {
    timeout: GONE_WITHIN,
    interval: 50,
  });
}

/** A user who has it installed for these hosts; gone after the test. */
async function userOf(
  hosts: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<HostLab> {
  const lab = newLab(files, ALONE);
  onTestFinished(() => lab.dispose());
  for (const host of hosts) await install(lab, host);
  return lab;
}

async function startIn(lab: HostLab): Promise<LlxprtSession> {
  const host = await LlxprtSession.start(lab);
  onTestFinished(async () => {
    await host.kill();
    await gone(host);
  });
  return host;
}

/** Hooks never speak to the person, and never keep the model from anything. */
function expectQuiet({ ran }: PlayedCall): void {
  for (const { code, out, err } of ran) {
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).not.toHaveProperty('decision');
    expect(JSON.parse(out)).not.toHaveProperty('continue');
  }
}

const occurrences = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

describe('one session of LLxprt Code, which a process simulates', () => {
  let lab: HostLab;
  let host: LlxprtSession;
  const made = mixed('flag');
  beforeAll(async () => {
    lab = newLab(WRITTEN);
    await install(lab, 'llxprt');
    host = await LlxprtSession.start(lab);
  });
  afterAll(async () => {
    await host.kill();
    lab.dispose();
  });

  const play = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<string> => {
    const call = await host.call(tool, args);
    expectQuiet(call);
    return call.text;
  };

  test('REQ-NAV-010: the model is informed of the tools by the names that LLXPRT.md has', () => {
    expect(host.extensions).toEqual(['llxprt-lsp']);
    const named = [
      ...new Set(
        readFileSync(lab.home.path('.local/share/llxprt-code/extensions/llxprt-lsp/LLXPRT.md'), 'utf8').match(
          /mcp__llxprt__\w*[a-z]\b/g,
        ),
      ),
    ].filter((name) => name !== 'mcp__llxprt__lsp');
    expect(named.length).toBeGreaterThan(5);
    expect(host.tools).toEqual(expect.arrayContaining(named));
  });

  test('REQ-DIAG-040, REQ-DIAG-020: the first edit carries its error, as the page shows it', async () => {
    expect(host.family.running('tsserver').concat(host.family.running('typescript'))).toEqual([]);
    const result = await play('write_file', { absolute_path: lab.path('src/tax.ts'), content: WRONG });
    expect(result).toBe(
      `Successfully created and wrote to new file: ${lab.path('src/tax.ts')}.\n\nLSP errors detected in this file:\n${section('src/tax.ts', FINDING)}`,
    );
    expect(pageOf('llxprt-code')).toContain(`${indented(result.replace(lab.workspace, '/home/me/shop'))}\n`);
  });

  test('REQ-DIAG-010: a warm edit that mends it says nothing, by the other spelling of the path', async () => {
    const path = lab.path('src/tax.ts');
    expect(await play('replace', { file_path: path, old_string: "'many'", new_string: '7' })).toBe(
      `Successfully modified file: ${path} (1 replacements).`,
    );
  });

  test.each(WRITERS)(
    'REQ-DIAG-010: $tool carries the error that it has caused, and counts the one that was there',
    async ({ tool, name, path, args, finding }) => {
      const result = await play(tool, { [path]: lab.path(`src/${name}.ts`), ...args });
      expect(result).toContain(section(`src/${name}.ts`, finding));
      expect(occurrences(result, OLD_FINDING)).toBe(0);
      expect(result).toContain('1 error was there before');
    },
  );

  test('a preview of ast_edit, and a call that has failed, carry nothing', async () => {
    const path = lab.path('src/prices.ts');
    expect(await play('ast_edit', { file_path: path, old_string: 'number', new_string: 'strang' })).toBe(
      `LLXPRT EDIT PREVIEW: ${path}`,
    );
    expect(await play('replace', { absolute_path: path, old_string: 'nowhere', new_string: '' })).toBe(
      `Failed to edit, 0 occurrences found in ${path}.`,
    );
  });

  test('apply_patch creates and deletes files; what that breaks is known to the tools, by their declared names', async () => {
    const path = lab.path('src/made.ts');
    const lines = made
      .trimEnd()
      .split('\n')
      .map((line) => `+${line}\n`);
    const created = await play('apply_patch', {
      absolute_path: path,
      patch_content: `--- /dev/null\n+++ b/src/made.ts\n@@ -0,0 +1,3 @@\n${lines.join('')}`,
    });
    expect(created).toContain('<diagnostics file="src/made.ts">');
    expect(await play('mcp__llxprt__lsp_hover', { file: 'src/made.ts', symbol: 'flag' })).toContain(
      'const flag: boolean',
    );
    expect(
      await play('apply_patch', {
        absolute_path: path,
        patch_content: `--- a/src/made.ts\n+++ /dev/null\n@@ -1,3 +0,0 @@\n${lines.join('').replaceAll(/^\+/gm, '-')}`,
      }),
    ).not.toContain('<diagnostics');
    expect(existsSync(path)).toBe(false);
  });

  test('20 turns with errors that stand: no call is cancelled', async () => {
    const path = lab.path('src/turns.ts');
    for (let turn = 0; turn < 20; turn++)
      expect(
        await play('write_file', { absolute_path: path, content: `export const turn: boolean = ${turn};\n` }),
      ).toMatch(/^Successfully [^]*\n\n[^]*(?:src\/turns\.ts|were there before)/);
  });

  test('REQ-LIFE-040: nothing of it is left after its end: no process, no socket', async () => {
    expect(host.family.processes().length).toBeGreaterThan(2);
    expect(await host.end()).toBe(0);
    await gone(host);
    expect(lab.sockets()).toEqual([]);
  });
});

describe('other sessions of it', () => {
  test.each<[tool: string, args: Readonly<Record<string, unknown>>, finding: string]>([
    [
      'insert_at_line',
      { line_number: 2, content: "export const more: boolean = 'yes';" },
      `ERROR [2:14] ${NEW_FINDING}`,
    ],
    ['delete_line_range', { start_line: 2, end_line: 2 }, "ERROR [2:22] Cannot find name 'first'. (2304)"],
  ])(
    "REQ-DIAG-040: a session's first edit, by %s, lists what it has caused and not the older error",
    async (tool, args, finding) => {
      // What stood before is told apart within 300 ms after the answer, or not at all: a slow machine has another try.
      const told: string[] = [];
      while (told.length < 5 && told.at(-1) !== 'apart') {
        const lab = await userOf(['llxprt'], { 'src/first.ts': mixed('first') });
        const host = await startIn(lab);
        const { text } = await host.call(tool, { absolute_path: lab.path('src/first.ts'), ...args });
        expect(text).toContain(`${finding}\n`);
        told.push(
          text.includes(section('src/first.ts', finding)) && occurrences(text, OLD_FINDING) === 0
            ? 'apart'
            : 'late',
        );
      }
      expect(told.at(-1)).toBe('apart');
    },
  );

  test('REQ-LIFE-050: a read starts the server of the file, and SIGKILL of the host leaves nothing behind', async () => {
    const lab = await userOf(['llxprt']);
    const host = await startIn(lab);
    const before = host.family.processes().length;
    expectQuiet(await host.call('read_file', { absolute_path: lab.path('src/cart.ts') }));
    await vi.waitFor(() => expect(host.family.processes().length).toBeGreaterThan(before), {
      timeout: 30_000,
      interval: 50,
    });
    await host.kill();
    await gone(host);
  });

  test('for a project: an edit carries its error, doctor agrees, and the settings come back byte for byte', async () => {
    const settings = '{\n\t"lsp": { "severity": "error" }\n}\n';
    const lab = await userOf([], { '.llxprt/settings.json': settings });
    await install(lab, 'llxprt', '--project');
    const host = await startIn(lab);
    expect(host.extensions).toEqual([]);
    expect(
      (await host.call('write_file', { file_path: lab.path('src/tax.ts'), content: WRONG })).text,
    ).toContain(section('src/tax.ts', FINDING));
    expect(await command(lab, '--trusted', 'doctor', '--host', 'llxprt')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('a sample edit came back with its error') as string,
    });
    await install(lab, 'llxprt', '--project', '--uninstall');
    expect(readFileSync(lab.path('.llxprt/settings.json'), 'utf8')).toBe(settings);
  });

  test('hooks that are off: edits are what they are without, and doctor names the key and the file', async () => {
    const lab = await userOf(['llxprt']);
    const settings = lab.home.path('.config/llxprt-code/settings.json');
    expect(await command(lab, 'doctor', '--host', 'llxprt')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('a sample edit came back with its error') as string,
    });
    writeFileSync(settings, '{}');
    const host = await startIn(lab);
    expect(await host.call('write_file', { absolute_path: lab.path('src/tax.ts'), content: WRONG })).toEqual({
      text: `Successfully created and wrote to new file: ${lab.path('src/tax.ts')}.`,
      ran: [],
    });
    expect(await command(lab, 'doctor', '--host', 'llxprt')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining(
        `problem  ${settings}: the key hooksConfig.enabled is not there, and hooks are off by default`,
      ) as string,
    });
  });
});

describe('the extension for Gemini CLI, which it loads', () => {
  test('edits carry their errors, and the end of a response cancels nothing', async () => {
    const lab = await userOf(['gemini']);
    lab.home.writeJson('.config/llxprt-code/settings.json', { hooksConfig: { enabled: true } });
    const host = await startIn(lab);
    for (const key of ['absolute_path', 'file_path']) {
      const call = await host.call('write_file', { [key]: lab.path(`src/${key}.ts`), content: WRONG });
      expect(call.text).toContain(FINDING);
      expect(call.ran.map(({ event }) => event)).toEqual(['AfterAgent', 'AfterTool']);
      expectQuiet(call);
    }
  });

  test('beside our own extension it says nothing: no edit has its error twice', async () => {
    const lab = await userOf(['gemini', 'llxprt']);
    // Of two extensions with one name, LLxprt Code takes its own.
    const manifest = lab.home.path('.gemini/extensions/llxprt-lsp/gemini-extension.json');
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8').replace('"name": "llxprt-lsp"', '"name": "another"'),
    );
    const host = await startIn(lab);
    expect(host.extensions).toEqual(['llxprt-lsp', 'another']);
    const call = await host.call('write_file', { file_path: lab.path('src/tax.ts'), content: WRONG });
    expect(occurrences(call.text, /<diagnostics /g)).toBe(1);
    expect(call.ran.map(({ event, out }) => [event, out === '{}\n'])).toEqual([
      ['AfterAgent', true],
      ['AfterTool', false],
      ['AfterTool', true],
    ]);
  });
});
