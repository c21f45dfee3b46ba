import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/paths.mjs';

const folder = join(root, '.github/workflows');

/** The jobs of a workflow, by their names. */
function jobsOf(file: string): Map<string, string> {
  const [, jobs = ''] = readFileSync(join(folder, file), 'utf8').split('\njobs:\n');
  return new Map(
    jobs
      .split(/^ {2}(?=[a-z]+:$)/m)
      .filter(Boolean)
      .map((job) => [job.slice(0, job.indexOf(':')), job]),
  );
}

const commands = (job = ''): string[] =>
  [...job.matchAll(/^ +run: (.+)$/gm)].map(([, command = '']) => command);
const actions = (job = ''): string[] =>
  [...job.matchAll(/^ +- uses: (.+)$/gm)].map(([, action = '']) => action);

describe.each(readdirSync(folder))('%s', (file) => {
  test('may read, and only one job of the release may do more', () => {
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^permissions:\n {2}contents: read\n$/m);
    const more = [...jobsOf(file)].filter(([, job]) => /: write$/m.test(job)).map(([name]) => name);
    expect(more).toEqual(file === 'release.yml' ? ['publish'] : []);
  });

  test('uses actions of GitHub alone, by their major versions', () => {
    const used = [...jobsOf(file).values()].flatMap(actions);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@v\d+$/);
  });

  test('runs only scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const command of [...jobsOf(file).values()].flatMap(commands)) {
      const [, script] = /^npm run (\S+)/.exec(command) ?? [];
      if (script !== undefined) expect(scripts).toHaveProperty([script]);
      const [, path] = /^node (scripts\/\S+)/.exec(command) ?? [];
      if (path !== undefined) expect(existsSync(join(root, path)), path).toBe(true);
    }
  });
});

test('CI runs what a stranger runs, on every Node that is supported, and the rest; what takes long runs every night', () => {
  const jobs = jobsOf('ci.yml');
  expect(commands(jobs.get('stranger'))).toEqual(['npm test']);
  expect(jobs.get('stranger')).toContain("node: ['20.19', '22', '24']");
  expect(jobs.get('stranger')).toContain("CI: ''");
  expect(commands(jobs.get('full'))).toEqual(['node scripts/test.mjs rest']);
  expect(readFileSync(join(folder, 'nightly.yml'), 'utf8')).toMatch(
    /^on:\n {2}schedule:\n {4}- cron: '[\d ]+\* \* \*'\n/m,
  );
  expect([...jobsOf('nightly.yml').values()].flatMap(commands)).toContain('npm run test:nightly');
});

describe('the release', () => {
  const jobs = jobsOf('release.yml');

  test('is tested and packed before it is published', () => {
    expect([...jobs.keys()]).toEqual(['build', 'publish']);
    expect(jobs.get('publish')).toContain('\n    needs: build\n');
    expect(commands(jobs.get('build')).slice(-2)).toEqual([
      'npm run test:full',
      'node scripts/pack.mjs packs',
    ]);
  });

  test('is published by a job that installs nothing, and only when a tag is pushed, not by hand', () => {
    expect(readFileSync(join(folder, 'release.yml'), 'utf8')).toContain("\n  push:\n    tags: ['v*']\n  #");
    expect(jobs.get('publish')).toContain("\n    if: github.event_name == 'push'\n");
    expect(jobs.get('publish')).toContain('\n      id-token: write\n');
    expect(commands(jobs.get('publish'))).toEqual(['node scripts/publish.mjs packs']);
  });
});
