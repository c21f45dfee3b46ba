import { afterEach, describe, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Launch } from '../../../../backend/definition.ts';
import { define } from '../../../../backend/server-preset.ts';
import { createSearch } from '../../../../backend/program/search.ts';
import { typescript as recipe } from '../../typescript.ts';
import {
  add,
  cleanUp,
  env,
  launchOf,
  locate,
  MODULES,
  npmPackage,
  workspace,
  type Entry,
} from '../../../../../test/registry/workspace.ts';
import { TSSERVER, TYPESCRIPT7 } from '../../strategies.ts';

afterEach(cleanUp);

const typescript = define(recipe);
const platform = `typescript-${process.platform}-${process.arch}`;

/** A TypeScript up to version 6, by what the lookup needs of it. */
function old(version: string, folder = '.'): Record<string, Entry> {
  return {
    ...npmPackage(folder, 'typescript', version),
    [`${folder}/node_modules/typescript/lib/tsserver.js`]: '',
  };
}

/** A TypeScript from version 7 on, whose binary is a package of its own in `binaryFolder`. */
function modern(version: string, folder = '.', binaryFolder = folder): Record<string, Entry> {
  return {
    ...npmPackage(folder, 'typescript', version, 'tsc'),
    [`${folder}/node_modules/typescript/package.json`]: {
      version,
      bin: { tsc: 'cli.js' },
      optionalDependencies: { [`@typescript/${platform}`]: version },
    },
    [`${binaryFolder}/node_modules/@typescript/${platform}/package.json`]: { version },
    [`${binaryFolder}/node_modules/@typescript/${platform}/lib/tsc`]: { program: 'native' },
  };
}

function launch(files: Record<string, Entry>, folder = '.'): Launch & { at: string } {
  env({ PATH: '' });
  const root = workspace({ ...files, [`${folder}/`]: '' });
  return { ...launchOf(locate(typescript, root, folder)), at: root };
}

