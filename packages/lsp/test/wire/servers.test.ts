import { expect, test } from 'bun:test';

import {
  BUILT_IN_SERVERS,
  type ServerStatus,
  type StatusParams,
  WELL_KNOWN_SERVERS,
} from '../../src/types.ts';
import { fake, Lab } from '../harness/lab.ts';

interface Initialize {
  processId: number;
  rootUri: string;
  initializationOptions?: unknown;
  workspaceFolders: { uri: string; name: string }[];
  capabilities: {
    textDocument: {
      publishDiagnostics: { versionSupport: boolean };
      diagnostic: { dynamicRegistration: boolean };
    };
  };
}

test('REQ-LANG-030: a custom server is run with its command, arguments, environment, options, language and extensions', async () => {
  const initializationOptions = { strict: true, nested: { list: [1, 'two', null] } };
  await using lab = await Lab.open({
    files: { 'deep/er/a.FAKE': 'ERROR upper case', 'deep/fake.toml': '', 'deep/er/b.mock': 'ERROR second' },
    servers: {
      fake: fake('echoes-setup.ts', {
        args: ['--one', 'two words', '#3'],
        env: { FAKE_SETTING: 'a value' },
        extensions: ['.fake', '.mock'],
        initializationOptions,
        languageId: 'fakelang',
        rootMarkers: ['fake.toml'],
      }),
    },
  });
  expect(await lab.messages('deep/er/a.FAKE')).toEqual(['upper case']);
  expect(await lab.messages('deep/er/b.mock')).toEqual(['second']);
  const setup = await lab.probe.until(({ event }) => event === 'setup');
  const root = lab.workspace.path('deep');
  expect(setup.result).toEqual({ args: ['--one', 'two words', '#3'], setting: 'a value', cwd: root });
  const [initialize] = lab.probe.received('initialize');
  const params = initialize?.params as Initialize;
  expect(params.initializationOptions).toEqual(initializationOptions);
  expect(new URL(params.rootUri).pathname).toBe(root);
  expect(params.workspaceFolders).toEqual([{ uri: params.rootUri, name: 'deep' }]);
  expect(params.processId).toBe(lab.sidecar.pid);
  expect(params.capabilities.textDocument).toMatchObject({
    publishDiagnostics: { versionSupport: true },
    diagnostic: { dynamicRegistration: true },
  });
  const opened = lab.probe
    .received('textDocument/didOpen')
    .map(({ params: open }) => (open as { textDocument: { languageId: string } }).textDocument.languageId);
  expect(opened).toEqual(['fakelang', 'fakelang']);
  expect(lab.started).toBe(1);
});

test('REQ-LIFE-030: the root is the nearest folder with a marker, and the workspace where there is none', async () => {
  await using lab = await Lab.open({
    files: {
      'a/fake.toml': '',
      'a/b/other.toml': '',
      'a/b/c/x.fake': '',
      'a/x.fake': '',
      'y.fake': '',
      '../fake.toml': '',
    },
    servers: { fake: fake('pull.ts', { rootMarkers: ['fake.toml', 'other.toml'] }) },
  });
  const root = async (path: string): Promise<string | undefined> =>
    (await lab.sidecar.request('lsp/check', { files: [{ filePath: path }] })).servers[0]?.root;
  expect(await root('a/b/c/x.fake')).toBe('a/b');
  expect(await root('a/x.fake')).toBe('a');
  expect(await root('y.fake')).toBe('.');
});

test('REQ-LIFE-010 REQ-LIFE-020: no server runs before the first file of its language; a warming starts it and asks nothing', async () => {
  const servers = { fake: fake('pull.ts'), other: fake('pull.ts', { extensions: ['.other'] }) };
  await using lab = await Lab.open({ files: { 'a.fake': 'ERROR a' }, servers });
  await lab.sidecar.request('lsp/status', { verbose: true });
  await lab.sidecar.request('lsp/diagnostics', {});
  expect(lab.started).toBe(0);
  expect(lab.sidecar.processes()).toHaveLength(1);

  lab.sidecar.notify('lsp/warm', { filePath: 'a.fake' });
  await lab.probe.untilReceived('initialized');
  expect(lab.probe.received('textDocument/diagnostic')).toHaveLength(0);
  expect(await lab.messages('a.fake')).toEqual(['a']);
  expect(lab.probe.events.filter(({ event }) => event === 'started').map(({ server }) => server)).toEqual([
    'fake',
  ]);
});

