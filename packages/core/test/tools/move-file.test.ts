import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_REPORT } from '../../src/lsp/checker.js';
import type {
  CheckParams,
  CheckReport,
  Diagnostic,
  RefactorParams,
  RefactorResult,
} from '../../src/lsp/types.js';
import type { ToolContext } from '../../src/tools/context.js';
import { moveFile } from '../../src/tools/refactor/move-file.js';
import { FOUND, workspace, type Workspace } from './workspace.js';

const FILES = {
  'lib/a.py': 'import os\n',
  'lib/logo.bin': Buffer.from([0, 1, 255]).toString('latin1'),
  'main.py': 'from lib import a\n',
};
const MOVED = {
  changes: [
    { file: 'app/a.py', from: 'lib/a.py', former: FILES['lib/a.py'], text: 'import os\nimport sys\n' },
    { file: 'app/logo.bin', from: 'lib/logo.bin' },
    { file: 'main.py', former: FILES['main.py'], text: 'from app import a\n' },
  ],
  caused: [],
  mentions: [],
  moreMentions: 0,
} satisfies RefactorResult;
const AFTER = {
  'app/a.py': 'import os\nimport sys\n',
  'app/logo.bin': FILES['lib/logo.bin'],
  'main.py': 'from app import a\n',
};
const PROOF = { files: ['other.py'], servers: ['pyright'], standing: [], othersKnown: false };
const CALL = { from: 'lib', to: 'app' };

const COMPLETE = { id: 'pyright', root: '.', outcome: 'complete', ms: 1 } as const;
const error = (file: string, message: string, rest: Partial<Diagnostic> = {}): Diagnostic => ({
  file,
  line: 1,
  character: 6,
  severity: 'error',
  message,
  ...rest,
});
const reportOf = (...found: Diagnostic[]): CheckReport => ({
  ...NO_REPORT,
  files: Object.fromEntries(found.map((one) => [one.file, [one]])),
  servers: [COMPLETE],
});

interface Lab {
  ws: Workspace;
  context: ToolContext;
  asked: RefactorParams[];
  checked: CheckParams[];
}

/** @param check what servers report once it is written */
async function withService(
  result: RefactorResult | undefined,
  check: (ws: Workspace) => CheckReport | Promise<CheckReport> = () => reportOf(),
): Promise<Lab> {
  const ws = await workspace(FILES);
  const [asked, checked]: [RefactorParams[], CheckParams[]] = [[], []];
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const refactor = (params: RefactorParams): Promise<RefactorResult | undefined> => {
    asked.push(params);
    return Promise.resolve(result);
  };
  const context: ToolContext = {
    ...ws.context,
    changeService: () => ({ refactor, fix: nothing, fixes: nothing }),
    check: (params) => {
      checked.push(params);
      return Promise.resolve(check(ws));
    },
  };
  return { ws, asked, checked, context };
}