describe("the workspace's own TypeScript", () => {
  test('up to 6 is asked through typescript-language-server', () => {
    const { at, ...found } = launch(old('6.0.2'), 'src/deep');
    expect(found).toMatchObject({
      root: at,
      toolchain: `${at}/node_modules/typescript@6.0.2`,
      command: process.execPath,
      args: [realpathSync(join(MODULES, 'typescript-language-server/lib/cli.mjs')), '--stdio'],
      strategies: TSSERVER,
      initializationOptions: {
        disableAutomaticTypingAcquisition: true,
        tsserver: { path: join(at, 'node_modules/typescript/lib/tsserver.js'), useSyntaxServer: 'never' },
      },
      program: {
        name: 'typescript-language-server',
        origin: 'bundled',
        uses: {
          name: 'typescript',
          version: '6.0.2',
          path: join(at, 'node_modules/typescript'),
          origin: 'workspace',
        },
      },
    });
  });

  test('from 7 on serves itself, without Node', () => {
    const { at, ...found } = launch(modern('7.0.2'));
    const binary = join(at, 'node_modules/@typescript', platform, 'lib/tsc');
    expect(found).toMatchObject({
      root: at,
      toolchain: `${binary}@7.0.2`,
      command: binary,
      args: ['--lsp', '--stdio'],
      strategies: TYPESCRIPT7,
      program: {
        name: 'tsc',
        version: '7.0.2',
        path: binary,
        origin: 'workspace',
        uses: { name: 'typescript', version: '7.0.2', origin: 'workspace' },
      },
    });
    expect(found.initializationOptions).toBeUndefined();
  });

  test('REQ-OBS-030: from 7 on is configured to judge as its command does, and to fetch nothing from the network', () => {
    const { typescript: told } = launch(modern('7.0.2')).configuration!('') as Record<string, unknown>;
    expect(told).toEqual({ reportStyleChecksAsWarnings: false, disableAutomaticTypeAcquisition: true });
  });

  test('of each package of a monorepo has a process of its own at the top of the workspace', () => {
    env({ PATH: '' });
    const root = workspace({
      ...modern('7.1.0'),
      ...old('5.4.5', 'packages/old'),
      'packages/new/src/': '',
      'packages/other/': '',
    });
    const at = (folder: string): Launch => launchOf(locate(typescript, root, folder));
    expect(at('packages/old').program.uses?.version).toBe('5.4.5');
    expect(at('packages/new/src').program.uses?.version).toBe('7.1.0');
    expect(at('packages/new/src').toolchain).toBe(at('packages/other').toolchain);
    expect(at('packages/old').toolchain).not.toBe(at('packages/other').toolchain);
    expect(new Set(['packages/old', 'packages/new/src', '.'].map((folder) => at(folder).root))).toEqual(
      new Set([root]),
    );
  });

  test('reached by two links is one', () => {
    env({ PATH: '' });
    const root = workspace({
      'a/node_modules/typescript': { link: '../../store/node_modules/typescript' },
      'b/node_modules/typescript': { link: '../../store/node_modules/typescript' },
      ...old('5.9.3', 'store'),
    });
    const at = (folder: string): Launch => launchOf(locate(typescript, root, folder));
    expect(at('a').toolchain).toBe(at('b').toolchain);
    expect(at('a').toolchain).toStartWith(join(root, 'store'));
  });

  test("as pnpm lays it out has its binary beside the package's real folder", () => {
    env({ PATH: '' });
    const root = workspace({
      ...modern('7.0.2', 'node_modules/.pnpm/typescript@7.0.2'),
      'node_modules/typescript': { link: '.pnpm/typescript@7.0.2/node_modules/typescript' },
    });
    expect(launchOf(locate(typescript, root)).command).toBe(
      join(root, 'node_modules/.pnpm/typescript@7.0.2/node_modules/@typescript', platform, 'lib/tsc'),
    );
  });

  test('that was upgraded in place is another toolchain', () => {
    env({ PATH: '' });
    const root = workspace(old('5.8.0'));
    const before = launchOf(locate(typescript, root));
    add(root, old('5.9.3'));
    const after = launchOf(locate(typescript, root));
    expect(after.toolchain).not.toBe(before.toolchain);
    expect(after.program.uses?.version).toBe('5.9.3');
  });

  test('whose future layout is unknown is started by its own script', () => {
    const { at, ...found } = launch(npmPackage('.', 'typescript', '8.0.0', 'tsc'));
    expect(found).toMatchObject({
      command: process.execPath,
      args: [join(at, 'node_modules/typescript/cli.js'), '--lsp', '--stdio'],
      strategies: TYPESCRIPT7,
    });
  });
});

describe('no other compiler takes the place of one that is broken', () => {
  const check = (files: Record<string, Entry>, reason: string, hint = 'npm install'): void => {
    env({ PATH: '' });
    expect(locate(typescript, workspace({ ...old('5.9.3'), ...files, 'p/src/': '' }), 'p/src')).toEqual({
      kind: 'unavailable',
      reason,
      hint,
    });
  };
  test('without tsserver.js', () => {
    check(
      npmPackage('p', 'typescript', '5.4.5'),
      'TypeScript 5.4.5 in p/node_modules/typescript lacks lib/tsserver.js',
    );
  });
  test('without its native package', () => {
    const files = modern('7.0.2', 'p', 'elsewhere');
    check(
      files,
      `TypeScript 7.0.2 in p/node_modules/typescript lacks its program, the package @typescript/${platform}`,
    );
  });
  test('without a version', () => {
    const reason = 'p/node_modules/typescript/package.json does not say which TypeScript it is';
    check({ 'p/node_modules/typescript/package.json': '' }, reason);
    check({ 'p/node_modules/typescript/package.json': { version: 'next' } }, reason);
  });
  test("with Yarn's Plug'n'Play and no SDK", () => {
    env({ PATH: '' });
    const want = {
      kind: 'unavailable',
      reason: "Yarn's Plug'n'Play is on and .yarn/sdks has no typescript",
      hint: 'yarn dlx @yarnpkg/sdks base',
    } as const;
    expect(locate(typescript, workspace({ '.pnp.cjs': '', 'src/': '' }), 'src')).toEqual(want);
  });
});

