import { describe, expect, test } from 'vitest';
import type { HookRequest } from '../../src/hook/host.js';
import { HOSTS } from '../../src/hook/hosts/index.js';

const cwd = '/home/me/shop';
const requestOf = (host: string, event: Record<string, unknown>): HookRequest | undefined =>
  HOSTS.get(host)?.(event);

const GENERATE = 'npm run generate';
const asked = { ask: 'check', kind: 'command', cwd, files: [] };

/** What each host passes to its hook once a shell has run a command. */
const EVENTS: Readonly<Record<string, (command: string) => Record<string, unknown>>> = {
  claude: (command) => ({
    session_id: '0f2c1b9e-5d3a-4a8e-9a51-3f1f7f0f2a11',
    transcript_path: '/home/me/.claude/projects/-home-me-shop/0f2c1b9e.jsonl',
    cwd,
    permission_mode: 'acceptEdits',
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'Generates the types' },
    tool_response: {
      stdout: 'done',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
    },
    tool_use_id: 'toolu_01ABC',
  }),
  qwen: (command) => ({
    session_id: 's',
    transcript_path: '/home/me/.qwen/t.jsonl',
    cwd,
    hook_event_name: 'PostToolUse',
    tool_name: 'run_shell_command',
    tool_input: { command, is_background: false, description: 'x' },
    tool_response: { llmContent: `Command: ${command}\nExit Code: 0`, returnDisplay: 'done' },
  }),
  gemini: (command) => ({
    session_id: 's',
    transcript_path: '/home/me/.gemini/t.json',
    cwd,
    hook_event_name: 'AfterTool',
    timestamp: '2026-11-22T14:00:00.000Z',
    tool_name: 'run_shell_command',
    tool_input: { command, description: 'x' },
    tool_response: { llmContent: 'Output: done\nProcess Group PGID: 7', returnDisplay: 'done' },
  }),
  llxprt: (command) => ({
    session_id: 's',
    transcript_path: '',
    cwd,
    hook_event_name: 'AfterTool',
    timestamp: '2026-11-22T14:00:00.000Z',
    tool_name: 'run_shell_command',
    tool_input: { command },
    tool_response: { llmContent: `Command: ${command}\nExit Code: 1`, returnDisplay: 'x', error: null },
  }),
  codex: (command) => ({
    session_id: '019a',
    transcript_path: '/home/me/.codex/sessions/rollout.jsonl',
    cwd,
    hook_event_name: 'PostToolUse',
    model: 'gpt-5.5',
    permission_mode: 'bypassPermissions',
    turn_id: '1',
    tool_name: 'Bash',
    tool_input: { command },
    tool_response: 'done\n',
    tool_use_id: 'call_1',
  }),
  copilot: (command) => ({
    timestamp: 1_764_000_000_000,
    sessionId: 's',
    cwd,
    toolName: 'bash',
    toolArgs: { command, description: 'x', sessionId: 'main', async: false },
    toolResult: { resultType: 'success', textResultForLlm: 'done\n<exited with exit code 0>' },
  }),
};

describe.each(Object.entries(EVENTS))('%s', (host, event) => {
  test('REQ-DIAG-010: a command that may write is asked about, whatever it wrote', () => {
    expect(requestOf(host, event(GENERATE))?.request).toEqual(asked);
    expect(requestOf(host, event('cat a.ts > b.ts'))?.request).toEqual(asked);
  });

  test.each(['ls -la', 'git status', 'git diff | head', 'rg -n priceOf src'])(
    'a command that only reads is not: %s',
    (command) => expect(requestOf(host, event(command))).toBeUndefined(),
  );

  test.each([undefined, null, {}, 'ls', { command: 7 }, { command: null }])(
    'a command in an unknown form may have written: %j',
    (input) => {
      const { tool_input, toolArgs, ...rest } = event(GENERATE);
      const odd = toolArgs === undefined ? { ...rest, tool_input: input } : { ...rest, toolArgs: input };
      expect(requestOf(host, odd)?.request).toEqual(asked);
    },
  );

  test('the result stays as it is where nothing was broken, and without an answer', () => {
    const request = requestOf(host, event(GENERATE));
    expect([request?.reply(''), request?.reply(undefined)]).toEqual([{}, {}]);
  });
});

