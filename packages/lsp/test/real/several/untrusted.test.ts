import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { needs } from '../../../../../scripts/lib/needs.mjs';
import type { Mcp } from '../../harness/mcp.ts';
import { MARK } from '../../harness/processes.ts';
import { Sidecar } from '../../harness/sidecar.ts';
import { Workspace } from '../../harness/workspace.ts';
import {
  BUILT_IN_SERVERS,
  type Bootstrap,
  type CheckReport,
  type ProjectReport,
  type ServerStatus,
} from '../../../src/types.ts';
import { ERRORS, FILES, HostileWorkspace } from '../hostile-workspace.ts';
import { testWith } from '../needs.ts';
import { found } from '../real-lab.ts';
import { ownCache } from '../../../src/languages/rust/test/real/rust-language.ts';

ownCache();

/** What a session has asked and been told. */
interface Session {
  readonly checked: CheckReport;
  readonly projects: ProjectReport;
  readonly status: readonly ServerStatus[];
  /** By tool. */
  readonly read: Readonly<Record<string, string>>;
  /** What has run. */
  readonly marks: readonly string[];
}

const LIMITS = {
  firstTouchTimeout: 60_000,
  diagnosticTimeout: 60_000,
  navigationTimeout: 60_000,
  linterGrace: 30_000,
  checkerTimeout: 120_000,
};

const QUESTIONS: Readonly<Record<string, readonly [tool: string, input: object]>> = {
  definition: ['goto_definition', { file: 'plugins/main.ts', line: 1, character: 14 }],
  references: ['find_references', { file: 'python/main.py', line: 3, character: 1 }],
  hover: ['hover', { file: 'imitated/main.ts', line: 1, character: 14 }],
  symbols: ['document_symbols', { file: 'rust/src/lib.rs' }],
  workspace: ['workspace_symbols', { query: 'wrong' }],
  diagnostics: ['diagnostics', {}],
  'diagnostics of one': ['diagnostics', { path: 'rust/src/lib.rs' }],
};

async function session(trusted: boolean): Promise<Session> {
  await using hostile = new HostileWorkspace();
  const { workspace, env, config } = hostile;
  const bootstrap: Bootstrap = {
    workspaceRoot: workspace.root,
    config: { ...config, ...LIMITS, passEnv: [MARK] },
    trusted,
  };
  await using sidecar = new Sidecar({ bootstrap: JSON.stringify(bootstrap), env });
  await sidecar.ready();
  for (const filePath of Object.keys(FILES)) sidecar.notify('lsp/warm', { filePath });
  const files = [...Object.keys(FILES), 'web/remote.json'].map((filePath) => ({ filePath }));
  const checked = await sidecar.request('lsp/check', { files, others: true });
  const mcp = sidecar.openMcp();
  await mcp.initialize();
  const read = Object.fromEntries(
    await Promise.all(
      Object.entries(QUESTIONS).map(
        async ([name, question]) => [name, await call(mcp, ...question)] as const,
      ),
    ),
  );
  const projects = await sidecar.request('lsp/checkProject', {});
  const status = await sidecar.request('lsp/status', { verbose: true, all: true });
  return { checked, projects, status, read, marks: hostile.marks() };
}

async function call(mcp: Mcp, tool: string, input: object): Promise<string> {
  const { content } = (await mcp.request('tools/call', { name: `lsp_${tool}`, arguments: input })) as {
    content: { text: string }[];
  };
  return content.map(({ text }) => text).join('\n');
}

