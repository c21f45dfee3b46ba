import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packaged } from './support/package.js';
import { startHook } from './support/run.js';

const installInto = packaged();
const NAME = `bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`;
const PACKAGE = 'lib/node_modules/@vybestack/llxprt-lsp';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(realpathSync(tmpdir()), 'llxprt launcher '));
  program('bin/node');
});
afterEach(() => rmSync(home, { recursive: true }));

/** A program that says which one it is, in the folder of the test. */
function program(path: string, link?: string): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  if (link !== undefined) {
    symlinkSync(link, file);
    return;
  }
  writeFileSync(file, `#!/bin/sh\necho "${path} $*"\n`);
  chmodSync(file, 0o755);
}

/** What runs: the program, its options, the bundle and the host; PATH has the tests' own bin, and what a system brings. */
async function started(
  launcher = installInto(join(home, PACKAGE)).launcher,
  env: NodeJS.ProcessEnv = {},
  cwd?: string,
): Promise<string> {
  const system = ['/usr/bin', '/bin'].filter((folder) => !existsSync(join(folder, 'bun')));
  const PATH = [join(home, 'bin'), join(home, 'project/node_modules/.bin'), ...system].join(':');
  const { out, err, code } = await startHook(`"${launcher}" gemini`, '{}', { PATH, ...env }, 'ends', cwd)
    .ended;
  expect({ err, code }).toEqual({ err: '', code: 0 });
  return out.trim().replace(/(?<= --parent )\d+/, 'PID');
}

const HOOK = 'dist/hook.mjs gemini --parent PID --awaited';
const BUN = `--no-env-file --no-install ${HOOK}`;

test.each<[where: string, bun: string, alsoThere: string[]]>([
  ['on PATH', 'bin/bun', []],
  ['below the package, before one on PATH', `${PACKAGE}/node_modules/@oven/${NAME}/bin/bun`, ['bin/bun']],
  [
    "below the service's package, nested",
    `${PACKAGE}/node_modules/@vybestack/llxprt-code-lsp/node_modules/@oven/${NAME}/bin/bun`,
    [],
  ],
  [
    "below the service's package, beside",
    `lib/node_modules/@vybestack/llxprt-code-lsp/node_modules/@oven/${NAME}/bin/bun`,
    [],
  ],
  ['hoisted', `lib/node_modules/@oven/${NAME}/bin/bun`, []],
  [
    'hoisted, and one for another C library beside it',
    `lib/node_modules/@oven/${NAME}/bin/bun`,
    [`lib/node_modules/@oven/${NAME}-musl/bin/bun`],
  ],
  ['in a clone', `${PACKAGE}/../lsp/node_modules/@oven/${NAME}/bin/bun`, []],
])('Bun is found %s', async (_, bun, alsoThere) => {
  for (const path of [bun, ...alsoThere]) program(path);
  expect(await started()).toBe(`${bun} ${BUN}`);
});

test('Bun is found where LLXPRT_BUN names it, before any other', async () => {
  program('bin/bun');
  program('elsewhere/my bun');
  expect(await started(undefined, { LLXPRT_BUN: join(home, 'elsewhere/my bun') })).toBe(
    `elsewhere/my bun ${BUN}`,
  );
});

test('Bun is found beside the package of the command llxprt-lsp, when the launcher stands elsewhere', async () => {
  program(`${PACKAGE}/dist/main.js`);
  program('bin/llxprt-lsp', `../${PACKAGE}/dist/main.js`);
  program(`lib/node_modules/@oven/${NAME}/bin/bun`);
  const { launcher } = installInto(join(home, 'extension'));
  expect(await started(launcher)).toBe(`lib/node_modules/@oven/${NAME}/bin/bun ${BUN}`);
});