test('REQ-STATUS-025: status says which servers no file needs, where it is asked to look at the files', async () => {
  const config = { servers: { fake: fake('pull.ts'), gopls: { enabled: false } } };
  await using lab = await Lab.open({
    files: { 'a b/x.rs': '', 'node_modules/y.go': '' },
    bootstrap: { config },
  });
  const unneeded = async (params: StatusParams): Promise<string[]> =>
    (await lab.sidecar.request('lsp/status', params)).filter((row) => row.unneeded).map(({ id }) => id);
  expect(await unneeded({})).toEqual([]);
  const found = await unneeded({ unneeded: true });
  expect(found).toContain('clangd');
  // Named in the settings, there for a file, switched off.
  for (const id of ['fake', 'rust-analyzer', 'gopls']) expect(found).not.toContain(id);
  lab.workspace.write('main.c', '');
  expect(await unneeded({ unneeded: true })).not.toContain('clangd');
  expect(lab.sidecar.processes()).toHaveLength(1);
});

test('REQ-LIFE-010: a file that is about to be written warms its servers too', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  lab.sidecar.notify('lsp/warm', { filePath: 'not/there/yet.fake' });
  await lab.probe.untilReceived('initialized');
  expect(lab.probe.received('textDocument/didOpen')).toHaveLength(0);
});

test('REQ-LANG-040: a server of the configuration joins those of the same extension', async () => {
  await using lab = await Lab.open({
    servers: { one: fake('pull.ts'), two: fake('held.ts', { args: ['--lint'] }) },
  });
  expect(await lab.edit('a.fake', 'LINT style\nERROR type')).toEqual(['style', 'type']);
});

const QUESTIONS: Record<string, { result?: unknown; error?: unknown }> = {
  // Settings with dots in their names are the nested ones.
  'workspace/configuration': {
    result: [{ level: 3 }, 3, { section: true }, null, { fake: { level: 3 }, other: { section: true } }],
  },
  'client/registerCapability': { result: null },
  'client/unregisterCapability': { result: null },
  'window/workDoneProgress/create': { result: null },
  'workspace/applyEdit': { result: expect.objectContaining({ applied: false }) },
  'window/showMessageRequest': { result: null },
  'window/showDocument': { result: { success: false } },
  'workspace/workspaceFolders': {
    result: [{ uri: expect.stringMatching(/^file:.*\/workspace$/), name: 'workspace' }],
  },
  'workspace/diagnostic/refresh': { result: null },
  'workspace/semanticTokens/refresh': { result: null },
  'workspace/codeLens/refresh': { result: null },
  'workspace/inlayHint/refresh': { result: null },
  'fake/unheardOf': { error: expect.objectContaining({ code: -32601 }) },
};

test('every request of a server is answered', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('asks-client.ts', { settings: { fake: { level: 3 }, 'other.section': true } }) },
  });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  const answers = lab.probe.events
    .filter(({ event }) => event === 'answered')
    .map(({ method = '', result, error }) => [method, error === undefined ? { result } : { error }]);
  expect(Object.fromEntries(answers)).toEqual(QUESTIONS);
});

async function rows(lab: Lab, verbose = false): Promise<ServerStatus[]> {
  return lab.sidecar.request('lsp/status', { verbose });
}

test('REQ-STATUS-020 REQ-STATUS-025 REQ-STATUS-045: status has every known and configured server in each state, by id', async () => {
  const servers = {
    zebra: fake('pull.ts', { extensions: ['.zebra'] }),
    broken: fake('crashes-at-once.ts'),
    starting: fake('starts-when-told.ts'),
    absent: fake('', { command: 'no-such-language-server-anywhere' }),
    off: fake('pull.ts', { enabled: false }),
    active: fake('pull.ts'),
  };
  await using lab = await Lab.open({ servers, config: { firstTouchTimeout: 1500 } });
  await lab.checkFile('a.fake', 'ERROR a');
  const status = await rows(lab);
  expect(status.map(({ id }) => id)).toEqual(
    [...Object.keys(servers), ...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS].sort(),
  );
  const byId = Object.fromEntries(status.map((row) => [row.id, row]));
  expect(byId).toMatchObject({
    absent: { status: 'unavailable' },
    active: { status: 'active', root: '.', program: { origin: 'custom', path: process.execPath } },
    broken: { status: 'broken' },
    off: { status: 'disabled' },
    starting: { status: 'starting' },
    typescript: { status: 'disabled' },
  });
  expect(byId['active']?.serverPid).toBe(
    lab.probe.events.find(({ server }) => server === 'active')?.pid ?? 0,
  );
  expect(byId['zebra']?.serverPid).toBeUndefined();
  for (const id of ['absent', 'broken', 'off', 'zebra'])
    expect(`${id}: ${byId[id]?.reason ?? ''}`).toMatch(/: ./);
  for (const row of status) expect(`${row.id}: ${row.language}`).toMatch(/: ./);
  expect(lab.started).toBe(3);
});
