import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const extension = dirname(dirname(fileURLToPath(import.meta.url)));

interface HookGroup {
  matcher?: string;
  hooks: { type: string; name: string; command: string; timeout: number }[];
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(extension, path), 'utf8'));
const { hooks } = readJson('hooks/hooks.json') as { hooks: Record<string, HookGroup[]> };

/** Which events have a hook for this tool, as Gemini CLI goes by their matchers. */
const eventsFor = (tool: string): string[] =>
  Object.entries(hooks).flatMap(([event, groups]) => {
    return groups.some(({ matcher }) => matcher !== undefined && new RegExp(matcher).test(tool))
      ? [event]
      : [];
  });

describe('what Gemini CLI reads of the extension', () => {
  test.each(['../cli/package.json', '../core/package.json', '../lsp/package.json', 'package.json'])(
    'its version is that of %s',
    (path) => {
      const { version } = readJson('gemini-extension.json') as { version: string };
      expect((readJson(path) as { version: string }).version).toBe(version);
    },
  );

  test.each([
    ['write_file', ['AfterTool']],
    ['replace', ['AfterTool']],
    ['read_file', ['BeforeTool']],
    ['read_many_files', ['BeforeTool']],
    ['run_shell_command', ['AfterTool']],
    ['read_background_output', ['AfterTool']],
    ['mcp_other_write_file', []],
    ['mcp_llxprt_apply_patch', []],
  ])('%s has hooks at %j', (tool, events) => {
    expect(eventsFor(tool)).toEqual(events);
  });

  test('every hook is one command that both shells take: a dot, and a file in double quotes', () => {
    const commands = Object.values(hooks).flatMap((groups) =>
      groups.flatMap((group) => group.hooks.map(({ command }) => command)),
    );
    expect(commands).toHaveLength(4);
    for (const command of commands)
      expect(command).toMatch(/^\. "\$\{extensionPath\}\/hook\.cmd" gemini( --background)?$/);
  });

  test('a hook without a matcher is started for each turn: before it, and at its end', () => {
    const events = Object.entries(hooks).flatMap(([event, groups]) =>
      groups.some(({ matcher }) => matcher === undefined) ? [event] : [],
    );
    expect(events).toEqual(['BeforeAgent', 'AfterAgent']);
  });

  test('what carries diagnostics has ten minutes, more than any deadline of ours that is worth setting', () => {
    expect(hooks['AfterTool']?.[0]?.hooks[0]?.timeout).toBe(600_000);
  });

  test('all that belongs to it stands in `files`, but what the clone lends it', () => {
    const { files } = readJson('package.json') as { files: string[] };
    const generated = ['dist'];
    const here = readdirSync(extension).filter(
      (name) => !['package.json', 'CHANGELOG.md', 'test', 'node_modules'].includes(name),
    );
    expect(files.toSorted()).toEqual([...here, ...generated].toSorted());
    expect(existsSync(join(extension, 'bin/llxprt-lsp-hook'))).toBe(true);
  });

  test('the prompt of /lsp ends with the line that the hook answers', () => {
    const toml = readFileSync(join(extension, 'commands/lsp.toml'), 'utf8');
    expect(toml).toMatch(/\n\n\[llxprt-lsp\] \/lsp \{\{args\}\}"""\n$/);
  });
});
