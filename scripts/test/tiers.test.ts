import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, tools } from '../lib/paths.mjs';
import { node } from '../lib/process.mjs';
import type { Step } from '../lib/runners.mjs';
import { testFiles, testFolders } from '../lib/test-files.mjs';
import { tiers } from '../lib/tiers.mjs';
import { projects } from './projects.js';

async function stepsOf(tier: keyof typeof tiers): Promise<readonly Step[]> {
  const steps = await tiers[tier]();
  if ('failed' in steps) throw new Error(steps.failed);
  return steps;
}

/** What a tier hands to the two runners. */
async function argsOf(tier: keyof typeof tiers): Promise<{ projects: string[]; folders: string[] }> {
  const args = (await stepsOf(tier)).flatMap(({ args = [] }) => args);
  const named = args.flatMap((arg) => /^--project=(.*)/.exec(arg)?.[1] ?? []);
  return { projects: named, folders: args.filter((arg) => arg.startsWith('packages/lsp/')) };
}

test('npm run test:full and the nightly tests run every test file of the sidecar, each once', async () => {
  const folders = [...(await argsOf('full')).folders, ...(await argsOf('nightly')).folders];
  const every = [...testFiles('packages/lsp/test'), ...testFiles('packages/lsp/src')];
  expect(every.length).toBeGreaterThan(200);
  expect(
    every.filter((file) => folders.filter((folder) => file.startsWith(`${folder}/`)).length !== 1),
  ).toEqual([]);
  expect(testFolders('packages/lsp/src', 'unit')).toContain('packages/lsp/src/languages/java/test/unit');
});

test('they run every project of vitest, each once, but the one that measures and tests nothing', async () => {
  const run = [...(await argsOf('full')).projects, ...(await argsOf('nightly')).projects];
  expect(run.toSorted()).toEqual(projects.filter((name) => name !== 'measure').toSorted());
});

test('full is main and the rest', async () => {
  const names = async (tier: keyof typeof tiers): Promise<string[]> =>
    (await stepsOf(tier)).map(({ name }) => name);
  expect(await names('full')).toEqual([...(await names('main')), ...(await names('rest'))]);
});

test('every test file of the other packages belongs to one project', async () => {
  const { output } = await node([tools.vitest, 'list', '--filesOnly', '--json'], { cwd: root });
  const listed = JSON.parse(output.slice(output.indexOf('['))) as { file: string }[];
  const found = listed
    .map(({ file }) => file.slice(root.length + 1).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts'));
  const packages = readdirSync(join(root, 'packages'))
    .filter((name) => name !== 'lsp')
    .map((name) => `packages/${name}`);
  expect(found.toSorted()).toEqual([...packages, 'scripts/test'].flatMap(testFiles).toSorted());
});

test('the tier of a change says so where the commit is not known', async () => {
  expect(await tiers.change('no-such-commit')).toEqual({
    failed: '--since no-such-commit: git knows no such commit.',
  });
});

test('CONTRIBUTING has each command that runs tests', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  for (const name of Object.keys(scripts).filter((name) => /^(?:t|test.*|e2e)$/.test(name)))
    expect(text).toContain(`\`npm ${name === 'test' ? 'test' : `run ${name}`}\``);
});