test('the launcher may be started through links, as npm and extensions make them', async () => {
  const { launcher } = installInto(join(home, PACKAGE));
  program('bin/llxprt-lsp-hook', `../${PACKAGE}/bin/llxprt-lsp-hook`);
  program('extension/bin/llxprt-lsp-hook', join(home, 'bin/llxprt-lsp-hook'));
  program(`${PACKAGE}/node_modules/@oven/${NAME}/bin/bun`);
  expect(basename(launcher)).toBe('llxprt-lsp-hook');
  expect(await started(join(home, 'extension/bin/llxprt-lsp-hook'))).toBe(
    `${PACKAGE}/node_modules/@oven/${NAME}/bin/bun ${BUN}`,
  );
});

test("a project's own bun is not run", async () => {
  program('project/node_modules/.bin/bun');
  expect(await started()).toBe(`bin/node ${HOOK}`);
});

describe('what the workspace has put on PATH is not run', () => {
  /** The runtimes, and what the launcher itself looks for. */
  const PLANTED = ['bun', 'node', 'readlink', 'find', 'llxprt-lsp', 'sh', '[', 'printf'];
  const plant = (folder: string, target?: (name: string) => string): void => {
    for (const name of PLANTED) program(`${folder}/${name}`, target?.(name));
  };
  const link = (path: string, target: string): string => {
    program(path, join(home, target));
    return join(home, path);
  };

  test.each<[where: string, entry: () => string]>([
    ['in a folder of the workspace', () => join(home, 'project/bin')],
    ['in the workspace itself, by an empty entry', () => ''],
    ['in a relative entry', () => 'bin'],
    ['in a node_modules above it', () => join(home, 'node_modules/.bin')],
    ['in a folder that is a link into it', () => link('linked', 'project/bin')],
    ['in a folder behind a link that it holds', () => link('project/out', 'elsewhere')],
    ['by links in a folder outside', () => join(home, 'links')],
  ])('%s', async (_, entry) => {
    for (const folder of ['project', 'project/bin', 'node_modules/.bin', 'elsewhere']) plant(folder);
    plant('links', (name) => join(home, 'project/bin', name));
    installInto(join(home, PACKAGE));
    program('bin/llxprt-lsp-hook', `../${PACKAGE}/bin/llxprt-lsp-hook`);
    const PATH = [entry(), join(home, 'bin'), '/usr/bin', '/bin'].join(':');
    expect(
      await started(
        join(home, 'bin/llxprt-lsp-hook'),
        { PATH, HOME: join(home, 'nobody') },
        join(home, 'project'),
      ),
    ).toBe(`bin/node ${HOOK}`);
  });

  test("but in the home folder all of the user's own programs lie in the workspace, and are", async () => {
    program('bin/bun');
    expect(await started(undefined, { HOME: home }, home)).toBe(`bin/bun ${BUN}`);
  });
});

test('what npm links as bun before its install script has run is no Bun', async () => {
  program('lib/node_modules/bun/bin/bun.exe');
  program('bin/bun', '../lib/node_modules/bun/bin/bun.exe');
  expect(await started()).toBe(`bin/node ${HOOK}`);
});

test.each(['relative/bun', '/nowhere/bun'])(
  'Node runs it where LLXPRT_BUN names no program: %s',
  async (LLXPRT_BUN) => {
    program('bin/bun');
    expect(await started(undefined, { LLXPRT_BUN })).toBe(`bin/node ${HOOK}`);
  },
);

test.each([
  ['does not start', 'exit 127', '{}'],
  ['does not know a part of the bundle', 'echo SyntaxError >&2; exit 1', '{}'],
  ['is for another processor', 'kill -ILL $$', '{}'],
  ['fails after its answer', `echo '{"answer": 1}'; exit 1`, '{"answer": 1}'],
])('the host has one answer from a runtime that %s', async (_, script, answer) => {
  const LLXPRT_BUN = join(home, 'bun');
  writeFileSync(LLXPRT_BUN, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  expect(await started(undefined, { LLXPRT_BUN })).toBe(answer);
});

test('nothing without either', async () => {
  expect(await started(undefined, { PATH: join(home, 'empty') })).toBe('{}');
});

test('nothing without the bundle', async () => {
  const { launcher, bundle } = installInto(join(home, PACKAGE));
  rmSync(bundle);
  expect(await started(launcher)).toBe('{}');
});
