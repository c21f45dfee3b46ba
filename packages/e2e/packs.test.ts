import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { into, npm } from '../../scripts/lib/packs/npm.mjs';
import { packAll } from '../../scripts/lib/packs/pack.mjs';
import { published } from '../../scripts/lib/packs/packages.mjs';
import { run } from '../../scripts/lib/process.mjs';
import { problemsIn } from './support/hosts/host-case.js';
import { Home } from './support/hosts/home.js';
import { describeWith } from './support/needs.js';

describeWith(['the npm registry'], 'what is published', () => {
  let packs: string;
  let tarballs: readonly string[];
  beforeAll(async () => {
    packs = mkdtempSync(join(tmpdir(), 'packs-'));
    tarballs = await packAll(packs);
  });
  afterAll(() => rmSync(packs, { recursive: true, force: true }));

  describe.each([
    ['into an empty folder', 'node_modules/.bin/llxprt-lsp', 'node_modules', []],
    ['for all of a machine', 'bin/llxprt-lsp', 'lib/node_modules', ['--global']],
  ] as const)('installed %s', (_, program, modules, more) => {
    let folder: string;
    let installed: string;
    let home: Home;
    let workspace: string;

    beforeAll(async () => {
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'packs-')));
      installed = join(folder, 'installed');
      home = new Home();
      workspace = home.path('a workspace');
      // Many switch install scripts off, so what we bring has to work without.
      mkdirSync(installed);
      const args = [
        'install',
        ...tarballs,
        ...more,
        ...(await into(installed)),
        '--ignore-scripts',
        '--prefer-offline',
        '--no-audit',
        '--no-fund',
      ];
      const { code, output } = await run(npm, args, { cwd: folder, timeoutMs: 300_000 });
      expect(code, output).toBe(0);
      home.write('a workspace/tsconfig.json', '{ "compilerOptions": { "strict": true } }\n');
      home.write('a workspace/a.ts', "export const n: number = 'one';\n");
      home.write('a workspace/b.py', "n: int = 'one'\n");
    }, 330_000);
    afterAll(() => {
      home.dispose();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    const command = (...args: string[]) =>
      run(join(installed, program), args, { cwd: workspace, env: home.environment(), timeoutMs: 100_000 });

    it('finds the mistakes of TypeScript and Python by servers and a Bun that came with it', async () => {
      const { code, output } = await command('check', 'a.ts', 'b.py');
      expect(output).toContain("a.ts:1:14 error Type 'string' is not assignable to type 'number'. (2322)");
      expect(output).toContain('b.py:1:10 error');
      expect(code).toBe(1);
      writeFileSync(join(workspace, 'a.ts'), 'export const n: number = 1;\n');
      expect(await command('check', 'a.ts')).toMatchObject({ code: 0 });
    });

    it('installs itself into hosts, with the files that came with it', async () => {
      for (const host of ['gemini', 'pi', 'codex', 'opencode']) {
        expect(await command('install', host)).toMatchObject({ code: 0 });
        const { code, output } = await command('doctor', '--host', host);
        // Codex runs no hook that a person has not trusted in its terminal.
        const untrusted = ' is not trusted, and Codex skips it silently';
        expect(problemsIn(output).filter((line) => !line.includes(untrusted))).toEqual([]);
        expect(code, output).toBe(host === 'codex' ? 2 : 0);
        expect(await command('install', host, '--uninstall')).toMatchObject({ code: 0 });
      }
    });

    it('every library of it can be loaded', async () => {
      for (const name of published.filter((one) => one === 'core' || one === 'pi-extension')) {
        const at = join(
          installed,
          modules,
          '@vybestack',
          { core: 'llxprt-lsp-core', 'pi-extension': 'llxprt-lsp-pi' }[name],
          'dist/index.js',
        );
        const load = await run(
          process.execPath,
          ['--input-type=module', '-e', `await import(${JSON.stringify(at)})`],
          { cwd: folder },
        );
        expect(load, name).toEqual({ code: 0, output: '' });
      }
    });
  });
});
