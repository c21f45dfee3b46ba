import { beforeAll, describe, expect, test } from 'vitest';
import { hostTitles, type Host } from '../../../scripts/lib/hosts/index.mjs';
import { needs } from '../../../scripts/lib/needs.mjs';
import { codexCase, spawning } from '../support/hosts/codex.js';
import { GEMINI_FILES } from '../support/hosts/gemini-case.js';
import { readFromContents } from '../support/hosts/gemini-wire.js';
import { GEMINI_EXTENSION, runGemini } from '../support/hosts/gemini.js';
import {
  FINDING,
  gone,
  install,
  newFamily,
  newLab,
  play,
  section,
  WRONG,
  type HostCase,
} from '../support/hosts/host-case.js';
import { HostLab } from '../support/hosts/lab.js';
import { readFromMessages } from '../support/hosts/openai-wire.js';
import { OPENCODE_PLUGIN } from '../support/hosts/opencode.js';
import { OpencodeDesk } from '../support/hosts/opencode-desk.js';
import { qwenCase } from '../support/hosts/qwen.js';
import {
  ScriptedAgent,
  type Asked,
  type ModelReply,
  type ScriptedModel,
  type Step,
} from '../support/hosts/script.js';
import { TYPESCRIPT_7 } from '../support/typescript.js';

const REMINDER =
  'Language servers, at the end of this turn: 1 error that changes of this session caused still stands. Fix it, or say why it stays.';

/** How a model calls the tools of its host. */
interface Tools {
  create(name: string, text: string): ModelReply;
  replace(name: string, before: string, after: string): ModelReply;
  /** Has the subagent at work until it has ended. */
  start(agent: ScriptedAgent): Step[];
  /** The words that it ends with. */
  end?(words: string): ModelReply;
}

/** What a session leads to: what the model has read before it spoke for the nth time, and its subagent. */
interface Heard {
  readonly own: readonly string[];
  readonly agent: readonly string[];
}

const OTHER = "export const other: number = 'other';";

/** The model breaks a file, has a subagent break another one, mends its own, and ends its turn. */
function scripted({ create, replace, start, end = (say) => ({ say }) }: Tools): {
  agent: ScriptedAgent;
  script: Step[];
} {
  const agent = new ScriptedAgent('Please write the file of taxes.', [
    create('src/tax.ts', WRONG),
    end('Written.'),
    end('It is to be so.'),
  ]);
  const script = [
    create('src/other.ts', `${OTHER}\n`),
    ...start(agent),
    replace('src/other.ts', OTHER, 'export const other: number = 1;'),
    { say: 'All well.' },
    { say: 'It stays.' },
  ];
  return { agent, script };
}

function heardBy(
  model: ScriptedModel,
  { model: agent }: ScriptedAgent,
  read: (asked: Asked) => string,
): Heard {
  const texts = ({ asked }: ScriptedModel): string[] =>
    asked.map((one) => read(one).replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  expect([...model.faults, ...agent.faults]).toEqual([]);
  return { own: texts(model), agent: texts(agent) };
}

const installed = (host: HostCase, start: Tools['start']) => async (): Promise<Heard> => {
  const lab = newLab(host);
  try {
    await install(host, lab);
    const { agent, script } = scripted({
      create: (name, text) => host.create(lab, name, text),
      replace: (name, before, after) => host.replace(lab, name, before, after),
      start,
    });
    const { model } = await play(host, lab, script);
    return heardBy(model, agent, host.heard);
  } finally {
    lab.dispose();
  }
};

async function gemini(): Promise<Heard> {
  const lab = new HostLab(GEMINI_FILES, undefined, TYPESCRIPT_7);
  const family = newFamily();
  try {
    const { agent, script } = scripted({
      create: (name, content) => ({ call: 'write_file', args: { file_path: lab.path(name), content } }),
      replace: (name, old_string, new_string) => ({
        call: 'replace',
        args: { file_path: lab.path(name), instruction: 'Mend it.', old_string, new_string },
      }),
      start: (one) => [
        { call: 'invoke_agent', args: { agent_name: 'generalist', prompt: one.prompt }, starts: one },
      ],
      end: (response) => ({ call: 'complete_task', args: { result: { response } } }),
    });
    const { workspace, home } = lab;
    const { model } = await runGemini({
      ...{ workspace, home, script, extension: GEMINI_EXTENSION },
      env: family.env,
    });
    await gone(family);
    return heardBy(model, agent, readFromContents);
  } finally {
    lab.dispose();
  }
}

/** `opencode run` ends with the turn, so this is its terminal. */
async function opencode(): Promise<Heard> {
  const desk = new OpencodeDesk({}, { plugin: [OPENCODE_PLUGIN] });
  try {
    const { agent, script } = scripted({
      create: (name, text) => desk.write(name, text),
      replace: (name, before, after) => desk.edit(name, before, after),
      start: (one) => [
        {
          call: 'task',
          args: { description: 'Writes it', prompt: one.prompt, subagent_type: 'general' },
          starts: one,
        },
      ],
    });
    const { model, terminal, close } = await desk.open(script);
    try {
      await terminal.until((text) => text.includes('Ask anything'), 'its prompt');
      await terminal.submit('Go on.', (text) => text.includes('esc interrupt'));
      await terminal.until((text) => text.includes('It stays.'), 'the answer to the reminder');
    } finally {
      await close();
    }
    await gone(desk.family);
    return heardBy(model, agent, readFromMessages);
  } finally {
    desk.lab.dispose();
  }
}

const qwen = installed(qwenCase, (agent) => [
  {
    call: 'agent',
    args: {
      description: 'Writes it',
      prompt: agent.prompt,
      subagent_type: 'general-purpose',
      run_in_background: false,
    },
    starts: agent,
  },
]);

const SESSIONS: readonly (readonly [
  host: Host,
  session: () => Promise<Heard>,
  /** Whether the host says which subagent ends, and lets it go on. */
  isReminded: boolean,
])[] = [
  ['codex', installed(codexCase, spawning), true],
  ['gemini', gemini, false],
  ['opencode', opencode, false],
  ['qwen', qwen, true],
];

for (const [host, session, isReminded] of SESSIONS) {
  describe.skipIf(needs(host) !== undefined)(`${hostTitles[host]}: a subagent`, () => {
    let heard: Heard;
    beforeAll(async () => {
      heard = await session();
    });

    test('REQ-DIAG-010: its edit carries its errors', () => {
      expect(heard.agent[1]).toContain(section('src/tax.ts', FINDING));
    });

    if (isReminded)
      test('REQ-DIAG-010: at its end it is reminded of what it has left open itself, once', () => {
        expect(heard.agent[2]).toContain(`${REMINDER}\n${section('src/tax.ts', FINDING)}`);
        expect(heard.agent).toHaveLength(3);
      });
    else
      test('REQ-DIAG-010: at its end it is not reminded', () => {
        expect(heard.agent).toHaveLength(2);
      });

    test('REQ-DIAG-010: the session knows what its subagent has caused, and what not', () => {
      const mended = heard.own.at(-2);
      expect(heard.own[1]).toContain('<diagnostics file="src/other.ts">');
      expect(mended).toContain('1 error from an earlier change still stands in src/tax.ts.');
      expect(mended).not.toContain('<diagnostics');
    });

    test('REQ-DIAG-010: the end of the turn says what the subagent has left open', () => {
      expect(heard.own.at(-1)).toContain(`${REMINDER}\n${section('src/tax.ts', FINDING)}`);
    });
  });
}
