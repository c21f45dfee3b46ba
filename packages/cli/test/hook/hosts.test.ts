import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PreviousText } from '../../src/bridge/request.js';
import { HOSTS } from '../../src/hook/hosts/index.js';
import type { HookRequest } from '../../src/hook/host.js';
import { folderOf } from '../support/io.js';

const cwd = '/work/a project';
const requestOf = (host: string, event: Record<string, unknown>): HookRequest | undefined =>
  HOSTS.get(host)?.(event);
const asked = (host: string, event: Record<string, unknown>) => requestOf(host, event)?.request;

type Row = [what: string, event: Record<string, unknown>, request: unknown];
const check = (kind: string, path: string, created?: true, former?: PreviousText) => ({
  ask: 'check',
  kind,
  cwd,
  files: [{ path, ...(created && { created }), ...(former && { former }) }],
});
const whole = (text: string): PreviousText => ({ kind: 'whole', text });
const edits = (...pairs: [old: string, now: string][]): PreviousText => ({
  kind: 'edits',
  edits: pairs.map(([old, now]) => ({ old, new: now })),
});
const settle = (again: boolean, prompt?: string) => ({
  ask: 'settle',
  again,
  ...(prompt !== undefined && { prompt }),
});
const warm = (...files: string[]) => ({ ask: 'warm', cwd, files });

/** What Gemini CLI and Qwen Code show to the person. */
const diff = (originalContent: string | null, newContent: string) => ({
  fileDiff: 'Index: a.ts',
  fileName: 'a.ts',
  filePath: '/w/a.ts',
  originalContent,
  newContent,
  diffStat: { model_added_lines: 1 },
  isNewFile: false,
});

