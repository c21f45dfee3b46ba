import { expect, test } from 'bun:test';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import outputSchema from '../../schemas/tools/lsp_diagnostics.output.json';
import { fake, fakeChecker, Lab, type LabOptions, quickChecker } from '../harness/lab.ts';
import type { Mcp } from '../harness/mcp.ts';

interface Called {
  failed: boolean;
  value: Record<string, unknown>;
  text: string;
}

const FAKEC = fakeChecker('checker.ts', { rootMarkers: ['fake.toml'] });
const MISSING = { ...FAKEC, command: 'no-such-program-at-all' };
const FILES = {
  'a/fake.toml': '',
  'a/x.fake': 'ERROR one',
  'b/fake.toml': '',
  'b/y.fake': 'fine',
  'b/z #.fake': '  ERROR two',
};

/** A checker for .fake files, and no language server unless the test names one. */
async function open({ files = FILES, checkers = { fakec: FAKEC }, ...options }: LabOptions = {}): Promise<{
  lab: Lab;
  mcp: Mcp;
}> {
  const lab = await Lab.open({ files, checkers, ...options });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  return { lab, mcp };
}

/** As a client of the MCP SDK takes it, which checks what errors hold, too. */
const validate = new AjvJsonSchemaValidator().getValidator({ ...outputSchema, type: 'object' });

async function call(mcp: Mcp, input: object): Promise<Called> {
  const {
    isError = false,
    content,
    structuredContent,
  } = (await mcp.request('tools/call', { name: 'lsp_diagnostics', arguments: input })) as {
    isError?: boolean;
    content: { text: string }[];
    structuredContent?: Record<string, unknown>;
  };
  if (structuredContent !== undefined) expect(validate(structuredContent)).toMatchObject({ valid: true });
  return {
    failed: isError,
    value: structuredContent ?? {},
    text: content.map(({ text }) => text).join('\n'),
  };
}

const one = { line: 1, character: 1, severity: 'error', message: 'one' };
const two = { line: 1, character: 3, severity: 'error', message: 'two' };
const judged = (root: string, outcome = 'complete'): object => ({ id: 'fakec', root, outcome });

test('REQ-NAV-060: where no language server is, compilers judge: the workspace, a folder, a file', async () => {
  const { lab, mcp } = await open();
  await using _ = lab;
  const whole = {
    diagnostics: { 'a/x.fake': [one], 'b/z #.fake': [two] },
    nextCursor: null,
    total: 2,
    checkers: [judged('a'), judged('b')],
  };
  const lines = 'a/x.fake:1:1  error: one\nb/z #.fake:1:3  error: two';
  expect(await call(mcp, { backend: 'checker' })).toEqual({
    failed: false,
    value: whole,
    text: `2 problems in 2 files; 2 projects, checked by fakec:\n${lines}`,
  });
  expect((await call(mcp, {})).value).toEqual(whole);
  expect(await call(mcp, { path: 'b' })).toMatchObject({
    value: { diagnostics: { 'b/z #.fake': [two] }, checkers: [judged('b')] },
    text: '1 problem in 1 file below b; 1 project, checked by fakec:\nb/z #.fake:1:3  error: two',
  });
  expect(await call(mcp, { path: 'a/x.fake' })).toEqual({
    failed: false,
    value: {
      diagnostics: { 'a/x.fake': [one] },
      nextCursor: null,
      total: 1,
      servers: [],
      checkers: [judged('a')],
    },
    text: '1 problem in a/x.fake, checked by fakec:\na/x.fake:1:1  error: one',
  });
  expect(await call(mcp, { path: 'b/y.fake', backend: 'checker' })).toMatchObject({
    value: { diagnostics: { 'b/y.fake': [] }, total: 1 },
    text: 'No problems in b/y.fake, checked by fakec.',
  });
  lab.workspace.write('a/x.fake', '');
  lab.workspace.write('b/z #.fake', '');
  expect((await call(mcp, { backend: 'checker' })).text).toBe('No problems in 2 projects, checked by fakec.');
  expect((await call(mcp, {})).text).toStartWith(
    'No problems in 2 projects, checked by fakec. Of other languages none are known.',
  );
});

