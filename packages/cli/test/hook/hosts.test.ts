import { describe, expect, test } from 'vitest';
import type { PreviousText } from '../../src/bridge/request.js';
import { HOSTS } from '../../src/hook/hosts/index.js';
import type { HookRequest } from '../../src/hook/host.js';

const cwd = '/work/a project';
const requestOf = (host: string, event: Record<string, unknown>): HookRequest | undefined => HOSTS.get(host)?.(event);
const asked = (host: string, event: Record<string, unknown>) => requestOf(host, event)?.request;

type Row = [what: string, event: Record<string, unknown>, request: unknown];
const check = (kind: string, path: string, created?: true, former?: PreviousText) => ({ ask: 'check', kind, cwd, files: [{ path, ...(created && { created }), ...(former && { former }) }] });
const whole = (text: string): PreviousText => ({ kind: 'whole', text });
const edits = (...pairs: [old: string, now: string][]): PreviousText => ({ kind: 'edits', edits: pairs.map(([old, now]) => ({ old, new: now })) });
const settle = (again: boolean, prompt?: string) => ({ ask: 'settle', again, ...(prompt !== undefined && { prompt }) });
const warm = (...files: string[]) => ({ ask: 'warm', cwd, files });

/** What Gemini CLI and Qwen Code show to the person. */
const diff = (originalContent: string | null, newContent: string) => ({
  fileDiff: 'Index: a.ts', fileName: 'a.ts', filePath: '/w/a.ts', originalContent, newContent, diffStat: { model_added_lines: 1 }, isNewFile: false,
});

describe('gemini', () => {
  const base = { session_id: 's', transcript_path: '/t.json', cwd, timestamp: '2026-11-22T14:00:00.000Z' };
  const after = (tool_name: string, tool_input: object, tool_response: object = { llmContent: 'Successfully overwrote file: a.ts.' }) =>
    ({ ...base, hook_event_name: 'AfterTool', tool_name, tool_input, tool_response });
  const before = (tool_name: string, tool_input: object) => ({ ...base, hook_event_name: 'BeforeTool', tool_name, tool_input });
  const agent = (prompt: string) => ({ ...base, hook_event_name: 'BeforeAgent', prompt });
  const ended = (prompt: unknown, more: object = {}) => ({ ...base, hook_event_name: 'AfterAgent', prompt, prompt_response: 'Done.', stop_hook_active: false, ...more });

  test.each<Row>([
    ['write_file', after('write_file', { file_path: 'src/a.ts', content: 'x' }), check('write', 'src/a.ts')],
    ['write_file of a new file', after('write_file', { file_path: '/w/a.ts', content: 'x' }, { llmContent: 'x', returnDisplay: { fileName: 'a.ts', isNewFile: true } }), check('write', '/w/a.ts', true)],
    ['replace', after('replace', { file_path: 'a.ts', instruction: 'i', old_string: 'a', new_string: 'b' }, { llmContent: 'Successfully modified file: a.ts (1 replacements).', returnDisplay: { isNewFile: false } }), check('edit', 'a.ts')],
    ['replace that makes a file', after('replace', { file_path: 'a.ts', old_string: '' }, { llmContent: 'Created new file: a.ts with provided content.', returnDisplay: 'Created a.ts' }), check('edit', 'a.ts', true)],
    ['write_file, and what it has written over', after('write_file', { file_path: 'a.ts', content: 'x' }, { llmContent: 'Successfully overwrote file: a.ts.', returnDisplay: diff('\uFEFFa\r\n', 'x') }), check('write', 'a.ts', undefined, whole('\uFEFFa\r\n'))],
    ['replace, and the text before', after('replace', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, { llmContent: 'Successfully modified file: a.ts (1 replacements).', returnDisplay: diff('a\n', 'b\n') }), check('edit', 'a.ts', undefined, whole('a\n'))],
    ['write_file into an empty file, or one that was not there', after('write_file', { file_path: 'a.ts', content: 'x' }, { llmContent: 'x', returnDisplay: diff('', 'x') }), check('write', 'a.ts')],
    ['an error', after('write_file', { file_path: 'a.ts' }, { llmContent: 'no', error: { message: 'no', type: 'x' } }), undefined],
    ['no error, by null', after('write_file', { file_path: 'a.ts' }, { llmContent: 'x', error: null }), check('write', 'a.ts')],
    ['a shell', after('run_shell_command', { command: 'ls' }), undefined],
    ['our own apply_patch, which brings its diagnostics', after('mcp_llxprt-lsp_apply_patch', { patch: 'x' }), undefined],
    ['read_file', before('read_file', { file_path: 'a.ts' }), warm('a.ts')],
    ['read_many_files', before('read_many_files', { include: ['src/**/*.ts', 'a.ts', 'b[1].ts', 'c.py'] }), warm('a.ts', 'c.py')],
    ['read_many_files of patterns', before('read_many_files', { include: ['**'] }), undefined],
    ['write_file, before', before('write_file', { file_path: 'a.ts' }), undefined],
    ['read_file, after', after('read_file', { file_path: 'a.ts' }), undefined],
    ['/lsp status', agent('Hooks are off.\n[llxprt-lsp] /lsp status'), { ask: 'lsp', args: 'status' }],
    ['/lsp', agent('Hooks are off.\n[llxprt-lsp] /lsp \n'), { ask: 'lsp', args: '' }],
    ['a prompt', agent('What does [llxprt-lsp] /lsp do?'), undefined],
    ['a prompt that has the marker further up', agent('[llxprt-lsp] /lsp status\nWhat is that?'), undefined],
    ['the end of a turn', ended('Go.'), settle(false, 'Go.')],
    ['the end of a turn that a hook has made go on', ended('Go.', { stop_hook_active: true }), settle(true, 'Go.')],
    ['the end of a turn with a prompt that is a whole file', ended('x'.repeat(1e6)), settle(false, 'x'.repeat(10_000))],
    ['the end of a turn without a prompt', ended(7), settle(false)],
    ['the end of a turn nowhere', ended('Go.', { cwd: undefined }), undefined],
    ['a tool without input', { ...after('write_file', {}), tool_input: 'x' }, undefined],
    ['a path that is none', after('write_file', { file_path: 7 }), undefined],
    ['no cwd', { ...after('write_file', { file_path: 'a.ts' }), cwd: undefined }, undefined],
  ])('%s', (_, event, request) => expect(asked('gemini', event)).toEqual(request));

  test('what the model reads, and what the person reads', () => {
    const written = requestOf('gemini', after('write_file', { file_path: 'a.ts' }));
    expect(written?.reply('E')).toEqual({ hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'E' } });
    expect(requestOf('gemini', agent('[llxprt-lsp] /lsp status'))?.reply('all well')).toEqual({ continue: false, stopReason: 'all well' });
    expect(requestOf('gemini', ended('Go.'))?.reply('E')).toEqual({ decision: 'deny', reason: 'E' });
  });
});

