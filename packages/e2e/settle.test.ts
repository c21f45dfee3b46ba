import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { startHook } from '../cli/test/hook/support/run.js';
import { Bridge } from './support/bridge.js';
import { folderOf } from './support/cli.js';
import { FAKE_SERVICE_ENV, installBesideFake } from './support/fake-service.js';

const HOOK = join(root, 'packages/cli/bin/llxprt-lsp-hook');
const WRONG = 'ERROR one\n';
const SECTION = '<diagnostics file="a.fake">\nERROR [1:1] ERROR one\n</diagnostics>';
const REMINDER = `Language servers, at the end of this turn: 1 error that changes of this session caused still stands. Fix it, or say why it stays.\n${SECTION}`;

type Event = Record<string, unknown>;

/** What the hosts send, and how they hear that a turn is to go on. */
interface Host {
  readonly name: string;
  readonly decision: 'block' | 'deny';
  wrote(file: string, former: string | undefined): Event;
  ended(prompt: string, again: boolean): Event;
}

const display = (former: string | undefined): object => ({
  llmContent: former === undefined ? 'Created new file: x' : 'x',
  returnDisplay: { originalContent: former ?? '' },
});
const stop = (_prompt: string, again: boolean): Event => ({
  hook_event_name: 'Stop',
  stop_hook_active: again,
});

const HOSTS: readonly Host[] = [
  {
    name: 'gemini',
    decision: 'deny',
    wrote: (file_path, former) => ({
      hook_event_name: 'AfterTool',
      tool_name: 'replace',
      tool_input: { file_path },
      tool_response: display(former),
    }),
    ended: (prompt, again) => ({
      hook_event_name: 'AfterAgent',
      prompt,
      prompt_response: 'Done.',
      stop_hook_active: again,
    }),
  },
  {
    name: 'claude',
    decision: 'block',
    wrote: (file_path, former) => ({
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path },
      tool_response: former === undefined ? { type: 'create' } : { type: 'update', originalFile: former },
    }),
    ended: stop,
  },
  {
    name: 'qwen',
    decision: 'block',
    wrote: (file_path, former) => ({
      hook_event_name: 'PostToolUse',
      tool_name: 'edit',
      tool_input: { file_path },
      tool_response: display(former),
    }),
    ended: stop,
  },
  {
    name: 'codex',
    decision: 'block',
    wrote: (file, former) => ({
      hook_event_name: 'PostToolUse',
      tool_name: 'apply_patch',
      tool_input: {
        command: `*** Begin Patch\n*** ${former === undefined ? 'Add' : 'Update'} File: ${file}\n+x\n*** End Patch`,
      },
    }),
    ended: stop,
  },
];

/** A session of a host in a folder: the bridge, and a hook for each event. */
class Session {
  constructor(
    readonly host: Host,
    readonly bridge: Pick<Bridge, 'cwd'>,
  ) {}

  static async start(host: Host, lsp: unknown = {}, files = {}): Promise<Session & { bridge: Bridge }> {
    const main = join(installBesideFake('cli', folderOf({})), 'dist/main.js');
    const bridge = await Bridge.start({ cwd: folderOf(files), lsp, env: FAKE_SERVICE_ENV, main });
    return Object.assign(new Session(host, bridge), { bridge });
  }

  /** The host writes a file; what its model reads then. */
  async write(file: string, text: string, former?: string): Promise<unknown> {
    writeFileSync(join(this.bridge.cwd, file), text);
    const reply = await this.#hook(this.host.wrote(file, former));
    return (reply['hookSpecificOutput'] as { additionalContext?: unknown } | undefined)?.additionalContext;
  }

  end(prompt = 'Go.', again = false): Promise<unknown> {
    return this.#hook(this.host.ended(prompt, again));
  }

  get reminder(): unknown {
    return { decision: this.host.decision, reason: REMINDER };
  }

  async #hook(event: Event): Promise<Record<string, unknown>> {
    const { code, out } = await startHook(
      `"${HOOK}" ${this.host.name}`,
      JSON.stringify({ cwd: this.bridge.cwd, ...event }),
      process.env,
    ).ended;
    expect(code).toBe(0);
    return JSON.parse(out) as Record<string, unknown>;
  }
}

const NOTHING = {};
const [GEMINI, CLAUDE] = HOSTS as [Host, Host];

