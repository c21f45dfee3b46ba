import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { NamedServer } from '../../src/config/import/named-server.js';
import { take } from '../../src/config/import/take.js';
import type { ServerConfig } from '../../src/lsp/types.js';
import { folderOf } from '../support/folders.js';

const R: NamedServer = {
  id: 'zork',
  command: 'zorkls',
  extensions: ['.zork', '.ZRK'],
  args: [],
  env: undefined,
  settings: {},
};

/** Settings of a server that nothing names. */
const tuned = (config: ServerConfig): ServerConfig => ({ ...config, imported: true });

/** The servers that count afterwards, or the reason why nothing was taken. */
function taken(
  named: NamedServer,
  servers: Record<string, ServerConfig> = {},
  scope: 'user' | 'workspace' = 'user',
  workspaceRoot = '/ws',
): unknown {
  const result = take(named, servers, { scope, workspaceRoot });
  return result.kind === 'left' ? result.reason : result.servers;
}

describe('a server that is not known', () => {
  test('is taken with its values, and without those that are empty', () => {
    expect(taken(R)).toEqual({ zork: { command: 'zorkls', extensions: ['.zork', '.zrk'] } });
  });

  test('comes behind one of its id, and behind others for the same files', () => {
    expect(taken(R, { zork: { command: 'mine', extensions: ['.z'] } })).toBe(
      'another one of this id comes first',
    );
    // Settings alone name no program.
    expect(taken(R, { zork: { enabled: false } })).toEqual({
      zork: { command: 'zorkls', extensions: ['.zork', '.zrk'], enabled: false },
    });
    expect(
      taken(
        { ...R, id: 'yaml', command: 'npx', extensions: ['.yaml'] },
        { yaml: tuned({ settings: { a: 1 } }) },
      ),
    ).toEqual({ yaml: { command: 'npx', extensions: ['.yaml'], settings: { a: 1 } } });
    expect(taken(R, { own: { command: 'x', extensions: ['.zork'] } })).toEqual({
      own: { command: 'x', extensions: ['.zork'] },
      zork: { command: 'zorkls', extensions: ['.zrk'] },
    });
    for (const served of ['.ts', '.json', 'json', 'Cargo.toml'])
      expect(taken({ ...R, id: 'grue', command: 'gruels', extensions: [served] })).toBe(
        `another server is there for ["${served}"]`,
      );
    expect(taken({ ...R, id: 'constructor' })).toEqual({
      constructor: { command: 'zorkls', extensions: ['.zork', '.zrk'] },
    });
  });

  test('is left where it could not be started, or would never be asked', () => {
    expect(taken({ ...R, command: undefined })).toBe('it names no program');
    expect(taken({ ...R, extensions: [] })).toBe('it names no files');
    expect(taken({ ...R, args: ['-e', 5] })).toBe('args.1: must be a string');
    expect(taken({ ...R, id: 'gopls', command: 5 })).toMatch(/^"gopls" is known here/);
  });

  test('REQ-CFG-080: is never taken from a workspace', () => {
    expect(taken(R, {}, 'workspace')).toBe('a workspace names no program');
  });
});

