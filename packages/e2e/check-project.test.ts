import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sarifProblem } from '../cli/test/support/sarif-schema.js';
import { folderOf, outcomeOf, run, start } from './support/cli.js';
import { describeWith } from './support/needs.js';
import { MARK, marked } from './support/processes.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';

const TSCONFIG = tsconfig();
const WRONG = "export const a: number = 'one';\n";
const SAID = "error Type 'string' is not assignable to type 'number'. (2322)";
const OF_PYRIGHT = '[tool.pyright]\nreportUnusedImport = "warning"\n';

/** Two projects beside each other. */
const MONOREPO = {
  'web #1/tsconfig.json': TSCONFIG,
  'web #1/src/a b.ts': WRONG,
  'py/pyproject.toml': OF_PYRIGHT,
  'py/p.py': 'import os\nx: int = "s"\n',
};

const git = (cwd: string, ...args: string[]): unknown =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, stdio: 'pipe' });

it.skipIf(process.platform === 'win32')(
  'a pipe in the place of a manifest or of .gitignore is not waited for',
  async () => {
    const cwd = folderOf({ 'a.ts': WRONG });
    for (const name of ['package.json', '.gitignore', '.editorconfig', 'go.mod', 'Cargo.toml', 'pom.xml'])
      execFileSync('mkfifo', [join(cwd, name)]);
    expect(await run(['check', 'a.ts'], { cwd })).toMatchObject({ code: 1, stdout: `a.ts:1:14 ${SAID}\n` });
  },
);

