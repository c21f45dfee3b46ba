import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostVersions } from '../lib/hosts/index.mjs';
import { root } from '../lib/paths.mjs';

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };

test.each([
  ['gemini-cli', devDependencies['@google/gemini-cli']],
  ['pi', devDependencies['@earendil-works/pi-coding-agent']],
  ['codex', hostVersions.codex],
  ['qwen-code', hostVersions.qwen],
])('README says with which version of %s the tests run', (page, version) => {
  const row = readFileSync(join(root, 'README.md'), 'utf8').split('\n').find((line) => line.includes(`docs/hosts/${page}.md`));
  expect(row).toContain(`| version ${version ?? ''}, end to end |`);
});