test('REQ-NAV-060: backend server runs no compiler; nor does auto where a language server is there, and nothing is reported twice', async () => {
  const { lab, mcp } = await open({ servers: { fake: fake('pull.ts') } });
  await using _ = lab;
  const checked = {
    diagnostics: { 'a/x.fake': [expect.objectContaining(one)] },
    servers: [{ id: 'fake', outcome: 'complete' }],
  };
  for (const backend of ['server', 'auto', undefined]) {
    const { value } = await call(mcp, { path: 'a/x.fake', ...(backend !== undefined && { backend }) });
    expect(value).toMatchObject(checked);
    expect((value['diagnostics'] as Record<string, unknown[]>)['a/x.fake']).toHaveLength(1);
    const all = await call(mcp, backend === undefined ? {} : { backend });
    expect(all.text).toStartWith('1 problem in 1 file:\n');
    expect(Object.keys({ ...value, ...all.value })).not.toContain('checkers');
  }
  expect(lab.probe.starts('fakec')).toBe(0);
  expect((await call(mcp, { backend: 'checker' })).value).toMatchObject({
    total: 2,
    checkers: [judged('a'), judged('b')],
  });
  expect(lab.probe.starts('fakec')).toBe(2);
});

test('REQ-GRACE-010: a server that cannot be had, or has broken, gives way to the compiler of its files', async () => {
  for (const server of [{ ...fake('pull.ts'), command: 'no-such-server' }, fake('crashes-at-once.ts')]) {
    const { lab, mcp } = await open({ servers: { fake: server } });
    await using _ = lab;
    const { value } = await call(mcp, { path: 'a/x.fake' });
    expect(value).toMatchObject({ diagnostics: { 'a/x.fake': [one] }, checkers: [judged('a')] });
  }
});

test('REQ-GRACE-010: a compiler whose server cannot be had is run also where a linter has answered', async () => {
  const linter = { ...fake('pull.ts'), role: 'linter' as const };
  const { lab, mcp } = await open({
    servers: { fake: { ...fake('pull.ts'), command: 'no-such-server' }, linter },
  });
  await using _ = lab;
  const { value } = await call(mcp, { path: 'b/y.fake' });
  expect(value).toMatchObject({
    servers: [
      { id: 'fake', outcome: 'unavailable' },
      { id: 'linter', outcome: 'complete' },
    ],
    checkers: [judged('b')],
  });
});

test('push-diagnostics: without a project there is nothing to check, which is no error', async () => {
  const { lab, mcp } = await open({ files: { 'x.fake': 'ERROR one', 'docs/n.txt': '' } });
  await using _ = lab;
  lab.workspace.remove('x.fake');
  expect(await call(mcp, { path: 'docs', backend: 'checker' })).toEqual({
    failed: false,
    value: { diagnostics: {}, nextCursor: null, total: 0, checkers: [] },
    text: 'Nothing was checked below docs: there is no project that a compiler or linter judges.',
  });
  const text = 'docs/n.txt was not checked: it belongs to no project that a compiler or linter judges.';
  expect(await call(mcp, { path: 'docs/n.txt' })).toEqual({
    failed: false,
    value: { diagnostics: {}, nextCursor: null, total: 0, servers: [] },
    text,
  });
  expect(await call(mcp, { path: 'docs/n.txt', backend: 'checker' })).toMatchObject({
    failed: false,
    value: { diagnostics: {}, checkers: [] },
    text,
  });
  expect(await call(mcp, {})).toMatchObject({
    failed: false,
    value: { diagnostics: {}, nextCursor: null, total: 0 },
  });
});

test('push-diagnostics: DIAGNOSTIC_TOOL_NOT_FOUND where the program is missing, with the command that installs it', async () => {
  const { lab, mcp } = await open({ checkers: { fakec: MISSING } });
  await using _ = lab;
  for (const input of [{ path: 'a/x.fake' }, { path: 'a' }, { path: 'a', backend: 'checker' }]) {
    const { failed, value, text } = await call(mcp, input);
    expect(failed).toBe(true);
    const { install } = value;
    expect(value).toEqual({
      error_type: 'DIAGNOSTIC_TOOL_NOT_FOUND',
      retryable: false,
      tool: 'fakec',
      install: expect.any(String),
      checkers: [
        {
          id: 'fakec',
          root: 'a',
          outcome: 'unavailable',
          reason: expect.stringContaining('no-such-program-at-all'),
          install,
        },
      ],
    });
    expect(text).toBe(
      `lsp_diagnostics: DIAGNOSTIC_TOOL_NOT_FOUND, not retryable: nothing was judged, as what would judge it is not installed: fakec (to install it: ${String(install)})`,
    );
  }
});

