import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBun } from '../../../../scripts/lib/bun.mjs';
import { endpointFor } from '../../src/bridge/endpoint.js';
import { packaged } from './support/package.js';
import { startHook, type Ended, type Running } from './support/run.js';

const home = join(realpathSync(tmpdir()), `llxprt-hook-${randomUUID()}`);
const installInto = packaged();
let { launcher, bundle } = { launcher: '', bundle: '' };
const cwd = join(home, 'work space');

/** A working directory of its own has a bridge of its own: such tests may run beside others. */
function ownFolder(): { cwd: string; wrote: typeof wrote; read: typeof read } {
  const own = mkdtempSync(join(home, 'work space '));
  return {
    cwd: own,
    wrote: { ...wrote, cwd: own, tool_input: { file_path: join(own, 'a.ts') } },
    read: { ...read, cwd: own },
  };
}

afterAll(() => {
  rmSync(home, { recursive: true });
});
beforeAll(() => {
  mkdirSync(cwd, { recursive: true });
  ({ launcher, bundle } = installInto(join(home, 'with a space #')));
});

const bun = findBun();
const runtimes: [name: string, env: NodeJS.ProcessEnv][] = [
  ['Bun', { LLXPRT_BUN: 'path' in bun ? bun.path : bun.missing }],
  ['Node', { LLXPRT_BUN: '/nowhere' }],
];

const NOTHING: Ended = { code: 0, signal: null, out: '{}\n', err: '' };
const wrote = {
  hook_event_name: 'AfterTool',
  cwd,
  tool_name: 'write_file',
  tool_input: { file_path: join(cwd, 'a.ts') },
  tool_response: {},
};
const read = {
  hook_event_name: 'BeforeTool',
  cwd,
  tool_name: 'read_file',
  tool_input: { file_path: 'a.ts' },
};

const hook = (args: string, event: unknown, env: NodeJS.ProcessEnv) =>
  startHook(`"${launcher}" ${args}`, typeof event === 'string' ? event : JSON.stringify(event), {
    ...process.env,
    ...env,
  });

/** A bridge of this process, as its hooks find it in a working directory. Ends when the test has finished. */
async function bridge(
  behaviour: string,
  at = cwd,
  finished: typeof onTestFinished = onTestFinished,
  bridgePid = process.pid,
): Promise<{ child: ChildProcess; said: AsyncIterator<string> }> {
  const address = endpointFor(process.pid, at, bridgePid) ?? '';
  rmSync(address, { force: true });
  const program = fileURLToPath(new URL('support/fake-bridge.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, address, behaviour], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  finished(() => {
    child.kill('SIGKILL');
    rmSync(address, { force: true });
  });
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect(await said.next()).toMatchObject({ value: 'listening' });
  return { child, said };
}