describe('lsp_move_file', () => {
  test('REQ-DIAG-020: moves the files with their new texts, removes the empty folder, and ends with the diagnostics', async () => {
    const { ws, context, asked, checked } = await withService(MOVED);
    const { ino } = await stat(ws.path('lib/logo.bin'));
    const { llmContent, returnDisplay } = await moveFile(CALL, context);
    expect(llmContent).toBe(
      `Moved lib to app, 3 files changed:\nR lib/a.py -> app/a.py (+1 -0)\nR lib/logo.bin -> app/logo.bin (+0 -0)\nM main.py (+1 -1)${FOUND}`,
    );
    expect(returnDisplay).toContain('--- lib/a.py\n+++ app/a.py\n');
    expect([await ws.tree(), (await stat(ws.path('app/logo.bin'))).ino]).toEqual([AFTER, ino]);
    expect([asked, checked]).toEqual([[{ kind: 'move', from: ws.path('lib'), to: ws.path('app') }], []]);
    expect(ws.asked[0]?.request).toMatchObject({
      deleted: [ws.path('lib/a.py'), ws.path('lib/logo.bin')],
      files: [
        { filePath: ws.path('app/a.py'), created: true },
        { filePath: ws.path('main.py'), before: FILES['main.py'] },
      ],
    });
  });

  test('permissions go along, and a folder that still holds something stays', async () => {
    const { ws, context } = await withService(MOVED);
    await chmod(ws.path('lib/a.py'), 0o750);
    await ws.write('lib/__pycache__/a.pyc', 'compiled');
    await mkdir(ws.path('lib/nothing'));
    await moveFile(CALL, context);
    expect([await ws.tree(), (await stat(ws.path('app/a.py'))).mode & 0o777]).toEqual([
      { ...AFTER, 'lib/__pycache__/a.pyc': 'compiled' },
      0o750,
    ]);
  });

  test.each([
    ['a folder that exists or not', 'app', 'app'],
    ['into a folder', 'app/', 'app/'],
    ['into the workspace itself', '.', ''],
  ])('asks for %s', async (_, to, path) => {
    const { ws, context, asked } = await withService({ refused: 'no' });
    await moveFile({ from: 'lib/', to, force: true }, context);
    expect(asked).toEqual([
      { kind: 'move', from: ws.path('lib'), to: ws.path(path).replace(/(?<=workspace)\/$/, ''), force: true },
    ]);
  });

  test('a dry run writes nothing, shows the diff, and proves nothing', async () => {
    const { ws, context, checked } = await withService({
      ...MOVED,
      untried: 'pyright: it sees new files only once they are on disk',
      proveAfterwards: PROOF,
      notes: ['lib/__pycache__ stays.'],
    });
    const { llmContent } = await moveFile({ ...CALL, dry_run: true }, context);
    expect(llmContent).toMatch(
      /^Dry run, nothing written: this would move lib to app, 3 files changed:\nR lib\/a\.py/,
    );
    expect(llmContent).toContain(
      'before it was written (pyright: it sees new files only once they are on disk).\nlib/__pycache__ stays.\n\n--- lib/a.py\n+++ app/a.py',
    );
    expect([await ws.tree(), ws.asked, checked]).toEqual([FILES, [], []]);
  });

  test('all files or none: one of them has changed, or its new name is taken', async () => {
    for (const [name, type] of [
      ['lib/a.py', 'file_changed'],
      ['app/logo.bin', 'file_exists'],
    ] as const) {
      const { ws, context } = await withService(MOVED);
      await ws.write(name, 'something else\n');
      const before = await ws.tree();
      expect([(await moveFile(CALL, context)).error?.type, await ws.tree()]).toEqual([type, before]);
    }
  });
});

