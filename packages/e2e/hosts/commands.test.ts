import { existsSync, statSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Host } from '../../../scripts/lib/hosts/index.mjs';
import { codexCase } from '../support/hosts/codex.js';
import { COMMAND_CASES, TOLD } from '../support/hosts/command-cases.js';
import { GEMINI_FILES } from '../support/hosts/gemini-case.js';
import { GEMINI_EXTENSION, runGemini } from '../support/hosts/gemini.js';
import { heardAfter, install, newLab, play, type HostCase } from '../support/hosts/host-case.js';
import { Family, HostLab } from '../support/hosts/lab.js';
import { OpencodeDesk } from '../support/hosts/opencode-desk.js';
import { Desk, edit } from '../support/hosts/pi-desk.js';
import { runPi } from '../support/hosts/pi.js';
import { qwenCase } from '../support/hosts/qwen.js';
import type { ModelReply, Step } from '../support/hosts/script.js';
import { needs } from '../../../scripts/lib/needs.mjs';
import { PRICES } from '../support/project.js';
import { TYPESCRIPT_7 } from '../support/typescript.js';

type Shell = (command: string) => ModelReply;

const FIRST = 'export const one = 1;\n';
const after = (first: ModelReply, shell: Shell): ModelReply[] => [
  first,
  ...COMMAND_CASES.map(({ command }) => shell(command)),
];

/** What the model reads after each of the commands. */
type Session = () => Promise<readonly string[]>;

const installed =
  (host: HostCase, shell: Shell): Session =>
  async () => {
    const lab = newLab(host);
    try {
      await install(host, lab);
      const script = after(host.create(lab, 'src/one.ts', FIRST), shell);
      const { model } = await play(host, lab, script);
      return COMMAND_CASES.map((_, at) => heardAfter(host, model, at + 1));
    } finally {
      lab.dispose();
    }
  };

const gemini: Session = async () => {
  const lab = new HostLab(GEMINI_FILES, undefined, TYPESCRIPT_7);
  const family = new Family();
  const create = { call: 'write_file', args: { file_path: lab.path('src/one.ts'), content: FIRST } };
  try {
    const { model } = await runGemini({
      workspace: lab.workspace,
      home: lab.home,
      script: after(create, (command) => ({ call: 'run_shell_command', args: { command } })),
      args: ['-p', 'Go.'],
      env: family.env,
      extension: GEMINI_EXTENSION,
    });
    return COMMAND_CASES.map((_, at) =>
      model
        .resultOf(at + 1)
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>'),
    );
  } finally {
    lab.dispose();
  }
};

/** What the model reads as it reads the output of a command in the background, which has written since. */
const geminiInBackground = async (): Promise<string> => {
  const lab = new HostLab(GEMINI_FILES, undefined, TYPESCRIPT_7);
  const family = new Family();
  const late = lab.path('src/late.ts');
  // It writes once it is told to, so that its own result can have nothing.
  const command = `until test -e go; do sleep 0.1; done; echo "export const late: number = 'x';" > src/late.ts`;
  const script: Step[] = [
    { call: 'write_file', args: { file_path: lab.path('src/one.ts'), content: FIRST } },
    { call: 'run_shell_command', args: { command, is_background: true } },
    async ({ body }) => {
      const [, pid] = /moved to background \(PID: (\d+)\)/.exec(JSON.stringify(body)) ?? [];
      writeFileSync(lab.path('go'), '');
      await expect.poll(() => existsSync(late) && statSync(late).size > 0, { timeout: 20_000 }).toBe(true);
      return { call: 'read_background_output', args: { pid: Number(pid) } };
    },
  ];
  try {
    const { model } = await runGemini({
      workspace: lab.workspace,
      home: lab.home,
      script,
      args: ['-p', 'Go.'],
      // Quirk(gemini): a command in the background leaves a folder for temporary files behind.
      env: { ...family.env, TMPDIR: lab.home.tmp },
      extension: GEMINI_EXTENSION,
    });
    expect(model.resultOf(1)).not.toMatch(TOLD);
    return model.resultOf(2);
  } finally {
    lab.dispose();
  }
};

const opencode: Session = async () => {
  const desk = new OpencodeDesk();
  try {
    await desk.command('install', 'opencode');
    const { model } = await desk.play(
      after(desk.write('src/one.ts', FIRST), (command) => ({
        call: 'bash',
        args: { command, description: 'Runs it' },
      })),
    );
    return COMMAND_CASES.map((_, at) => model.resultOf(at + 1));
  } finally {
    desk.lab.dispose();
  }
};

const pi: Session = async () => {
  const desk = new Desk({ settle: 'off' });
  const first = edit('src/prices.ts', PRICES.trimEnd(), `${PRICES.trimEnd()}\n`);
  const { model } = await runPi(
    desk.options({ script: after(first, (command) => ({ call: 'bash', args: { command } })) }),
  );
  await desk.close();
  return COMMAND_CASES.map((_, at) => model.resultOf(at + 1));
};

const SESSIONS: readonly (readonly [name: string, needed: Host | undefined, session: Session])[] = [
  ['Gemini CLI', undefined, gemini],
  ['pi', undefined, pi],
  [
    'Qwen Code',
    'qwen',
    installed(qwenCase, (command) => ({
      call: 'run_shell_command',
      args: { command, is_background: false },
    })),
  ],
  ['Codex', 'codex', installed(codexCase, (cmd) => ({ call: 'exec_command', args: { cmd } }))],
  ['opencode', 'opencode', opencode],
];

for (const [name, needed, session] of SESSIONS) {
  const lack = needed === undefined ? undefined : needs(needed);
  describe.skipIf(lack !== undefined)(`${name}: what a command broke stands in its own result`, () => {
    let heard: readonly string[];
    beforeAll(async () => {
      heard = await session();
    });

    test.each(COMMAND_CASES.map((one, at) => [one.what, at] as const))('REQ-DIAG-010: %s', (_, at) => {
      const told = COMMAND_CASES[at]?.told;
      if (told === undefined) expect(heard[at]).not.toMatch(TOLD);
      else expect(heard[at]).toMatch(told);
    });
  });
}

test('REQ-DIAG-010: Gemini CLI: what a command in the background broke stands where its output is read', async () => {
  expect(await geminiInBackground()).toMatch(
    /diagnostics file="src\/late\.ts"[^]*is not assignable to type 'number'/,
  );
});
