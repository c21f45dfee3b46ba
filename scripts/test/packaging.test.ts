import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { root, sidecar, tools } from '../lib/paths.mjs';

interface Manifest {
  workspaces?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
}

const manifest = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** The steps of the CI workflow that run a command: its name and the command. */
function ciSteps(): Map<string, string> {
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
  return new Map([...workflow.matchAll(/^ +- name: (.+)\n +run: (.+)$/gm)].map(([, name = '', run = '']) => [run, name]));
}

describe('packages/lsp stands apart', () => {
  test('REQ-PKG-010: the root workspaces leave it out', () => {
    const { workspaces = [] } = manifest('.');
    expect(workspaces).toEqual(['core', 'cli', 'pi-extension', 'opencode-plugin', 'gemini-cli-extension', 'bench', 'e2e'].map((name) => `packages/${name}`));
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('packages/lsp');
  });

  test('REQ-PKG-020: it has its own lint, compiler settings, lock file and CI steps', () => {
    for (const file of ['eslint.config.cjs', 'tsconfig.json', 'package-lock.json']) {
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
    ['src/engine/x.ts', 300, 0],
    ['src/engine/x.ts', 301, 1],
    ['test/unit/x.test.ts', 800, 0],
    ['test/unit/x.test.ts', 801, 1],
  ])('REQ-PKG-030: %s with %i lines has %i errors', async (file, lines, errors) => {
    const eslint = new ESLint({
      cwd: sidecar,
      ruleFilter: ({ ruleId }) => ruleId === 'max-lines',
    });
    const [result] = await eslint.lintText('export {};\n'.repeat(lines), { filePath: join(sidecar, file) });
    expect(result?.errorCount).toBe(errors);
  });

  test.each(['assignment', 'member-access', 'return', 'call', 'argument'])(
    'REQ-PKG-040: no-unsafe-%s is an error in its sources',
    (name) => {
      const own = execFileSync(process.execPath, [tools.oxlint, '-c', join(sidecar, '.oxlintrc.json'), '--print-config'], { encoding: 'utf8' });
      const { rules, overrides } = JSON.parse(own) as { rules: Record<string, unknown>; overrides: { files: string[]; rules: object }[] };
      const rule = `typescript/no-unsafe-${name}`;
      expect(rules[rule]).toBe('deny');
      // Tests and scripts alone may do it.
      const exempt = overrides.filter((each) => rule in each.rules).flatMap(({ files }) => files);
      expect(exempt.filter((files) => !/\/test\/|^test\/|js$|^packages\/(bench|e2e)\//.test(files))).toEqual([]);
    },
  );

  test('REQ-PKG-050: each package has its copy of the shared types, which imports nothing but the table of settings', () => {
    const copies = ['packages/core/src/lsp/types.ts', 'packages/lsp/src/types.ts'].map((file) => readFileSync(join(root, file), 'utf8'));
    for (const name of ['Diagnostic', 'ServerStatus', 'LspConfig']) {
      expect(copies[0]).toMatch(new RegExp(`^export interface ${name} `, 'm'));
    }
    expect([...copies[0]!.matchAll(/^(?:import|export) .*from (.+);$/gm)].map(([, name]) => name)).toEqual(["'./settings-table.js'"]);
    expect(copies[1]).toBe(copies[0]);
  });

  test('REQ-PKG-060: the root lint does not look at it', async () => {
    const eslint = new ESLint({ cwd: root, overrideConfigFile: join(root, 'eslint.config.js') });
    expect(await eslint.isPathIgnored('packages/lsp/src/types.ts')).toBe(true);
    expect(await eslint.isPathIgnored('packages/core/src/lsp/types.ts')).toBe(false);
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
