import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pinnedVersion } from '../lib/hosts/index.mjs';
import { root } from '../lib/paths.mjs';

/**
 * Pages, with the name of the host and the version that the tests drive; none is there of what is proprietary. Where npm has no release
 * of a host, a process stands in for it.
 */
const PAGES: Readonly<Record<string, readonly [name: string, version?: string, standIn?: true]>> = {
  'gemini-cli': ['Gemini CLI', pinnedVersion('gemini')],
  pi: ['pi', pinnedVersion('pi')],
  opencode: ['opencode', pinnedVersion('opencode')],
  codex: ['Codex', pinnedVersion('codex')],
  'qwen-code': ['Qwen Code', pinnedVersion('qwen')],
  'claude-code': ['Claude Code'],
  'copilot-cli': ['Copilot CLI'],
  'llxprt-code': ['LLxprt Code', '0.11.0', true],
};

test('each host has a page', () => {
  expect(readdirSync(join(root, 'docs/hosts')).toSorted()).toEqual(
    Object.keys(PAGES)
      .map((page) => `${page}.md`)
      .toSorted(),
  );
});

test.each(Object.entries(PAGES))(
  'README and the page of %s say with which version the tests run',
  (page, [name, version, standIn]) => {
    const row = readFileSync(join(root, 'README.md'), 'utf8')
      .split('\n')
      .find((line) => line.includes(`docs/hosts/${page}.md`));
    const driven = standIn === true ? 'a stand-in for ' : '';
    expect(row).toContain(
      version === undefined
        ? '| no version: it is proprietary'
        : `| ${driven}version ${version}, end to end |`,
    );
    const text = readFileSync(join(root, 'docs/hosts', `${page}.md`), 'utf8').replaceAll('\n', ' ');
    expect(text.toLowerCase()).toContain(
      version === undefined
        ? `${name} is proprietary`.toLowerCase()
        : `tested with ${driven}${name} ${version}`.toLowerCase(),
    );
  },
);
