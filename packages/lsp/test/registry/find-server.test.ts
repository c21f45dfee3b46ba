import { describe, expect, test } from 'bun:test';
import { createRegistry } from '../../src/backend/find-server.ts';
import { languageIdFor } from '../../src/backend/language-map.ts';
import { BUILT_IN_SERVERS, type LspConfig, WELL_KNOWN_SERVERS } from '../../src/types.ts';
import { LANGUAGES } from '../../src/languages/index.ts';
import { TABLE } from '../../src/languages/presets/table.ts';

/** Of the long table, more servers come and go. Deno and Flow judge in folders of their own alone. */
const LEFT_OUT = new Set([...TABLE.map(({ id }) => id), 'deno', 'flow']);

function idsFor(path: string, config: LspConfig = {}): string[] {
  return createRegistry(LANGUAGES, config)
    .forFile(path)
    .map((definition) => definition.id)
    .filter((id) => !LEFT_OUT.has(id));
}

describe('servers of a file', () => {
  test('REQ-LANG-040: every server that has its extension, sorted by id', () => {
    const check = (path: string, want: string[], config?: LspConfig): void => {
      expect(idsFor(path, config)).toEqual(want);
    };
    for (const extension of ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'])
      check(`/w/a.${extension}`, ['biome', 'eslint', 'oxlint', 'typescript']);
    check('/w/A.TS', ['biome', 'eslint', 'oxlint', 'typescript']);
    check('/w/a b#c/x.d.ts', ['biome', 'eslint', 'oxlint', 'typescript']);
    check('/w/a.py', ['mypy', 'pyright', 'ruff', 'ty']);
    check('/w/a.pyi', ['mypy', 'pyright', 'ruff', 'ty']);
    check('/w/a.go', ['gopls']);
    check('/w/a.rs', ['cargo', 'rust-analyzer']);
    const custom = {
      servers: {
        yours: { command: 'z', extensions: ['.ts', '.mine'] },
        alpha: { command: 'a', extensions: ['.ts'] },
      },
    };
    check('/w/a.ts', ['alpha', 'biome', 'eslint', 'oxlint', 'typescript', 'yours'], custom);
    check('/w/a.mine', ['yours'], custom);
  });

  test('none for names without a known ending (REQ-GRACE-010)', () => {
    for (const name of ['a.xyz', 'Makefile', 'ts', 'a.ts.bak', '.', 'a.', 'a.ts/b'])
      expect(idsFor(`/w/${name}`)).toEqual([]);
  });

  test('an ending may have two parts', () => {
    const config = { servers: { app: { command: 'b', extensions: ['.app.yaml'] } } };
    expect(idsFor('/w/view.App.yaml', config)).toEqual(['app', 'yaml']);
    expect(idsFor('/w/view.yaml', config)).toEqual(['yaml']);
  });

  test('REQ-CFG-040: without a dot in front it is a whole name, or an ending of several', () => {
    const config = { servers: { make: { command: 'm', extensions: ['Makefile', 'go.work', 'mk'] } } };
    const check = (name: string, want: boolean): void => {
      expect([name, idsFor(`/w/${name}`, config).includes('make')]).toEqual([name, want]);
    };
    for (const name of ['Makefile', 'makefile', 'MAKEFILE', 'x.makefile', 'go.work', 'rules.mk', 'mk'])
      check(name, true);
    for (const name of ['Makefile.am', 'xmakefile', 'makefile/a', 'work', 'a.go.sum', 'mkv'])
      check(name, false);
  });
});

test('REQ-LANG-020: TypeScript, ESLint, C, Go, Java, Python and Rust need no configuration', () => {
  expect(
    createRegistry(LANGUAGES, {})
      .all()
      .filter(({ id }) => BUILT_IN_SERVERS.includes(id))
      .map(({ id, language }) => `${id}: ${language}`),
  ).toEqual([
    'cargo: Rust',
    'clangd: C, C++',
    'eslint: ESLint',
    'gopls: Go',
    'javac: Java',
    'mypy: Python (mypy)',
    'pyright: Python',
    'rust-analyzer: Rust',
    'typescript: TypeScript, JavaScript',
  ]);
});

test('the ids that settings may name are those of the registry', () => {
  expect(
    createRegistry(LANGUAGES, {})
      .all()
      .map(({ id }) => id),
  ).toEqual([...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS].sort());
});

test('REQ-CFG-030: a server that is switched off checks nothing and is still known', () => {
  const registry = createRegistry(LANGUAGES, {
    servers: {
      eslint: { enabled: false },
      mine: { enabled: false, command: 'x', extensions: ['.ts'] },
      pyright: { enabled: true },
    },
  });
  const builtIn = (path: string): string[] =>
    registry
      .forFile(path)
      .map(({ id }) => id)
      .filter((id) => BUILT_IN_SERVERS.includes(id) || id === 'mine');
  expect(builtIn('/w/a.ts')).toEqual(['typescript']);
  expect(builtIn('/w/a.py')).toEqual(['mypy', 'pyright']);
  expect(registry.all().map((definition) => definition.id)).toContain('eslint');
  expect(registry.all().map((definition) => definition.id)).toContain('mine');
  const disabled = ['eslint', 'mine', 'pyright', 'typescript', 'unknown', 'constructor'].filter((id) =>
    registry.isDisabled(id),
  );
  expect(disabled).toEqual(['eslint', 'mine']);
});

test('REQ-CFG-040: custom servers stand beside the built-in ones', () => {
  const all = createRegistry(LANGUAGES, { servers: { foo: { command: 'foo', extensions: ['.foo'] } } }).all();
  const ids = [...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS, 'foo'];
  expect(all.map((definition) => definition.id)).toEqual(ids.sort());
});

test('REQ-LANG-010: a file is opened under the language id that its name usually has', () => {
  const check = (path: string, want: string, languageId?: string): void => {
    expect(languageIdFor(languageId === undefined ? {} : { languageId }, path)).toBe(want);
  };
  check('/w/a.ts', 'typescript');
  check('/w/a.mts', 'typescript');
  check('/w/a.tsx', 'typescriptreact');
  check('/w/a.js', 'javascript');
  check('/w/a.cjs', 'javascript');
  check('/w/a.jsx', 'javascriptreact');
  check('/w/A.PY', 'python');
  check('/w/a.pyi', 'python');
  check('/w/a.go', 'go');
  check('/w/go.mod', 'go.mod');
  check('/w/a.rs', 'rust');
  check('/w/a.h', 'c');
  check('/w/a.hpp', 'cpp');
  check('/w/a.cs', 'csharp');
  check('/w/a.sh', 'shellscript');
  check('/w/Dockerfile', 'dockerfile');
  check('/w/CMakeLists.txt', 'cmake');
  for (const name of ['tsconfig', 'tsconfig.build', 'jsconfig', '.eslintrc', 'biome', 'devcontainer'])
    check(`/w/${name}.json`, 'jsonc');
  check('/w/.vscode/settings.json', 'jsonc');
  check('/w/settings.json', 'jsonc');
  check('/w/Dockerfile.dev', 'dockerfile');
  check('/w/package.json', 'json');
  check('/w/view.blade.php', 'php');
  check('/w/a.unknown', 'plaintext');
  check('/w/README', 'plaintext');
  check('/w/a.ts', 'mine', 'mine');
});