describe('a workspace in which everything that can be run leaves a mark', () => {
  let untrusted: Session;
  let trusted: Session;
  testWith().beforeAll(async () => {
    untrusted = await session(false);
    trusted = await session(true);
  }, 300_000);

  test('nothing of it is run where nobody trusts it, whatever is asked', () => {
    expect(untrusted.marks).toEqual([]);
  });

  test('and all of it where somebody does', () => {
    const programs = ['bash-language-server', 'clangd', 'go', 'gopls', 'python3', 'yaml-language-server'].map(
      (name) => `PATH ${name}`,
    );
    const configurations = [
      'NODE_OPTIONS',
      'eslint.config',
      'plugin',
      'pnp sdk',
      'trace',
      ...(needs('cargo') === undefined ? ['build.rs'] : []),
    ];
    const packages = [
      'pyright',
      'typescript',
      'typescript-language-server',
      'venv python',
      'venv ruff',
      'venv ty',
    ];
    for (const mark of [
      ...programs,
      ...configurations,
      ...packages,
      'link taplo',
      'linked folder',
      'own checker',
      'own server',
    ])
      expect(trusted.marks).toContain(mark);
  });

  test('our own servers find what is wrong all the same', () => {
    expect(Object.keys(found(untrusted.checked.files)).sort()).toEqual(Object.keys(ERRORS).sort());
    expect(found(untrusted.checked.files)).toMatchObject({
      'plugins/main.ts': [`1:14 2322 Type 'string' is not assignable to type 'number'.`],
      'python/main.py': [expect.stringContaining('3:14 reportAssignmentType')],
    });
  });

  test('of the others, a check says that they are not run, and why', () => {
    const rows = untrusted.checked.servers
      .filter(({ outcome }) => outcome !== 'complete')
      .map(({ id, outcome, reason }) => `${id} ${outcome}: ${reason ?? ''}`);
    // Servers that run where they are installed may be so on this machine, too; that of pnp is TypeScript, which would find no packages there.
    const ids = ['cargo', 'clangd', 'eslint', 'gopls', 'own', 'ruff', 'rust-analyzer', 'ty', 'typescript'];
    for (const id of ids) expect(rows).toContain(`${id} unavailable: untrusted workspace`);
    expect(rows.filter((row) => !row.endsWith(' unavailable: untrusted workspace'))).toEqual([]);
  });

  test('REQ-STATUS-020: status says that they are disabled', () => {
    const rows = new Map(untrusted.status.map((row) => [row.id, row]));
    const ours = ['pyright', 'typescript'];
    for (const id of [...BUILT_IN_SERVERS, 'own'].filter((each) => !ours.includes(each)))
      expect(rows.get(id)).toMatchObject({ status: 'disabled', reason: 'untrusted workspace' });
    for (const id of [...ours, 'json', 'css', 'html'])
      expect(rows.get(id)).toMatchObject({ status: 'active', program: { origin: 'bundled' } });
    expect(
      untrusted.status.filter(({ program }) => program !== undefined && program.origin !== 'bundled'),
    ).toEqual([]);
  });

  test('projects are judged by our own checkers alone', () => {
    const { files, projects } = untrusted.projects;
    expect(Object.keys(files)).toEqual([
      'imitated/main.py',
      'imitated/main.ts',
      'plugins/main.ts',
      'python/main.py',
    ]);
    const rows = projects.map(
      ({ checker, root, outcome, reason, program }) =>
        `${checker} ${root}: ${outcome} ${reason ?? program?.origin ?? ''}`,
    );
    const judged = [
      'pyright .: complete bundled',
      'pyright imitated: complete bundled',
      'tsc imitated: complete bundled',
      'tsc plugins: complete bundled',
    ];
    const refused = ['cargo rust', 'eslint lint', 'go go', 'own-checker .', 'ruff python', 'tsc pnp'].map(
      (project) => `${project}: unavailable untrusted workspace`,
    );
    expect(rows.sort()).toEqual([...judged, ...refused].sort());
  });

  test('models can navigate in what our own servers know, and read why not elsewhere', () => {
    const { definition, references, hover, workspace, symbols, diagnostics } = untrusted.read;
    expect(definition).toContain('plugins/main.ts:1:14');
    expect(references).toContain('python/main.py:4:13');
    expect(hover).toContain('const wrong: number');
    expect(workspace).toContain('4 symbols');
    expect(symbols).toContain(
      'no language server is run for this file: cargo (untrusted workspace), rust-analyzer (untrusted workspace)',
    );
    expect(diagnostics).toContain('(without eslint in lint, which is not run: untrusted workspace)');
    expect(untrusted.read['diagnostics of one']).toContain(
      'rust/src/lib.rs has not been judged by cargo, which is not run: untrusted workspace',
    );
  });
});

/** Of the interpreter itself: what is on PATH may be a version manager's. */
const REAL_FOLDER = 'import os, sys; print(os.path.dirname(os.path.realpath(sys.executable)))';
const pythonFolder = (): string => String(Bun.spawnSync(['python3', '-c', REAL_FOLDER]).stdout).trim();

describe('modules that lie where Python looks first', () => {
  // Which of them it looks for depends on its version.
  const NAMES = ['sitecustomize', 'usercustomize', 'json', 'os', 'sys', 'site', 'codecs'];

  async function imported(trusted: boolean): Promise<{ marks: string[]; errors: string[] }> {
    using workspace = new Workspace({ 'main.py': 'wrong: int = "x"\n' });
    const marks = join(workspace.outside, 'marks');
    mkdirSync(marks);
    for (const name of NAMES)
      workspace.write(`${name}.py`, `open(${JSON.stringify(join(marks, name))}, 'w').close()\n`);
    const bootstrap: Bootstrap = { workspaceRoot: workspace.root, config: LIMITS, trusted };
    // An empty entry is the folder that Python runs in.
    await using sidecar = new Sidecar({
      bootstrap: JSON.stringify(bootstrap),
      env: {
        PATH: [pythonFolder(), process.env['PATH']].join(delimiter),
        PYTHONPATH: `${workspace.root}:`,
        PYTHONSTARTUP: workspace.path('site.py'),
      },
    });
    await sidecar.ready();
    const { files } = await sidecar.request('lsp/check', { files: [{ filePath: 'main.py' }] });
    await sidecar.request('lsp/checkProject', {});
    return { marks: readdirSync(marks), errors: Object.keys(found(files)) };
  }

  testWith('python3')(
    'are imported by the interpreter of a trusted workspace, and by none where nobody trusts it',
    async () => {
      expect((await imported(true)).marks).not.toEqual([]);
      expect(await imported(false)).toEqual({ marks: [], errors: ['main.py'] });
    },
  );
});