describe.each([
  ['claude', { write: 'Write', edit: 'Edit', read: 'Read' }],
  ['qwen', { write: 'write_file', edit: 'edit', read: 'read_file' }],
])('%s', (host, tools) => {
  const base = { session_id: 's', transcript_path: '/t.jsonl', cwd, permission_mode: 'default', tool_use_id: 'toolu_1' };
  const event = (hook_event_name: string, tool_name: string, tool_input: object, tool_response?: unknown) => ({ ...base, hook_event_name, tool_name, tool_input, tool_response });

  test.each<Row>([
    ['writes', event('PostToolUse', tools.write, { file_path: '/w/a.ts', content: 'x' }, { filePath: '/w/a.ts' }), check('write', '/w/a.ts')],
    ['edits', event('PostToolUse', tools.edit, { file_path: '/w/a.ts' }), check('edit', '/w/a.ts')],
    ['reads', event('PreToolUse', tools.read, { file_path: '/w/a.ts' }), warm('/w/a.ts')],
    ['reads, after', event('PostToolUse', tools.read, { file_path: '/w/a.ts' }), undefined],
    ['writes, before', event('PreToolUse', tools.write, { file_path: '/w/a.ts' }), undefined],
    ['a failed tool', event('PostToolUseFailure', tools.write, { file_path: '/w/a.ts' }), undefined],
    ['another tool', event('PostToolUse', 'toString', { file_path: '/w/a.ts' }), undefined],
    ['a notebook', event('PostToolUse', 'NotebookEdit', { notebook_path: '/w/a.ipynb' }), undefined],
  ])('%s', (_, said, request) => expect(asked(host, said)).toEqual(request));

  test('what the model reads', () => {
    const reply = requestOf(host, event('PostToolUse', tools.write, { file_path: 'a.ts' }))?.reply('E');
    expect(reply).toEqual({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'E' } });
  });
});

test('claude: a file that Write has created, and MultiEdit', () => {
  const event = { cwd, hook_event_name: 'PostToolUse', tool_input: { file_path: 'a.ts' } };
  expect(asked('claude', { ...event, tool_name: 'Write', tool_response: { type: 'create', filePath: 'a.ts' } })).toEqual(check('write', 'a.ts', true));
  expect(asked('claude', { ...event, tool_name: 'MultiEdit', tool_response: { type: 'update' } })).toEqual(check('edit', 'a.ts'));
});