describe('a server that is known', () => {
  test('is recognised by its program, and keeps it; of a built-in one only what changes findings is taken', () => {
    const settings = {
      python: { analysis: { typeCheckingMode: 'strict', diagnosticMode: 'workspace' }, pythonPath: '/evil' },
    };
    expect(taken({ id: 'py', command: '/opt/bin/pyright-langserver.cmd', args: ['--x'], settings })).toEqual({
      pyright: tuned({ settings: { 'python.analysis.typeCheckingMode': 'strict' } }),
    });
    expect(
      taken(
        {
          id: 'basedpyright',
          settings: {
            'basedpyright.analysis.typeCheckingMode': 'off',
            'basedpyright.importStrategy': 'useBundled',
          },
        },
        {},
        'workspace',
      ),
    ).toEqual({ basedpyright: tuned({ settings: { 'basedpyright.analysis.typeCheckingMode': 'off' } }) });
    const gopls = {
      staticcheck: true,
      'ui.diagnostic.analyses': { unusedparams: true },
      'ui.semanticTokens': true,
      'build.buildFlags': ['-toolexec=evil'],
      pullDiagnostics: false,
    };
    for (const named of [{ settings: { gopls } }, { settings: gopls }, { initializationOptions: gopls }]) {
      expect(taken({ id: 'gopls', ...named })).toEqual({
        gopls: tuned({ initializationOptions: { staticcheck: true, analyses: { unusedparams: true } } }),
      });
    }
    expect(
      taken({
        id: 'rust-analyzer',
        settings: {
          'rust-analyzer.diagnostics.disabled': ['x'],
          'rust-analyzer.check.overrideCommand': ['evil'],
        },
      }),
    ).toEqual({
      'rust-analyzer': tuned({ initializationOptions: { diagnostics: { disabled: ['x'] } } }),
    });
    expect(taken({ id: 'go', command: 'gopls', env: { GOFLAGS: '-x' } })).toMatch(/^"gopls" is known here/);
  });

  test('of one that runs where it is installed, all settings are taken from the user, and a program that a path names', () => {
    expect(
      taken({
        id: 'yaml-language-server',
        command: 'yaml-language-server',
        args: ['--stdio'],
        settings: { a: 1 },
      }),
    ).toEqual({ yaml: tuned({ settings: { a: 1 } }) });
    expect(taken({ id: 'x', command: '/opt/taplo', args: ['lsp'] })).toEqual({
      toml: { command: '/opt/taplo', args: ['lsp'] },
    });
  });

  test('REQ-CFG-080: of a workspace, only what changes findings', () => {
    expect(
      taken({ id: 'yaml', settings: { 'yaml.schemas': { a: 'b' }, 'yaml.trace': 1 } }, {}, 'workspace'),
    ).toEqual({ yaml: tuned({ settings: { 'yaml.schemas': { a: 'b' } } }) });
    expect(taken({ id: 'x', command: '/evil/taplo', args: ['lsp'] }, {}, 'workspace')).toMatch(
      /^"toml" is known here/,
    );
    // Nothing that a server would fetch.
    const fetched = {
      'yaml.schemas': { 'https://example.com/?secret': '*', './own.json': 'a.yml' },
      'yaml.schemaStore.enable': true,
    };
    expect(taken({ id: 'yaml', settings: fetched }, {}, 'workspace')).toEqual({
      yaml: tuned({ settings: { 'yaml.schemas': { './own.json': 'a.yml' } } }),
    });
    expect(taken({ id: 'yaml', settings: fetched }, {}, 'user')).toEqual({
      yaml: tuned({ settings: fetched }),
    });
  });

  test("REQ-CFG-080: of paths to a library, the user's own, and of a workspace what is installed in it", () => {
    const tsdk = (path: string, scope: 'user' | 'workspace', key = 'typescript.tsdk') =>
      taken({ id: 'typescript', settings: { [key]: path } }, {}, scope);
    const at = (path: string) => ({ typescript: tuned({ settings: { 'typescript.tsdk': path } }) });
    const left = '"typescript" is known here, and none of these settings is taken over';
    for (const scope of ['user', 'workspace'] as const) {
      expect(tsdk('./client/node_modules/typescript/lib', scope)).toEqual(
        at('/ws/client/node_modules/typescript/lib'),
      );
      expect(tsdk('node_modules/typescript/lib', scope, 'js/ts.tsdk.path')).toEqual(
        at('/ws/node_modules/typescript/lib'),
      );
      for (const path of ['tools/typescript/lib', '', 'node_modules/../tools/lib'])
        expect(tsdk(path, scope)).toBe(left);
    }
    expect(tsdk('/opt/typescript/lib', 'user')).toEqual(at('/opt/typescript/lib'));
    for (const path of [
      '/opt/typescript/lib',
      '../node_modules/typescript/lib',
      '/ws2/node_modules/typescript/lib',
    ])
      expect(tsdk(path, 'workspace')).toBe(left);
  });

  test('REQ-CFG-080: of arguments and flags, the parts that name no program', () => {
    const root = folderOf();
    const clangd = (...words: unknown[]) =>
      taken(
        { id: 'clangd', settings: { 'clangd.arguments': words, 'clangd.fallbackFlags': ['-DX'] } },
        {},
        'workspace',
        root,
      );
    const found = (compilationDatabasePath?: string) => ({
      clangd: tuned({
        initializationOptions: {
          fallbackFlags: ['-DX'],
          ...(compilationDatabasePath !== undefined && { compilationDatabasePath }),
        },
      }),
    });
    mkdirSync(join(root, 'build/debug'), { recursive: true });
    expect(clangd('--query-driver=/evil', '--compile-commands-dir=build/debug', '-j=2')).toEqual(
      found(join(root, 'build/debug')),
    );
    expect(clangd('--compile-commands-dir', join(root, 'build'))).toEqual(found(join(root, 'build')));
    writeFileSync(join(root, 'a-file'), '');
    // clangd ignores a folder that is not there, and so it does one whose name holds a variable.
    for (const words of [
      [],
      ['--compile-commands-dir'],
      ['--compile-commands-dir='],
      ['--query-driver', '/evil', 5],
      ['--compile-commands-dir=none'],
      ['--compile-commands-dir=a-file/build'],
      ['--compile-commands-dir=${userHome}/build'],
    ])
      expect(clangd(...words)).toEqual(found());
    const gopls = (settings: object) => taken({ id: 'gopls', settings }, {}, 'workspace');
    const tags = (...flags: string[]) => ({ gopls: tuned({ initializationOptions: { buildFlags: flags } }) });
    expect(gopls({ gopls: { 'build.buildFlags': ['-tags=a,b', '-toolexec=/evil'] } })).toEqual(
      tags('-tags=a,b'),
    );
    expect(gopls({ 'go.buildTags': 'a b' })).toEqual(tags('-tags=a b'));
    expect(gopls({ 'go.buildFlags': ['-v', '-tags', 'a,b', '-toolexec', '/evil'] })).toEqual(
      tags('-tags=a,b'),
    );
    for (const none of [
      { 'go.buildTags': '' },
      { gopls: { buildFlags: ['-toolexec=/evil'] } },
      { gopls: { buildFlags: '-tags=a' } },
    ])
      expect(gopls(none)).toMatch(/^"gopls" is known here/);
    expect(
      taken(
        {
          id: 'eslint',
          settings: {
            'eslint.workingDirectories': ['client'],
            'eslint.options': {},
            'eslint.nodePath': '/evil',
          },
        },
        {},
        'workspace',
      ),
    ).toEqual({ eslint: tuned({ settings: { workingDirectories: ['client'] } }) });
  });

  test('is recognised by its id where a program starts it that starts others', () => {
    const extensions = ['.ts', '.vue'];
    expect(
      taken({
        id: 'typescript',
        command: 'npx',
        args: ['typescript-language-server', '--stdio'],
        extensions,
      }),
    ).toMatch(/^"typescript" is known here/);
    expect(
      taken({
        id: 'pyright',
        command: 'uvx',
        args: ['pyright-langserver'],
        extensions: ['.py', '.ipynb'],
        settings: { 'python.analysis.stubPath': 's' },
      }),
    ).toEqual({ pyright: tuned({ settings: { 'python.analysis.stubPath': 's' } }) });
    expect(
      taken({ id: 'yaml', command: 'npx', args: ['yaml-language-server'], extensions: ['.yml'] }),
    ).toEqual({ yaml: { command: 'npx', args: ['yaml-language-server'], extensions: ['.yml'] } });
  });

  test('that nothing names does not count as named, whatever tunes it, and one that is named still does', () => {
    const yaml: NamedServer = { id: 'yaml', settings: { 'yaml.validate': false } };
    const settings = { 'yaml.validate': false };
    expect(taken(yaml, { yaml: tuned({ settings: { 'yaml.customTags': ['!x'] } }) })).toEqual({
      yaml: tuned({ settings: { ...settings, 'yaml.customTags': ['!x'] } }),
    });
    expect(taken(yaml, { yaml: {} })).toEqual({ yaml: { settings } });
    expect(
      taken(
        { ...yaml, command: '/opt/yaml-language-server', args: ['--stdio'] },
        { yaml: { command: '/mine' } },
      ),
    ).toEqual({ yaml: { command: '/mine', settings } });
    expect(taken({ ...yaml, command: '/opt/yaml-language-server' }, { yaml: tuned({}) })).toEqual({
      yaml: { command: '/opt/yaml-language-server', settings },
    });
  });

  test('what counts already comes first, key by key', () => {
    const own = { pyright: { enabled: false, settings: { 'python.analysis.typeCheckingMode': 'basic' } } };
    const settings = { 'python.analysis.typeCheckingMode': 'strict', 'python.analysis.stubPath': 'stubs' };
    expect(taken({ id: 'pyright', settings }, own)).toEqual({
      pyright: {
        enabled: false,
        settings: { 'python.analysis.typeCheckingMode': 'basic', 'python.analysis.stubPath': 'stubs' },
      },
    });
    const ours = {
      'rust-analyzer': { initializationOptions: { diagnostics: { styleLints: { enable: true } } } },
    };
    expect(
      taken({ id: 'rust-analyzer', settings: { 'rust-analyzer.diagnostics.disabled': ['x'] } }, ours),
    ).toEqual({
      'rust-analyzer': {
        initializationOptions: { diagnostics: { disabled: ['x'], styleLints: { enable: true } } },
      },
    });
  });
});
