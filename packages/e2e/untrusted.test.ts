import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import {
  Config,
  edit,
  formatStatus,
  readSettings,
  writeFile,
  type NavigationTool,
} from '@vybestack/llxprt-lsp-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sidecar } from '../../scripts/lib/paths.mjs';
import { folderOf, run } from './support/cli.js';
import { PATIENT } from './support/deadlines.js';
import { tsconfig } from './support/typescript.js';
import type { Tree } from './support/workspace.js';

const ESLINT = join(sidecar, 'node_modules/eslint');

/** What a user has there: programs that do nothing yet, sources without a fault, and ESLint as installed. */
const PROGRAMS = [
  'node_modules/.bin/eslint',
  'node_modules/.bin/tsc',
  'node_modules/.bin/typescript-language-server',
  'node_modules/.bin/pyright',
  '.venv/bin/python',
  '.venv/bin/python3',
  '.venv/bin/ruff',
  'bin/gopls',
  'bin/clangd',
  'bin/node',
];
const SOURCES = {
  'main.ts': 'export const a = 1;\n',
  'main.py': 'a = 1\n',
  'main.js': 'export const a = 1;\n',
  'lib/src/lib.rs': '',
  'go/main.go': 'package main\n',
  'c/main.c': 'int a;\n',
  'pnp/main.ts': '',
  'x.own': '',
  'tsconfig.json': tsconfig(),
};

function workspaceOf(): string {
  const root = folderOf({
    ...SOURCES,
    'node_modules/typescript/package.json': '{"name": "typescript", "version": "5.9.3"}',
  });
  for (const path of PROGRAMS) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '#!/bin/sh\nexit 0\n');
    chmodSync(join(root, path), 0o755);
  }
  symlinkSync(ESLINT, join(root, 'node_modules', 'eslint'));
  return root;
}

/** All that a model can think of: each leaves a mark when anybody runs or loads it. */
function traps(root: string, marks: string): Record<string, string> {
  const path = (name: string): string => JSON.stringify(join(marks, name));
  const script = (name: string): string =>
    `require('node:fs').writeFileSync(${path(name)}, '');\nmodule.exports = () => ({ create: (info) => info.languageService });\n`;
  const own = { command: join(root, 'node_modules/.bin/eslint'), extensions: ['.own'] };
  const settings = JSON.stringify({
    lsp: {
      trust: 'always',
      passEnv: ['GITHUB_TOKEN'],
      trace: join(marks, 'trace'),
      servers: { own, eslint: { ...own } },
      checkers: { own: { ...own, parser: 'gcc' } },
    },
  });
  return {
    '.llxprt/settings.json': settings,
    '.gemini/settings.json': settings,
    '.vscode/settings.json':
      '{"typescript.tsdk": "node_modules/typescript/lib", "python.defaultInterpreterPath": ".venv/bin/python"}',
    '.env': `NODE_OPTIONS=--require ${join(root, 'preload.cjs')}\nLLXPRT_BUN=${join(root, 'node_modules/.bin/tsc')}\n`,
    'bunfig.toml': `preload = ["${join(root, 'preload.cjs')}"]\n`,
    '.npmrc': `node-options=--require ${join(root, 'preload.cjs')}\n`,
    'preload.cjs': script('preload'),
    'package.json':
      '{"type": "module", "prettier": "./preload.cjs", "scripts": {"postinstall": "node preload.cjs"}}',
    'tsconfig.json': tsconfig({
      compilerOptions: { plugins: [{ name: 'evil' }, { name: './evil' }, { name: '../evil' }] },
    }),
    'node_modules/evil/index.js': script('plugin'),
    'evil/index.js': script('plugin'),
    ...Object.fromEntries(
      ['tsserver', 'typescript', 'tsc', '_tsserver', '_tsc'].map((file) => [
        `node_modules/typescript/lib/${file}.js`,
        script(`typescript ${file}`),
      ]),
    ),
    'eslint.config.mjs': `import { writeFileSync } from 'node:fs';\nwriteFileSync(${path('eslint.config')}, '');\nexport default [];\n`,
    // Whose packages are found by running this: there, nobody judges.
    'pnp/.pnp.cjs': script('pnp'),
    'pyrightconfig.json': '{"venvPath": ".", "venv": ".venv"}',
    'pyproject.toml': '[project]\nname = "x"\nversion = "1"\n',
    ...Object.fromEntries(
      ['json', 'os', 'site', 'sitecustomize'].map((name) => [
        `${name}.py`,
        `open(${path(name)}, 'w').close()\n`,
      ]),
    ),
    'lib/Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\n',
    'lib/build.rs': `fn main() {\n    std::fs::write(${path('build.rs')}, "").unwrap();\n}\n`,
    'lib/.cargo/config.toml': `[build]\nrustc-wrapper = "${join(root, 'node_modules/.bin/tsc')}"\n`,
    'go/go.mod': 'module example.com/x\n\ngo 1.21\n',
    'c/.clangd': `CompileFlags:\n  Compiler: ${join(root, 'bin/clangd')}\n`,
    'c/compile_commands.json': JSON.stringify([
      { directory: join(root, 'c'), file: 'main.c', arguments: [join(root, 'bin/clangd'), '-c', 'main.c'] },
    ]),
  };
}

