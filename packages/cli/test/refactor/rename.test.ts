import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  escaped,
  quoted,
  renaming,
  type ChangeService,
  type RefactorParams,
  type RefactorResult,
  type ToolContext,
} from '@vybestack/llxprt-lsp-core';
import { describe, expect, it } from 'vitest';
import { asOptions } from '../../src/refactor/as-options.js';
import { confirm } from '../../src/refactor/confirm.js';
import { perform, refactorFiles } from '../../src/refactor/refactor-command.js';
import { move } from '../../src/refactor/move.js';
import { moveSymbol } from '../../src/refactor/move-symbol.js';
import { rename } from '../../src/refactor/rename.js';
import { folderOf, recordingIo, type RecordedIo } from '../support/io.js';

const FILES = { 'a.ts': 'export const total = 1;\n', 'b.ts': 'total;\n' };
const RENAMED: RefactorResult = {
  changes: [
    { file: 'a.ts', former: FILES['a.ts'], text: 'export const sum = 1;\n' },
    { file: 'b.ts', former: FILES['b.ts'], text: 'sum;\n' },
  ],
  caused: [],
  mentions: [{ file: 'b.ts', line: 7, character: 4, text: '// total' }],
  moreMentions: 0,
};

interface Given {
  io: RecordedIo;
  context: ToolContext;
  asked: RefactorParams[];
  read: () => string[];
  answer: (line: string) => void;
}

function open(
  result: RefactorResult | undefined = RENAMED,
  files: Readonly<Record<string, string>> = FILES,
): Given {
  const root = folderOf(files);
  const asked: RefactorParams[] = [];
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const refactor: ChangeService['refactor'] = (params) => {
    asked.push(params);
    return Promise.resolve(result);
  };
  const context: ToolContext = {
    workspaceRoot: root,
    appendDiagnostics: (success) => Promise.resolve(success),
    changeService: () => ({ refactor, fix: nothing, fixes: nothing }),
  };
  const input = new PassThrough();
  return {
    io: { ...recordingIo(root), input, isTerminal: true },
    context,
    asked,
    answer: (line) => input.end(line),
    read: () => Object.keys(FILES).map((file) => readFileSync(join(root, file), 'utf8')),
  };
}

const OLD = Object.values(FILES);
const NEW = ['export const sum = 1;\n', 'sum;\n'];
const RENAME = renaming({ filePath: '/work/a.ts', symbol: 'total', newName: 'sum', line: 1 });
const SWITCHES = { dryRun: false, yes: false, json: false };

describe('llxprt-lsp rename', () => {
  it('shows the diff, asks, and writes all files', async () => {
    const { io, context, asked, read, answer } = open();
    answer('y\n');
    expect([await perform(io, context, RENAME, SWITCHES), read()]).toEqual([0, NEW]);
    expect(io.stdout()).toMatch(
      /-export const total = 1;\n\+export const sum = 1;[^]*This would rename total to sum in 2 files:\nM a\.ts \(\+1 -1\)[^]*The old name still stands in 1 line[^]*b\.ts:7:4 \/\/ total\nWritten\.\n$/,
    );
    expect(asked).toEqual([
      { kind: 'rename', filePath: '/work/a.ts', symbol: 'total', newName: 'sum', line: 1 },
    ]);
  });

  for (const line of ['n\n', '\n', 'maybe\n', '']) {
    it(`writes nothing where the answer is ${JSON.stringify(line)}`, async () => {
      const { io, context, read, answer } = open();
      answer(line);
      expect([await perform(io, context, RENAME, SWITCHES), read()]).toEqual([1, OLD]);
      expect(io.stdout()).toMatch(/Nothing was written\.\n$/);
    });
  }

  it('names files as they are, so that the diff can be applied', async () => {
    const former = FILES['b.ts'];
    const { io, context } = open(
      { ...RENAMED, changes: [{ file: 'r&d <1>.ts', former, text: 'sum;\n' }] },
      { 'r&d <1>.ts': former },
    );
    expect(await perform(io, context, RENAME, { ...SWITCHES, yes: true })).toBe(0);
    expect(io.stdout()).toContain('--- r&d <1>.ts\n+++ r&d <1>.ts\n');
    expect(io.stdout()).toContain('M r&d <1>.ts (+1 -1)');
    const again = open({ ...RENAMED, changes: [{ file: 'r&d <1>.ts', former, text: 'sum;\n' }] });
    expect(await perform(again.io, again.context, RENAME, { ...SWITCHES, yes: true })).toBe(2);
    expect(again.io.stderr()).toContain('r&d <1>.ts does not exist any more');
  });

  it('does not ask with --yes', async () => {
    const { io, context, read } = open();
    expect([await perform(io, context, RENAME, { ...SWITCHES, yes: true }), read()]).toEqual([0, NEW]);
    expect(io.stdout()).toMatch(/Renamed total to sum in 2 files:\n/);
  });

  it('writes nothing with --dry-run', async () => {
    const { io, context, read } = open();
    expect([await perform(io, context, RENAME, { ...SWITCHES, dryRun: true }), read()]).toEqual([0, OLD]);
    expect(io.stdout()).toContain('This would rename total to sum in 2 files:');
  });

  it('prints one JSON object with --json', async () => {
    const { io, context, read } = open();
    expect([await perform(io, context, RENAME, { ...SWITCHES, yes: true, json: true }), read()]).toEqual([
      0,
      NEW,
    ]);
    expect(JSON.parse(io.stdout())).toMatchObject({
      dryRun: false,
      written: true,
      files: [{ file: 'a.ts', diff: expect.stringContaining('+export const sum') }, { file: 'b.ts' }],
      mentions: [{ file: 'b.ts' }],
    });
  });

  it('says why it is refused', async () => {
    const { io, context, read } = open({ refused: '`while` is a keyword of this language' });
    expect([await perform(io, context, RENAME, { ...SWITCHES, yes: true }), read(), io.stderr()]).toEqual([
      1,
      OLD,
      'llxprt-lsp: Not renamed: `while` is a keyword of this language.\n',
    ]);
    const json = open({ refused: 'no' });
    expect(await perform(json.io, json.context, RENAME, { ...SWITCHES, yes: true, json: true })).toBe(1);
    expect(JSON.parse(json.io.stdout())).toMatchObject({
      written: false,
      refused: 'Not renamed: no.',
      files: [],
    });
  });

  it('is trouble without an answer, and where a file has changed meanwhile', async () => {
    const silent = open();
    expect(
      await perform(silent.io, { ...silent.context, changeService: () => undefined }, RENAME, {
        ...SWITCHES,
        yes: true,
      }),
    ).toBe(2);
    const { io, context } = open({
      ...RENAMED,
      changes: [{ file: 'a.ts', former: 'another text\n', text: '' }],
    });
    expect([await perform(io, context, RENAME, { ...SWITCHES, yes: true }), io.stderr()]).toEqual([
      2,
      expect.stringContaining('a.ts has changed'),
    ]);
  });

  it('needs --yes or --dry-run where nothing can be asked', async () => {
    const io = recordingIo(folderOf(FILES));
    const place = { workspace: '.' };
    for (const json of [false, true])
      expect(
        await refactorFiles(
          io,
          { ...SWITCHES, ...place, json },
          rename('a.ts', 'total', 'sum', { force: false }),
        ),
      ).toBe(2);
    expect(io.stderr()).toBe(
      'llxprt-lsp: No terminal: nothing can be asked; --yes writes it, --dry-run shows it\nllxprt-lsp: --json: nothing can be asked; --yes writes it, --dry-run shows it\n',
    );
  });
});