test.each([
  ['claude', 'PostToolUse'],
  ['qwen', 'PostToolUse'],
  ['codex', 'PostToolUse'],
  ['gemini', 'AfterTool'],
  ['llxprt', 'AfterTool'],
])('%s: what the model reads', (host, hookEventName) => {
  expect(requestOf(host, EVENTS[host]!(GENERATE))?.reply('E')).toEqual({
    hookSpecificOutput: { hookEventName, additionalContext: 'E' },
  });
});

test('claude: a command that has failed may have changed files, too', () => {
  const { tool_response: _, ...event } = EVENTS['claude']!(GENERATE);
  const failed = {
    ...event,
    hook_event_name: 'PostToolUseFailure',
    error: 'Exit code 1\n2 tests failed',
    is_interrupt: false,
  };
  expect(requestOf('claude', failed)?.request).toEqual(asked);
  expect(requestOf('claude', failed)?.reply('E')).toEqual({
    hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext: 'E' },
  });
});

test.each(['BashOutput', 'TaskOutput'])(
  'claude: a command in the background is asked about as its output is read: %s',
  (tool_name) => {
    const event = { ...EVENTS['claude']!(GENERATE), tool_name, tool_input: { task_id: 'b1', block: true } };
    expect(requestOf('claude', event)?.request).toEqual(asked);
  },
);

test('gemini: a command in the background is asked about as its output is read', () => {
  const event = { ...EVENTS['gemini']!(GENERATE), tool_name: 'read_background_output' };
  const read = { ...event, tool_input: { pid: 4711, delay_ms: 2000 } };
  expect(requestOf('gemini', read)?.request).toEqual(asked);
  expect(requestOf('gemini', { ...read, hook_event_name: 'BeforeTool' })).toBeUndefined();
});

describe('copilot', () => {
  const event = EVENTS['copilot']!(GENERATE);
  const ended = (resultType: string) => ({
    ...event,
    toolResult: { resultType, textResultForLlm: 'It says.' },
  });

  test('the text stands behind what the command printed, also of one that has failed', () => {
    for (const resultType of ['success', 'failure'])
      expect(requestOf('copilot', ended(resultType))?.reply('E')).toEqual({
        modifiedResult: { resultType, textResultForLlm: 'It says.\n\nE' },
      });
  });

  test('a command that was not run is not asked about', () => {
    for (const resultType of ['denied', 'rejected'])
      expect(requestOf('copilot', ended(resultType))).toBeUndefined();
  });

  test.each(['read_bash', 'write_bash', 'stop_bash', 'read_powershell'])(
    'a command in the background is asked about as its output is read: %s',
    (toolName) => {
      const read = { ...event, toolName, toolArgs: { shellId: 'main', delay: 5 } };
      expect(requestOf('copilot', read)?.request).toEqual(asked);
      expect(requestOf('copilot', { ...read, toolResult: undefined })).toBeUndefined();
    },
  );

  test('arguments as text, and the other shell', () => {
    const asText = { ...event, toolName: 'powershell', toolArgs: JSON.stringify({ command: GENERATE }) };
    expect(requestOf('copilot', asText)?.request).toEqual(asked);
  });
});

describe('codex: every form of a command', () => {
  const event = EVENTS['codex']!(GENERATE);
  test.each([
    ['Bash', { command: 'ls' }, false],
    ['shell', { command: ['bash', '-lc', 'ls'] }, false],
    ['shell', { command: ['bash', '-lc', 'ls > a'] }, true],
    ['shell', { command: ['rm', 'a'] }, true],
    ['exec_command', { cmd: 'ls' }, false],
    ['exec_command', { cmd: 'rm a' }, true],
    ['Bash', {}, true],
    ['Bash', { command: "apply_patch <<'EOF'\n*** Begin Patch\n*** End Patch\nEOF" }, true],
  ])('%s %j', (tool_name, tool_input, isAsked) => {
    expect(requestOf('codex', { ...event, tool_name, tool_input })?.request).toEqual(
      isAsked ? asked : undefined,
    );
  });
});
