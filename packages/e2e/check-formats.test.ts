import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from './support/cli.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';

const TSCONFIG = { 'tsconfig.json': tsconfig({ include: ['**/*.ts'] }) };
const WRONG = "export const a: number = 'one';\n";

const git = (cwd: string, ...args: string[]): unknown =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, stdio: 'pipe' });

describe('check', () => {
  it('prints for GitHub and as SARIF what it prints as text', async () => {
    const cwd = folderOf({ ...TSCONFIG, 'src/a b.ts': WRONG }, TYPESCRIPT_7);
    const github = await run(['check', '--format', 'github'], { cwd });
    expect(github).toMatchObject({
      code: 1,
      stdout:
        "::error file=src/a b.ts,line=1,col=14,endColumn=15,title=ts 2322::Type 'string' is not assignable to type 'number'.\n",
    });
    const sarif = await run(['check', '--format', 'sarif'], { cwd });
    expect(sarif.code).toBe(1);
    expect(JSON.parse(sarif.stdout)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          invocations: [{ executionSuccessful: true }],
          results: [
            {
              ruleId: '2322',
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'src/a%20b.ts' },
                    region: { startLine: 1, startColumn: 14 },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('counts only what a baseline has not, wherever it stands by now', async () => {
    const cwd = folderOf({ ...TSCONFIG, 'a.ts': WRONG }, TYPESCRIPT_7);
    const before = await run(['check', '--json'], { cwd });
    expect(before.code).toBe(1);
    writeFileSync(join(cwd, 'known.json'), before.stdout);
    writeFileSync(join(cwd, 'a.ts'), `\n\n${WRONG}`);
    expect(await run(['check', '--baseline', 'known.json'], { cwd })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No errors in 3 files.\n',
    });
    writeFileSync(join(cwd, 'b.ts'), WRONG);
    const after = await run(['check', '--baseline', 'known.json'], { cwd });
    expect(after).toEqual({
      code: 1,
      stdout: "b.ts:1:14 error Type 'string' is not assignable to type 'number'. (2322)\n",
      stderr: '1 error in 4 files.\n',
    });
  });

  it('looks only at what has changed since a revision', async () => {
    const cwd = folderOf({ ...TSCONFIG, 'old.ts': WRONG, 'changed.ts': 'export {};\n' }, TYPESCRIPT_7);
    git(cwd, 'init', '-q');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-qm', 'one');
    expect(await run(['check', '--since', 'HEAD'], { cwd })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing was judged.\n',
    });
    writeFileSync(join(cwd, 'changed.ts'), WRONG);
    writeFileSync(join(cwd, 'new.ts'), 'export {};\n');
    const { code, stdout, stderr } = await run(['check', '--since', 'HEAD'], { cwd });
    expect([code, stdout, stderr]).toEqual([
      1,
      "changed.ts:1:14 error Type 'string' is not assignable to type 'number'. (2322)\n",
      '1 error in 2 files.\n',
    ]);
    expect(await run(['check', '--since', 'nobody'], { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^llxprt-lsp: --since nobody: /),
    });
  });

  it('fails with more warnings than are allowed, and reports them for that', async () => {
    const cwd = folderOf({
      'pyproject.toml': '[tool.pyright]\nreportUnusedImport = "warning"\n',
      'p.py': 'import os\n',
    });
    // Which some machines have, and which warns of the same.
    const lsp = { servers: { ruff: { enabled: false } } };
    expect(await run(['check'], { cwd, lsp })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No errors in 1 file.\n',
    });
    const warning = {
      stdout: expect.stringMatching(
        /^p\.py:1:8 warning Import "os" is not accessed \(reportUnusedImport\)\n$/,
      ),
      stderr: '1 warning in 1 file.\n',
    };
    expect(await run(['check', '--max-warnings', '1'], { cwd, lsp })).toEqual({ code: 0, ...warning });
    expect(await run(['check', '--max-warnings', '0'], { cwd, lsp })).toEqual({ code: 1, ...warning });
  });
});