describe('gemini', () => {
  const base = { session_id: 's', transcript_path: '/t.json', cwd, timestamp: '2026-11-22T14:00:00.000Z' };
  const after = (
    tool_name: string,
    tool_input: object,
    tool_response: object = { llmContent: 'Successfully overwrote file: a.ts.' },
  ) => ({ ...base, hook_event_name: 'AfterTool', tool_name, tool_input, tool_response });
  const before = (tool_name: string, tool_input: object) => ({
    ...base,
    hook_event_name: 'BeforeTool',
    tool_name,
    tool_input,
  });
  const agent = (prompt: string) => ({ ...base, hook_event_name: 'BeforeAgent', prompt });
  const ended = (prompt: unknown, more: object = {}) => ({
    ...base,
    hook_event_name: 'AfterAgent',
    prompt,
    prompt_response: 'Done.',
    stop_hook_active: false,
    ...more,
  });

  test.each<Row>([
    ['write_file', after('write_file', { file_path: 'src/a.ts', content: 'x' }), check('write', 'src/a.ts')],
    [
      'write_file of a new file',
      after(
        'write_file',
        { file_path: '/w/a.ts', content: 'x' },
        { llmContent: 'x', returnDisplay: { fileName: 'a.ts', isNewFile: true } },
      ),
      check('write', '/w/a.ts', true),
    ],
    [
      'replace',
      after(
        'replace',
        { file_path: 'a.ts', instruction: 'i', old_string: 'a', new_string: 'b' },
        {
          llmContent: 'Successfully modified file: a.ts (1 replacements).',
          returnDisplay: { isNewFile: false },
        },
      ),
      check('edit', 'a.ts'),
    ],
    [
      'replace that makes a file',
      after(
        'replace',
        { file_path: 'a.ts', old_string: '' },
        { llmContent: 'Created new file: a.ts with provided content.', returnDisplay: 'Created a.ts' },
      ),
      check('edit', 'a.ts', true),
    ],
    [
      'write_file, and what it has written over',
      after(
        'write_file',
        { file_path: 'a.ts', content: 'x' },
        { llmContent: 'Successfully overwrote file: a.ts.', returnDisplay: diff('\uFEFFa\r\n', 'x') },
      ),
      check('write', 'a.ts', undefined, whole('\uFEFFa\r\n')),
    ],
    [
      'replace, and the text before',
      after(
        'replace',
        { file_path: 'a.ts', old_string: 'a', new_string: 'b' },
        {
          llmContent: 'Successfully modified file: a.ts (1 replacements).',
          returnDisplay: diff('a\n', 'b\n'),
        },
      ),
      check('edit', 'a.ts', undefined, whole('a\n')),
    ],
    [
      'write_file into an empty file, or one that was not there',
      after(
        'write_file',
        { file_path: 'a.ts', content: 'x' },
        { llmContent: 'x', returnDisplay: diff('', 'x') },
      ),
      check('write', 'a.ts'),
    ],
    [
      'an error',
      after('write_file', { file_path: 'a.ts' }, { llmContent: 'no', error: { message: 'no', type: 'x' } }),
      undefined,
    ],
    [
      'no error, by null',
      after('write_file', { file_path: 'a.ts' }, { llmContent: 'x', error: null }),
      check('write', 'a.ts'),
    ],
    ['a shell', after('run_shell_command', { command: 'ls' }), undefined],
    [
      'our own apply_patch, which brings its diagnostics',
      after('mcp_llxprt-lsp_apply_patch', { patch: 'x' }),
      undefined,
    ],
    ['read_file', before('read_file', { file_path: 'a.ts' }), warm('a.ts')],
    [
      'read_many_files',
      before('read_many_files', { include: ['src/**/*.ts', 'a.ts', 'b[1].ts', 'c.py'] }),
      warm('a.ts', 'c.py'),
    ],
    ['read_many_files of patterns', before('read_many_files', { include: ['**'] }), undefined],
    ['write_file, before', before('write_file', { file_path: 'a.ts' }), undefined],
    ['read_file, after', after('read_file', { file_path: 'a.ts' }), undefined],
    ['/lsp status', agent('Hooks are off.\n[llxprt-lsp] /lsp status'), { ask: 'lsp', args: 'status' }],
    ['/lsp', agent('Hooks are off.\n[llxprt-lsp] /lsp \n'), { ask: 'lsp', args: '' }],
    ['a prompt', agent('What does [llxprt-lsp] /lsp do?'), undefined],
    ['a prompt that has the marker further up', agent('[llxprt-lsp] /lsp status\nWhat is that?'), undefined],
    ['the end of a turn', ended('Go.'), settle(false, 'Go.')],
    [
      'the end of a turn that a hook has made go on',
      ended('Go.', { stop_hook_active: true }),
      settle(true, 'Go.'),
    ],
    [
      'the end of a turn with a prompt that is a whole file',
      ended('x'.repeat(1e6)),
      settle(false, 'x'.repeat(10_000)),
    ],
    ['the end of a turn without a prompt', ended(7), settle(false)],
    ['the end of a turn nowhere', ended('Go.', { cwd: undefined }), undefined],
    ['a tool without input', { ...after('write_file', {}), tool_input: 'x' }, undefined],
    ['a path that is none', after('write_file', { file_path: 7 }), undefined],
    ['no cwd', { ...after('write_file', { file_path: 'a.ts' }), cwd: undefined }, undefined],
  ])('%s', (_, event, request) => expect(asked('gemini', event)).toEqual(request));

  test('what the model reads, and what the person reads', () => {
    const written = requestOf('gemini', after('write_file', { file_path: 'a.ts' }));
    expect(written?.reply('E')).toEqual({
      hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'E' },
    });
    expect(requestOf('gemini', agent('[llxprt-lsp] /lsp status'))?.reply('all well')).toEqual({
      continue: false,
      stopReason: 'all well',
    });
    expect(requestOf('gemini', ended('Go.'))?.reply('E')).toEqual({ decision: 'deny', reason: 'E' });
  });
});

