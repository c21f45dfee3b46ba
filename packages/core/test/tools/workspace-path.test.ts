import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile as write } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../src/tools/apply-patch.js';
import { edit } from '../../src/tools/edit.js';
import { isInside } from '../../src/tools/workspace-path.js';
import { writeFile } from '../../src/tools/write-file.js';
import { asOrdinaryUser, treeOf, workspace, type Workspace } from './workspace.js';

const inside: readonly (readonly [folder: string, path: string, want: boolean])[] = [
  ['/workspace', '/workspace/a', true],
  ['/workspace', '/workspace2/a', false],
  ['/workspace', '/workspace', false],
  ['/workspace', '/workspac', false],
  ['/workspace', '/workspace/..a', true],
  ['/', '/a', true],
];

test.each(inside)('REQ-PATH-010: %s holds %s: %s', (folder, path, want) => {
  expect(isInside(folder, path)).toBe(want);
});

/** Every way a tool can be told to write a file. */
const calls: Record<string, (ws: Workspace, path: string) => ReturnType<typeof edit>> = {
  write_file: (ws, path) => writeFile({ file_path: path, content: 'changed' }, ws.context),
  'edit, replacing': (ws, path) =>
    edit({ file_path: path, old_string: 'secret', new_string: 'changed' }, ws.context),
  'edit, creating': (ws, path) =>
    edit({ file_path: path, old_string: '', new_string: 'changed' }, ws.context),
  'patch, adding': (ws, path) =>
    applyPatch({ patch: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` }, ws.context),
  'patch, updating': (ws, path) =>
    applyPatch(
      { patch: `*** Begin Patch\n*** Update File: ${path}\n-secret\n+x\n*** End Patch` },
      ws.context,
    ),
  'patch, deleting': (ws, path) =>
    applyPatch({ patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` }, ws.context),
  'patch, moving there': (ws, path) =>
    applyPatch(
      { patch: `*** Begin Patch\n*** Update File: a.txt\n*** Move to: ${path}\n*** End Patch` },
      ws.context,
    ),
  'patch, moving from there': (ws, path) =>
    applyPatch(
      { patch: `*** Begin Patch\n*** Update File: ${path}\n*** Move to: b.txt\n*** End Patch` },
      ws.context,
    ),
  'unified diff': (ws, path) =>
    applyPatch({ patch: `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-secret\n+x\n` }, ws.context),
};

describe.each(Object.entries(calls))('REQ-BOUNDARY-030: %s', (_, call) => {
  const paths: Record<string, (ws: Workspace) => string> = {
    'an absolute path': (ws) => join(ws.outside, 'secret.txt'),
    'a path with ..': () => '../outside/secret.txt',
    'a path with .. in its middle': (ws) => join(ws.root, 'x') + '/../../outside/secret.txt',
    'a sibling that starts with the same name': (ws) => `${ws.root}2/secret.txt`,
    'a link to a file': () => 'link.txt',
    'a link to a folder': () => 'folder/secret.txt',
    'a new file below a link to a folder': () => 'folder/new/secret2.txt',
    'a dangling link': () => 'dangling.txt',
    'a link to a dangling link': () => 'dangling2.txt',
    'a link outside that leads inside': () => '../outside/inwards.txt',
  };
  test.each(Object.entries(paths))('refuses %s', async (_, path) => {
    const ws = await workspace({ 'a.txt': 'secret\n' });
    await write(join(ws.outside, 'secret.txt'), 'secret\n');
    await mkdir(`${ws.root}2`);
    await write(`${ws.root}2/secret.txt`, 'secret\n');
    await symlink(join(ws.outside, 'secret.txt'), ws.path('link.txt'));
    await symlink('../outside', ws.path('folder'));
    await symlink('../outside/dangling.txt', ws.path('dangling.txt'));
    await symlink('dangling.txt', ws.path('dangling2.txt'));
    await symlink('../workspace/a.txt', join(ws.outside, 'inwards.txt'));
    const before = await treeOf(join(ws.root, '..'));
    const result = await call(ws, path(ws));
    expect(result.error?.type).toBe('path_outside_workspace');
    expect(await treeOf(join(ws.root, '..'))).toEqual(before);
    expect(ws.asked).toEqual([]);
  });
});

