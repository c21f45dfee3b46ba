import { afterEach, beforeEach, expect, test } from 'bun:test';
import { dirname, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { OpenDocument } from '../../../../client/documents/documents.ts';
import { LspClient } from '../../../../client/lsp-client.ts';
import { Typescript7Source } from '../../server/typescript7.ts';
import { MOST_API_PROJECTS, type Typescript7Api, typescript7Api } from '../../server/typescript7-api.ts';
import { references, workspaceSymbols } from '../../../../backend/navigation/questions.ts';
import type { Question } from '../../../../backend/navigation/source.ts';
import { Typescript7Navigation } from '../../navigation/typescript7-navigation.ts';
import type { AdmittedPath } from '../../../../support/paths.ts';
import { Workspace } from '../../../../../test/harness/workspace.ts';

const FAKE = join(import.meta.dir, '../../../../../test/fakes/typescript7-projects.ts');
/** As many as there may be besides the one that is asked about. */
const OTHERS = Array.from({ length: MOST_API_PROJECTS }, (_, index) => `other${index}/tsconfig.json`);
const REFERENCES = references({ line: 0, character: 0 }, true);

let workspace: Workspace;
let client: LspClient;
/** Resolves when a project has been closed for others, and whoever wanted that does not know yet. */
let closed: Promise<void>;

beforeEach(async () => {
  workspace = new Workspace(
    Object.fromEntries(['asked/a.ts', 'asked/tsconfig.json', ...OTHERS].map((path) => [path, ''])),
  );
  const program = { name: 'fake', path: FAKE, origin: 'path' } as const;
  client = new LspClient({
    launch: {
      root: workspace.root,
      command: process.execPath,
      args: [FAKE, join(workspace.outside, 'api')],
      program,
    },
    log: () => undefined,
    startLimit: 20_000,
  });
  closed = new Promise((resolve) => {
    client.onLog = () => {
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

function navigation(files: () => readonly string[]): Typescript7Navigation {
  return new Typescript7Navigation(client, {
    files: () => files() as readonly AdmittedPath[],
    beside: (_, paths) => paths,
    importGraph: () => Promise.resolve(undefined),
    room: 8,
    show: () => Promise.resolve(),
    release: () => Promise.resolve(),
  });
}

/** Project files, so many that no two of these lists have room. */
function sidesOf(count: number): string[][] {
  const sides = Array.from({ length: count }, (_, side) =>
    Array.from({ length: MOST_API_PROJECTS / 2 + 1 }, (__, index) =>
      workspace.path(`side${side}/${index}/tsconfig.json`),
    ),
  );
  for (const config of sides.flat()) workspace.write(relative(workspace.root, config), '');
  return sides;
}

const SYMBOLS = workspaceSymbols('a');
const USES: Question = { ...REFERENCES, params: () => REFERENCES.params('file:///asked') };

test.each([
  ['symbols', 'begin to load', SYMBOLS, 0],
  ['references', 'begin to load', USES, 0],
  ['symbols', 'are loaded after they were sent for', SYMBOLS, 20],
  ['references', 'are loaded after they were sent for', USES, 20],
] as const)(
  'REQ-NAV-010: %s whose project makes room for others, which %s, are asked for once more',
  async (_, __, question, turns) => {
    const source = navigation(() => [workspace.path('asked/a.ts')]);
    const ask = async (): Promise<string> =>
      JSON.stringify(await source.ask(question, undefined, AbortSignal.timeout(20_000)));
    // Then it asks before it looks.
    for (let round = 0; round < 3; round += 1) expect(await ask()).toContain('/asked/');
    await client.request('fake/hold', {});
    let asked = turns > 0 ? ask() : undefined;
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    const loading = typescript7Api(client).load(others());
    asked ??= ask();
    await closed;
    client.notify('fake/goOn', {});
    expect(await loading).toBe(true);
    expect(await asked).toContain('/asked/');
  },
);

test('REQ-NAV-010: a project that was to make room for others counts as loaded no more, even if those cannot be loaded', async () => {
  const api = typescript7Api(client);
  expect(await api.load(own())).toBe(true);
  await client.request('fake/refuse', {});
  expect(await api.load(others())).toBe(false);
  expect([api.holds(own()), api.holds(others())]).toEqual([false, false]);
});

test('REQ-NAV-010: questions that together take more projects than are kept do not take them away from each other', async () => {
  const sides = sidesOf(6);
  let files: readonly string[] = [];
  const source = navigation(() => files);
  await client.request('fake/dawdle', {});
  const answers = await Promise.all(
    sides.map(async (configs) => {
      files = configs.map((config) => join(dirname(config), 'a.ts'));
      return JSON.stringify(await source.ask(workspaceSymbols('a'), undefined, AbortSignal.timeout(10_000)));
    }),
  );
  for (const [side, configs] of sides.entries())
    for (const config of configs) expect(answers[side]).toContain(config);
  expect(typescript7Api(client).loads).toBe(sides.flat().length);
});

test('REQ-CONC-020: a question whose file becomes another one while it waits for its turn is not answered by what stands there then', async () => {
  const [one = [], other = []] = sidesOf(2);
  let files: readonly string[] = [];
  const source = navigation(() => files);
  const ask = (
    side: readonly string[],
    question: Question,
    document?: OpenDocument,
  ): ReturnType<typeof source.ask> => {
    files = side.map((config) => join(dirname(config), 'a.ts'));
    return source.ask(question, document, AbortSignal.timeout(10_000));
  };
  const show = (text: string): OpenDocument =>
    client.documents.put({
      path: workspace.path('asked/a.ts') as AdmittedPath,
      languageId: 'typescript',
      text,
      stamp: undefined,
      asOf: performance.now(),
    });
  const document = show('const a = 1\n');
  await client.request('fake/dawdle', {});
  const first = ask(one, SYMBOLS);
  const second = ask(other, REFERENCES, document);
  show('// above\nconst a = 1\n');
  expect((await first).kind).toBe('result');
  expect((await second).kind).toBe('superseded');
});

test('REQ-NAV-010: a question that takes as many projects as are kept is answered although others are loaded all the time', async () => {
  const source = navigation(() => OTHERS.map((path) => join(dirname(workspace.path(path)), 'a.ts')));
  const foreign = sidesOf(1).flat().slice(0, 4);
  await client.request('fake/dawdle', {});
  const state = { isAnswered: false };
  const asked = source.ask(SYMBOLS, undefined, AbortSignal.timeout(10_000)).finally(() => {
    state.isAnswered = true;
  });
  for (let load = 0; !state.isAnswered; load += 1)
    await Promise.all([
      typescript7Api(client).load([foreign[load % foreign.length]!]),
      client.request('custom/projectInfo', { textDocument: { uri: 'file:///a.ts' } }),
    ]);
  const answer = JSON.stringify(await asked);
  for (const config of others()) expect(answer).toContain(config);
});

test('REQ-DIAG-010: a test whose project made room for others just when it had been loaded for it is judged by that project all the same, open or not', async () => {
  workspace.write('asked/tsconfig.test.json', '{"include": ["*.test.ts"]}');
  const path = workspace.path('asked/a.test.ts') as AdmittedPath;
  const api = typescript7Api(client);
  const source = new Typescript7Source(client);
  const judged = async (): Promise<unknown> => {
    const document = client.documents.put({
      path,
      languageId: 'typescript',
      text: '',
      stamp: undefined,
      asOf: performance.now(),
    });
    const answer = await source.ask(document, AbortSignal.timeout(10_000), Infinity);
    return answer.kind === 'complete' ? answer.items.map(({ message }) => message) : answer;
  };
  const unopened = async (): Promise<unknown> =>
    (await source.askUnopened(path, AbortSignal.timeout(10_000))).kind;
  for (const [ask, said] of [
    [judged, ['wrong']],
    [unopened, 'open-first'],
  ] as const) {
    await api.load(others());
    await takeAway(api, async () => expect(await ask()).toEqual(said));
  }
});

test('REQ-DIAG-040: what another project judges is opened, unless no project of its own folder holds it: then nothing would be gained', async () => {
  const source = new Typescript7Source(client);
  const kindOf = async (file: string): Promise<string> =>
    (await source.askUnopened(workspace.path(file) as AdmittedPath, AbortSignal.timeout(10_000))).kind;
  expect(await kindOf('asked/a.ts')).toBe('open-first');
  expect(await kindOf('asked/theirs/a.d.ts')).toBe('complete');
  // A solution leaves the files to others.
  workspace.write('asked/tsconfig.json', '{"files": [], "references": [{"path": "./theirs"}]}');
  expect(await kindOf('asked/theirs/a.d.ts')).toBe('open-first');
});

/** Each time that a project has been loaded for somebody while `run` runs, others take its place before he goes on; twice. */
async function takeAway(api: Typescript7Api, run: () => Promise<void>): Promise<void> {
  const load = api.load.bind(api);
  let left = 2;
  api.load = async (configs) => {
    const isLoaded = await load(configs);
    if (left-- > 0) await load(others());
    return isLoaded;
  };
  await run();
  expect(left).toBeLessThan(0);
  api.load = load;
}
