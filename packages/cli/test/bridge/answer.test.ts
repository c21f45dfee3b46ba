import { join } from 'node:path';
import type { DiagnosticsRequest, LspState, StatusOptions } from '@vybestack/llxprt-lsp-core';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../../../core/test/support/folders.js';
import { answer, type HookService } from '../../src/bridge/answer.js';
import { Agents } from '../../src/bridge/agents.js';
import { version } from '../../src/package.js';

const NEVER = new AbortController().signal;

/** Says what it was asked. */
class FakeSession implements HookService {
  readonly workspaceRoot = '/w';
  readonly timeout = 4000;
  readonly agents = new Agents();
  readonly client = { name: 'host', version: '7' };
  readonly asked: StatusOptions[] = [];
  readonly checks: DiagnosticsRequest[] = [];
  readonly warmed: string[] = [];
  readonly settled: unknown[] = [];
  readonly settleTimeout = 3000;

  toolContext(): ReturnType<HookService['toolContext']> {
    return {
      workspaceRoot: '/w',
      appendDiagnostics: async (success, request) => {
        this.checks.push(request);
        if (request.kind === 'command') request.onFound?.(['src/a.ts']);
        return `${success}found`;
      },
    };
  }

  async state(options: StatusOptions): Promise<LspState> {
    this.asked.push(options);
    return { kind: 'unavailable', reason: 'gone' };
  }

  readonly restartTimeout = 14_000;
  readonly restarted: unknown[] = [];

  async restart(id?: string): Promise<LspState> {
    this.restarted.push(id);
    return {
      kind: 'running',
      workspaceRoot: '/w',
      servers: [{ id: id ?? 'all', language: 'X', status: 'active', root: '.' }],
    };
  }

  async settle(request: unknown): Promise<string> {
    this.settled.push(request);
    return 'open';
  }

  isOf(session: string): boolean {
    return session === 'own';
  }

  warm(files: readonly string[]): void {
    this.warmed.push(...files);
  }
}

async function ask(request: unknown): Promise<{ session: FakeSession; withinMs: number; text: string }> {
  const session = new FakeSession();
  const { withinMs, text } = answer(
    session,
    typeof request === 'string' ? request : JSON.stringify(request),
    NEVER,
  );
  return { session, withinMs, text: await text };
}

describe('REQ-DIAG-010: a session that the bridge does not belong to', () => {
  const settle = { ask: 'settle', again: false };
  it.each([
    [{ ...settle, session: 'own', mayRefuse: true }, undefined],
    [{ ...settle, session: 'other' }, undefined],
    [{ ...settle, mayRefuse: true }, undefined],
    [{ ...settle, session: 'other', mayRefuse: true }, true],
    [{ ask: 'warm', cwd: '/w', files: ['a'], session: 'other', mayRefuse: true }, true],
    [{ ask: 'check', kind: 'edit', cwd: '/w', files: [], session: 'other', mayRefuse: true }, true],
  ])('%j: refused %s, and then nothing is done', async (request, want) => {
    const session = new FakeSession();
    const { refused, text } = answer(session, JSON.stringify(request), NEVER);
    await text;
    expect(refused).toBe(want);
    expect(session.checks.length + session.warmed.length + session.settled.length).toBe(
      want === true ? 0 : 1,
    );
  });
});