describe('claude: what the file held before', () => {
  const event = (tool_name: string, tool_input: object, tool_response?: object) => ({ cwd, hook_event_name: 'PostToolUse', tool_name, tool_input: { file_path: 'a.ts', ...tool_input }, tool_response });
  const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }];
  const one = { old_string: 'a', new_string: 'b', replace_all: false };
  const replaced = { filePath: 'a.ts', oldString: '\u201ca\u201d', newString: 'b', originalFile: null, structuredPatch, userModified: false, replaceAll: false };

  test.each<[what: string, event: Record<string, unknown>, former: PreviousText | undefined]>([
    ['Edit', event('Edit', one, { ...replaced, originalFile: 'a\n' }), whole('a\n')],
    ['Write', event('Write', { content: 'b\n' }, { type: 'update', filePath: 'a.ts', content: 'b\n', structuredPatch, originalFile: 'a\n' }), whole('a\n')],
    ['MultiEdit', event('MultiEdit', { edits: [one] }, { filePath: 'a.ts', edits: [one], originalFileContents: 'a\n', structuredPatch }), whole('a\n')],
    ['Edit that does not show it', event('Edit', one), edits(['a', 'b'])],
    ['Edit that says what it has found', event('Edit', one, replaced), edits(['\u201ca\u201d', 'b'])],
    ['MultiEdit that does not show it', event('MultiEdit', { edits: [one, { old_string: 'c', new_string: 'd' }] }), edits(['a', 'b'], ['c', 'd'])],
    ['MultiEdit of which one is a removal', event('MultiEdit', { edits: [one, { old_string: 'c', new_string: '' }] }), undefined],
    ['MultiEdit of something else', event('MultiEdit', { edits: ['a'] }), undefined],
    ['what the person has changed', event('Edit', one, { ...replaced, userModified: true }), undefined],
    ['Write that does not show it', event('Write', { content: 'b' }, { type: 'update', structuredPatch }), undefined],
  ])('%s', (_, said, former) => {
    expect(asked('claude', said)).toEqual(expect.objectContaining({ files: [{ path: 'a.ts', ...(former && { former }) }] }));
  });
});

test('qwen: what the file held before', () => {
  const event = (tool_name: string, tool_response: object) => ({ cwd, hook_event_name: 'PostToolUse', tool_name, tool_input: { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, tool_response });
  const updated = { llmContent: 'The file: a.ts has been updated.', returnDisplay: diff('a\n', 'b\n') };
  expect(asked('qwen', event('edit', updated))).toEqual(check('edit', 'a.ts', undefined, whole('a\n')));
  const created = { llmContent: 'Created new file: a.ts with provided content.', returnDisplay: diff(null, 'b\n') };
  expect(asked('qwen', event('edit', created))).toEqual(check('edit', 'a.ts', true));
});

test.each([
  ['Successfully created and wrote to new file: /w/a.ts.', true],
  ['Created new file: /w/a.ts with provided content.', true],
  ['Successfully overwrote file: /w/a.ts.', undefined],
  ['The file: /w/a.ts has been updated.', undefined],
] as const)('qwen: whether a file is new: %s', (llmContent, created) => {
  const event = { cwd, hook_event_name: 'PostToolUse', tool_name: 'write_file', tool_input: { file_path: '/w/a.ts' }, tool_response: { llmContent } };
  expect(asked('qwen', event)).toEqual(check('write', '/w/a.ts', created));
});

describe('codex', () => {
  const patch = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Delete File: b.ts\n*** End Patch';
  const event = (tool_name: string, command: unknown, hook_event_name = 'PostToolUse') =>
    ({ cwd, hook_event_name, tool_name, tool_input: { command }, tool_response: 'Success.', model: 'm', turn_id: 't' });
  const request = { ask: 'check', kind: 'patch', onlyPatches: true, cwd, files: [{ path: 'a.ts', created: true }], deleted: ['b.ts'] };

  const update = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch';

  test.each<Row>([
    ['a patch', event('apply_patch', patch), request],
    ['a patch that changes a file', event('apply_patch', ['apply_patch', `${update}\n`]), { ...check('patch', 'a.ts'), onlyPatches: true, deleted: [], patch: { text: update, endsFiles: true } }],
    ['as arguments', event('apply_patch', ['apply_patch', patch]), request],
    ['no patch', event('apply_patch', 'ls'), undefined],
    ['nothing', event('apply_patch', undefined), undefined],
    ['a shell', event('Bash', patch), undefined],
    ['before', event('apply_patch', patch, 'PreToolUse'), undefined],
  ])('%s', (_, said, expected) => expect(asked('codex', said)).toEqual(expected));

  test('what the model reads', () => {
    expect(requestOf('codex', event('apply_patch', patch))?.reply('E')).toEqual({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'E' } });
  });
});

