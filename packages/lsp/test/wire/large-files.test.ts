import { expect, test } from 'bun:test';
import { readFileSync, truncateSync } from 'node:fs';

import { BUILT_IN_CHECKERS } from '../../src/types.ts';
import { fake, Lab, messagesByFile } from '../harness/lab.ts';

const FAR = 40_000;
const MIB = 2 ** 20;

/** Sparse: blanks that a clone unpacks take as little of it. */
const SIZE = 700 * MIB;

/** What says how a project is built, by language. */
const MANIFESTS = [
  'package.json',
  'tsconfig.json',
  'jsconfig.json',
  'eslint.config.js',
  'pyproject.toml',
  'pyrightconfig.json',
  'Pipfile',
  'setup.cfg',
  'requirements.txt',
  'environment.yml',
  '.python-version',
  'Cargo.toml',
  'rust-toolchain.toml',
  'go.mod',
  'go.work',
  'pom.xml',
  '.mvn/maven.config',
  'gradle.properties',
  '.java-version',
  '.tool-versions',
  '.sdkmanrc',
  'Makefile',
  'CMakeLists.txt',
  'meson.build',
  'compile_commands.json',
  '.vscode/settings.json',
  '.gitignore',
];
const GRADLE = ['build.gradle', 'settings.gradle', 'gradle/libs.versions.toml'];
/** Not at the root: there the fake server's own runtime would read some of them. */
const LARGE = [
  ...MANIFESTS.map((name) => `all/${name}`),
  ...GRADLE.map((name) => `gradle/${name}`),
  'large.fake',
];
const SOURCES = [
  'all/a.ts',
  'all/a.py',
  'all/a.rs',
  'all/a.go',
  'all/A.java',
  'all/a.c',
  'all/src/b.ts',
  'all/src/b.py',
  'gradle/A.java',
];

/** What it took at most, bytes. */
const peakOf = (lab: Lab): number =>
  Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${lab.sidecar.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

test('manifests and settings of 700 MiB each are unreadable: projects are described, a file is judged, and the sidecar does not grow', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { firstTouchTimeout: FAR, diagnosticTimeout: FAR },
    checkers: Object.fromEntries(BUILT_IN_CHECKERS.map((id) => [id, {}])),
    files: Object.fromEntries([...SOURCES, ...LARGE].map((path) => [path, ''])),
    root: (workspace) => {
      for (const name of LARGE) truncateSync(workspace.path(name), SIZE);
      return workspace.root;
    },
  });
  const projects = await lab.sidecar.request('lsp/projects', {});
  const described = projects.map(({ checker, root }) => `${checker} ${root}`);
  for (const project of ['cargo all', 'go all', 'javac all', 'javac gradle', 'pyright all', 'tsc all'])
    expect(described).toContain(project);
  await lab.sidecar.request('lsp/environments', {});
  await lab.sidecar.request('lsp/status', { all: true, unneeded: true });
  const report = await lab.check({ 'a.fake': 'ERROR a' }, true);
  expect(messagesByFile(report.files)).toEqual({ 'a.fake': ['a'] });
  const { refused } = await lab.sidecar.request('lsp/check', { files: [{ filePath: 'large.fake' }] });
  expect(refused).toEqual({ 'large.fake': 'too large' });
  if (process.platform === 'linux') expect(peakOf(lab)).toBeLessThan(500 * MIB);
});