describe('check --project', () => {
  it('prints what the compilers of all projects find, and exits with 1', async () => {
    const cwd = folderOf(MONOREPO);
    const { code, stdout, stderr } = await run(['check', '--project', '--max-warnings', '9'], { cwd });
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^py\/p\.py:1:8 warning Import "os" is not accessed \(reportUnusedImport\)$/),
      expect.stringMatching(/^py\/p\.py:2:10 error .*"int".* \(reportAssignmentType\)$/),
      `web #1/src/a b.ts:1:14 ${SAID}`,
      '',
    ]);
    expect(stderr).toMatch(/^2 errors, 1 warning in 2 files; judged by pyright [\d.]+, tsc [\d.]+\.\n$/);
    expect(code).toBe(1);
  });

  it('exits with 0 where nothing is wrong, and 1 where there are more warnings than allowed', async () => {
    const cwd = folderOf(
      { ...MONOREPO, 'py/p.py': 'import os\n', 'web #1/src/a b.ts': 'export {};\n' },
      TYPESCRIPT_7,
    );
    expect(await run(['check', '--project'], { cwd })).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^No errors; judged by pyright [\d.]+, tsc [\d.]+\.\n$/),
    });
    expect(await run(['check', '--project', '--max-warnings', '0', 'py'], { cwd })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^py\/p\.py:1:8 warning [^\n]*\n$/),
    });
  });

  it('a syntax error, which keeps TypeScript from types, is an error; beside it the report says that not all was judged', async () => {
    const cwd = folderOf({ 'tsconfig.json': TSCONFIG, 'a.ts': 'export const = 1;\n', 'b.ts': WRONG });
    const { code, stdout, stderr } = await run(['check', '--project'], { cwd });
    expect(stdout).toMatch(/^(a\.ts:1:\d+ error .*\n){2}$/);
    expect(stderr).toMatch(
      /^llxprt-lsp: not judged: \.: tsc has not judged all of it: TypeScript looks at no types .*\n2 errors in 1 file\.\n$/,
    );
    expect(code).toBe(1);
    expect(await run(['check', '--project', 'b.ts'], { cwd })).toMatchObject({ code: 2, stdout: '' });
  });

  it('waits for a service that starts longer than edits may, and for projects', async () => {
    const lsp = { firstTouchTimeout: 1, diagnosticTimeout: 1 };
    const cwd = folderOf({ 'tsconfig.json': TSCONFIG, 'a.ts': WRONG }, TYPESCRIPT_7);
    expect(await run(['check', '--project'], { cwd, lsp })).toMatchObject({
      code: 1,
      stdout: `a.ts:1:14 ${SAID}\n`,
    });
    expect(JSON.parse((await run(['acceptance'], { cwd, lsp })).stdout)).toMatchObject({
      criteria: [{ checker: 'tsc' }],
    });
  });

  it('of a file that is named only its own findings count, and is named from where it is looked at', async () => {
    const cwd = folderOf(
      { 'tsconfig.json': TSCONFIG, 'src/a.ts': WRONG, 'src/b.ts': WRONG, 'test/x.txt': '' },
      TYPESCRIPT_7,
    );
    const { code, stdout } = await run(['--workspace', '..', 'check', '--project', 'src/b.ts'], {
      cwd: `${cwd}/test`,
    });
    expect([code, stdout]).toEqual([1, `../src/b.ts:1:14 ${SAID}\n`]);
  });

  it('REQ-GRACE-010: a checker that is missing is trouble, with what installs it; the others judge all the same', async () => {
    const cwd = folderOf(
      { 'tsconfig.json': TSCONFIG, 'a.ts': WRONG, 'pyproject.toml': '[tool.ruff]\n', 'p.py': '' },
      TYPESCRIPT_7,
    );
    const { code, stdout, stderr } = await run(['check', '--project'], {
      cwd,
      env: { PATH: dirname(process.execPath) },
      lsp: { checkers: { pyright: { enabled: false } } },
    });
    expect([code, stdout]).toEqual([2, `a.ts:1:14 ${SAID}\n`]);
    expect(stderr).toMatch(
      /^llxprt-lsp: not judged: \.: ruff is unavailable: .* \(install: pip install ruff\)\n1 error in 1 file; judged by tsc [\d.]+; 1 project not judged completely\.\n$/,
    );
  });

  it('no project is no error; a path that is named and has none is trouble', async () => {
    const cwd = folderOf({ 'a.txt': '' });
    const sentence = 'Nothing was judged: no compiler or linter has a project here.\n';
    expect(await run(['check', '--project'], { cwd })).toEqual({ code: 0, stdout: '', stderr: sentence });
    expect(JSON.parse((await run(['check', '--project', '--json'], { cwd })).stdout)).toMatchObject({
      files: [],
      troubles: [],
      projects: [],
    });
    const trouble = 'llxprt-lsp: not judged: a.txt: no compiler or linter has a project that it belongs to\n';
    expect(await run(['check', '--project', 'a.txt'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: trouble,
    });
  });

  it('goes with no search by language servers', async () => {
    expect(await run(['check', '--project', '--others'], { cwd: folderOf({}) })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/'--project' cannot be used with option '--others'/),
    });
  });

  it('counts only what is new, and what has changed', async () => {
    const cwd = folderOf(
      {
        'web/tsconfig.json': TSCONFIG,
        'web/a.ts': WRONG,
        'web/b.ts': WRONG,
        'api/tsconfig.json': TSCONFIG,
        'api/c.ts': WRONG,
      },
      TYPESCRIPT_7,
    );
    git(cwd, 'init', '-q');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-qm', 'one');
    const before = await run(['check', '--project', '--json'], { cwd });
    writeFileSync(join(cwd, 'known.json'), before.stdout);
    writeFileSync(join(cwd, 'web/b.ts'), `\n${WRONG}export const c: number = 'one';\n`);
    const since = await run(['check', '--project', '--since', 'HEAD', '--json'], { cwd });
    expect(JSON.parse(since.stdout)).toMatchObject({
      files: [{ path: 'web/b.ts', judgedBy: ['tsc'], diagnostics: [{ line: 2 }, { line: 3 }] }],
      projects: [{ checker: 'tsc', root: 'web', outcome: 'complete' }],
    });
    const baseline = await run(['check', '--project', '--baseline', 'known.json'], { cwd });
    expect(baseline).toEqual({
      code: 1,
      stdout: `web/b.ts:3:14 ${SAID}\n`,
      stderr: expect.stringMatching(/^1 error in 1 file; judged by /),
    });
  });

  it('is SARIF by the schema of the standard, with a run for each program', async () => {
    const cwd = folderOf(MONOREPO, TYPESCRIPT_7);
    const { code, stdout } = await run(['check', '--project', '--format', 'sarif'], { cwd });
    const log: unknown = JSON.parse(stdout);
    expect(sarifProblem(log)).toBeUndefined();
    const at = {
      physicalLocation: {
        artifactLocation: { uri: 'web%20%231/src/a%20b.ts' },
        region: { startLine: 1, startColumn: 14 },
      },
    };
    expect(log).toMatchObject({
      runs: [
        {
          tool: { driver: { name: 'pyright', version: expect.stringMatching(/^\d/) } },
          results: [{ ruleId: 'reportAssignmentType' }],
        },
        {
          tool: { driver: { name: 'tsc', version: expect.stringMatching(/^\d/) } },
          results: [{ ruleId: '2322', level: 'error', locations: [at] }],
        },
      ],
    });
    expect(code).toBe(1);
    const github = await run(['check', '--project', '--format', 'github', 'web #1'], { cwd });
    expect(github.stdout).toMatch(
      /^::error file=web #1\/src\/a b\.ts,line=1,col=14.*::Type 'string' is not assignable to type 'number'\.\n$/,
    );
  });

  it('SARIF of language servers, and of a service that is missing, is valid, too', async () => {
    const cwd = folderOf({ 'tsconfig.json': TSCONFIG, 'é 👩‍💻.ts': WRONG }, TYPESCRIPT_7);
    for (const env of [{}, { LLXPRT_BUN: '/nowhere' }]) {
      const { stdout } = await run(['check', '--format', 'sarif'], { cwd, env });
      expect(sarifProblem(JSON.parse(stdout))).toBeUndefined();
    }
  });
});