describe('llxprt-lsp move', () => {
  it('takes paths of the workspace, whatever the current folder is, and a folder by its slash', async () => {
    const workspaceRoot = folderOf({ 'src/a.ts': '', 'a.ts': '' });
    const cwd = join(workspaceRoot, 'src');
    const into = await move('src/a.ts', 'lib/', { force: true })({ cwd, workspaceRoot });
    expect(into).toMatchObject({
      params: { kind: 'move', from: join(cwd, 'a.ts'), to: `${join(workspaceRoot, 'lib')}/`, force: true },
    });
    expect(typeof into === 'string' ? into : into.wording.done(escaped`2 files`)).toBe(
      'Moved src/a.ts to lib/, 2 files changed',
    );
    expect(await move('a.ts', 'b.ts', { force: false })({ cwd, workspaceRoot })).toMatchObject({
      params: { kind: 'move', from: join(workspaceRoot, 'a.ts'), to: join(workspaceRoot, 'b.ts') },
    });
    expect(await move('a.ts', '../b.ts', { force: false })({ cwd, workspaceRoot })).toMatch(
      /is outside the workspace/,
    );
  });
});

it('llxprt-lsp move-symbol takes paths of the workspace, and passes its options', async () => {
  const workspaceRoot = folderOf({ 'src/a.ts': '' });
  const folders = { cwd: join(workspaceRoot, 'src'), workspaceRoot };
  const options = { line: 3, reexport: true, force: true };
  const found = await moveSymbol('src/a.ts', 'total', 'src/b c.ts', options)(folders);
  expect(found).toMatchObject({
    params: { kind: 'move-symbol', symbol: 'total', to: join(workspaceRoot, 'src/b c.ts'), ...options },
  });
  expect(typeof found === 'string' ? found : found.wording.done(escaped`2 files`)).toBe(
    'Moved total to src/b c.ts in 2 files',
  );
  expect(await moveSymbol('src/a.ts', 'total', '../b.ts', options)(folders)).toMatch(
    /is outside the workspace/,
  );
});

it('a refusal names options of the command line, not parameters of a tool', () => {
  expect(asOptions(escaped`it would cause 1 error. \`force\` allows them: \`force\` is used`)).toBe(
    'it would cause 1 error. `--force` allows them: `force` is used',
  );
  expect(asOptions(escaped`\`line\` has 2 definitions: give \`line\` to say which one`)).toBe(
    '`line` has 2 definitions: give `--line` to say which one',
  );
  expect(asOptions(escaped`user.ts:2 cannot follow; \`reexport\` lets its file pass it on`)).toBe(
    'user.ts:2 cannot follow; `--reexport` lets its file pass it on',
  );
  // Whatever else the engine and core say of it.
  const said = ['lsp/src/engine', 'core/src/tools']
    .map((folder) => fileURLToPath(new URL(`../../../${folder}`, import.meta.url)))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) =>
      readFileSync(file, 'utf8')
        .replace(/['`] \+\s+['`]/g, '')
        .replaceAll('\\', ''),
    )
    .flatMap((text) => text.match(/`force`(?! is given)[^'`]{0,20}/g) ?? []);
  expect(said.length).toBeGreaterThan(4);
  expect(said.filter((text) => asOptions(quoted(text)) === text)).toEqual([]);
});

it('an interruption means no', async () => {
  const interruption = new AbortController();
  const asked = confirm(
    { input: new PassThrough(), output: new PassThrough(), signal: interruption.signal },
    'Write it?',
  );
  interruption.abort();
  expect(await asked).toBe(false);
});