describe.each(HOSTS)('$name', (host) => {
  it('a turn that changed something ends with what still stands, once; one that changed nothing just ends', async () => {
    const session = await Session.start(host);
    expect(await session.end('Hello.')).toEqual(NOTHING);
    expect(await session.write('a.fake', WRONG)).toContain(SECTION);
    expect(await session.end('One.')).toEqual(session.reminder);
    // The model has answered, and left it as it is.
    expect(await session.end('One.', true)).toEqual(NOTHING);
    expect(await session.end('Why?')).toEqual(NOTHING);
    expect(await session.write('b.fake', 'fine\n')).toBe(
      '1 error from an earlier change still stands in a.fake.',
    );
    expect(await session.end('Two.')).toEqual(session.reminder);
    expect(await session.write('a.fake', 'fine\n', WRONG)).toBeUndefined();
    expect(await session.end('Two.', true)).toEqual(NOTHING);
    expect(await session.write('a.fake', 'better\n', 'fine\n')).toBeUndefined();
    expect(await session.end('Three.')).toEqual(NOTHING);
  });

  it('what the model changes because it was reminded does not make it be reminded again, in this turn or the next', async () => {
    const session = await Session.start(host);
    await session.write('a.fake', WRONG);
    expect(await session.end('One.')).toEqual(session.reminder);
    await session.write('a.fake', `${WRONG}more\n`, WRONG);
    expect(await session.end('One.', true)).toEqual(NOTHING);
    expect(await session.end('Why?')).toEqual(NOTHING);
  });

  it('a turn that another hook has made go on ends with what still stands', async () => {
    const session = await Session.start(host);
    expect(await session.end('One.')).toEqual(NOTHING);
    await session.write('a.fake', WRONG);
    expect(await session.end('One.', true)).toEqual(session.reminder);
    expect(await session.end('One.', true)).toEqual(NOTHING);
  });

  it('without a bridge, or whose service was killed, a turn just ends', async () => {
    const cwd = folderOf({});
    expect(await new Session(host, { cwd }).end()).toEqual(NOTHING);
    const session = await Session.start(host);
    await session.write('a.fake', WRONG);
    process.kill(session.bridge.sidecar!.pid, 'SIGKILL');
    expect(await session.end()).toEqual(NOTHING);
  });
});

it('gemini: its flag is gone once the model has called a tool, so the prompt says that it is the same turn', async () => {
  const session = await Session.start(GEMINI);
  await session.write('a.fake', WRONG);
  expect(await session.end('Go on.')).toEqual(session.reminder);
  await session.write('a.fake', `${WRONG}more\n`, WRONG);
  expect(await session.end('Go on.')).toEqual(NOTHING);
  // A new turn with the same prompt.
  expect(await session.end('Go on.')).toEqual(NOTHING);
  await session.write('a.fake', WRONG, `${WRONG}more\n`);
  expect(await session.end('Go on.')).toEqual(session.reminder);
});

it('REQ-FMT-060: an edit of a file that was broken before lists what it has caused; `report: "all"` lists all of it', async () => {
  const files = { 'a.fake': `${WRONG}fine\n` };
  const worse = `${WRONG}ERROR two\n`;
  const caused = await Session.start(CLAUDE, {}, files);
  const two =
    'LSP errors detected in this file:\n<diagnostics file="a.fake">\nERROR [2:1] ERROR two\n</diagnostics>';
  expect(await caused.write('a.fake', worse, files['a.fake'])).toBe(`${two}\n\n1 error was there before.`);
  const all = await Session.start(CLAUDE, { report: 'all' }, files);
  expect(await all.write('a.fake', worse, files['a.fake'])).toBe(
    two.replace('ERROR [2', 'ERROR [1:1] ERROR one\nERROR [2'),
  );
  const reason = REMINDER.replace('ERROR [1:1] ERROR one', 'ERROR [2:1] ERROR two');
  for (const session of [caused, all]) expect(await session.end()).toEqual({ decision: 'block', reason });
});

it('REQ-DIAG-010: the first result for a file that a shell broke lists the errors, the next ones count them', async () => {
  const session = await Session.start(CLAUDE, {}, { 'a.fake': 'fine\n', 'b.fake': 'fine\n' });
  expect(await session.write('b.fake', 'fine\nfine\n', 'fine\n')).toBeUndefined();
  expect(await session.write('a.fake', 'fine\nfine\n', 'fine\n')).toBeUndefined();
  // A shell.
  writeFileSync(join(session.bridge.cwd, 'a.fake'), 'ERROR one\nfine\n');
  expect(await session.write('a.fake', 'ERROR one\nfine\nmore\n', 'ERROR one\nfine\n')).toBe(
    `LSP errors detected in this file:\n${SECTION}`,
  );
  expect(await session.write('a.fake', 'ERROR one\nfine\nless\n', 'ERROR one\nfine\nmore\n')).toBe(
    '1 error from an earlier change still stands in a.fake.',
  );
});

it('`settle: "off"`: every turn just ends', async () => {
  const session = await Session.start(CLAUDE, { settle: 'off' });
  expect(await session.write('a.fake', WRONG)).toContain(SECTION);
  expect(await session.end()).toEqual(NOTHING);
});

it('REQ-OBS-020: the status of a session counts what it has open', async () => {
  const session = await Session.start(CLAUDE);
  await session.write('a.fake', WRONG);
  expect(await session.bridge.ask({ ask: 'lsp', args: 'status --verbose' })).toContain(
    '\n         1 open error of this session in 1 file',
  );
});