describe.each(runtimes)('by %s', (_, env) => {
  test('the bridge is asked, and what it says stands in the answer', async () => {
    const { said } = await bridge('answers');
    const { code, out, err } = await hook('gemini', wrote, env).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: '<diagnostics file="a.ts">é 💥</diagnostics>' } })}\n`,
    );
    const { value } = await said.next();
    expect(JSON.parse(String(value).replace('asked ', ''))).toEqual({
      ask: 'check',
      kind: 'write',
      cwd,
      files: [{ path: join(cwd, 'a.ts') }],
    });
  });

  test.each([
    [
      'gemini',
      {
        hook_event_name: 'AfterAgent',
        cwd,
        prompt: 'Go.',
        prompt_response: 'Done.',
        stop_hook_active: false,
      },
      'deny',
      { prompt: 'Go.' },
    ],
    ['claude', { hook_event_name: 'Stop', cwd, stop_hook_active: false }, 'block', {}],
    ['codex', { hook_event_name: 'Stop', cwd, turn_id: 't', stop_hook_active: false }, 'block', {}],
    ['qwen', { hook_event_name: 'Stop', cwd, stop_hook_active: false }, 'block', {}],
  ])(
    '%s: at the end of a turn the bridge is asked, and what it says keeps the turn going',
    async (host, event, decision, more) => {
      const { said } = await bridge('answers');
      const { out } = await hook(host, event, env).ended;
      expect(JSON.parse(out)).toEqual({ decision, reason: '<diagnostics file="a.ts">é 💥</diagnostics>' });
      const { value } = await said.next();
      expect(JSON.parse(String(value).replace('asked ', ''))).toEqual({
        ask: 'settle',
        again: false,
        ...more,
      });
    },
  );

  test.concurrent.for(['has nothing to say', 'is late', 'closes after its ack', 'talks garbage'])(
    'a turn ends as if there were no hook when the bridge %s',
    async (behaviour, { expect, onTestFinished }) => {
      const { cwd: at } = ownFolder();
      await bridge(behaviour, at, onTestFinished);
      expect(
        await hook('claude', { hook_event_name: 'Stop', cwd: at, stop_hook_active: false }, env).ended,
      ).toEqual(NOTHING);
    },
  );

  test('REQ-DIAG-010: of several bridges, the one of the session is asked; where all are of others, the first of them judges edits, and no turn is kept from ending', async () => {
    const event = { hook_event_name: 'Stop', cwd, session_id: 's', stop_hook_active: false };
    const first = await bridge('belongs to another session');
    const asked = { ask: 'settle', again: false, session: 's' };
    const reason = async (): Promise<unknown> =>
      (JSON.parse((await hook('codex', event, env).ended).out) as { reason: unknown }).reason;
    expect(await reason()).toBe('all the same');
    expect(JSON.parse(String((await first.said.next()).value).replace('asked ', ''))).toEqual(asked);
    const second = await bridge('answers', cwd, onTestFinished, 2);
    expect(await reason()).toContain('<diagnostics');
    expect(JSON.parse(String((await second.said.next()).value).replace('asked ', ''))).toEqual({
      ...asked,
      mayRefuse: true,
    });
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
    await bridge('belongs to another session', cwd, onTestFinished, 3);
    expect(await hook('codex', event, env).ended).toEqual(NOTHING);
    expect((await hook('gemini', { ...wrote, session_id: 's' }, env).ended).out).toContain('all the same');
  });

  test('REQ-DIAG-010: a bridge that hangs is passed over for the next one, and is not waited for twice', async () => {
    const hung = await bridge('is silent');
    await bridge('answers', cwd, onTestFinished, 2);
    const { out } = await hook(
      'codex',
      { hook_event_name: 'Stop', cwd, session_id: 's', stop_hook_active: false },
      env,
    ).ended;
    expect(out).toContain('<diagnostics');
    expect(String((await hung.said.next()).value)).toContain('"mayRefuse":true');
    expect(await hung.said.next()).toMatchObject({ value: 'left' });
  });

  test('an answer comes in pieces, and is longer than a pipe holds', async () => {
    await bridge('answers in pieces');
    const { out } = await hook('gemini', wrote, env).ended;
    expect(JSON.parse(out)).toEqual({
      hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'é'.repeat(100_000) },
    });
  });

  test('a request is longer than a socket takes at once', async () => {
    const { said } = await bridge('answers');
    const files = Array.from(
      { length: 8000 },
      (_, index) => `*** Add File: folder/${index}/${'x'.repeat(80)}.ts\n+x\n`,
    );
    const command = `*** Begin Patch\n${files.join('')}*** End Patch`;
    const { out } = await hook(
      'codex',
      { hook_event_name: 'PostToolUse', cwd, tool_name: 'apply_patch', tool_input: { command } },
      env,
    ).ended;
    expect(out).toContain('<diagnostics');
    const { value } = await said.next();
    expect(JSON.parse(String(value).replace('asked ', ''))).toMatchObject({ files: { length: 8000 } });
  });

  test.each([
    ['is passed on', 'é', { former: { kind: 'whole', text: 'é' } }],
    ['is left out where it is too long', 'é'.repeat(600_000), {}],
  ])('what a file held before %s', async (_, originalContent, former) => {
    const { said } = await bridge('answers');
    const { out } = await hook(
      'gemini',
      { ...wrote, tool_response: { returnDisplay: { originalContent } } },
      env,
    ).ended;
    expect(out).toContain('<diagnostics');
    const { value } = await said.next();
    expect(JSON.parse(String(value).replace('asked ', ''))).toEqual({
      ask: 'check',
      kind: 'write',
      cwd,
      files: [{ path: join(cwd, 'a.ts'), ...former }],
    });
  });

  /** It waits five seconds for more, and nothing here has to wait for it meanwhile. */
  let unfinished: Running;
  beforeAll(() => {
    unfinished = startHook(`"${launcher}" gemini`, '{', { ...process.env, ...env }, 'stays open');
  });

  test.concurrent.for([
    'has nothing to say',
    'is silent',
    'is late',
    'closes at once',
    'closes after its ack',
    'talks garbage',
    'answers without an ack',
    'answers with no text',
    'sends half a line',
    'never ends',
  ])(
    'the host goes on as if there were no hook when the bridge %s',
    async (behaviour, { expect, onTestFinished }) => {
      const { cwd: at, wrote: there } = ownFolder();
      await bridge(behaviour, at, onTestFinished);
      const started = Date.now();
      expect(await hook('gemini', there, env).ended).toEqual(NOTHING);
      expect(Date.now() - started).toBeLessThan(20_000);
    },
  );

  test('alone, it waits a second for the ack of a silent bridge, and no five', async ({ onTestFinished }) => {
    const { cwd: at, wrote: there } = ownFolder();
    await bridge('is silent', at, onTestFinished);
    const started = Date.now();
    expect(await hook('gemini', there, env).ended).toEqual(NOTHING);
    expect(Date.now() - started).toBeLessThan(5000);
  });

  test.concurrent(
    'a bridge that is stopped costs the wait for its ack',
    async ({ expect, onTestFinished }) => {
      const { cwd: at, wrote: there } = ownFolder();
      const { child } = await bridge('answers', at, onTestFinished);
      child.kill('SIGSTOP');
      expect(await hook('gemini', there, env).ended).toEqual(NOTHING);
    },
  );

  test.concurrent(
    'in the background: the host goes on at once, and the bridge is asked meanwhile',
    async ({ expect, onTestFinished }) => {
      const { cwd: at, read: there } = ownFolder();
      const { said } = await bridge('is silent', at, onTestFinished);
      expect(await hook('gemini --background', there, env).ended).toEqual(NOTHING);
      const { value } = await said.next();
      expect(value).toBe(`asked ${JSON.stringify({ ask: 'warm', cwd: at, files: ['a.ts'] })}`);
      // The process behind it waits for an ack as any hook does, and then ends.
      expect(await said.next()).toMatchObject({ value: 'left' });
    },
  );

  test('a socket whose bridge was killed is passed over', async () => {
    const { child, said } = await bridge('answers');
    child.kill('SIGKILL');
    await said.next();
    expect(await hook('gemini', wrote, env).ended).toEqual(NOTHING);
  });

  test.each<[string, unknown]>([
    ['no bridge', wrote],
    ['nothing on stdin', ''],
    ['no JSON', '{"hook_event_name": '],
    ['another kind of JSON', '[1]'],
    ['another event', { ...wrote, hook_event_name: 'AfterModel' }],
  ])('%s: nothing', async (_, event) => {
    expect(await hook('gemini', event, env).ended).toEqual(NOTHING);
  });

  test('more than any event is read to its end, and the answer is nothing', async () => {
    const { child, ended } = hook('gemini', `{"x":"${'x'.repeat(40 * 1024 * 1024)}"}`, env);
    await finished(child.stdin!);
    expect(await ended).toEqual(NOTHING);
  });

  test('a host that keeps its end open has its answer all the same', async () => {
    expect(await unfinished.ended).toEqual(NOTHING);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    '%s ends it at once, and the bridge is asked no longer',
    async (signal) => {
      const { said } = await bridge('computes');
      const { child, ended } = startHook(`exec "${launcher}" gemini`, JSON.stringify(wrote), {
        ...process.env,
        ...env,
      });
      await said.next();
      child.kill(signal);
      expect(await ended).toMatchObject({ signal, out: '', err: '' });
      expect(await said.next()).toMatchObject({ value: 'left' });
    },
  );

  test('NODE_DEBUG says what happened', async () => {
    const { err } = await hook('gemini', wrote, { ...env, NODE_DEBUG: 'llxprt-lsp' }).ended;
    const { err: none } = await hook('gemini', 'x', { ...env, NODE_DEBUG: 'net,llxprt-lsp' }).ended;
    expect(err).not.toContain('no event');
    expect(none).toMatch(/LLXPRT-LSP \d+: hook: no event/);
  });

  test('to an unknown host the answer is nothing; the reason is on stderr', async () => {
    expect(await hook('emacs', '{}', { ...env, NODE_DEBUG: 'hook' }).ended).toMatchObject({
      code: 0,
      out: '{}\n',
      err: 'llxprt-lsp hook: the host is one of gemini, claude, codex, qwen, copilot, llxprt, not "emacs"\n',
    });
  });

  test('what the workspace says to Bun is not obeyed', async () => {
    writeFileSync(join(cwd, 'bunfig.toml'), 'preload = ["./evil.ts"]\n');
    writeFileSync(join(cwd, 'evil.ts'), 'console.log("evil");\n');
    writeFileSync(join(cwd, '.env'), 'NODE_DEBUG=llxprt-lsp\n');
    expect(
      await startHook(`cd "${cwd}" && "${launcher}" gemini`, 'x', { ...process.env, ...env }).ended,
    ).toEqual(NOTHING);
  });
});

test('/lsp is answered even where there is no bridge', async () => {
  const { out } = await hook(
    'gemini',
    { hook_event_name: 'BeforeAgent', cwd, prompt: 'Hooks are off.\n[llxprt-lsp] /lsp status' },
    {},
  ).ended;
  expect(JSON.parse(out)).toEqual({
    continue: false,
    stopReason: expect.stringMatching(/^LSP unavailable: /),
  });
});

test('the bundle is small, and imports nothing but what Bun and Node bring', () => {
  expect(statSync(bundle).size).toBeLessThan(24 * 1024);
  const names = [...readFileSync(bundle, 'utf8').matchAll(/(?:\bfrom|\bimport\(?)"([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  expect(names).toContain('node:fs');
  expect(names.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual([]);
});