test('push-diagnostics: a program that is missing beside others is a note', async () => {
  const { lab, mcp } = await open({ checkers: { fakec: FAKEC, other: MISSING } });
  await using _ = lab;
  const { failed, value, text } = await call(mcp, { path: 'b/y.fake' });
  expect(failed).toBe(false);
  expect(value).toMatchObject({
    checkers: [{ id: 'other', outcome: 'unavailable', install: expect.any(String) }, judged('b')],
  });
  expect(text).toMatch(
    /^No problems in b\/y\.fake, checked by fakec\.\n\(without other in b, which is not installed: .*no-such-program-at-all.* \(to install it: .+\)\)$/,
  );
});

test('REQ-NAV-060: pages are cut from one run; a change makes cursors stale, and none holds for another backend', async () => {
  const { lab, mcp } = await open({
    files: {
      'fake.toml': '',
      ...Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${at}.fake`, `ERROR e${at}`])),
    },
  });
  await using _ = lab;
  for (const backend of ['checker', 'auto']) {
    const before = lab.probe.starts('fakec');
    const whole = (await call(mcp, { backend, pageSize: 5 })).value['diagnostics'] as object;
    const runs = lab.probe.starts('fakec');
    expect(runs).toBe(before + 1);
    let diagnostics = {};
    let cursor: unknown;
    do {
      const { value, text } = await call(mcp, { backend, pageSize: 2, cursor });
      expect(Object.keys(value).includes('checkers')).toBe(cursor === undefined);
      expect(text).toContain('of 5 files');
      diagnostics = { ...diagnostics, ...(value['diagnostics'] as object) };
      cursor = value['nextCursor'];
    } while (cursor !== null);
    expect([diagnostics, Object.keys(diagnostics)]).toEqual([whole, Object.keys(whole)]);
    expect(lab.probe.starts('fakec')).toBe(runs + 1);
  }
  const { nextCursor: stale } = (await call(mcp, { backend: 'checker', pageSize: 2 })).value;
  for (const other of [{ backend: 'auto' }, { backend: 'server' }, { backend: 'checker', path: 'a' }]) {
    lab.workspace.write('a/x.fake', '');
    expect((await call(mcp, { ...other, pageSize: 2, cursor: stale })).text).toContain(
      'this cursor was not given for this question',
    );
  }
  lab.workspace.write('0.fake', 'ERROR changed');
  expect((await call(mcp, { backend: 'checker', pageSize: 2, cursor: stale })).text).toContain(
    'the workspace has changed since this cursor was given',
  );
});

test('what takes longer than checkerTimeout is killed, and the answer says who and what to do', async () => {
  const slow = fakeChecker('checker.ts', { rootMarkers: ['slow.toml'] });
  const fakec = quickChecker('x.fake:1:1: error: one', { rootMarkers: ['fake.toml'] });
  const { lab, mcp } = await open({
    files: {
      'a/fake.toml': '',
      'b/fake.toml': '',
      'a/x.fake': '',
      'b/x.fake': '',
      'c/slow.toml': '',
      'c/h.fake': 'HANG',
    },
    checkers: { fakec, slow },
    config: { checkerTimeout: 1500 },
  });
  await using _ = lab;
  const note =
    'slow in c, which has not ended in time: it takes longer than 1500 ms; ask about a smaller part with `path`, or have the setting `checkerTimeout` raised';
  const { value, text } = await call(mcp, { backend: 'checker' });
  expect(value).toMatchObject({
    total: 2,
    checkers: [{ id: 'slow', root: 'c', outcome: 'timed-out' }, judged('a'), judged('b')],
  });
  expect(text).toEndWith(`\n(without ${note})`);
  await lab.probe.until(({ event, server }) => event === 'gone' && server === 'slow');
  expect(await call(mcp, { path: 'c', backend: 'checker' })).toEqual({
    failed: true,
    value: {},
    text: `lsp_diagnostics: nothing has been judged: not by ${note}`,
  });
});

test('a call that is cancelled kills its run', async () => {
  const { lab, mcp } = await open({ files: { 'fake.toml': '', 'a.fake': 'HANG' } });
  await using _ = lab;
  mcp.send({
    jsonrpc: '2.0',
    id: 900,
    method: 'tools/call',
    params: { name: 'lsp_diagnostics', arguments: { backend: 'checker' } },
  });
  const { pid } = await lab.probe.until(({ event }) => event === 'started');
  mcp.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 900 } });
  await lab.probe.until((event) => event.event === 'gone' && event.pid === pid);
});
