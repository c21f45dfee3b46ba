import { expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { frame } from '../harness/framing.ts';
import { fake, Lab } from '../harness/lab.ts';
import { Sidecar } from '../harness/sidecar.ts';
import { Workspace } from '../harness/workspace.ts';

test('REQ-START-010: lsp/ready is the first message, comes once, and requests sent before it are answered after it', async () => {
  using workspace = new Workspace();
  await using sidecar = new Sidecar({ bootstrap: JSON.stringify({ workspaceRoot: workspace.root }) });
  const answer = await sidecar.raw({ id: 'early', method: 'lsp/diagnostics', params: {} });
  expect(answer.result).toEqual({});
  expect(sidecar.messages.map(({ method, id }) => method ?? id)).toEqual(['lsp/ready', 'early']);
});

test('REQ-START-030: LSP_BOOTSTRAP carries the workspace and the settings; without config all defaults hold', async () => {
  using workspace = new Workspace({ 'a.fake': 'ERROR one\nWARN two\n' });
  const config = { servers: { custom: fake('pull.ts') }, includeSeverities: ['warning'] };
  await using given = new Sidecar({ bootstrap: JSON.stringify({ workspaceRoot: workspace.root, config }) });
  const found = await given.request('lsp/checkFile', { filePath: 'a.fake' });
  expect(found.map(({ file, severity, message }) => [file, severity, message])).toEqual([
    ['a.fake', 'warning', 'two'],
  ]);

  await using bare = new Sidecar({ bootstrap: JSON.stringify({ workspaceRoot: workspace.root }) });
  const ids = (await bare.request('lsp/status', {})).map(({ id }) => id);
  expect(ids).toContain('typescript');
  expect(ids).not.toContain('custom');
});

test('REQ-GRACE-020: a Bun that is too old is named on stderr, with what to do, and exit code 1', async () => {
  using workspace = new Workspace({ 'older.js': 'delete Map.prototype.getOrInsertComputed;' });
  const bootstrap = JSON.stringify({ workspaceRoot: workspace.root });
  await using sidecar = new Sidecar({
    bootstrap,
    env: { BUN_OPTIONS: `--preload=${workspace.path('older.js')}` },
  });
  expect(await sidecar.exited).toEqual({ code: 1, signal: null });
  expect(sidecar.stderr).toContain(
    `Bun ${Bun.version} (${process.execPath}) is too old: update it (bun upgrade)`,
  );
  expect(sidecar.messages).toEqual([]);
});

test('REQ-START-040: a bad bootstrap is an error on stderr that names what is wrong, and exit code 1', async () => {
  using workspace = new Workspace({ 'file.txt': '' });
  const { root } = workspace;
  symlinkSync(join(root, 'gone'), join(root, 'dangling'));
  const table: [title: string, bootstrap: string | undefined, says: RegExp][] = [
    ['missing', undefined, /LSP_BOOTSTRAP/],
    ['empty', '', /LSP_BOOTSTRAP/],
    ['no JSON', '{"workspaceRoot": ', /LSP_BOOTSTRAP.*JSON/is],
    ['null', 'null', /LSP_BOOTSTRAP/],
    ['an array', '[]', /LSP_BOOTSTRAP/],
    ['no root', '{}', /workspaceRoot/],
    ['empty root', '{"workspaceRoot": ""}', /workspaceRoot/],
    ['root of another type', '{"workspaceRoot": 7}', /workspaceRoot/],
    [
      'root that does not exist',
      JSON.stringify({ workspaceRoot: join(root, 'gone') }),
      /workspaceRoot.*gone|gone.*workspaceRoot/s,
    ],
    ['root that is a dangling link', JSON.stringify({ workspaceRoot: join(root, 'dangling') }), /dangling/],
    ['root that is a file', JSON.stringify({ workspaceRoot: join(root, 'file.txt') }), /file\.txt/],
    ['config of another type', JSON.stringify({ workspaceRoot: root, config: 'fast' }), /config/],
    ['config that is an array', JSON.stringify({ workspaceRoot: root, config: [] }), /config/],
    ['config that is null', JSON.stringify({ workspaceRoot: root, config: null }), /config/],
  ];
  // The service reads these once it is loaded, and the host may have been told before that it is there.
  const settings: typeof table = [
    [
      'setting of another type',
      JSON.stringify({ workspaceRoot: root, config: { diagnosticTimeout: 'soon' } }),
      /diagnosticTimeout/,
    ],
    [
      'unknown severity',
      JSON.stringify({ workspaceRoot: root, config: { includeSeverities: ['fatal'] } }),
      /includeSeverities/,
    ],
    [
      'server of another type',
      JSON.stringify({ workspaceRoot: root, config: { servers: { mine: { command: 5 } } } }),
      /mine.*command/s,
    ],
  ];
  const start = async (row: (typeof table)[number]): Promise<void> => {
    const [title, bootstrap, says] = row;
    await using sidecar = new Sidecar({ bootstrap });
    // One that started all the same would end by this, with code 0.
    sidecar.endStdin();
    expect([title, await sidecar.exited]).toEqual([title, { code: 1, signal: null }]);
    expect(sidecar.stderr).toMatch(says);
    // For people, in one message: no stack, no machine code.
    expect(sidecar.stderr).not.toMatch(/^\s+at /m);
    if (!settings.includes(row)) expect(sidecar.messages).toEqual([]);
  };
  for (const row of [...table, ...settings]) await start(row);
});

test('REQ-ARCH-070: an unknown method, params of a wrong shape and bytes that are no message are refused by name, and the sidecar lives on', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const { sidecar } = lab;
  const code = async (method: string, params: unknown): Promise<number | undefined> =>
    (await sidecar.raw({ id: `${method} ${JSON.stringify(params)}`, method, params })).error?.code;
  expect(await code('lsp/unheardOf', {})).toBe(-32601);
  expect(await code('textDocument/hover', {})).toBe(-32601);
  for (const params of [undefined, {}, { filePath: 7 }, { filePath: 'a.fake', text: 5 }, []]) {
    expect([params, await code('lsp/checkFile', params)]).toEqual([params, -32602]);
  }
  for (const params of [
    {},
    { files: {} },
    { files: [{}] },
    { files: [], others: 'yes' },
    { files: [], deleted: [1] },
  ]) {
    expect([params, await code('lsp/check', params)]).toEqual([params, -32602]);
  }
  expect(await code('lsp/diagnosticsAfter', { afterEpoch: 'now' })).toBe(-32602);

  sidecar.send(Buffer.from('no header\r\n\r\n'));
  sidecar.send(Buffer.from('Content-Length: 7\r\n\r\n{"json"'));
  sidecar.send(frame([1, 2]));
  sidecar.send(frame({ jsonrpc: '2.0', method: 'lsp/unheardOf' }));
  sidecar.send(frame({ jsonrpc: '2.0', method: 'lsp/warm', params: { filePath: 9 } }));
  sidecar.cancel(4711);
  expect(await lab.messages('a.fake', 'ERROR still here')).toEqual(['still here']);
});

test('REQ-ARCH-070: all methods answer, those that take nothing also without params', async () => {
  await using lab = await Lab.open();
  const { sidecar } = lab;
  expect(await sidecar.request('lsp/checkFile', { filePath: 'a.fake', text: '' })).toEqual([]);
  expect(await sidecar.request('lsp/check', { files: [] })).toEqual({
    files: {},
    refused: {},
    others: {},
    othersComplete: true,
    servers: [],
  });
  for (const method of ['lsp/diagnostics', 'lsp/getDiagnosticEpoch', 'lsp/status', 'lsp/shutdown']) {
    expect([method, (await sidecar.raw({ id: method, method })).error]).toEqual([method, undefined]);
  }
});