describe.each([
  ['claude', { write: 'Write', edit: 'Edit', read: 'Read' }],
  ['qwen', { write: 'write_file', edit: 'edit', read: 'read_file' }],
])('%s', (host, tools) => {
  const base = {
    session_id: 's',
    transcript_path: '/t.jsonl',
    cwd,
    permission_mode: 'default',
    tool_use_id: 'toolu_1',
  };
  const event = (
    hook_event_name: string,
    tool_name: string,
    tool_input: object,
    tool_response?: unknown,
  ) => ({ ...base, hook_event_name, tool_name, tool_input, tool_response });

  test.each<Row>([
    [
      'writes',
      event('PostToolUse', tools.write, { file_path: '/w/a.ts', content: 'x' }, { filePath: '/w/a.ts' }),
      check('write', '/w/a.ts'),
    ],
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
  expect(
    asked('claude', { ...event, tool_name: 'Write', tool_response: { type: 'create', filePath: 'a.ts' } }),
  ).toEqual(check('write', 'a.ts', true));
  expect(asked('claude', { ...event, tool_name: 'MultiEdit', tool_response: { type: 'update' } })).toEqual(
    check('edit', 'a.ts'),
  );
});

describe('claude: what the file held before', () => {
  const event = (tool_name: string, tool_input: object, tool_response?: object) => ({
    cwd,
    hook_event_name: 'PostToolUse',
    tool_name,
    tool_input: { file_path: 'a.ts', ...tool_input },
    tool_response,
  });
  const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }];
  const one = { old_string: 'a', new_string: 'b', replace_all: false };
  const replaced = {
    filePath: 'a.ts',
    oldString: '\u201ca\u201d',
    newString: 'b',
    originalFile: null,
    structuredPatch,
    userModified: false,
    replaceAll: false,
  };

  test.each<[what: string, event: Record<string, unknown>, former: PreviousText | undefined]>([
    ['Edit', event('Edit', one, { ...replaced, originalFile: 'a\n' }), whole('a\n')],
    [
      'Write',
      event(
        'Write',
        { content: 'b\n' },
        { type: 'update', filePath: 'a.ts', content: 'b\n', structuredPatch, originalFile: 'a\n' },
      ),
      whole('a\n'),
    ],
    [
      'MultiEdit',
      event(
        'MultiEdit',
        { edits: [one] },
        { filePath: 'a.ts', edits: [one], originalFileContents: 'a\n', structuredPatch },
      ),
      whole('a\n'),
    ],
    ['Edit that does not show it', event('Edit', one), edits(['a', 'b'])],
    ['Edit that says what it has found', event('Edit', one, replaced), edits(['\u201ca\u201d', 'b'])],
    [
      'MultiEdit that does not show it',
      event('MultiEdit', { edits: [one, { old_string: 'c', new_string: 'd' }] }),
      edits(['a', 'b'], ['c', 'd']),
    ],
    [
      'MultiEdit of which one is a removal',
      event('MultiEdit', { edits: [one, { old_string: 'c', new_string: '' }] }),
      undefined,
    ],
    ['MultiEdit of something else', event('MultiEdit', { edits: ['a'] }), undefined],
    ['what the person has changed', event('Edit', one, { ...replaced, userModified: true }), undefined],
    [
      'Write that does not show it',
      event('Write', { content: 'b' }, { type: 'update', structuredPatch }),
      undefined,
    ],
  ])('%s', (_, said, former) => {
    expect(asked('claude', said)).toEqual(
      expect.objectContaining({ files: [{ path: 'a.ts', ...(former && { former }) }] }),
    );
  });
});

test('qwen: what the file held before', () => {
  const event = (tool_name: string, tool_response: object) => ({
    cwd,
    hook_event_name: 'PostToolUse',
    tool_name,
    tool_input: { file_path: 'a.ts', old_string: 'a', new_string: 'b' },
    tool_response,
  });
  const updated = { llmContent: 'The file: a.ts has been updated.', returnDisplay: diff('a\n', 'b\n') };
  expect(asked('qwen', event('edit', updated))).toEqual(check('edit', 'a.ts', undefined, whole('a\n')));
  const created = {
    llmContent: 'Created new file: a.ts with provided content.',
    returnDisplay: diff(null, 'b\n'),
  };
  expect(asked('qwen', event('edit', created))).toEqual(check('edit', 'a.ts', true));
});

test.each([
  ['Successfully created and wrote to new file: /w/a.ts.', true],
  ['Created new file: /w/a.ts with provided content.', true],
  ['Successfully overwrote file: /w/a.ts.', undefined],
  ['The file: /w/a.ts has been updated.', undefined],
] as const)('qwen: whether a file is new: %s', (llmContent, created) => {
  const event = {
    cwd,
    hook_event_name: 'PostToolUse',
    tool_name: 'write_file',
    tool_input: { file_path: '/w/a.ts' },
    tool_response: { llmContent },
  };
  expect(asked('qwen', event)).toEqual(check('write', '/w/a.ts', created));
});

