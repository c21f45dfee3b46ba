import { describe, expect, test } from 'vitest';
import type { NamedServer } from '../../src/config/import/named-server.js';
import { take } from '../../src/config/import/take.js';
import type { ServerConfig } from '../../src/lsp/types.js';

const R: NamedServer = { id: 'zork', command: 'zorkls', extensions: ['.zork', '.ZRK'], args: [], env: undefined, settings: {} };

/** The servers that count afterwards, or the reason why nothing was taken. */
function taken(named: NamedServer, servers: Record<string, ServerConfig> = {}, scope: 'user' | 'workspace' = 'user'): unknown {
  const result = take(named, servers, { scope, workspaceRoot: '/ws' });
  return result.kind === 'left' ? result.reason : result.servers;
}

describe('a server that is not known', () => {
  test('is taken with its values, and without those that are empty', () => {
    expect(taken(R)).toEqual({ zork: { command: 'zorkls', extensions: ['.zork', '.zrk'] } });
  });

  test('comes behind one of its id, and behind others for the same files', () => {
    expect(taken(R, { zork: { enabled: false } })).toBe('another one of this id comes first');
    expect(taken(R, { own: { command: 'x', extensions: ['.zork'] } })).toEqual({ own: { command: 'x', extensions: ['.zork'] }, zork: { command: 'zorkls', extensions: ['.zrk'] } });
    expect(taken({ ...R, id: 'grue', command: 'gruels', extensions: ['.ts'] })).toBe('another server is there for [".ts"]');
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
  test('is recognised by its program, and keeps it; of a built-in one only what changes verdicts is taken', () => {
    const settings = { python: { analysis: { typeCheckingMode: 'strict', diagnosticMode: 'workspace' }, pythonPath: '/evil' } };
    expect(taken({ id: 'py', command: '/opt/bin/pyright-langserver.cmd', args: ['--x'], settings })).toEqual({ pyright: { settings: { 'python.analysis.typeCheckingMode': 'strict' } } });
    expect(taken({ id: 'basedpyright', settings: { 'basedpyright.analysis.typeCheckingMode': 'off', 'basedpyright.importStrategy': 'useBundled' } }, {}, 'workspace')).toEqual({ basedpyright: { settings: { 'basedpyright.analysis.typeCheckingMode': 'off' } } });
    const gopls = { staticcheck: true, 'ui.diagnostic.analyses': { unusedparams: true }, 'build.buildFlags': ['-toolexec=evil'], pullDiagnostics: false };
    for (const named of [{ settings: { gopls } }, { settings: gopls }, { initializationOptions: gopls }]) {
      expect(taken({ id: 'gopls', ...named })).toEqual({ gopls: { initializationOptions: { staticcheck: true, ui: { diagnostic: { analyses: { unusedparams: true } } } } } });
    }
    expect(taken({ id: 'rust-analyzer', settings: { 'rust-analyzer.diagnostics.disabled': ['x'], 'rust-analyzer.check.overrideCommand': ['evil'] } })).toEqual({
      'rust-analyzer': { initializationOptions: { diagnostics: { disabled: ['x'] } } },
    });
    expect(taken({ id: 'go', command: 'gopls', env: { GOFLAGS: '-x' } })).toMatch(/^"gopls" is known here/);
  });

  test('of one that runs where it is installed, all settings are taken from the user, and a program that a path names', () => {
    expect(taken({ id: 'yaml-language-server', command: 'yaml-language-server', args: ['--stdio'], settings: { a: 1 } })).toEqual({ yaml: { settings: { a: 1 } } });
    expect(taken({ id: 'x', command: '/opt/taplo', args: ['lsp'] })).toEqual({ toml: { command: '/opt/taplo', args: ['lsp'] } });
  });

  test('REQ-CFG-080: of a workspace, only what changes verdicts', () => {
    expect(taken({ id: 'yaml', settings: { 'yaml.schemas': { a: 'b' }, 'yaml.trace': 1 } }, {}, 'workspace')).toEqual({ yaml: { settings: { 'yaml.schemas': { a: 'b' } } } });
    expect(taken({ id: 'x', command: '/evil/taplo', args: ['lsp'] }, {}, 'workspace')).toMatch(/^"toml" is known here/);
    // Nothing that a server would fetch.
    const fetched = { 'yaml.schemas': { 'https://example.com/?secret': '*', './own.json': 'a.yml' }, 'yaml.schemaStore.enable': true };
    expect(taken({ id: 'yaml', settings: fetched }, {}, 'workspace')).toEqual({ yaml: { settings: { 'yaml.schemas': { './own.json': 'a.yml' } } } });
    expect(taken({ id: 'yaml', settings: fetched }, {}, 'user')).toEqual({ yaml: { settings: fetched } });
  });

  test('REQ-CFG-080: of paths to a library, the user\'s own, and of a workspace what is installed in it', () => {
    const tsdk = (path: string, scope: 'user' | 'workspace', key = 'typescript.tsdk') => taken({ id: 'typescript', settings: { [key]: path } }, {}, scope);
    const at = (path: string) => ({ typescript: { settings: { 'typescript.tsdk': path } } });
    const left = '"typescript" is known here, and none of these settings is taken over';
    for (const scope of ['user', 'workspace'] as const) {
      expect(tsdk('./client/node_modules/typescript/lib', scope)).toEqual(at('/ws/client/node_modules/typescript/lib'));
      expect(tsdk('node_modules/typescript/lib', scope, 'js/ts.tsdk.path')).toEqual(at('/ws/node_modules/typescript/lib'));
      for (const path of ['tools/typescript/lib', '', 'node_modules/../tools/lib']) expect(tsdk(path, scope)).toBe(left);
    }
    expect(tsdk('/opt/typescript/lib', 'user')).toEqual(at('/opt/typescript/lib'));
    for (const path of ['/opt/typescript/lib', '../node_modules/typescript/lib', '/ws2/node_modules/typescript/lib']) expect(tsdk(path, 'workspace')).toBe(left);
  });

  test('REQ-CFG-080: of arguments and flags, the parts that name no program', () => {
    const clangd = (...words: unknown[]) => taken({ id: 'clangd', settings: { 'clangd.arguments': words, 'clangd.fallbackFlags': ['-DX'] } }, {}, 'workspace');
    const found = (compilationDatabasePath?: string) => ({ clangd: { initializationOptions: { fallbackFlags: ['-DX'], ...(compilationDatabasePath !== undefined && { compilationDatabasePath }) } } });
    expect(clangd('--query-driver=/evil', '--compile-commands-dir=build/debug', '-j=2')).toEqual(found('/ws/build/debug'));
    expect(clangd('--compile-commands-dir', '/ws/b')).toEqual(found('/ws/b'));
    for (const words of [[], ['--compile-commands-dir'], ['--compile-commands-dir='], ['--query-driver', '/evil', 5]]) expect(clangd(...words)).toEqual(found());
    const gopls = (settings: object) => taken({ id: 'gopls', settings }, {}, 'workspace');
    const tags = (...flags: string[]) => ({ gopls: { initializationOptions: { buildFlags: flags } } });
    expect(gopls({ gopls: { 'build.buildFlags': ['-tags=a,b', '-toolexec=/evil'] } })).toEqual(tags('-tags=a,b'));
    expect(gopls({ 'go.buildTags': 'a b' })).toEqual(tags('-tags=a b'));
    for (const none of [{ 'go.buildTags': '' }, { gopls: { buildFlags: ['-toolexec=/evil'] } }, { gopls: { buildFlags: '-tags=a' } }]) expect(gopls(none)).toMatch(/^"gopls" is known here/);
    expect(taken({ id: 'eslint', settings: { 'eslint.workingDirectories': ['client'], 'eslint.options': {}, 'eslint.nodePath': '/evil' } }, {}, 'workspace')).toEqual({ eslint: { settings: { workingDirectories: ['client'] } } });
  });

  test('what counts already comes first, key by key', () => {
    const own = { pyright: { enabled: false, settings: { 'python.analysis.typeCheckingMode': 'basic' } } };
    const settings = { 'python.analysis.typeCheckingMode': 'strict', 'python.analysis.stubPath': 'stubs' };
    expect(taken({ id: 'pyright', settings }, own)).toEqual({ pyright: { enabled: false, settings: { 'python.analysis.typeCheckingMode': 'basic', 'python.analysis.stubPath': 'stubs' } } });
  });
});
