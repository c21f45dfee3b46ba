import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { fake, Lab, messagesByFile } from '../harness/lab.ts';

const BAD = 'ERROR seen';

test('REQ-BOUNDARY-010 REQ-BOUNDARY-020 REQ-BOUNDARY-030 REQ-PATH-010: nothing outside the workspace is looked at, and no server starts for it', async () => {
  await using lab = await Lab.open({
    files: {
      'inside.fake': BAD,
      '../outside.fake': BAD,
      '../workspace2/evil.fake': BAD,
      '../workspace-backup/file.fake': BAD,
      'node_modules/dep/index.fake': BAD,
      'packages/a/node_modules/dep/index.fake': BAD,
    },
    servers: { fake: fake('pull.ts') },
  });
  const { root, outside } = lab.workspace;
  symlinkSync(join(outside, 'outside.fake'), join(root, 'link.fake'));
  symlinkSync(outside, join(root, 'out'));
  const refused = [
    join(outside, 'outside.fake'),
    `${root}2/evil.fake`,
    `${root}-backup/file.fake`,
    '../outside.fake',
    'sub/../../outside.fake',
    `${root}/../workspace2/evil.fake`,
    `${root}/./x/../../outside.fake`,
    'link.fake',
    'out/outside.fake',
    'out/workspace2/evil.fake',
    // Not there yet, below a folder that leads out.
    'out/new.fake',
    'node_modules/dep/index.fake',
    'packages/a/node_modules/dep/index.fake',
    '/etc/hosts.fake',
    '/',
    root,
    outside,
    'a\0b.fake',
    '',
  ];
  for (const path of refused) {
    expect([path, await lab.checkFile(path)]).toEqual([path, []]);
    expect([path, await lab.checkFile(path, BAD)]).toEqual([path, []]);
    lab.sidecar.notify('lsp/warm', { filePath: path });
  }
  const { servers, others } = await lab.sidecar.request('lsp/check', {
    files: refused.map((filePath) => ({ filePath, text: BAD })),
    others: true,
  });
  expect({ servers, others }).toEqual({ servers: [], others: {} });
  expect(lab.started).toBe(0);

  expect(await lab.messages('inside.fake')).toEqual(['seen']);
  expect(lab.started).toBe(1);
  expect(lab.probe.received('textDocument/didOpen').map(({ path }) => path)).toEqual([
    join(root, 'inside.fake'),
  ]);
  expect(Object.keys(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual(['inside.fake']);
});

test('REQ-BOUNDARY-010 REQ-SCOPE-010: a refused file of a patch does not take the others with it, and the report says why it was refused', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const report = await lab.check({
    '../outside.fake': BAD,
    'inside.fake': BAD,
    'binary.fake': `\0${BAD}`,
    'node_modules/a.fake': BAD,
  });
  expect(messagesByFile(report.files)).toEqual({
    '../outside.fake': [],
    'inside.fake': ['seen'],
    'binary.fake': [],
    'node_modules/a.fake': [],
  });
  expect(report.refused).toEqual({
    '../outside.fake': 'outside the workspace',
    'binary.fake': 'binary',
    'node_modules/a.fake': expect.stringContaining('node_modules') as string,
  });
});

test('REQ-SCOPE-010: what only looks like a file is neither waited for nor asked about', async () => {
  await using lab = await Lab.open({ files: { 'a.fake': BAD }, servers: { fake: fake('pull.ts') } });
  const { workspace } = lab;
  Bun.spawnSync(['mkfifo', workspace.path('pipe.fake')]);
  symlinkSync('loop.fake', workspace.path('loop.fake'));
  symlinkSync('nowhere.fake', workspace.path('dangling.fake'));
  mkdirSync(workspace.path('folder.fake'));
  for (const path of ['pipe.fake', 'loop.fake', 'dangling.fake', 'folder.fake'])
    expect([path, await lab.checkFile(path)]).toEqual([path, []]);
  expect(await lab.messages('a.fake')).toEqual(['seen']);
  expect(lab.probe.received('textDocument/didOpen')).toHaveLength(1);
});

test('REQ-BOUNDARY-030: spellings of a path inside the workspace are the same file', async () => {
  await using lab = await Lab.open({ files: { 'src/a.fake': BAD }, servers: { fake: fake('pull.ts') } });
  const { root } = lab.workspace;
  mkdirSync(join(root, 'real'));
  symlinkSync(join(root, 'src'), join(root, 'alias'));
  for (const path of [
    'src/a.fake',
    './src/a.fake',
    'src//a.fake',
    'src/x/../a.fake',
    join(root, 'src/a.fake'),
    `${root}/../workspace/src/a.fake`,
    'alias/a.fake',
  ]) {
    expect([path, (await lab.checkFile(path)).map(({ file, message }) => [file, message])]).toEqual([
      path,
      [['src/a.fake', 'seen']],
    ]);
  }
  expect(lab.probe.received('textDocument/didOpen')).toHaveLength(1);
});

test('REQ-PATH-010: a workspace root that is a symlink serves files under both of its names', async () => {
  await using lab = await Lab.open({
    files: { 'src/a.fake': BAD, '../elsewhere.fake': BAD },
    root: ({ outside, root }) => {
      symlinkSync(root, join(outside, 'linked'));
      return join(outside, 'linked');
    },
    servers: { fake: fake('push-versioned.ts') },
  });
  const { outside, root } = lab.workspace;
  for (const path of ['src/a.fake', join(root, 'src/a.fake'), join(outside, 'linked/src/a.fake')]) {
    expect([path, (await lab.checkFile(path)).map(({ file }) => file)]).toEqual([path, ['src/a.fake']]);
  }
  expect(await lab.checkFile(join(outside, 'linked/../elsewhere.fake'))).toEqual([]);
  expect(lab.probe.received('textDocument/didOpen')).toHaveLength(1);
});

test('REQ-PATH-010: names that URIs have to escape come back as they are, whatever spelling the server chooses', async () => {
  await using lab = await Lab.open({ name: 'my #1 work%20space', servers: { fake: fake('other-uris.ts') } });
  const names = [
    'a b.fake',
    'c#.fake',
    '100%.fake',
    '%23.fake',
    'what?.fake',
    'ä+ö.fake',
    '日本/🎉.fake',
    '[id]/(x)/page.fake',
    "it's.fake",
    'semi;colon,.fake',
    'back\\slash.fake',
    'a:b@c=d&e.fake',
  ];
  for (const name of names) {
    lab.workspace.write(name, BAD);
    expect([name, (await lab.checkFile(name, BAD)).map(({ file, message }) => [file, message])]).toEqual([
      name,
      [[name, 'seen']],
    ]);
  }
  const root = new URL((lab.probe.received('initialize')[0]!.params as { rootUri: string }).rootUri);
  expect(decodeURIComponent(root.pathname)).toBe(lab.workspace.root);
  expect(Object.keys(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual([...names].sort());
});

test('REQ-SCOPE-010: binary and oversized files are ignored, text of any other kind is not', async () => {
  const table: [name: string, content: string | Uint8Array, found: number][] = [
    ['binary.fake', Uint8Array.from([0x45, 0, 1, 2, 0xff, ...Buffer.from(BAD)]), 0],
    ['utf16.fake', Buffer.from(BAD, 'utf16le'), 0],
    [
      'oversized.fake',
      `${BAD}\n${'x'
        .repeat(1023)
        .concat('\n')
        .repeat(24 * 1024)}`,
      0,
    ],
    ['empty.fake', '', 0],
    ['bom.fake', `\uFEFF${BAD}`, 1],
    ['long.fake', `${BAD}\n${'line of text\n'.repeat(20_000)}`, 1],
    ['accents.fake', `// déjà vu 🎉\r\n${BAD}\r\n`, 1],
  ];
  await using lab = await Lab.open({
    files: Object.fromEntries(table.map(([name, content]) => [name, content])),
    servers: { fake: fake('pull.ts') },
  });
  for (const [name, , found] of table)
    expect([name, await lab.messages(name)]).toEqual([name, Array<string>(found).fill('seen')]);
  // What the tool hands over counts too, whatever is on disk.
  expect(await lab.messages('accents.fake', `\0${BAD}`)).toEqual([]);
  const opened = new Set(
    lab.probe
      .received('textDocument/didOpen')
      .map(({ path = '' }) => path.slice(lab.workspace.root.length + 1)),
  );
  expect([...opened].sort()).toEqual(['accents.fake', 'bom.fake', 'empty.fake', 'long.fake']);
});

test('REQ-GRACE-010: a file type without a server gives no diagnostics, no error and no server', async () => {
  await using lab = await Lab.open({
    files: { 'notes.unknown': BAD, Makefile: BAD, 'dir.fake/x': BAD },
    servers: { fake: fake('pull.ts') },
  });
  for (const path of ['notes.unknown', 'Makefile', 'dir.fake/x', 'gone.unknown', '.fake', 'dir.fake']) {
    expect([path, await lab.checkFile(path)]).toEqual([path, []]);
  }
  const report = await lab.check({ 'notes.unknown': BAD });
  expect(report).toEqual({
    files: { 'notes.unknown': [] },
    refused: {},
    others: {},
    othersComplete: true,
    servers: [],
  });
  expect(lab.started).toBe(0);
});