describe('a check', () => {
  it('REQ-DIAG-010: what a command of an agent has changed or broken is its own to mend, and a command that changes nothing is no change', async () => {
    const check = { ask: 'check', cwd: '/elsewhere', files: [], agent: 'a' };
    const { session } = await ask({ ...check, kind: 'command' });
    // The session's own model changes files, too.
    session.agents.changed(undefined, ['/w/src/b.ts']);
    const concerns = session.agents.ending('a', '/w');
    expect(['src/a.ts', 'src/b.ts', 'src/c.ts'].map((file) => concerns?.(file))).toEqual([
      true,
      false,
      false,
    ]);
    const none = new FakeSession();
    none.toolContext = () => ({ workspaceRoot: '/w', appendDiagnostics: async () => '' });
    await answer(none, JSON.stringify({ ...check, kind: 'command' }), NEVER).text;
    expect(none.agents.ending('a', '/w')).toBeUndefined();
  });

  it.each([
    [{ onlyPatches: true }, true],
    [{ onlyPatches: 1 }, undefined],
    [{}, undefined],
  ])('REQ-DIAG-030: with %j, patches are reported as all that the host has: %s', async (more, want) => {
    const { session } = await ask({ ask: 'check', kind: 'patch', cwd: '/w', files: [], ...more });
    expect(session.checks.map(({ onlyPatches }) => onlyPatches)).toEqual([want]);
  });

  it('REQ-DIAG-010: is put to the session, with absolute paths', async () => {
    const { session, withinMs, text } = await ask({
      ask: 'check',
      kind: 'write',
      cwd: '/w/C# & ü',
      files: [{ path: 'a.ts', created: true }, { path: '../b.ts', created: false }, { path: '/c.ts' }],
      deleted: ['d.ts'],
    });
    expect([withinMs, text]).toEqual([4000, 'found']);
    expect(session.checks).toEqual([
      {
        kind: 'write',
        files: [
          { filePath: '/w/C# & ü/a.ts', created: true },
          { filePath: '/w/b.ts', created: false },
          { filePath: '/c.ts' },
        ],
        deleted: ['/w/C# & ü/d.ts'],
        signal: NEVER,
      },
    ]);
  });

  it('says what a file held before, where the hook passes it on', async () => {
    const cwd = folderOf({ 'a.ts': 'b\n', 'b.ts': 'y\n' });
    const former = { kind: 'whole', text: 'a\n' };
    const patch = { text: '*** Begin Patch\n*** Update File: b.ts\n@@\n-x\n+y\n*** End Patch' };
    const { session } = await ask({
      ask: 'check',
      kind: 'patch',
      cwd,
      files: [{ path: 'a.ts', former }, { path: 'b.ts' }],
      patch,
    });
    expect(session.checks).toMatchObject([
      {
        files: [
          { filePath: join(cwd, 'a.ts'), before: 'a\n' },
          { filePath: join(cwd, 'b.ts'), before: 'x\n' },
        ],
      },
    ]);
  });

  it.each<[what: string, more: object, file: object]>([
    ['of a later release', {}, { former: { kind: 'later' } }],
    ['that is none', {}, { former: 'a' }],
    ['without a text', {}, { former: { kind: 'whole' } }],
    ['of edits that are none', {}, { former: { kind: 'edits', edits: ['a'] } }],
    ['by a patch that is none', { patch: 'a' }, {}],
    ['by a patch of something', { patch: { text: 'a', endsFiles: 'yes' } }, {}],
  ])('is put without a former text %s', async (_, more, file) => {
    const cwd = folderOf({ 'a.ts': 'a\n' });
    const { session } = await ask({
      ask: 'check',
      kind: 'edit',
      cwd,
      files: [{ path: 'a.ts', ...file }],
      ...more,
    });
    expect(session.checks).toEqual([
      { kind: 'edit', files: [{ filePath: join(cwd, 'a.ts') }], deleted: [], signal: NEVER },
    ]);
  });

  it('need not delete anything', async () => {
    const { session } = await ask({ ask: 'check', kind: 'edit', cwd: '/w', files: [{ path: 'a.ts' }] });
    expect(session.checks).toEqual([
      { kind: 'edit', files: [{ filePath: '/w/a.ts' }], deleted: [], signal: NEVER },
    ]);
  });
});

it('files that were read are warmed, and nobody waits for that', async () => {
  const { session, withinMs, text } = await ask({ ask: 'warm', cwd: '/w', files: ['a.ts', '/b.ts'] });
  expect([withinMs, text, session.warmed]).toEqual([0, '', ['/w/a.ts', '/b.ts']]);
});

