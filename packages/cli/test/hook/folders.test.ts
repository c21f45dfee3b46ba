import { accessSync, constants, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HOSTS } from '../../src/hook/hosts/index.js';

const packageDir = fileURLToPath(new URL('../..', import.meta.url));
const hosts = join(packageDir, 'hosts');
const read = (path: string): unknown => JSON.parse(readFileSync(join(hosts, path), 'utf8'));
/** Links are files of the extension for Gemini CLI, which has commands and tests of its own. */
const files = readdirSync(hosts, { recursive: true, encoding: 'utf8' }).filter((path) =>
  lstatSync(join(hosts, path)).isFile(),
);

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}
const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as Manifest;

/** Every string of a file, by the key that it stands at. */
function strings(value: unknown, key: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key && typeof inner === 'string' ? [inner] : []),
    ...strings(inner, key),
  ]);
}

test('the package has the folders, the launcher and the bundle', () => {
  expect(manifest.files).toEqual(expect.arrayContaining(['bin', 'dist', 'hosts']));
  accessSync(join(packageDir, manifest.bin['llxprt-lsp-hook'] ?? ''), constants.X_OK);
});

describe.each(files.filter((path) => path.endsWith('.json')))('%s', (path) => {
  const json = read(path);

  test('is JSON, and of the version of the package', () => {
    expect(json).toBeTypeOf('object');
    for (const version of strings(json, 'version')) expect(version).toBe(manifest.version);
  });

  test('starts commands that the package has', () => {
    for (const line of [
      ...strings(json, 'command'),
      ...strings(json, 'bash'),
      ...strings(json, 'powershell'),
    ]) {
      const [command = '', ...args] = line.split(' ');
      expect(Object.keys(manifest.bin)).toContain(command);
      if (command === 'llxprt-lsp-hook') expect([...HOSTS.keys()]).toContain(args[0]);
    }
  });
});

interface Group {
  /** Absent where the event is about no tool. */
  readonly matcher?: string;
  readonly hooks: readonly { readonly command: string }[];
}

describe.each([
  [
    'claude-code/hooks/hooks.json',
    'claude',
    ['Write', 'Edit', 'MultiEdit', 'Bash', 'PowerShell', 'BashOutput', 'TaskOutput'],
    ['Read'],
    ['NotebookEdit', 'KillShell', 'TodoWrite'],
  ],
  [
    'qwen-code/hooks/hooks.json',
    'qwen',
    ['write_file', 'edit', 'replace', 'run_shell_command'],
    ['read_file'],
    ['todo_write'],
  ],
  ['codex/hooks.json', 'codex', ['apply_patch', 'Bash', 'exec_command'], [], ['mcp__x__apply_patch']],
])('%s', (path, host, writes, reads, others) => {
  const { hooks } = read(path) as { hooks: Record<string, Group[]> };
  const input = { file_path: 'a.ts', command: '*** Begin Patch\n*** Delete File: a\n*** End Patch' };

  /** The commands that a host starts for a tool. */
  const started = (event: string, tool: string) =>
    (hooks[event] ?? [])
      .filter(({ matcher = '' }) => new RegExp(matcher).test(tool))
      .flatMap((group) => group.hooks.map(({ command }) => command));
  const asks = (hook_event_name: string, tool_name: string) =>
    HOSTS.get(host)?.({ hook_event_name, tool_name, cwd: '/w', tool_input: input })?.request.ask;

  test.each([...writes, ...reads, ...others])(
    '%s: started for what the adapter asks about, and for nothing else',
    (tool) => {
      expect(started('PostToolUse', tool)).toEqual(writes.includes(tool) ? [`llxprt-lsp-hook ${host}`] : []);
      expect(asks('PostToolUse', tool)).toBe(writes.includes(tool) ? 'check' : undefined);
      expect(started('PreToolUse', tool)).toEqual(
        reads.includes(tool) ? [`llxprt-lsp-hook ${host} --background`] : [],
      );
      expect(asks('PreToolUse', tool)).toBe(reads.includes(tool) ? 'warm' : undefined);
    },
  );

  test('started at the end of each turn, whichever tools it had', () => {
    const ends = ['Stop', 'SubagentStop'];
    expect(Object.keys(hooks).filter((event) => !/^(Pre|Post)ToolUse(Failure)?$/.test(event))).toEqual(ends);
    for (const hook_event_name of ends) {
      const event = { hook_event_name, cwd: '/w', agent_id: 'a', stop_hook_active: false };
      expect(started(hook_event_name, '')).toEqual([`llxprt-lsp-hook ${host}`]);
      expect(HOSTS.get(host)?.(event)?.request.ask).toBe('settle');
    }
  });
});

describe('llxprt-code/hooks/hooks.json', () => {
  const { hooks } = read('llxprt-code/hooks/hooks.json') as { hooks: Record<string, Group[]> };
  const started = (event: string, tool: string) =>
    (hooks[event] ?? [])
      .filter(({ matcher = '' }) => new RegExp(matcher).test(tool))
      .flatMap((group) => group.hooks.map(({ command }) => command));
  const writers = [
    ...['write_file', 'replace', 'apply_patch', 'insert_at_line', 'delete_line_range', 'ast_edit'],
    'run_shell_command',
  ];
  const readers = ['read_file', 'read_line_range', 'ast_read_file', 'read_many_files'];
  const asks = (hook_event_name: string, tool_name: string) => {
    const tool_input = { absolute_path: '/w/a.ts', paths: ['a.ts'], line_number: 1, content: 'x' };
    return HOSTS.get('llxprt')?.({
      hook_event_name,
      tool_name,
      cwd: '/w',
      tool_input,
      tool_response: { llmContent: 'x', returnDisplay: { applied: true } },
    })?.request.ask;
  };

  test.each([...writers, ...readers, 'mcp__llxprt__apply_patch', 'write_files'])(
    '%s: started for what the adapter asks about, and for nothing else',
    (tool) => {
      expect(started('AfterTool', tool)).toEqual(writers.includes(tool) ? ['llxprt-lsp-hook llxprt'] : []);
      expect(asks('AfterTool', tool)).toBe(writers.includes(tool) ? 'check' : undefined);
      expect(started('BeforeTool', tool)).toEqual(
        readers.includes(tool) ? ['llxprt-lsp-hook llxprt --background'] : [],
      );
      expect(asks('BeforeTool', tool)).toBe(readers.includes(tool) ? 'warm' : undefined);
    },
  );

  test('nothing is started at each step of the model', () => {
    expect(Object.keys(hooks).toSorted()).toEqual(['AfterTool', 'BeforeTool']);
  });

  test('its context file names the tools as the host declares them', () => {
    const text = readFileSync(join(hosts, 'llxprt-code/LLXPRT.md'), 'utf8');
    expect(text.match(/mcp_+llxprt_+\w+/g)?.filter((name) => !name.startsWith('mcp__llxprt__'))).toEqual([]);
    for (const writer of writers) expect(text).toContain(`\`${writer}\``);
  });
});

test('each host has a page, which names its folder', () => {
  const docs = fileURLToPath(new URL('../../../../docs/hosts', import.meta.url));
  for (const folder of new Set(files.map((path) => path.split('/')[0] ?? ''))) {
    expect(readFileSync(join(docs, `${folder}.md`), 'utf8')).toContain(`hosts/${folder}`);
  }
  expect(relative(packageDir, hosts)).toBe('hosts');
});
