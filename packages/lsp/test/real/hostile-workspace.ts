import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import type { LspConfig } from '../../src/types.ts';
import { Workspace } from '../harness/workspace.ts';
import { MODULES } from './real-lab.ts';

/** What is wrong in it, by file: found by whoever only reads. */
export const ERRORS = {
  'plugins/main.ts': `export const wrong: number = 'plugins';\n`,
  'imitated/main.ts': `export const wrong: number = 'imitated';\n`,
  'imitated/main.py': 'wrong: int = "imitated"\n',
  'imitated/data.json': '{ "a": 1, }\n',
  'python/main.py': 'import json\n\nwrong: int = "python"\nprint(json, wrong)\n',
  'web/data.json': '{ "a": 1, }\n',
  'web/style.css': 'a { colour; }\n',
};

/** What no server and no checker that we bring along judges. */
const UNJUDGED = {
  'lint/main.js': 'export const a = 1;\n',
  'rust/src/lib.rs': 'pub fn f() {}\n',
  'go/main.go': 'package main\n\nfunc main() {}\n',
  'c/main.c': 'int main(void) { return 0; }\n',
  'pnp/main.ts': 'export const a = 1;\n',
  'own/main.own': 'anything\n',
  'scripts/a.sh': 'echo\n',
  'scripts/a.yaml': 'a: 1\n',
  'scripts/a.sql': 'select 1;\n',
};

export const FILES = { ...ERRORS, ...UNJUDGED };

/** With the smallest library. */
const TSCONFIG = '{ "compilerOptions": { "lib": ["es5"] } }';

/** What lies before everything else on PATH. */
const ON_PATH = [
  'gopls',
  'go',
  'clangd',
  'ruff',
  'ty',
  'yaml-language-server',
  'bash-language-server',
  'shellcheck',
  'python3',
  'python',
];

const IMITATED = {
  typescript: ['lib/tsserver.js', 'bin/tsc', 'lib/typescript.js'],
  'typescript-language-server': ['lib/cli.mjs'],
  pyright: ['langserver.index.js', 'index.js'],
  'vscode-langservers-extracted': [
    'bin/vscode-json-language-server',
    'bin/vscode-css-language-server',
    'bin/vscode-html-language-server',
  ],
};

/** A workspace in which every program, script and configuration that anybody might run or load leaves a mark when that happens. */
export class HostileWorkspace implements AsyncDisposable {
  readonly workspace = new Workspace(FILES, 'hostile # workspace');
  /** Of the shell that the host was started from, after the workspace's own scripts. */
  readonly env: Readonly<Record<string, string>>;
  readonly config: LspConfig;
  readonly #marks = join(this.workspace.outside, 'marks');
  /** What it would fetch its schemas from. */
  readonly #web = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => this.#fetched() });