it.each([{ again: false }, { again: true }, { again: false, prompt: 'Go.' }])(
  'the end of a turn is put to the session: %j',
  async (end) => {
    const { session, withinMs, text } = await ask({ ask: 'settle', ...end });
    expect([withinMs, text, session.settled]).toEqual([3000, 'open', [{ ask: 'settle', ...end }]]);
  },
);

it('the end of a turn with a prompt that is none is put without it', async () => {
  const { session } = await ask({ ask: 'settle', again: false, prompt: ['Go.'] });
  expect(session.settled).toEqual([{ ask: 'settle', again: false }]);
});

it.each([
  ['status', 'LSP unavailable: gone'],
  ['', 'LSP unavailable: gone'],
  ['help', expect.stringContaining('/lsp status')],
  ['what', expect.stringMatching(/^Unknown: what\n/)],
])('REQ-STATUS-010: /lsp %s', async (args, text) => {
  expect(await ask({ ask: 'lsp', args })).toMatchObject({ text });
});

it.each([true, false])('REQ-STATUS-010: the state as data, verbose: %s', async (verbose) => {
  const { session, withinMs, text } = await ask({ ask: 'status', verbose });
  expect(JSON.parse(text)).toEqual({
    version,
    pid: process.pid,
    client: { name: 'host', version: '7' },
    state: { kind: 'unavailable', reason: 'gone' },
  });
  expect([withinMs, session.asked]).toEqual([4000, [{ verbose }]]);
  expect((await ask({ ask: 'status', verbose, all: true })).session.asked).toEqual([{ verbose, all: true }]);
});

it('REQ-LIFE-070: a restart, of one server or of all, in words and as data', async () => {
  const one = await ask({ ask: 'lsp', args: 'restart gopls' });
  expect([one.withinMs, one.text, one.session.restarted]).toEqual([
    14_000,
    'Restarted in /w:\ngopls  active  root .',
    ['gopls'],
  ]);
  expect((await ask({ ask: 'lsp', args: 'restart' })).session.restarted).toEqual([undefined]);
  const data = await ask({ ask: 'restart', id: 'gopls' });
  expect(JSON.parse(data.text)).toMatchObject({
    version,
    pid: process.pid,
    state: { kind: 'running', servers: [{ id: 'gopls' }] },
  });
  expect([data.withinMs, (await ask({ ask: 'restart' })).session.restarted]).toEqual([14_000, [undefined]]);
});

const CHECK = { ask: 'check', kind: 'edit', cwd: '/w', files: [{ path: 'a.ts' }] };

it.each<[what: string, request: unknown]>([
  ['no JSON', '{'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', []],
  ['a question of a later release', { ask: 'later' }],
  ['a check of no kind', { ...CHECK, kind: undefined }],
  ['a check of another kind', { ...CHECK, kind: 'move' }],
  ['a check without a folder', { ...CHECK, cwd: undefined }],
  ['a check without files', { ...CHECK, files: undefined }],
  ['a check of files without a path', { ...CHECK, files: [{}] }],
  ['a check of files that are paths', { ...CHECK, files: ['a.ts'] }],
  ['a check of files that are created somehow', { ...CHECK, files: [{ path: 'a.ts', created: 'yes' }] }],
  ['a check of deleted numbers', { ...CHECK, deleted: [1] }],
  ['a warming without a folder', { ask: 'warm', files: ['a.ts'] }],
  ['a warming of objects', { ask: 'warm', cwd: '/w', files: [{ path: 'a.ts' }] }],
  ['a status of some kind', { ask: 'status', verbose: 'very' }],
  ['a status of some servers', { ask: 'status', verbose: false, all: 'some' }],
  ['a command without arguments', { ask: 'lsp' }],
  ['an end of some turn', { ask: 'settle' }],
  ['an end of a turn that is the second one somehow', { ask: 'settle', again: 'yes' }],
])('%s is answered with nothing to say', async (_, request) => {
  const { session, withinMs, text } = await ask(request);
  expect([withinMs, text, session.checks, session.warmed, session.settled]).toEqual([0, '', [], [], []]);
});