describe('lsp_move_file, what could not be tried', () => {
  const UNTRIED: RefactorResult = {
    ...MOVED,
    untried: 'pyright: it sees new files only once they are on disk',
    proveAfterwards: PROOF,
  };

  test('is checked once it is written, with the other importers', async () => {
    const { ws, context, checked } = await withService(UNTRIED);
    const { llmContent } = await moveFile(CALL, context);
    expect(llmContent).toContain(
      'before it was written (pyright: it sees new files only once they are on disk). It was checked afterwards.',
    );
    expect(checked).toEqual([
      {
        files: [
          { filePath: ws.path('app/a.py'), text: AFTER['app/a.py'], created: true },
          { filePath: ws.path('main.py'), text: AFTER['main.py'], before: FILES['main.py'] },
          { filePath: 'other.py' },
        ],
        deleted: [ws.path('lib/a.py'), ws.path('lib/logo.bin')],
        others: true,
        origins: true,
      },
    ]);
    expect(await ws.tree()).toEqual(AFTER);
  });

  test('is taken back with an error: the same bytes, the same files, no empty folder', async () => {
    const { ws, context } = await withService(UNTRIED, () =>
      reportOf(error('main.py', 'Import "app" could not be resolved')),
    );
    const before = await stat(ws.path('lib/a.py'), { bigint: true });
    const { error: refusal } = await moveFile(CALL, context);
    expect(refusal).toEqual({
      type: 'change_refused',
      message:
        'Not moved, and what was written was taken back: it causes 1 error (`force` allows them):\nmain.py:1:6 Import "app" could not be resolved',
    });
    const after = await stat(ws.path('lib/a.py'), { bigint: true });
    expect([await ws.tree(), after.ino, after.mtimeNs, ws.asked]).toEqual([
      FILES,
      before.ino,
      before.mtimeNs,
      [],
    ]);
  });

  test.each<[what: string, report: CheckReport, isKept: boolean]>([
    ['an error that stood before, on another line', reportOf(error('app/a.py', 'old', { line: 9 })), true],
    [
      'that error twice',
      { ...reportOf(), files: { 'app/a.py': [error('app/a.py', 'old'), error('app/a.py', 'old')] } },
      false,
    ],
    ['a warning', reportOf(error('main.py', 'unused', { severity: 'warning' })), true],
    ['an error of before', reportOf(error('main.py', 'old', { origin: 'before' })), true],
    [
      'an error elsewhere of which nothing is known',
      { ...reportOf(), others: { 'far.py': [error('far.py', 'broken')] } },
      true,
    ],
    [
      'an error elsewhere that it caused',
      { ...reportOf(), others: { 'far.py': [error('far.py', 'broken', { origin: 'edit' })] } },
      false,
    ],
    ['no answer', NO_REPORT, false],
    ['an answer that is late', { ...NO_REPORT, servers: [{ ...COMPLETE, outcome: 'timed-out' }] }, false],
  ])('after %s', async (_, report, isKept) => {
    const result = { ...UNTRIED, proveAfterwards: { ...PROOF, standing: [error('app/a.py', 'old')] } };
    const { ws, context } = await withService(result, () => report);
    expect([(await moveFile(CALL, context)).error === undefined, await ws.tree()]).toEqual([
      isKept,
      isKept ? AFTER : FILES,
    ]);
  });

  test('is taken back with an error elsewhere, where all that stood there is known', async () => {
    const report = {
      ...reportOf(),
      others: { 'far.py': [error('far.py', 'broken'), error('far.py', 'old')] },
    };
    const proof = { ...PROOF, standing: [error('far.py', 'old')], othersKnown: true };
    const { ws, context } = await withService({ ...UNTRIED, proveAfterwards: proof }, () => report);
    expect([(await moveFile(CALL, context)).error?.message.split('\n').slice(1), await ws.tree()]).toEqual([
      ['far.py:1:6 broken'],
      FILES,
    ]);
  });

  test('stays with `force`, unchecked', async () => {
    const { ws, context, checked } = await withService(UNTRIED, () => reportOf(error('main.py', 'broken')));
    await moveFile({ ...CALL, force: true }, context);
    expect([await ws.tree(), checked]).toEqual([AFTER, []]);
  });

  test('is not taken back over what something else has written meanwhile', async () => {
    const { ws, context } = await withService(UNTRIED, async (one) => {
      await one.write('main.py', 'by hand\n');
      return reportOf(error('main.py', 'broken'));
    });
    const { error: refusal } = await moveFile(CALL, context);
    expect(refusal?.message).toMatch(
      /broken It could not be taken back: main\.py was changed by something else\. All of it is written\.$/,
    );
    expect(await ws.tree()).toEqual({ ...AFTER, 'main.py': 'by hand\n', 'lib/': '' });
  });
});

test.each<[what: string, params: unknown, type: string]>([
  ['no target', { from: 'lib' }, 'invalid_params'],
  ['an empty source', { from: '', to: 'app' }, 'invalid_params'],
  ['a source outside of the workspace', { from: '../lib', to: 'app' }, 'path_outside_workspace'],
  ['a target outside of the workspace', { from: 'lib', to: '../app/' }, 'path_outside_workspace'],
  ['the workspace itself', { from: '.', to: 'app' }, 'is_directory'],
])('lsp_move_file refuses %s', async (_, params, type) => {
  const { context, asked } = await withService(MOVED);
  expect([(await moveFile(params, context)).error?.type, asked]).toEqual([type, []]);
});