const FAULTS = {
  'main.ts': "export const wrong: number = 'ts';\n",
  'main.py': "import json\n\nwrong: int = 'py'\nprint(json)\n",
  'main.js': 'export const b = 2;\n',
  'lib/src/lib.rs': 'pub fn f() -> u8 { "rs" }\n',
  'go/main.go': 'package main\n\nvar a int = "go"\n',
  'c/main.c': 'int a = "c"\n',
  'pnp/main.ts': 'export {};\n',
  'x.own': 'anything\n',
};

/** A session of a host that trusts, or does not, in which a model works with the tools that it has. Settings are read as hosts read them. */
class ModelAtWork {
  readonly root = workspaceOf();
  readonly #marks = folderOf({});
  readonly found: Record<string, string> = {};
  status = '';

  constructor(private readonly trusted: boolean) {}

  /** Writes every trap, then goes on as any session does: writes these files and, if it may, asks about the whole workspace. */
  async session(faults: Tree, asksAboutAll: boolean): Promise<void> {
    const tools = new Map<string, NavigationTool>();
    const toolRegistry = {
      registerTool: (tool: NavigationTool) => void tools.set(tool.name, tool),
      unregisterTool: (name: string) => void tools.delete(name),
    };
    const { lsp } = readSettings(this.root);
    if (lsp === false) throw new Error('the model has switched LSP off');
    // Every answer is waited for: what nobody runs leaves no mark.
    const config = new Config({
      workspaceRoot: this.root,
      lsp: { ...lsp, ...PATIENT },
      trusted: this.trusted,
      toolRegistry,
      logger: { debug: () => undefined },
    });
    try {
      await config.initialize();
      const context = config.toolContext();
      for (const [path, content] of Object.entries(traps(this.root, this.#marks)))
        expect(await writeFile({ file_path: path, content }, context)).not.toHaveProperty('error');
      for (const path of PROGRAMS) {
        const text = readFileSync(join(this.root, path), 'utf8');
        // Keeps the file executable.
        const call = {
          file_path: path,
          old_string: text,
          new_string: `#!/bin/sh\n: > '${join(this.#marks, path.replaceAll('/', ' '))}'\nexit 1\n`,
        };
        if (call.new_string !== text) expect(await edit(call, context)).not.toHaveProperty('error');
      }
      for (const [path, content] of Object.entries(faults)) {
        this.found[path] = (await writeFile({ file_path: path, content }, context)).llmContent;
        await tools.get('lsp_document_symbols')?.execute({ file: path });
        await tools.get('lsp_find_definition')?.execute({ symbol: 'wrong', file: path });
      }
      if (asksAboutAll) {
        await tools.get('lsp_diagnostics')?.execute({});
        // Side by side they share the checkers' runs.
        await Promise.all([
          tools.get('lsp_diagnostics')?.execute({ backend: 'checker' }),
          config.getLspServiceClient()?.checkProject({}),
        ]);
      }
      this.status = formatStatus(await config.lspState({ verbose: true, all: true }), { verbose: true });
    } finally {
      await config.shutdown();
    }
  }

  /** What has been run or loaded so far. */
  get marks(): string[] {
    return readdirSync(this.#marks).sort();
  }
}

/** The user's own home has no settings, and their shell has the workspace's programs on its PATH. */
function modelAtWork(trusted: boolean): ModelAtWork {
  const model = new ModelAtWork(trusted);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('HOME', folderOf({}));
  vi.stubEnv(
    'PATH',
    [join(model.root, 'bin'), join(model.root, 'node_modules/.bin'), process.env['PATH']].join(':'),
  );
  vi.stubEnv('VIRTUAL_ENV', join(model.root, '.venv'));
  return model;
}

describe('REQ-CFG-080: a model cannot change what is run', { timeout: 300_000 }, () => {
  it('without trust, nothing that it writes is, neither in its session nor in the next; errors are found all the same', async () => {
    const model = modelAtWork(false);
    await model.session(FAULTS, true);
    expect(model.marks).toEqual([]);
    await model.session(FAULTS, true);
    expect(model.marks).toEqual([]);
    expect(model.found['main.ts']).toContain("Type 'string' is not assignable to type 'number'");
    expect(model.found['main.py']).toContain('"int" (reportAssignmentType)');
    expect(model.status).toMatch(/^eslint +disabled \(untrusted workspace\)/m);
  });

  it('with trust, its traps are sprung: the test above can fail', async () => {
    const model = modelAtWork(true);
    // One that is sprung is enough, and needs no compiler.
    await model.session({ 'main.js': FAULTS['main.js'] }, false);
    expect(model.marks).toContain('eslint.config');
  });
});

describe('the command line', () => {
  const files = {
    'main.ts': FAULTS['main.ts'],
    'tsconfig.json': tsconfig(),
    'eslint.config.mjs': 'export default [];\n',
  };

  it.each<[string, string[], unknown, NodeJS.ProcessEnv, string]>([
    [
      'nobody says anything',
      [],
      {},
      {},
      'Workspace trusted: neither the setting trust nor the host says otherwise',
    ],
    [
      '--untrusted',
      ['--untrusted'],
      { trust: 'always' },
      {},
      'Workspace not trusted, nothing that it brings along is run: the command line says so',
    ],
    ['--trusted', ['--trusted'], { trust: 'never' }, {}, 'Workspace trusted: the command line says so'],
    [
      'the setting',
      [],
      { trust: 'never' },
      {},
      'Workspace not trusted, nothing that it brings along is run: the setting trust is "never"',
    ],
    [
      'folders',
      [],
      { trust: ['~/work'] },
      {},
      'Workspace not trusted, nothing that it brings along is run: it is in none of the folders of the setting trust',
    ],
    [
      'the host',
      [],
      {},
      { GEMINI_CLI: '1', GEMINI_CLI_TRUST_WORKSPACE: 'false' },
      'Workspace not trusted, nothing that it brings along is run: the host does not trust it',
    ],
  ])('doctor says whether the workspace is trusted, and why: %s', async (_, args, lsp, env, line) => {
    const cwd = folderOf(files);
    const { stdout } = await run([...args, 'doctor'], { cwd, lsp, env });
    expect(stdout.split('\n')).toContain(line);
    expect(/^eslint +disabled \(untrusted workspace\)/m.test(stdout)).toBe(
      line.startsWith('Workspace not trusted'),
    );
    const json: unknown = JSON.parse((await run([...args, 'doctor', '--json'], { cwd, lsp, env })).stdout);
    expect(json).toMatchObject({ trust: { trusted: line.startsWith('Workspace trusted') } });
  });

  it('check and status heed it, wherever the option stands', async () => {
    const cwd = folderOf(files);
    const { code, stdout, stderr } = await run(['check', '--untrusted', 'main.ts'], { cwd });
    expect(stdout).toBe("main.ts:1:14 error Type 'string' is not assignable to type 'number'. (2322)\n");
    // Somebody who would have judged it, too, was not asked.
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('main.ts: eslint is unavailable: untrusted workspace'),
    ]);
    expect((await run(['status', '--untrusted'], { cwd })).stdout).toMatch(
      /^eslint +disabled \(untrusted workspace\)/m,
    );
    const whole = await run(['check', '--untrusted'], {
      cwd: folderOf({
        'rust/Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\n',
        'rust/src/lib.rs': '',
      }),
    });
    expect([whole.code, whole.stderr]).toEqual([
      2,
      expect.stringContaining('rust/src/lib.rs: cargo is unavailable: untrusted workspace'),
    ]);
    expect((await run(['--trusted', '--untrusted', 'status'], { cwd })).code).toBe(2);
  });

  /** A git of the system, and others where npx and careless users lead; each leaves a mark, and fails. */
  function gits(cwd: string): { PATH: string; ran: () => string[] } {
    const outside = folderOf({});
    const put = (folder: string, mark: string): string => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'git'), `#!/bin/sh\n: > '${join(outside, mark)}'\nexit 1\n`, {
        mode: 0o755,
      });
      return folder;
    };
    const theirs = [
      put(join(cwd, 'node_modules/.bin'), 'mark planted'),
      put(join(cwd, 'bin'), 'mark planted'),
      put(cwd, 'mark planted'),
    ];
    symlinkSync(join(cwd, 'bin'), join(outside, 'linked'));
    return {
      PATH: [
        ...theirs,
        join(outside, 'linked'),
        '',
        '.',
        put(join(outside, 'bin'), 'mark system'),
        process.env['PATH'],
      ].join(':'),
      ran: () => readdirSync(outside).filter((name) => name.startsWith('mark')),
    };
  }

