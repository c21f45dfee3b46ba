import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noticesFor } from '../lib/packs/notices.mjs';
import { npm } from '../lib/packs/npm.mjs';
import { folderOf, published, readManifest, tarballOf, type Published } from '../lib/packs/packages.mjs';
import { stage } from '../lib/packs/stage.mjs';
import { statedVersions } from '../lib/packs/versions.mjs';
import { packGemini } from '../lib/pack-gemini.mjs';
import { root } from '../lib/paths.mjs';
import { node, run } from '../lib/process.mjs';

const folder = join(tmpdir(), `packs-${randomUUID()}`);
beforeAll(() => {
  mkdirSync(folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1));

/** What a package's sources are compiled to. */
const compiled = (name: Published, ...endings: string[]): string[] =>
  filesIn(join(folderOf(name), 'src')).flatMap((path) =>
    endings.map((ending) => `dist/${path.replace(/\.ts$/, ending)}`),
  );

const common = ['LICENSE', 'README.md', 'package.json'];

/** Every file that each package is to have; how many chunks the bundle's parts are split into is its bundler's to say. */
const expected: Record<Published, () => string[]> = {
  lsp: () => [
    ...[
      'before-loading',
      'catalogue',
      'errors',
      'folder-watch',
      'main',
      'open-recorder',
      'serve',
      'serve-shared',
      'shared-session',
      'tools',
    ].map((chunk) => `dist/${chunk}.chunk.js`),
    'dist/main.js',
    'dist/sidecar.js',
    'dist/THIRD-PARTY-NOTICES.txt',
    ...filesIn(join(folderOf('lsp'), 'schemas')).map((path) => `schemas/${path}`),
  ],
  core: () => compiled('core', '.js', '.d.ts'),
  cli: () => [
    ...[
      'acceptance-command',
      'bridge-command',
      'check-command',
      'doctor-command',
      'fd-transport',
      'fix-command',
      'hook-command',
      'host-doctor',
      'install-command',
      'main',
      'mcp-session',
      'move',
      'move-symbol',
      'refactor-command',
      'rename',
      'restart-command',
      'serve-command',
      'status-command',
      'stop-command',
      'trace-commands',
    ].map((chunk) => `dist/${chunk}.chunk.js`),
    'dist/main.js',
    'dist/opencode-plugin.js',
    'dist/hook.mjs',
    'dist/trace-view.html',
    'dist/THIRD-PARTY-NOTICES.txt',
    'bin/llxprt-lsp-hook',
    ...[
      '.claude-plugin/marketplace.json',
      '.claude-plugin/plugin.json',
      '.mcp.json',
      'commands/lsp.md',
      'hooks/hooks.json',
    ].map((path) => `hosts/claude-code/${path}`),
    'hosts/codex/hooks.json',
    ...['GEMINI.md', 'commands/lsp.toml', 'gemini-extension.json', 'hooks/hooks.json'].map(
      (path) => `hosts/gemini-cli/${path}`,
    ),
    ...['.mcp.json', 'hooks.json', 'plugin.json'].map((path) => `hosts/copilot-cli/${path}`),
    ...['hooks/hooks.json', 'qwen-extension.json'].map((path) => `hosts/qwen-code/${path}`),
    ...['LLXPRT.md', 'commands/lsp.toml', 'hooks/hooks.json', 'llxprt-extension.json'].map(
      (path) => `hosts/llxprt-code/${path}`,
    ),
  ],
  'pi-extension': () => compiled('pi-extension', '.js', '.d.ts'),
};

describe.each(published)('what npm gets of %s', (name) => {
  const staged = join(folder, name);
  let files: string[];
  beforeAll(async () => {
    await stage(name, staged);
    const { code, output } = await run(
      npm,
      ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error', '--no-update-notifier'],
      { cwd: staged },
    );
    expect(code, output).toBe(0);
    const [report] = Object.values(JSON.parse(output) as Record<string, { files: { path: string }[] }>);
    files = report?.files.map(({ path }) => path) ?? [];
  });

  test('is what it needs, and nothing else', () => {
    const kinds = new Set(files.map((path) => path.replace(/-[0-9a-z]{8}(\.chunk\.js)$/, '$1')));
    expect([...kinds].toSorted()).toEqual([...common, ...expected[name]()].toSorted());
  });

  test('is small, and no file of it points to one that is not there', () => {
    expect(files.length).toBeLessThan(320);
    for (const file of files.filter((path) => /\.m?js$/.test(path))) {
      const text = readFileSync(join(staged, file), 'utf8');
      expect(text, file).not.toContain('//# sourceMappingURL=');
      for (const [, chunk = ''] of text.matchAll(/["'](\.\/[\w-]+\.chunk\.js)["']/g))
        expect(existsSync(join(staged, 'dist', chunk)), chunk).toBe(true);
    }
  });

  test('has our licence', () => {
    expect(readFileSync(join(staged, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });

  test('has a manifest without what only this clone can do', () => {
    const manifest = readManifest(staged);
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).toMatchObject({
      license: 'Apache-2.0',
      version: readManifest(root).version,
      publishConfig: { access: 'public' },
    });
  });
});

test('the command runs, and each of its chunks loads, where no other package is', async () => {
  const dist = join(folder, 'cli/dist');
  const { version } = readManifest(root);
  expect(await node([join(dist, 'main.js'), '--version'], { cwd: folder })).toEqual({
    code: 0,
    output: `${version}\n`,
  });
  const chunks = readdirSync(dist).filter((name) => name.endsWith('.chunk.js'));
  const load = `for (const name of ${JSON.stringify(chunks)}) await import('./cli/dist/' + name)`;
  expect(await node(['--input-type=module', '--eval', load], { cwd: folder })).toEqual({
    code: 0,
    output: '',
  });
});

test('what Gemini CLI installs is what it needs, and nothing else', () => {
  const packed = join(folder, 'gemini');
  packGemini(packed);
  expect(filesIn(packed).toSorted()).toEqual(
    [
      'GEMINI.md',
      'LICENSE',
      'bin/llxprt-lsp-hook',
      'commands/lsp.toml',
      'dist/hook.mjs',
      'gemini-extension.json',
      'hook.cmd',
      'hooks/hooks.json',
      'server.mjs',
    ].toSorted(),
  );
});

describe('the notices of what is compiled in', () => {
  const mcp = [
    '@modelcontextprotocol/sdk (MIT)',
    'ajv (MIT)',
    'ajv-formats (MIT)',
    'fast-deep-equal (MIT)',
    'fast-uri (BSD-3-Clause)',
    'json-schema-traverse (MIT)',
    'zod (MIT)',
    'zod-to-json-schema (ISC)',
  ];
  const command = [
    ...['commander', 'content-type', 'jsonc-parser', 'vscode-jsonrpc', 'yocto-spinner', 'yoctocolors'].map(
      (one) => `${one} (MIT)`,
    ),
    ...['diff (BSD-3-Clause)', 'picocolors (ISC)', 'smol-toml (BSD-3-Clause)'],
  ];

  test.each([
    ['lsp', ['diff (BSD-3-Clause)', 'valibot (MIT)']],
    ['cli', [...mcp, ...command]],
  ] as const)('of %s name each package once, with its licence', (name, packages) => {
    const text = readFileSync(join(folder, name, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const heads = text
      .split(`${'-'.repeat(80)}\n\n`)
      .map((notice) => notice.split('\n', 1)[0]?.replace(/ \d.*\(/, ' ('));
    expect(heads.toSorted()).toEqual(packages.toSorted());
    expect(text.match(/copyright/gi)?.length).toBeGreaterThanOrEqual(heads.length);
  });

  test('a package without a text of its licence is not compiled in', () => {
    const at = join(folder, 'bundle/node_modules/bare');
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'package.json'), '{ "name": "bare", "version": "1.0.0", "license": "MIT" }');
    expect(() => noticesFor(['src/a.ts', 'node_modules/bare/index.js'], join(folder, 'bundle'))).toThrow(
      'bare 1.0.0 (MIT) is compiled in and brings no licence',
    );
  });
});

describe.skipIf(process.platform === 'win32')('publishing', () => {
  const releases = published.map((name) => readManifest(folderOf(name)));
  const log = join(folder, 'npm.log');

  /** Runs the script with an npm that knows one release, refuses another and notes what it is asked. */
  async function publish(
    known: string,
    refused: string,
    ...args: string[]
  ): Promise<{ code: number; asked: string[]; output: string }> {
    rmSync(log, { force: true });
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const version = releases[0]?.version ?? '';
    const lines = [
      '#!/bin/sh',
      `case "$*" in "view ${known} "*) echo ${version};; view*) exit 1;; *) echo "$*" >> "${log}";; esac`,
      `case "$*" in *"${refused}"*) exit 7;; esac`,
    ];
    writeFileSync(join(bin, 'npm'), `${lines.join('\n')}\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) };
    const { code, output } = await node([join(root, 'scripts/publish.mjs'), folder, ...args], {
      cwd: folder,
      env,
    });
    return { code, output, asked: existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [] };
  }
  const command = (how: string) =>
    releases.map((manifest) => `publish ./${tarballOf(manifest)} --access public --ignore-scripts ${how}`);

  test('gives npm each file with its provenance, those first that others need', async () => {
    expect(await publish('nothing', 'nothing')).toMatchObject({ code: 0, asked: command('--provenance') });
  });

  test('leaves out what has been published, and stops where npm refuses', async () => {
    const [first, second] = releases.map(({ name, version }) => `${name}@${version}`);
    const refused = tarballOf(releases[2] ?? { name: '', version: '' });
    const { code, asked, output } = await publish(first ?? '', refused);
    expect({ code, asked }).toEqual({ code: 7, asked: command('--provenance').slice(1, 3) });
    expect(output).toBe(`${String(first)} has been published\n${String(second)} is published\n`);
  });

  test('tries without publishing', async () => {
    expect(await publish('nothing', 'nothing', '--dry-run')).toMatchObject({
      code: 0,
      asked: command('--dry-run'),
    });
  });

  test('says how it is used', async () => {
    expect(await node([join(root, 'scripts/publish.mjs')], { cwd: folder })).toEqual({
      code: 2,
      output: 'usage: node scripts/publish.mjs FOLDER [--dry-run]\n',
    });
  });
});

describe('versions', () => {
  const clone = join(folder, 'clone');
  const manifests = [
    'packages/core',
    'packages/cli',
    'packages/pi-extension',
    'packages/opencode-plugin',
    'packages/gemini-cli-extension',
  ].map((path) => `${path}/package.json`);

  /** Nothing depends on them, and they are not published. */
  const unversioned = ['packages/bench/package.json', 'packages/e2e/package.json'];

  test('one release has one', () => {
    const { version } = readManifest(root);
    const all = [
      ...statedVersions(root),
      ...manifests.map((file) => ({ file, version: readManifest(join(root, dirname(file))).version })),
    ];
    expect(all.filter((stated) => stated.version !== version)).toEqual([]);
  });

  test('a noted change raises it everywhere, lock files and pinned dependencies included', async () => {
    const files = [
      ...statedVersions(root).map(({ file }) => file),
      ...manifests,
      ...unversioned,
      '.npmrc',
      'package-lock.json',
      '.changeset/config.json',
      'packages/lsp/.npmrc',
      'packages/lsp/package-lock.json',
    ];
    for (const file of files) cpSync(join(root, file), join(clone, file));
    expect(await run('git', ['init', '-q', '-b', 'main'], { cwd: clone })).toMatchObject({ code: 0 });
    writeFileSync(
      join(clone, '.changeset/one.md'),
      '---\n"@vybestack/llxprt-lsp": major\n---\n\nIt does more.\n',
    );
    const { code, output } = await node([join(root, 'scripts/version.mjs')], { cwd: clone });
    expect(code, output).toBe(0);
    const [major = '0'] = readManifest(root).version.split('.');
    const version = `${String(Number(major) + 1)}.0.0`;
    expect(output).toContain(`tag it v${version}.`);
    expect(new Set(statedVersions(clone).map((stated) => stated.version))).toEqual(new Set([version]));
    expect(readManifest(join(clone, 'packages/pi-extension'))).toMatchObject({
      version,
      dependencies: { '@vybestack/llxprt-lsp-core': version },
    });
    for (const file of ['package-lock.json', 'packages/lsp/package-lock.json']) {
      const [before = '', after = ''] = [root, clone].map((at) => readFileSync(join(at, file), 'utf8'));
      const changed = after.split('\n').filter((line, index) => line !== before.split('\n')[index]);
      expect(changed.length).toBeGreaterThan(0);
      expect(changed.filter((line) => !line.includes(`"${version}"`))).toEqual([]);
    }
    expect(readFileSync(join(clone, 'packages/cli/CHANGELOG.md'), 'utf8')).toContain(
      `## ${version}\n\n### Major Changes\n\n- It does more.\n`,
    );
    expect(readdirSync(join(clone, '.changeset'))).toEqual(['config.json']);
  }, 60_000);
});

describe('the page of a host', () => {
  const pages = readdirSync(join(root, 'docs/hosts')).map((name) => ({
    name,
    text: readFileSync(join(root, 'docs/hosts', name), 'utf8'),
  }));

  test.each(pages.filter(({ text }) => text.includes('npm install -g @vybestack/')))(
    '$name also says how to install from a clone, what it needs',
    async ({ text }) => {
      const [, names = ''] =
        /\n {4}npm run pack\n {4}npm install -g \.cache\/packs\/vybestack-llxprt-\{(\S+)\}-\[0-9\]\*\.tgz\n/.exec(
          text,
        ) ?? [];
      const command = `printf '%s\\n' vybestack-llxprt-{${names}}-[0-9]*.tgz`;
      const named = mkdtempSync(join(folder, 'named-'));
      for (const name of published) writeFileSync(join(named, tarballOf(readManifest(folderOf(name)))), '');
      const { output } = await run('bash', ['-c', command], { cwd: named });
      expect(output.trim().split('\n').toSorted()).toEqual(
        (['cli', 'lsp'] as const).map((name) => tarballOf(readManifest(folderOf(name)))).toSorted(),
      );
    },
  );
});