describe('paths that stay in the workspace', () => {
  test('REQ-BOUNDARY-030: the workspace root may be a symbolic link, and paths may name either side of it', async () => {
    const ws = await workspace({ 'src/a.txt': 'a\n' });
    const alias = join(ws.outside, 'alias');
    await symlink(ws.root, alias);
    const context = { ...ws.context, workspaceRoot: alias };
    for (const path of ['src/a.txt', join(alias, 'src/a.txt'), join(ws.root, 'src/a.txt')]) {
      const result = await writeFile({ file_path: path, content: `${path}\n` }, context);
      expect(result.llmContent).toMatch(/^Overwrote src\/a\.txt \(1 line\)\./);
      expect(await ws.read('src/a.txt')).toBe(`${path}\n`);
    }
  });

  const admitted = [
    './a.txt',
    'x/../a.txt',
    '..a.txt',
    'a b/#c.txt',
    'ä/😀.txt',
    '-rf',
    '~/a.txt',
    'a\\b.txt',
    'a\nb.txt',
  ];
  test.each(admitted)('%j', async (path) => {
    const ws = await workspace();
    expect((await writeFile({ file_path: path, content: 'x' }, ws.context)).error).toBeUndefined();
    expect(Object.values(await ws.tree())).toEqual(['x']);
  });

  test('a dangling link inside the workspace creates what it leads to', async () => {
    const ws = await workspace();
    await symlink('new/a.txt', ws.path('link.txt'));
    expect((await writeFile({ file_path: 'link.txt', content: 'x' }, ws.context)).error).toBeUndefined();
    expect(await ws.tree()).toEqual({ 'new/a.txt': 'x', 'link.txt': '-> new/a.txt' });
  });
});

describe('invalid paths are distinguished', () => {
  const invalid: Record<string, readonly [path: string, type: string, says: RegExp]> = {
    NUL: ['a\0b', 'invalid_path', /NUL/],
    blank: ['  ', 'invalid_path', /empty/],
    'the root': ['.', 'is_directory', /workspace folder itself/],
    'a trailing slash': ['new/', 'is_directory', /names a folder/],
    'a circle of links': ['loop', 'invalid_path', /go round in a circle/],
    'below a file': ['file/a', 'not_a_directory', /part of its path is a file/],
    'a name that is too long': [
      `${'n'.repeat(256)}/a`,
      'invalid_path',
      /Could not find n+\/a: .*The name is too long/,
    ],
    'a pipe': ['pipe', 'not_a_regular_file', /device, a socket or a pipe/],
  };
  test.each(Object.entries(invalid))('%s', async (_, [path, type, says]) => {
    const ws = await workspace({ file: 'x' });
    await symlink('loop', ws.path('loop'));
    execFileSync('mkfifo', [ws.path('pipe')]);
    const result = await edit({ file_path: path, old_string: 'x', new_string: 'y' }, ws.context);
    expect(result.error?.type).toBe(type);
    expect(result.error?.message).toMatch(says);
  });

  test('a folder that is closed to us', async () => {
    const ws = await workspace({ 'closed/a.txt': 'x' });
    await chmod(join(ws.root, '..'), 0o755);
    await chmod(ws.path('closed'), 0);
    const params = { file_path: 'closed/a.txt', old_string: 'x', new_string: 'y' };
    const result = await asOrdinaryUser(() => edit(params, ws.context));
    await chmod(ws.path('closed'), 0o755);
    expect(result.error).toEqual({
      type: 'permission_denied',
      message: expect.stringMatching(/^Could not find closed\/a\.txt: EACCES\. The permissions/),
    });
  });

  test('a workspace that does not exist', async () => {
    const ws = await workspace();
    const result = await writeFile(
      { file_path: 'a', content: '' },
      { ...ws.context, workspaceRoot: ws.path('gone') },
    );
    expect(result.error?.type).toBe('workspace_not_found');
  });
});