describe('copilot', () => {
  const toolResult = { resultType: 'success', textResultForLlm: 'Created file /w/a.ts' };
  const update = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch';
  const event = (toolName: string, toolArgs: unknown, more: object = { toolResult }) => ({ timestamp: 1, sessionId: 's', cwd, toolName, toolArgs, ...more });

  test.each<Row>([
    ['create', event('create', { path: '/w/a.ts', file_text: 'x' }), check('write', '/w/a.ts', true)],
    ['edit, its arguments as text', event('edit', '{"path":"/w/a.ts","old_str":"a","new_str":"b"}'), check('edit', '/w/a.ts', undefined, edits(['a', 'b']))],
    ['edit that removes something', event('edit', { path: '/w/a.ts', old_str: 'a', new_str: '' }), check('edit', '/w/a.ts')],
    ['apply_patch', event('apply_patch', update), { ...check('patch', 'a.ts'), deleted: [], patch: { text: update } }],
    ['apply_patch with an object', event('apply_patch', { patch: '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch' }), { ask: 'check', kind: 'patch', cwd, files: [], deleted: ['a.ts'] }],
    ['a failed edit', event('edit', { path: 'a.ts' }, { toolResult: { ...toolResult, resultType: 'failure' } }), undefined],
    ['a shell', event('bash', { command: 'ls' }), undefined],
    ['view, before', event('view', { path: '/w/a.ts' }, {}), warm('/w/a.ts')],
    ['view, after', event('view', { path: '/w/a.ts' }), undefined],
    ['create, before', event('create', { path: '/w/a.ts' }, {}), undefined],
  ])('%s', (_, said, request) => expect(asked('copilot', said)).toEqual(request));

  test.each([
    ['behind what the tool says', toolResult, 'Created file /w/a.ts\n\nE'],
    ['for a tool that says nothing', { resultType: 'success', textResultForLlm: '' }, 'E'],
  ])('what the model reads: %s', (_, result, textResultForLlm) => {
    const reply = requestOf('copilot', event('edit', { path: 'a.ts' }, { toolResult: { ...result, more: 1 } }))?.reply('E');
    expect(reply).toEqual({ modifiedResult: { ...result, more: 1, textResultForLlm } });
  });
});

describe.each(['claude', 'codex', 'qwen'])('%s: the end of a turn', (host) => {
  const stop = (more: object = {}) => ({ session_id: 's', cwd, hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.', ...more });

  test.each<Row>([
    ['is asked about', stop(), settle(false)],
    ['is passed on as the second one', stop({ stop_hook_active: true }), settle(true)],
    ['may not say which one it is', stop({ stop_hook_active: undefined }), settle(false)],
    ['is nothing where it has no folder', stop({ cwd: undefined }), undefined],
    ['is not that of a subagent', stop({ hook_event_name: 'SubagentStop' }), undefined],
  ])('%s', (_, event, request) => expect(asked(host, event)).toEqual(request));

  test('what the model reads', () => {
    const { reply } = requestOf(host, stop())!;
    expect([reply('E'), reply(''), reply(undefined)]).toEqual([{ decision: 'block', reason: 'E' }, {}, {}]);
  });
});

test.each([...HOSTS.keys()])('%s: nothing to say, and no answer, change nothing', (host) => {
  const events = [
    { cwd, hook_event_name: 'AfterTool', tool_name: 'write_file', tool_input: { file_path: 'a.ts' } },
    { cwd, hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: 'a.ts' } },
    { cwd, hook_event_name: 'PostToolUse', tool_name: 'edit', tool_input: { file_path: 'a.ts' } },
    { cwd, hook_event_name: 'PostToolUse', tool_name: 'apply_patch', tool_input: { command: '*** Begin Patch\n*** Delete File: a\n*** End Patch' } },
    { cwd, toolName: 'edit', toolArgs: { path: 'a.ts' }, toolResult: { resultType: 'success', textResultForLlm: 'x' } },
  ];
  const consultations = events.flatMap((event) => requestOf(host, event) ?? []);
  expect(consultations).toHaveLength(1);
  for (const { reply } of consultations) expect([reply(''), reply(undefined)]).toEqual([{}, {}]);
});
