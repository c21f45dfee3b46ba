import { lstat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { CheckReport } from '../../src/lsp/types.js';
import { applyPatch, applyPatchDeclaration } from '../../src/tools/apply-patch.js';
import { edit, editDeclaration } from '../../src/tools/edit.js';
import { writeFile, writeFileDeclaration } from '../../src/tools/write-file.js';
import { error, previewed } from './preview-stub.js';
import { workspace, wrapped } from './workspace.js';

const CASES = {
  edit: {
    call: edit,
    params: { file_path: 'src/a.ts', old_string: 'one', new_string: 'two' },
    text: 'edit src/a.ts: replaced 1 time (line 1).',
    others: false,
  },
  write_file: {
    call: writeFile,
    params: { file_path: 'src/a.ts', content: 'two\nrest\n' },
    text: 'overwrite src/a.ts (2 lines).',
    others: true,
  },
  apply_patch: {
    call: applyPatch,
    params: { patch: wrapped('*** Update File: src/a.ts\n-one\n+two') },
    text: 'apply the patch to 1 file:\nM src/a.ts (+1 -1)',
    others: false,
  },
} as const;
const FILES = { 'src/a.ts': 'one\nrest\n' };
const DIFF = '--- src/a.ts\n+++ src/a.ts\n@@ -1,2 +1,2 @@\n-one\n+two\n rest';
const SECTION = '<diagnostics file="src/a.ts">\nERROR [1:1] wrong\n</diagnostics>';

describe.each(Object.entries(CASES))('dry_run of %s', (_, { call, params, text, others }) => {
  test('says what the call would do and which errors it would cause, and writes nothing', async () => {
    const ws = await workspace(FILES);
    const stamp = async (): Promise<unknown> => {
      const { ino, mtimeNs, ctimeNs } = await lstat(ws.path('src/a.ts'), { bigint: true });
      return { ino, mtimeNs, ctimeNs };
    };
    const before = await stamp();
    const { context, proposed } = previewed(ws, () => ({
      files: { 'src/a.ts': [error('src/a.ts', 'wrong'), error('src/a.ts', 'old', 'before')] },
      others: { 'b.ts': [error('b.ts', 'far')] },
    }));
    const result = await call({ ...params, dry_run: true }, context);
    const label = others ? 'LSP errors detected in this file:' : 'LSP diagnostics after edit:';
    const far = others
      ? '\n\nLSP errors detected in other files:\n<diagnostics file="b.ts">\nERROR [1:1] far\n</diagnostics>'
      : '';
    expect(result.llmContent).toBe(
      `Dry run, nothing written: this would ${text}\n\n${DIFF}\n\n${label}\n${SECTION}${far}\n\n1 error was there before.`,
    );
    expect(result.returnDisplay).toMatch(/^Dry run, nothing written\.\n/);
    expect(result.error).toBeUndefined();
    expect(proposed).toEqual([
      { files: [{ filePath: ws.path('src/a.ts'), text: 'two\nrest\n' }], others, origins: true },
    ]);
    expect(await ws.tree()).toEqual(FILES);
    expect(await stamp()).toEqual(before);
    // No diagnostics of an edit are asked for: that is what the service counts as a change.
    expect(ws.asked).toEqual([]);
  });

  const reports: [title: string, report: Partial<CheckReport>, said: string][] = [
    ['nothing is found', { files: { 'src/a.ts': [] } }, 'Language servers would report nothing new.'],
    [
      'a server is late',
      { servers: [{ id: 'pyright', root: '.', outcome: 'timed-out', ms: 1 }] },
      'Language servers could not judge all of it: pyright had no answer in time.',
    ],
    [
      'a server cannot',
      { servers: [{ id: 'pyright', root: '.', outcome: 'unavailable', ms: 1, reason: 'it sees\nfiles' }] },
      'Language servers could not judge all of it: pyright cannot judge it: it sees files.',
    ],
    [
      'a file is refused',
      { refused: { 'src/a.ts': 'too large' } },
      'Language servers could not judge all of it: src/a.ts was not looked at: too large.',
    ],
    [
      'no server is there',
      { servers: [] },
      'Language servers could not judge it: no language server has answered.',
    ],
  ];
  test.each(reports)('says so if %s', async (_title, report, said) => {
    const ws = await workspace(FILES);
    const { context } = previewed(ws, () => report);
    expect((await call({ ...params, dry_run: true }, context)).llmContent).toBe(
      `Dry run, nothing written: this would ${text}\n\n${DIFF}\n\n${said}`,
    );
  });

  test('REQ-GRACE-050: without LSP, or with one that fails, it says that nothing could be judged', async () => {
    const ws = await workspace(FILES);
    expect((await call({ ...params, dry_run: true }, ws.context)).llmContent).toContain(
      'Language servers could not judge it: LSP is off.',
    );
    const { context } = previewed(ws, () => {
      throw new Error('crashed');
    });
    expect((await call({ ...params, dry_run: true }, context)).llmContent).toContain(
      'Language servers could not judge it: no language server has answered.',
    );
    expect(await ws.tree()).toEqual(FILES);
  });

  test('a call without it writes as before', async () => {
    const ws = await workspace(FILES);
    const { context, proposed } = previewed(ws, () => ({}));
    await call({ ...params, dry_run: false }, context);
    expect([await ws.read('src/a.ts'), proposed, ws.asked.length]).toEqual(['two\nrest\n', [], 1]);
  });

  test('an aborted call is refused', async () => {
    const ws = await workspace(FILES);
    expect(await call({ ...params, dry_run: true }, ws.context, AbortSignal.abort())).toMatchObject({
      error: { type: 'aborted' },
    });
  });
});

test('REQ-FMT-068: other files of write_file follow the setting otherFiles', async () => {
  const ws = await workspace(FILES);
  const report = { others: { 'b.ts': [error('b.ts', 'far')] } };
  const never = previewed(ws, () => report, { otherFiles: 'never' });
  expect(
    (await writeFile({ ...CASES.write_file.params, dry_run: true }, never.context)).llmContent,
  ).not.toContain('far');
  const always = previewed(ws, () => report, { otherFiles: 'always', report: 'all' });
  expect((await edit({ ...CASES.edit.params, dry_run: true }, always.context)).llmContent).toContain('far');
  expect([never.proposed[0]?.others, always.proposed[0]?.others, always.proposed[0]?.origins]).toEqual([
    false,
    true,
    false,
  ]);
});

const refused: [title: string, call: typeof edit, params: object][] = [
  ['a text that is not there', edit, { file_path: 'src/a.ts', old_string: 'three', new_string: 'two' }],
  ['a text that is there twice', edit, { file_path: 'src/a.ts', old_string: 'e', new_string: 'E' }],
  ['a file outside the workspace', writeFile, { file_path: '../b.ts', content: '' }],
  ['a folder', writeFile, { file_path: 'src', content: '' }],
  ['a patch that does not apply', applyPatch, { patch: wrapped('*** Update File: src/a.ts\n-three\n+two') }],
  ['a patch of a file that is not there', applyPatch, { patch: wrapped('*** Delete File: src/b.ts') }],
  ['bad parameters', applyPatch, { patch: 5 }],
];
test.each(refused)('%s is refused as in the real call', async (_title, call, params) => {
  const ws = await workspace(FILES);
  const { context, proposed } = previewed(ws, () => ({}));
  const dry = await call({ ...params, dry_run: true }, context);
  expect(dry.error).toBeDefined();
  expect(dry).toEqual(await call(params, context));
  expect([proposed, await ws.tree()]).toEqual([[], FILES]);
});

test('the tree of a patch holds created, moved and deleted files, with byte order marks; what is no text is named', async () => {
  const files = { 'a.ts': 'a\n', 'b.ts': '\uFEFFb\n', 'c.ts': 'c\n', 'd.bin': Buffer.from([0, 1, 2]) };
  const ws = await workspace(files);
  const { context, proposed } = previewed(ws, ({ files: asked }) => ({
    files: Object.fromEntries(asked.map(({ filePath }) => [filePath, []])),
  }));
  const git = (old: string, now: string, ...rest: string[]): string =>
    [`diff --git a/${old} b/${now}`, ...rest, ''].join('\n');
  const renamed = (old: string, now: string): string =>
    git(old, now, 'similarity index 100%', `rename from ${old}`, `rename to ${now}`);
  const patch = [
    git('new.ts', 'new.ts', 'new file mode 100644', '--- /dev/null', '+++ b/new.ts', '@@ -0,0 +1 @@', '+new'),
    renamed('a.ts', 'moved.ts'),
    git('b.ts', 'b.ts', '--- a/b.ts', '+++ b/b.ts', '@@ -1 +1 @@', '-b', '+B'),
    git('c.ts', 'c.ts', 'deleted file mode 100644', '--- a/c.ts', '+++ /dev/null', '@@ -1 +0,0 @@', '-c'),
    renamed('d.bin', 'e.bin'),
  ].join('');
  const { llmContent } = await applyPatch({ patch, dry_run: true }, context);
  const texts = proposed[0]?.files.map(({ filePath, text }) => [filePath.slice(ws.root.length + 1), text]);
  expect(Object.fromEntries(texts ?? [])).toEqual({
    'new.ts': 'new\n',
    'moved.ts': 'a\n',
    'b.ts': '\uFEFFB\n',
  });
  expect(proposed[0]?.deleted?.map((path) => path.slice(ws.root.length + 1)).sort()).toEqual([
    'a.ts',
    'c.ts',
    'd.bin',
  ]);
  expect(llmContent).toContain('e.bin was not looked at: binary file');
  expect((await ws.tree())['moved.ts']).toBeUndefined();
});

test('a long change is shown by its first lines', async () => {
  const ws = await workspace(FILES);
  const { context } = previewed(ws, () => ({}));
  const { llmContent } = await writeFile(
    { file_path: 'long.ts', content: 'x\n'.repeat(100), dry_run: true },
    context,
  );
  expect(llmContent).toContain('this would create long.ts (100 lines).');
  expect(llmContent.split('\n').filter((line) => line === '+x')).toHaveLength(37);
  expect(llmContent).toContain('... and 63 more lines');
});

test('each tool declares it as optional', () => {
  for (const { parametersJsonSchema } of [editDeclaration, writeFileDeclaration, applyPatchDeclaration]) {
    expect(parametersJsonSchema).toMatchObject({
      properties: { dry_run: { type: 'boolean', default: false } },
    });
    expect(parametersJsonSchema['required']).not.toContain('dry_run');
  }
});