describe('codex', () => {
  const patch = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Delete File: b.ts\n*** End Patch';
  const event = (tool_name: string, command: unknown, hook_event_name = 'PostToolUse') => ({
    cwd,
    hook_event_name,
    tool_name,
    tool_input: { command },
    tool_response: 'Success.',
    model: 'm',
    turn_id: 't',
  });
  const request = {
    ask: 'check',
    kind: 'patch',
    onlyPatches: true,
    cwd,
    files: [{ path: 'a.ts', created: true }],
    deleted: ['b.ts'],
  };

  const update = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch';

  test.each<Row>([
    ['a patch', event('apply_patch', patch), request],
    [
      'a patch that changes a file',
      event('apply_patch', ['apply_patch', `${update}\n`]),
      { ...check('patch', 'a.ts'), onlyPatches: true, deleted: [], patch: { text: update, endsFiles: true } },
    ],
    ['as arguments', event('apply_patch', ['apply_patch', patch]), request],
    ['no patch', event('apply_patch', 'ls'), undefined],
    ['nothing', event('apply_patch', undefined), undefined],
    ['before', event('apply_patch', patch, 'PreToolUse'), undefined],
  ])('%s', (_, said, expected) => expect(asked('codex', said)).toEqual(expected));

  test('what the model reads', () => {
    expect(requestOf('codex', event('apply_patch', patch))?.reply('E')).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'E' },
    });
  });
});

describe('copilot', () => {
  const toolResult = { resultType: 'success', textResultForLlm: 'Created file /w/a.ts' };
  const update = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch';
  const event = (toolName: string, toolArgs: unknown, more: object = { toolResult }) => ({
    timestamp: 1,
    sessionId: 's',
    cwd,
    toolName,
    toolArgs,
    ...more,
  });

  test.each<Row>([
    ['create', event('create', { path: '/w/a.ts', file_text: 'x' }), check('write', '/w/a.ts', true)],
    [
      'edit, its arguments as text',
      event('edit', '{"path":"/w/a.ts","old_str":"a","new_str":"b"}'),
      check('edit', '/w/a.ts', undefined, edits(['a', 'b'])),
    ],
    [
      'edit that removes something',
      event('edit', { path: '/w/a.ts', old_str: 'a', new_str: '' }),
      check('edit', '/w/a.ts'),
    ],
    [
      'apply_patch',
      event('apply_patch', update),
      { ...check('patch', 'a.ts'), deleted: [], patch: { text: update } },
    ],
    [
      'apply_patch with an object',
      event('apply_patch', { patch: '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch' }),
      { ask: 'check', kind: 'patch', cwd, files: [], deleted: ['a.ts'] },
    ],
    [
      'a failed edit',
      event('edit', { path: 'a.ts' }, { toolResult: { ...toolResult, resultType: 'failure' } }),
      undefined,
    ],
    ['a shell', event('bash', { command: 'ls' }), undefined],
    ['view, before', event('view', { path: '/w/a.ts' }, {}), warm('/w/a.ts')],
    ['view, after', event('view', { path: '/w/a.ts' }), undefined],
    ['create, before', event('create', { path: '/w/a.ts' }, {}), undefined],
  ])('%s', (_, said, request) => expect(asked('copilot', said)).toEqual(request));

  test.each([
    ['behind what the tool says', toolResult, 'Created file /w/a.ts\n\nE'],
    ['for a tool that says nothing', { resultType: 'success', textResultForLlm: '' }, 'E'],
  ])('what the model reads: %s', (_, result, textResultForLlm) => {
    const reply = requestOf(
      'copilot',
      event('edit', { path: 'a.ts' }, { toolResult: { ...result, more: 1 } }),
    )?.reply('E');
    expect(reply).toEqual({ modifiedResult: { ...result, more: 1, textResultForLlm } });
  });
});

describe.each(['claude', 'codex', 'qwen'])('%s: the end of a turn', (host) => {
  const stop = (more: object = {}) => ({
    session_id: 's',
    cwd,
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'Done.',
    ...more,
  });

  test.each<Row>([
    ['is asked about', stop(), settle(false)],
    ['is passed on as the second one', stop({ stop_hook_active: true }), settle(true)],
    ['may not say which one it is', stop({ stop_hook_active: undefined }), settle(false)],
    ['is nothing where it has no folder', stop({ cwd: undefined }), undefined],
    ['is not that of a subagent without a name', stop({ hook_event_name: 'SubagentStop' }), undefined],
  ])('%s', (_, event, request) => expect(asked(host, event)).toEqual(request));

  test('what the model reads', () => {
    const { reply } = requestOf(host, stop())!;
    expect([reply('E'), reply(''), reply(undefined)]).toEqual([{ decision: 'block', reason: 'E' }, {}, {}]);
  });
});