  constructor() {
    mkdirSync(this.#marks);
    this.workspace.write(
      'web/remote.json',
      JSON.stringify({ $schema: new URL('/schema.json', this.#web.url).href }),
    );
    this.#typescript();
    this.#linters();
    this.#python();
    this.#compilers();
    const { workspace } = this;
    for (const name of ON_PATH) this.#program(`tools/${name}`, `PATH ${name}`);
    // Neither lies in the workspace, and both lead there.
    this.#program('elsewhere/taplo', 'link taplo');
    mkdirSync(join(workspace.outside, 'links'));
    symlinkSync(workspace.path('elsewhere/taplo'), join(workspace.outside, 'links/taplo'));
    this.#program('elsewhere/sqruff', 'linked folder');
    symlinkSync(workspace.path('elsewhere'), join(workspace.outside, 'linked'));
    this.#program('own/server', 'own server');
    this.#program('own/checker', 'own checker');
    this.env = {
      PATH: [
        workspace.path('tools'),
        join(workspace.outside, 'links'),
        join(workspace.outside, 'linked'),
        process.env['PATH'] ?? '',
      ].join(delimiter),
      NODE_OPTIONS: `--require=./preload.cjs`,
      PYTHONPATH: workspace.path('python'),
      VIRTUAL_ENV: workspace.path('environment'),
    };
    this.config = {
      servers: {
        own: { command: workspace.path('own/server'), extensions: ['.own'] },
        pyright: { settings: { 'python.pythonPath': workspace.path('tools/python3') } },
      },
      checkers: {
        'own-checker': { command: workspace.path('own/checker'), extensions: ['.own'], parser: 'gcc' },
      },
    };
  }

  /** What has run so far, sorted. */
  marks(): string[] {
    return readdirSync(this.#marks).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#web.stop(true);
    this.workspace[Symbol.dispose]();
  }

  #fetched(): Response {
    writeFileSync(join(this.#marks, 'network'), '');
    return Response.json({});
  }

  #typescript(): void {
    const { workspace } = this;
    for (const [name, files] of Object.entries(IMITATED)) {
      const home = `imitated/node_modules/${name}`;
      cpSync(join(MODULES, name, 'package.json'), this.#placeFor(`${home}/package.json`));
      for (const file of files)
        chmodSync(
          workspace.write(`${home}/${file}`, file.endsWith('.mjs') ? this.#module(name) : this.#script(name)),
          0o755,
        );
    }
    for (const name of [
      'typescript-language-server',
      'tsc',
      'pyright',
      'pyright-langserver',
      'vscode-json-language-server',
      'node',
      'npm',
      'git',
    ]) {
      this.#program(`imitated/node_modules/.bin/${name}`, `bin ${name}`);
      if (!name.startsWith('pyright')) this.#program(`node_modules/.bin/${name}`, `bin ${name}`);
    }
    workspace.write('imitated/tsconfig.json', TSCONFIG);
    workspace.write('imitated/pyrightconfig.json', '{}');
    // A TypeScript of its own finds the plugins beside it.
    cpSync(join(MODULES, 'typescript'), this.#placeFor('plugins/node_modules/typescript'), {
      recursive: true,
      dereference: true,
    });
    const plugin = this.#script('plugin');
    for (const path of [
      'plugins/node_modules/evil/index.js',
      'plugins/evil.js',
      'evil.js',
      'node_modules/evil/index.js',
    ])
      workspace.write(path, plugin);
    const names = [
      'evil',
      './evil',
      '../evil',
      '..\\evil',
      workspace.path('plugins/evil'),
      workspace.path('plugins/evil').replaceAll('/', '\\'),
      upTo(workspace.path('evil')),
    ];
    workspace.write(
      'plugins/tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          strict: true,
          lib: ['es5'],
          generateTrace: join(this.#marks, 'trace'),
          plugins: names.map((name) => ({ name })),
        },
      }),
    );
    workspace.write('preload.cjs', this.#script('NODE_OPTIONS'));
    for (const folder of ['imitated', 'plugins', 'web', 'lint', 'python', 'pnp'])
      workspace.write(`${folder}/preload.cjs`, this.#script('NODE_OPTIONS'));
    workspace.write('pnp/.pnp.cjs', this.#script('pnp'));
    workspace.write('pnp/tsconfig.json', TSCONFIG);
    workspace.write(
      'pnp/.yarn/sdks/typescript/package.json',
      '{"name": "typescript", "version": "5.9.3-sdk", "bin": {"tsc": "./lib/tsc.js"}}',
    );
    for (const file of ['tsserver', 'tsc', 'typescript'])
      workspace.write(`pnp/.yarn/sdks/typescript/lib/${file}.js`, this.#script('pnp sdk'));
  }

  #linters(): void {
    const { workspace } = this;
    workspace.write('lint/package.json', '{"type": "module"}');
    symlinkSync(join(MODULES, 'eslint'), this.#placeFor('lint/node_modules/eslint'));
    workspace.write('lint/eslint.config.mjs', `${this.#module('eslint.config')}export default [];\n`);
    workspace.write('python/ruff.toml', '');
  }

  #python(): void {
    const { workspace } = this;
    workspace.write('python/pyproject.toml', '[project]\nname = "hostile"\nversion = "1"\n');
    workspace.write('pyrightconfig.json', '{ "venvPath": ".", "venv": "environment" }');
    for (const name of [
      'json',
      'os',
      'sys',
      'site',
      'sitecustomize',
      'usercustomize',
      'encodings',
      'codecs',
    ]) {
      const text = `open(${JSON.stringify(join(this.#marks, `${name}.py`))}, 'w').close()\n`;
      workspace.write(`${name}.py`, text);
      workspace.write(`python/${name}.py`, text);
    }
    for (const folder of ['python/.venv', 'environment']) {
      workspace.write(`${folder}/pyvenv.cfg`, 'home = /usr/bin\n');
      for (const name of ['python', 'python3', 'ruff', 'ty', 'pyright'])
        this.#program(`${folder}/bin/${name}`, `venv ${name}`);
    }
  }

  #compilers(): void {
    const { workspace } = this;
    const mark = JSON.stringify(join(this.#marks, 'build.rs'));
    workspace.write(
      'rust/Cargo.toml',
      '[package]\nname = "hostile"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\n',
    );
    workspace.write('rust/build.rs', `fn main() {\n    std::fs::write(${mark}, "").unwrap();\n}\n`);
    workspace.write('go/go.mod', 'module example.com/hostile\n\ngo 1.21\n');
    workspace.write('c/compile_flags.txt', '-Wall\n');
  }

  #placeFor(path: string): string {
    const place = this.workspace.path(path);
    mkdirSync(join(place, '..'), { recursive: true });
    return place;
  }

  #program(path: string, name: string): void {
    chmodSync(this.workspace.write(path, `#!/bin/sh\n: > '${join(this.#marks, name)}'\nexit 1\n`), 0o755);
  }

  #script(name: string): string {
    return `#!/usr/bin/env node\nrequire('node:fs').writeFileSync(${JSON.stringify(join(this.#marks, name))}, '');\nmodule.exports = () => ({ create: (info) => info.languageService });\n`;
  }

  #module(name: string): string {
    return `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(join(this.#marks, name))}, '');\n`;
  }
}

/** From any folder that is not too deep, with slashes that only some take for slashes. */
function upTo(path: string): string {
  return '..\\'.repeat(20) + path.slice(1).replaceAll('/', '\\');
}
