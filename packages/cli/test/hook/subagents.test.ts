import { createServer } from 'node:net';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpointFor } from '../../src/bridge/endpoint.js';
import { parseRequest, type BridgeRequest } from '../../src/bridge/request.js';
import { answerHook } from '../../src/hook/hook.js';
import { HOSTS } from '../../src/hook/hosts/index.js';
import { folderOf } from '../support/io.js';

/** A bridge that remembers what a hook asks it. */
async function bridge(): Promise<{ cwd: string; asked: (BridgeRequest | undefined)[] }> {
  const cwd = folderOf();
  mkdirSync(join(cwd, 'run'), { mode: 0o700 });
  vi.stubEnv('XDG_RUNTIME_DIR', join(cwd, 'run'));
  const asked: (BridgeRequest | undefined)[] = [];
  const server = createServer((socket) => {
    socket.once('data', (line) => {
      asked.push(parseRequest(String(line)));
      socket.end(`{"withinMs":1000}\n${JSON.stringify({ text: 'E' })}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(endpointFor(process.pid, cwd), resolve));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.close();
  });
  return { cwd, asked };
}

async function hook(host: string, event: object): Promise<unknown> {
  async function* input(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from(JSON.stringify(event)));
  }
  return answerHook({ adapter: HOSTS.get(host), input: input(), parent: process.pid });
}

/** What hosts pass on of a subagent: the session of the model that has started it, and its own name. */
const AGENT = { agent_id: 'a1b2c3', agent_type: 'general-purpose' };
const BASE = { session_id: 'main', transcript_path: '/t.jsonl', permission_mode: 'default' };

describe.each([
  ['claude', 'Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }],
  ['qwen', 'edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }],
  ['codex', 'apply_patch', { command: '*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch' }],
])('%s: a subagent', (host, tool_name, tool_input) => {
  const edited = (cwd: string, more: object) => ({
    ...BASE,
    ...more,
    cwd,
    hook_event_name: 'PostToolUse',
    tool_name,
    tool_input,
    tool_response: {},
  });
  const stopped = (cwd: string, more: object) => ({
    ...BASE,
    ...more,
    cwd,
    hook_event_name: 'SubagentStop',
    stop_hook_active: false,
    agent_transcript_path: '/a.jsonl',
    last_assistant_message: 'Done.',
  });

  test('REQ-DIAG-010: its edits carry their errors, and are asked about in the session of its parent, in its name', async () => {
    const { cwd, asked } = await bridge();
    expect(await hook(host, edited(cwd, AGENT))).toMatchObject({
      hookSpecificOutput: { additionalContext: 'E' },
    });
    await hook(host, edited(cwd, {}));
    expect(asked).toMatchObject([
      { ask: 'check', session: 'main', agent: 'a1b2c3' },
      { ask: 'check', session: 'main' },
    ]);
    expect(asked[1]).not.toHaveProperty('agent');
  });

  test('REQ-DIAG-010: its end is asked about in its name, and it goes on with what is still open', async () => {
    const { cwd, asked } = await bridge();
    expect(await hook(host, stopped(cwd, AGENT))).toEqual({ decision: 'block', reason: 'E' });
    expect(asked).toMatchObject([{ ask: 'settle', session: 'main', agent: 'a1b2c3' }]);
  });

  test('where the host does not say which one ends, the end of the turn says it', async () => {
    const { cwd, asked } = await bridge();
    expect(await hook(host, stopped(cwd, {}))).toEqual({});
    expect(asked).toEqual([]);
  });
});

test('gemini: a subagent runs in the session, and its events are those of its parent', async () => {
  const { cwd, asked } = await bridge();
  const event = {
    ...BASE,
    cwd,
    hook_event_name: 'AfterTool',
    tool_name: 'write_file',
    tool_input: { file_path: 'a.ts', content: 'x' },
    tool_response: { llmContent: 'x' },
  };
  expect(await hook('gemini', event)).toMatchObject({ hookSpecificOutput: { additionalContext: 'E' } });
  expect(asked).toMatchObject([{ ask: 'check', session: 'main' }]);
});
