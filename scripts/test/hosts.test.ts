import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostVersions } from '../lib/hosts/index.mjs';
import { root } from '../lib/paths.mjs';

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };

/** Pages, with the name of the host and the version that the tests drive; none is there of what is proprietary. */
const PAGES: Readonly<Record<string, readonly [name: string, version?: string]>> = {
  'gemini-cli': ['Gemini CLI', devDependencies['@google/gemini-cli'] ?? ''],
  pi: ['pi', devDependencies['@earendil-works/pi-coding-agent'] ?? ''],
  opencode: ['opencode', hostVersions.opencode],
  codex: ['Codex', hostVersions.codex],
  'qwen-code': ['Qwen Code', hostVersions.qwen],
  'claude-code': ['Claude Code'],
  'copilot-cli': ['Copilot CLI'],
};

test('each host has a page', () => {
  expect(readdirSync(join(root, 'docs/hosts')).toSorted()).toEqual(Object.keys(PAGES).map((page) => `${page}.md`).toSorted());
});

test.each(Object.entries(PAGES))('README and the page of %s say with which version the tests run', (page, [name, version]) => {
  const row = readFileSync(join(root, 'README.md'), 'utf8').split('\n').find((line) => line.includes(`docs/hosts/${page}.md`));
  expect(row).toContain(version === undefined ? '| no version: it is proprietary' : `| version ${version}, end to end |`);
  const text = readFileSync(join(root, 'docs/hosts', `${page}.md`), 'utf8').replaceAll('\n', ' ');
  expect(text.toLowerCase()).toContain(version === undefined ? `${name} is proprietary`.toLowerCase() : `tested with ${name} ${version}`.toLowerCase());
});
