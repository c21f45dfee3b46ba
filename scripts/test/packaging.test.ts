import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { base } from '../lib/lint/base.mjs';
import { root, sidecar } from '../lib/paths.mjs';
import ofRoot from '../../oxlint.config.js';
import own from '../../packages/lsp/oxlint.config.js';
import { lint } from './lint-lab.js';

interface Manifest {
  workspaces?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
}

const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** The steps of the CI workflow that run a command: its name and the command. */
function ciSteps(): Map<string, string> {
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
  return new Map(
    [...workflow.matchAll(/^ +- name: (.+)\n +run: (.+)$/gm)].map(([, name = '', run = '']) => [run, name]),
  );
}

describe('packages/lsp stands apart', () => {
  test('REQ-PKG-010: the root workspaces leave it out', () => {
    const { workspaces = [] } = manifest('.');
    expect(workspaces).toEqual(
      ['core', 'cli', 'pi-extension', 'opencode-plugin', 'gemini-cli-extension', 'bench', 'e2e'].map(
        (name) => `packages/${name}`,
      ),
    );
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('packages/lsp');
  });

  test('REQ-PKG-020: it has its own lint, compiler settings, lock file and CI steps', () => {
    for (const file of ['oxlint.config.js', 'tsconfig.json', 'package-lock.json']) {
      expect(existsSync(join(sidecar, file)), file).toBe(true);
    }
    expect([...ciSteps().values()].filter((name) => name.includes('packages/lsp'))).toHaveLength(3);
  });

  test.each(['lint', 'typecheck', 'test'])('REQ-PKG-025: CI runs its %s as a step of its own', (script) => {
    expect(ciSteps().has(`node scripts/lsp.mjs run ${script}`)).toBe(true);
    expect(manifest('packages/lsp').scripts).toHaveProperty(script);
  });

  // No file may have more than 800 lines, and a source file not even that.
  test.each([
    ['src/engine/x.ts', 400, 0],
    ['src/engine/x.ts', 401, 1],
    ['test/unit/x.test.ts', 800, 0],
    ['test/unit/x.test.ts', 801, 1],
  ])('REQ-PKG-030: %s with %i lines has %i errors', async (file, lines, errors) => {
    const [found] = await lint(sidecar, [{ [file]: 'export {};\n'.repeat(lines) }]);
    expect(found?.match(/max-lines/g) ?? []).toHaveLength(errors);
  });

  test.each(['assignment', 'member-access', 'return', 'call', 'argument'])(
    'REQ-PKG-040: no-unsafe-%s is an error in its sources',
    (name) => {
      const rule = `typescript/no-unsafe-${name}`;
      expect(own.rules?.[rule]).toBe('error');
      // Tests and JavaScript alone may do it.
      const exempt = (own.overrides ?? [])
        .filter(({ rules = {} }) => rule in rules)
        .flatMap(({ files }) => files);
      expect(exempt.filter((files) => !/\/test\/|^test\/|js$/.test(files))).toEqual([]);
    },
  );

  test('REQ-PKG-050: each package has its copy of the shared types, which imports nothing but the table of settings', () => {
    const copies = ['packages/core/src/lsp/types.ts', 'packages/lsp/src/types.ts'].map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    for (const name of ['Diagnostic', 'ServerStatus', 'LspConfig']) {
      expect(copies[0]).toMatch(new RegExp(`^export interface ${name} `, 'm'));
    }
    expect([...copies[0]!.matchAll(/^(?:import|export) .*from (.+);$/gm)].map(([, name]) => name)).toEqual([
      "'./settings-table.js'",
    ]);
    expect(copies[1]).toBe(copies[0]);
  });

  test('REQ-PKG-060: the root lint does not look at it, and knows the same rules', async () => {
    const wrong = { 'src/a.ts': 'debugger;' };
    const below = (folder: string) => ({ [`${folder}/src/a.ts`]: 'debugger;' });
    const [there = '', here = ''] = await lint(root, [below('packages/lsp'), below('packages/core')]);
    expect([there, here]).toEqual(['', expect.stringContaining('no-debugger')]);
    expect(await lint(sidecar, [wrong])).toEqual([expect.stringContaining('no-debugger')]);
    for (const { rules = {} } of [ofRoot, own])
      expect(Object.keys(rules)).toEqual(expect.arrayContaining(Object.keys(base.rules)));
  });
});

describe('packages/core', () => {
  /** What hosts of this kind bring along anyway; everything else would be there for LSP's sake. */
  const common = ['@modelcontextprotocol/sdk', 'diff', 'zod'];

  test('REQ-ARCH-060: depends on vscode-jsonrpc for LSP and on nothing else', () => {
    const names = Object.keys(manifest('packages/core').dependencies ?? {});
    expect(names.filter((name) => !common.includes(name))).toEqual(['vscode-jsonrpc']);
  });

  test('REQ-ARCH-060: vscode-jsonrpc is JavaScript only and builds nothing when it is installed', () => {
    const folder = join(root, 'node_modules/vscode-jsonrpc');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => /\.(node|gyp|wasm|c|cc|so|dll)$/.test(file))).toEqual([]);
    const { scripts = {}, dependencies = {} } = manifest('node_modules/vscode-jsonrpc');
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
    expect(dependencies).toEqual({});
  });
});
