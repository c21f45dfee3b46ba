import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { LspClient } from '../../../src/client/lsp-client.ts';
import { MOST_PROJECTS, typescript7Api } from '../../../src/diagnostics/typescript7-api.ts';
import { references, workspaceSymbols } from '../../../src/navigation/questions.ts';
import { Typescript7Navigation } from '../../../src/navigation/typescript7-navigation.ts';
import type { AdmittedPath } from '../../../src/paths.ts';
import { Workspace } from '../../harness/workspace.ts';

const FAKE = join(import.meta.dir, '../../fakes/typescript7-projects.ts');
/** As many as there may be besides the one that is asked about. */
const OTHERS = Array.from({ length: MOST_PROJECTS }, (_, index) => `other${index}/tsconfig.json`);
const REFERENCES = references({ line: 0, character: 0 }, true);

let workspace: Workspace;
let client: LspClient;
/** Resolves when a project has been closed for others, and whoever wanted that does not know yet. */
let closed: Promise<void>;

beforeEach(async () => {
  workspace = new Workspace(Object.fromEntries(['asked/a.ts', 'asked/tsconfig.json', ...OTHERS].map((path) => [path, ''])));
  const program = { name: 'fake', path: FAKE, origin: 'path' } as const;
  client = new LspClient({
    launch: { root: workspace.root, command: process.execPath, args: [FAKE, join(workspace.outside, 'api')], program, serves: () => true },
    log: () => undefined,
    startLimit: 20_000,
  });
  closed = new Promise((resolve) => {
    client.hearLog = () => {
      resolve();
    };
  });
  await client.started;
});
afterEach(async () => {
  await client.stop();
  workspace[Symbol.dispose]();
});

const own = (): string[] => [workspace.path('asked/tsconfig.json')];
const others = (): string[] => OTHERS.map((path) => workspace.path(path));

test.each([
  ['symbols', workspaceSymbols('a')],
  ['references', { ...REFERENCES, params: () => REFERENCES.params('file:///asked') }],
])('REQ-NAV-010: %s that were asked for while their project made room for others are asked for once more', async (_, question) => {
  const source = new Typescript7Navigation(client, {
    files: () => [workspace.path('asked/a.ts') as AdmittedPath],
    importGraph: () => Promise.resolve(undefined),
    room: 8,
    show: () => Promise.resolve(),
    release: () => Promise.resolve(),
  });
  const ask = async (): Promise<string> => JSON.stringify(await source.ask(question, undefined, AbortSignal.timeout(20_000)));
  // Then it asks before it looks.
  for (let round = 0; round < 3; round += 1) expect(await ask()).toContain('/asked/');
  await client.request('fake/hold', {});
  const loading = typescript7Api(client).load(others());
  const asked = ask();
  await closed;
  client.notify('fake/goOn', {});
  expect(await loading).toBe(true);
  expect(await asked).toContain('/asked/');
});

test('REQ-NAV-010: a project that was to make room for others counts as loaded no more, even if those cannot be loaded', async () => {
  const api = typescript7Api(client);
  expect(await api.load(own())).toBe(true);
  await client.request('fake/refuse', {});
  expect(await api.load(others())).toBe(false);
  expect([api.holds(own()), api.holds(others())]).toEqual([false, false]);
});