/** Events of LLxprt Code, as its tools tell of what they did. */
const inLlxprt = {
  base: { session_id: 's', transcript_path: '', cwd, timestamp: '2026-11-22T14:00:00.000Z' },
  after: (tool_name: string, tool_input: object, llmContent: string, more: object = {}) => ({
    ...inLlxprt.base,
    hook_event_name: 'AfterTool',
    tool_name,
    tool_input,
    tool_response: { llmContent, returnDisplay: 'Done.', ...more },
  }),
  before: (tool_name: string, tool_input: object) => ({
    ...inLlxprt.base,
    hook_event_name: 'BeforeTool',
    tool_name,
    tool_input,
  }),
};

describe('llxprt', () => {
  const { base, after, before } = inLlxprt;
  const path = '/w/a.ts';
  const both = [
    { absolute_path: path },
    { file_path: path },
    { absolute_path: path, file_path: '/w/other.ts' },
  ];
  const shows = (originalContent: string | null, more: object = {}) => ({
    returnDisplay: { ...diff(originalContent, 'b\n'), isNewFile: undefined, ...more },
  });
  const lines = (line: number, old: string[], now: string[]): PreviousText => ({
    kind: 'lines',
    line,
    old,
    new: now,
  });
  const deleted = { ask: 'check', kind: 'patch', cwd, files: [], deleted: [path] };
  const insert = (content: string) => ({ absolute_path: path, line_number: 3, content });
  const range = { absolute_path: path, start_line: 2, end_line: 9 };

  test.each(both)('each spelling of a path: %j', (input) => {
    expect(asked('llxprt', after('write_file', { ...input, content: 'b' }, 'x'))).toEqual(
      check('write', path),
    );
    expect(asked('llxprt', before('read_file', input))).toEqual(warm(path));
  });

  test.each<Row>([
    [
      'write_file',
      after(
        'write_file',
        { absolute_path: path, content: 'b' },
        `Successfully overwrote file: ${path}.`,
        shows('a\n', { isNewFile: false }),
      ),
      check('write', path, undefined, whole('a\n')),
    ],
    [
      'write_file of a new file',
      after(
        'write_file',
        { absolute_path: path, content: 'b' },
        `Successfully created and wrote to new file: ${path}.`,
        shows('', { isNewFile: true }),
      ),
      check('write', path, true),
    ],
    [
      'replace',
      after(
        'replace',
        { file_path: path, old_string: 'a', new_string: 'b' },
        `Successfully modified file: ${path} (1 replacements).`,
        shows('a\n', { isNewFile: false }),
      ),
      check('edit', path, undefined, whole('a\n')),
    ],
    [
      'replace that makes a file',
      after(
        'replace',
        { file_path: path, old_string: '' },
        `Created new file: ${path} with provided content.`,
        shows(null, { isNewFile: true }),
      ),
      check('edit', path, true),
    ],
    [
      'apply_patch',
      after(
        'apply_patch',
        { absolute_path: path, patch_content: '--- a\n' },
        `Successfully applied patch to file: ${path}.\n\n1 hunk`,
        shows('a\n'),
      ),
      check('patch', path, undefined, whole('a\n')),
    ],
    [
      'apply_patch that makes a file',
      after(
        'apply_patch',
        { absolute_path: path, patch_content: '' },
        `Successfully created file from patch: ${path}.`,
        shows(''),
      ),
      check('patch', path, true),
    ],
    [
      'apply_patch that deletes one',
      after(
        'apply_patch',
        { absolute_path: path, patch_content: '' },
        `Successfully deleted file from patch: ${path}.\n\nRemoved 1 line(s).`,
        shows('a\n', { newContent: '' }),
      ),
      deleted,
    ],
    [
      'apply_patch that empties one',
      after(
        'apply_patch',
        { absolute_path: path, patch_content: '' },
        `Successfully applied patch to file: ${path}.`,
        shows('a\n', { newContent: '' }),
      ),
      check('patch', path, undefined, whole('a\n')),
    ],
    [
      'insert_at_line',
      after(
        'insert_at_line',
        insert('x\ny\n'),
        `Successfully inserted content at line 3 in ${path}\n\nx\ny\n`,
      ),
      check('edit', path, undefined, lines(3, [], ['x', 'y'])),
    ],
    [
      'insert_at_line of what ends in an empty line',
      after('insert_at_line', insert('x\n\n'), `Successfully inserted content at line 3 in ${path}\n\nx\n\n`),
      check('edit', path, undefined, lines(3, [], ['x', ''])),
    ],
    [
      'insert_at_line that makes a file',
      after(
        'insert_at_line',
        { ...insert('x'), line_number: 1 },
        `Successfully created and inserted content at line 1 in ${path}\n\nx`,
      ),
      check('edit', path, true),
    ],
    [
      'delete_line_range, past the end',
      after('delete_line_range', range, `Successfully deleted lines 2-4 from ${path}\n\nb\n\nd`),
      check('edit', path, undefined, lines(2, ['b', '', 'd'], [])),
    ],
    [
      'delete_line_range of an empty line',
      after('delete_line_range', range, `Successfully deleted lines 2-2 from ${path}\n\n`),
      check('edit', path, undefined, lines(2, [''], [])),
    ],
    [
      'delete_line_range, with findings of the host behind it',
      after(
        'delete_line_range',
        range,
        `Successfully deleted lines 2-3 from ${path}\n\nb\nc\n\nLSP errors detected`,
      ),
      check('edit', path, undefined, lines(2, ['b', 'c'], [])),
    ],
    [
      'delete_line_range that does not show what is gone',
      after('delete_line_range', range, `Successfully deleted lines 2-3 from ${path}`),
      check('edit', path),
    ],
    [
      'delete_line_range that shows too little',
      after('delete_line_range', range, `Successfully deleted lines 2-4 from ${path}\n\nb`),
      check('edit', path),
    ],
    [
      'ast_edit',
      after(
        'ast_edit',
        { file_path: path, force: true },
        `Successfully applied edit to: ${path}`,
        shows('a\n', { applied: true }),
      ),
      check('edit', path, undefined, whole('a\n')),
    ],
    [
      'ast_edit that makes a file',
      after(
        'ast_edit',
        { file_path: path, force: true },
        `Successfully created file: ${path}`,
        shows(null, { applied: true }),
      ),
      check('edit', path, true),
    ],
    [
      'ast_edit that only shows',
      after('ast_edit', { file_path: path }, `LLXPRT EDIT PREVIEW: ${path}`, shows('a\n')),
      undefined,
    ],
    [
      'ast_edit that was refused',
      after('ast_edit', { file_path: path, force: true }, 'Refused edit', {
        returnDisplay: 'Edit refused',
        error: { message: 'no', type: 'x' },
      }),
      undefined,
    ],
    [
      'a failure',
      after('insert_at_line', insert('x'), 'Cannot insert', { error: { message: 'no', type: 'x' } }),
      undefined,
    ],
    ['another tool', after('toString', { absolute_path: path }, 'x'), undefined],
    ['a shell', after('run_shell_command', { command: 'ls' }, 'x'), undefined],
    [
      'our own apply_patch, which brings its diagnostics',
      after('mcp__llxprt__apply_patch', { patch: 'x', absolute_path: path }, 'x'),
      undefined,
    ],
    ['read_line_range', before('read_line_range', { absolute_path: path, start_line: 1 }), warm(path)],
    ['ast_read_file', before('ast_read_file', { file_path: path }), warm(path)],
    [
      'read_many_files',
      before('read_many_files', { paths: ['src/**/*.ts', 'a.ts'], include: ['b.ts', '*.md'] }),
      warm('a.ts', 'b.ts'),
    ],
    ['read_many_files of patterns', before('read_many_files', { paths: ['**'] }), undefined],
    ['a writer, before', before('write_file', { absolute_path: path }), undefined],
    ['a reader, after', after('read_file', { absolute_path: path }, 'x'), undefined],
    ['no path', after('write_file', { content: 'x' }, 'x'), undefined],
    ['no cwd', { ...after('write_file', { absolute_path: path }, 'x'), cwd: undefined }, undefined],
    [
      'a response of the model',
      { ...base, hook_event_name: 'AfterAgent', prompt: 'Go.', prompt_response: '', stop_hook_active: false },
      undefined,
    ],
    [
      'a step of the model',
      { ...base, hook_event_name: 'BeforeAgent', prompt: '[llxprt-lsp] /lsp status' },
      undefined,
    ],
  ])('%s', (_, event, request) => expect(asked('llxprt', event)).toEqual(request));

  test('what the model reads', () => {
    const reply = requestOf('llxprt', after('replace', { absolute_path: path }, 'x'))?.reply('E');
    expect(reply).toEqual({ hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'E' } });
  });
});