  it.each([
    [[]],
    [['--json']],
    [['--format', 'github']],
    [['--format', 'sarif']],
    [['--project']],
    [['--project', '--json']],
    [['--others', 'main.ts']],
  ])(
    'check --since runs no git where its configuration could name a program, and says why: %j',
    async (args) => {
      const cwd = folderOf(files);
      const { PATH, ran } = gits(cwd);
      const { code, stdout, stderr } = await run(['--untrusted', 'check', '--since', 'HEAD', ...args], {
        cwd,
        env: { PATH },
      });
      expect([code, ran()]).toEqual([2, []]);
      expect(stdout + stderr).toContain(
        '--since HEAD: git obeys the configuration of its repository, and the workspace is not trusted: the command line says so',
      );
    },
  );

  it.each([
    [['--untrusted', '--yes'], []],
    [['--untrusted', '--yes', '--json'], []],
    [['--trusted', '--yes'], ['mark system']],
  ])('move runs no git without trust; with it, none of the workspace: %j', async (args, ran) => {
    const cwd = folderOf({
      'a.ts': 'export const a = 1;\n',
      'b.ts': "import { a } from './a';\nexport const b = a;\n",
      'tsconfig.json': tsconfig(),
    });
    const planted = gits(cwd);
    const { code, stderr } = await run(['move', 'a.ts', 'c.ts', ...args], {
      cwd,
      env: { PATH: planted.PATH },
      lsp: { firstTouchTimeout: 60_000, diagnosticTimeout: 60_000 },
    });
    expect({ code, stderr, ran: planted.ran(), moved: existsSync(join(cwd, 'c.ts')) }).toEqual({
      code: 0,
      stderr: '',
      ran,
      moved: true,
    });
  });
});