test("Yarn's Plug'n'Play is judged by its SDK", () => {
  const found = launch(
    {
      '.pnp.cjs': '',
      '.yarn/sdks/typescript/package.json': { version: '5.9.3-sdk' },
      '.yarn/sdks/typescript/lib/tsserver.js': '',
    },
    'src',
  );
  expect(found.program.uses).toEqual({
    name: 'typescript',
    version: '5.9.3-sdk',
    path: join(found.at, '.yarn/sdks/typescript'),
    origin: 'workspace',
  });
});

test('without a TypeScript of its own the workspace gets the bundled pair, whatever lies on PATH', () => {
  const root = workspace({ 'bin/typescript-language-server': { program: '#!/bin/sh\n' }, 'src/': '' });
  env({ PATH: join(root, 'bin') });
  const found = launchOf(locate(typescript, root, 'src'));
  expect(found.program).toMatchObject({
    origin: 'bundled',
    uses: { name: 'typescript', path: realpathSync(join(MODULES, 'typescript')), origin: 'bundled' },
  });
});

describe('the setting typescript.tsdk', () => {
  const uses = (
    files: Record<string, Entry>,
    tsdk: (root: string) => string,
    folder = '.',
    trusted = true,
  ): unknown => {
    env({ PATH: '' });
    const root = workspace({ ...files, [`${folder}/`]: '' });
    const definition = define(recipe, { settings: { 'typescript.tsdk': tsdk(root) } });
    const { version, origin } = launchOf(locate(definition, root, folder, { trusted })).program.uses ?? {};
    return origin === 'bundled' ? origin : { version, origin };
  };
  const inClient = (root: string): string => join(root, 'client/node_modules/typescript/lib');
  const client = old('5.8.1', 'client');

  test('REQ-CFG-040: it takes the place of the bundled compiler, and of no other', () => {
    expect(uses(client, inClient, 'server')).toEqual({ version: '5.8.1', origin: 'workspace' });
    expect(uses({ ...client, ...old('5.4.5', 'server') }, inClient, 'server')).toEqual({
      version: '5.4.5',
      origin: 'workspace',
    });
    const elsewhere = join(workspace(old('5.7.2')), 'node_modules/typescript/lib');
    expect(uses({}, () => `${elsewhere}/`)).toEqual({ version: '5.7.2', origin: 'path' });
    expect(uses({}, () => join(elsewhere, 'gone/lib'))).toBe('bundled');
    expect(uses({ 'tools/package.json': { version: '5.1.0' } }, () => 'tools/lib')).toBe('bundled');
  });

  test('REQ-CFG-080: in the workspace it is an installed package, and in an untrusted one it does not count', () => {
    const tools = { 'tools/package.json': { version: '5.1.0' }, 'tools/lib/tsserver.js': '' };
    expect(uses(tools, (root) => join(root, 'tools/lib'))).toBe('bundled');
    const outside = workspace();
    const linked = (root: string): string => {
      add(outside, { link: { link: join(root, 'tools') } });
      return join(outside, 'link/lib');
    };
    expect(uses(tools, linked)).toBe('bundled');
    expect(uses(client, inClient, 'server', false)).toBe('bundled');
  });
});

test('a typescript-language-server without `typescript.tsserverRequest` is passed over', () => {
  const check = (version: string, origin: 'bundled' | 'workspace'): void => {
    const found = launch({
      ...old('5.9.3'),
      ...npmPackage('.', 'typescript-language-server', version, 'typescript-language-server'),
    });
    expect(found.program.origin).toBe(origin);
  };
  check('4.3.4', 'bundled');
  check('4.4.0', 'workspace');
});

test('the real programs start: the bundled server, and the native binary of TypeScript 7 without Node', () => {
  const { node } = createSearch({ workspaceRoot: workspace() });
  const check = (root: string, node: string | undefined): void => {
    const { command, args, program } = launchOf(locate(typescript, root, '.', { node }));
    const printed = execFileSync(command, [...args.filter((arg) => !arg.startsWith('--')), '--version'], {
      encoding: 'utf8',
    });
    expect(printed).toContain(program.version ?? 'a version');
  };
  check(workspace(), node);
  check(workspace({ 'node_modules/typescript': { link: join(MODULES, 'typescript-v7') } }), undefined);
});