describe('gemini in LLxprt Code, which loads its extensions', () => {
  const place = (files: Record<string, string> = {}) => {
    const folder = folderOf(files);
    return {
      HOME: folder,
      USERPROFILE: folder,
      LLXPRT_DATA_HOME: join(folder, 'data'),
      LLXPRT_PROJECT_DIR: join(folder, 'project'),
    };
  };
  const { base, after, before } = inLlxprt;
  const inserted = after(
    'insert_at_line',
    { absolute_path: '/w/a.ts', line_number: 1, content: 'x' },
    'Successfully inserted',
  );
  const events = [inserted, before('read_file', { absolute_path: '/w/a.ts' })];
  const ended = {
    ...base,
    hook_event_name: 'AfterAgent',
    prompt: 'Go.',
    prompt_response: '',
    stop_hook_active: false,
  };
  const status = { ...base, hook_event_name: 'BeforeAgent', prompt: '[llxprt-lsp] /lsp status' };
  const askedIn = (env: NodeJS.ProcessEnv, event: Record<string, unknown>) =>
    HOSTS.get('gemini')?.(event, env)?.request;

  test('edits and reads are those of that host, and the end of a response is not answered', () => {
    const env = place();
    for (const event of events) expect(askedIn(env, event)).toEqual(asked('llxprt', event));
    expect(askedIn(env, inserted)).toMatchObject({ ask: 'check' });
    expect(askedIn(env, ended)).toBeUndefined();
    expect(askedIn(env, status)).toEqual({ ask: 'lsp', args: 'status' });
    expect(askedIn({ ...env, LLXPRT_PROJECT_DIR: '' }, ended)).toMatchObject({ ask: 'settle' });
  });

  test.each<[where: string, files: Record<string, string>]>([
    ['for the user', { 'data/extensions/llxprt-lsp/llxprt-extension.json': '{}' }],
    [
      'for the project',
      { 'project/.llxprt/settings.json': JSON.stringify({ command: "'/it's/bin/llxprt-lsp-hook' llxprt" }) },
    ],
    [
      'for the project, by its path on Windows',
      {
        'project/.llxprt/settings.json': JSON.stringify({
          command: String.raw`node 'C:\dist\main.js' hook llxprt`,
        }),
      },
    ],
  ])('where its own is installed %s, nothing is answered', (_, files) => {
    for (const event of [...events, ended, status]) expect(askedIn(place(files), event)).toBeUndefined();
  });

  test('settings of a project without a hook of ours do not count', () => {
    const files = {
      'project/.llxprt/settings.json': '{"lsp": {}}',
      'data/extensions/other/llxprt-extension.json': '{}',
    };
    expect(askedIn(place(files), inserted)).toMatchObject({ ask: 'check' });
  });
});

test.each([...HOSTS.keys()])('%s: nothing to say, and no answer, change nothing', (host) => {
  const events = [
    { cwd, hook_event_name: 'AfterTool', tool_name: 'write_file', tool_input: { file_path: 'a.ts' } },
    { cwd, hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: 'a.ts' } },
    { cwd, hook_event_name: 'PostToolUse', tool_name: 'edit', tool_input: { file_path: 'a.ts' } },
    {
      cwd,
      hook_event_name: 'PostToolUse',
      tool_name: 'apply_patch',
      tool_input: { command: '*** Begin Patch\n*** Delete File: a\n*** End Patch' },
    },
    {
      cwd,
      toolName: 'edit',
      toolArgs: { path: 'a.ts' },
      toolResult: { resultType: 'success', textResultForLlm: 'x' },
    },
  ];
  const consultations = events.flatMap((event) => requestOf(host, event) ?? []);
  expect(consultations).toHaveLength(1);
  for (const { reply } of consultations) expect([reply(''), reply(undefined)]).toEqual([{}, {}]);
});