describeWith(['go'], 'check --project', () => {
  it('says what go finds', async () => {
    const cwd = folderOf({
      'go.mod': 'module example.test/m\n\ngo 1.21\n',
      'm.go': 'package m\n\nvar N int = "s"\n',
    });
    const { code, stdout, stderr } = await run(['check', '--project'], { cwd });
    expect(stdout).toMatch(/^m\.go:3:13 error cannot use "s" .*\n$/);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^1 error in 1 file; judged by go/)]);
  });

  it('a package that waits for a broken one does not take away the error', async () => {
    const files = {
      'go.mod': 'module example.test/m\n\ngo 1.21\n',
      'low/l.go': 'package low\n\nvar N int = "s"\n',
      'top/t.go': 'package top\n\nimport "example.test/m/low"\n\nvar T = low.N\n',
    };
    const { code, stdout, stderr } = await run(['check', '--project'], { cwd: folderOf(files) });
    expect(stdout).toMatch(/^low\/l\.go:3:13 error cannot use "s" .*\n$/);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /not judged: \.: go has not judged all of it: .*depends on a package that has errors/,
      ),
    ]);
  });
});

describeWith(['cargo'], 'check --project', () => {
  it('says what cargo finds', async () => {
    const cwd = folderOf({
      'Cargo.toml': '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': 'pub const N: i32 = "s";\n',
    });
    // They are looked for in the home, which the test replaces.
    const { RUSTUP_HOME = join(homedir(), '.rustup'), CARGO_HOME = join(homedir(), '.cargo') } = process.env;
    const { code, stdout } = await run(['check', '--project'], { cwd, env: { RUSTUP_HOME, CARGO_HOME } });
    expect([code, stdout]).toEqual([
      1,
      'src/lib.rs:1:20 error mismatched types: expected `i32`, found `&str` (E0308)\n',
    ]);
  });
});

describeWith(['javac'], 'check --project', () => {
  const POM = '<project><groupId>g</groupId><artifactId>m</artifactId><version>1</version></project>';
  const MISSING = POM.replace(
    '</version>',
    '</version><dependencies><dependency><groupId>g</groupId><artifactId>gone</artifactId><version>2</version></dependency></dependencies>',
  );

  it('says what javac finds', async () => {
    const cwd = folderOf({ 'pom.xml': POM, 'src/main/java/a b/A.java': 'class A { int n = "s"; }\n' });
    const { code, stdout, stderr } = await run(['check', '--project'], { cwd });
    expect([code, stdout]).toEqual([
      1,
      'src/main/java/a b/A.java:1:19 error incompatible types: String cannot be converted to int (prob.found.req)\n',
    ]);
    expect(stderr).toMatch(/^1 error in 1 file; judged by javac/);
  });

  it('a dependency that was not downloaded is not judged, and no error of the source', async () => {
    const cwd = folderOf({
      'pom.xml': MISSING,
      'src/main/java/A.java': 'class A extends g.Gone { int n = m(); }\n',
    });
    const { code, stdout, stderr } = await run(['check', '--project'], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'class path incomplete: g:gone:2 is not in ~/.m2/repository; errors that this may cause are left out',
    );
  });
});

describe('a checker that does not end', () => {
  const node = process.execPath;
  /** One compiler that is done at once, and one that has started another program and ends for nobody who asks politely. */
  const checkers = {
    quick: {
      command: node,
      args: ['-e', 'console.log("a.odd:1:2: error: wrong")'],
      extensions: ['.odd'],
      parser: 'gcc',
    },
    stuck: {
      command: node,
      args: [
        '-e',
        'process.on("SIGTERM", () => {}); require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]); setInterval(() => {}, 1e6)',
      ],
      extensions: ['.odd'],
      parser: 'gcc',
    },
  };

  it('is ended after --timeout, and what the others found is reported', async () => {
    const mark = randomUUID();
    const cwd = folderOf({ 'a.odd': 'x x\n' });
    const { code, stdout, stderr } = await run(['check', '--project', '--timeout', '4000'], {
      cwd,
      lsp: { checkers },
      env: { [MARK]: mark },
    });
    expect([code, stdout]).toEqual([2, 'a.odd:1:2 error wrong\n']);
    expect(stderr).toBe(
      'llxprt-lsp: not judged: .: stuck had not ended after 4000 ms; --timeout allows more\n1 error in 1 file; judged by quick; 1 project not judged completely.\n',
    );
    await expect.poll(() => marked(mark)).toEqual([]);
  });

  it.each<[signal: NodeJS.Signals, code: number | null]>([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ])('REQ-LIFE-040: goes with %s, and what it has started goes with it', async (signal, code) => {
    const mark = randomUUID();
    const { stuck } = checkers;
    const child = start(['check', '--project'], {
      cwd: folderOf({ 'a.odd': '' }),
      lsp: { checkers: { stuck } },
      env: { [MARK]: mark },
    });
    const outcome = outcomeOf(child);
    await expect
      .poll(() => marked(mark).filter(({ command }) => command.includes('setInterval')), { timeout: 30_000 })
      .toHaveLength(2);
    child.kill(signal);
    expect(await outcome).toMatchObject({ code, stdout: '' });
    await expect.poll(() => marked(mark), { timeout: 10_000 }).toEqual([]);
  });
});