describe('in a git repository', () => {
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd,
      encoding: 'utf8',
    });

  test.each(['.', 'packages/a b'])(
    'its index follows, workspace at %s: texts of before, nothing committed, untracked files stay untracked',
    async (folder) => {
      const { ws, context } = await withService(MOVED);
      // The repository is the workspace, or a folder above it.
      const top = folder === '.' ? ws.root : await mkdtemp(join(tmpdir(), 'repository-'));
      const root = join(top, folder);
      if (root !== ws.root) await cp(ws.root, root, { recursive: true });
      git(top, 'init', '--quiet');
      git(root, 'add', 'lib/a.py', 'main.py');
      git(root, 'commit', '--quiet', '-m', 'a');
      expect((await moveFile(CALL, { ...context, workspaceRoot: root })).error).toBeUndefined();
      expect(
        git(
          root,
          '-c',
          'status.relativePaths=false',
          '-c',
          'core.quotePath=false',
          'status',
          '--short',
          '-z',
          '.',
        )
          .split('\0')
          .toSorted(),
      ).toEqual(
        ['', 'RM app/a.py', 'lib/a.py', ' M main.py', '?? app/logo.bin']
          .map((line) => (folder === '.' ? line : line.replace(/(app|lib|main)/, `${folder}/$1`)))
          .toSorted(),
      );
      expect(git(root, 'diff', '--cached', '-M', '--stat')).toContain(
        '1 file changed, 0 insertions(+), 0 deletions(-)',
      );
      await rm(top, { recursive: true });
    },
  );

  test('another git that holds the index does not matter', async () => {
    const { ws, context } = await withService(MOVED);
    git(ws.root, 'init', '--quiet');
    git(ws.root, 'add', '.');
    await writeFile(ws.path('.git/index.lock'), '');
    expect((await moveFile(CALL, context)).error).toBeUndefined();
    expect(git(ws.root, 'ls-files').split('\n')).toContain('lib/a.py');
  });

  /** Leaves a mark, then does what the git of this system does. */
  const fakeGit = async (folder: string, mark: string): Promise<string> => {
    const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'git'), `#!/bin/sh\n: > '${mark}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
    return folder;
  };

  test.skipIf(process.platform === 'win32').each([true, false, undefined])(
    'git is run only with trust, and never that of the workspace; trusted: %s',
    async (trusted) => {
      const { ws, context } = await withService(MOVED);
      git(ws.root, 'init', '--quiet');
      git(ws.root, 'add', '.');
      const outside = await mkdtemp(join(tmpdir(), 'outside-'));
      onTestFinished(() => rm(outside, { recursive: true }));
      const [planted, ours] = [join(outside, 'planted'), join(outside, 'ours')];
      await symlink(await fakeGit(ws.path('bin'), planted), join(outside, 'linked'));
      const theirs = [
        await fakeGit(ws.path('node_modules/.bin'), planted),
        ws.path('bin'),
        join(outside, 'linked'),
        await fakeGit(ws.root, planted),
      ];
      vi.stubEnv(
        'PATH',
        [...theirs, '', '.', await fakeGit(join(outside, 'bin'), ours), process.env['PATH']].join(delimiter),
      );
      onTestFinished(() => void vi.unstubAllEnvs());
      const before = process.cwd();
      process.chdir(ws.root);
      onTestFinished(() => process.chdir(before));
      expect(
        (await moveFile(CALL, { ...context, ...(trusted !== undefined && { trusted }) })).error,
      ).toBeUndefined();
      expect([existsSync(planted), existsSync(ours), await ws.read('app/a.py')]).toEqual([
        false,
        trusted !== false,
        AFTER['app/a.py'],
      ]);
    },
  );
});
