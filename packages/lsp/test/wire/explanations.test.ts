import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckParams, CheckReport, Diagnostic } from '../../src/types.ts';
import { toUri } from '../../src/support/paths.ts';
import { elapsed, expectInTime, fake, Lab } from '../harness/lab.ts';

const FAR = 20_000;

/** Writes the files as the tools do, and asks for explanations. */
function explained(
  lab: Lab,
  files: Record<string, string>,
  params: Partial<CheckParams> = {},
): Promise<CheckReport> {
  for (const [path, text] of Object.entries(files)) lab.workspace.write(path, text);
  const asked = Object.entries(files).map(([filePath, text]) => ({ filePath, text }));
  return lab.sidecar.request('lsp/check', { files: asked, written: true, explain: true, ...params });
}

/** The places of a file's findings, as they are printed. */
function places(found: readonly Diagnostic[] = []): string[][] {
  return found.map(({ related = [] }) =>
    related.map(
      ({ file, line, character, message, text }) =>
        `${file}:${line}:${character} ${message}${text === undefined ? '' : `: ${text}`}`,
    ),
  );
}

function at(uri: unknown, line: unknown, character: unknown, message: unknown = 'here'): object {
  return { location: { uri, range: { start: { line, character }, end: { line, character } } }, message };
}

test('an error that was asked to be explained carries the places that its server names, with their lines, and no other report does', async () => {
  const servers = { fake: fake('names-places.ts') };
  await using lab = await Lab.open({ files: { 'src/cart.fake': 'one\n  total: number\n' }, servers });
  const related = JSON.stringify([
    at(toUri(lab.workspace.path('src/cart.fake')), 1, 2, "'total' <is> declared here"),
  ]);
  const files = { 'a.fake': `ERROR wrong\nRELATED ${related}\nWARN not an error` };
  const place = {
    file: 'src/cart.fake',
    line: 2,
    character: 3,
    message: "'total' <is> declared here",
    text: 'total: number',
  };
  await expectInTime(async () => (await explained(lab, files)).files['a.fake']?.[0]?.related, [place]);
  expect(places((await explained(lab, files, { explain: false })).files['a.fake'])).toEqual([[]]);
  expect(places(await lab.checkFile('a.fake'))).toEqual([[]]);
  expect(places((await lab.sidecar.request('lsp/diagnostics', {}))['a.fake'])).toEqual([[]]);
  expect(JSON.stringify(await lab.sidecar.request('lsp/session', {}))).not.toContain('related');
});

const NAMED: [
  title: string,
  places: (uri: (path: string) => string, lab: Lab) => unknown,
  want: (lab: Lab) => string[],
][] = [
  ['no list', () => ({}), () => []],
  [
    'no places',
    () => [
      null,
      1,
      [],
      {},
      { message: 'm' },
      { location: null, message: 'm' },
      { location: { uri: 'x' }, message: 'm' },
    ],
    () => [],
  ],
  ['no messages', (uri) => [at(uri('b.fake'), 0, 0, null), at(uri('b.fake'), 0, 0, 7)], () => []],
  [
    'no ranges',
    (uri) => [
      at(uri('b.fake'), -1, 0),
      at(uri('b.fake'), 0, -1),
      at(uri('b.fake'), 'x', 0),
      at(uri('b.fake'), 0.5, 0),
      at(uri('b.fake'), null, 0),
    ],
    () => [],
  ],
  [
    'no files',
    () => [
      at('untitled:1', 0, 0),
      at('bundled:///libs/lib.d.ts', 0, 0),
      at('', 0, 0),
      at(7, 0, 0),
      at('file:///%ff%00', 0, 0),
    ],
    () => [],
  ],
  [
    'a file that is gone, and a folder',
    (uri) => [at(uri('gone.fake'), 0, 0), at(uri('folder'), 0, 0)],
    () => [],
  ],
  [
    'a line and a column that are not there',
    (uri) => [at(uri('b.fake'), 9, 0), at(uri('b.fake'), 0, 99)],
    () => [],
  ],
  ["the error's own line", (uri) => [at(uri('a.fake'), 0, 3)], () => []],
  [
    'another line of its file, as it was given',
    (uri) => [at(uri('a.fake'), 2, 0)],
    () => ['a.fake:3:1 here: last'],
  ],
  [
    'a line once',
    (uri) => [at(uri('b.fake'), 0, 0), at(uri('b.fake'), 0, 3, 'there')],
    () => ['b.fake:1:1 here: first'],
  ],
  [
    'three at most',
    (uri) => [0, 1, 2, 3, 4].map((line) => at(uri('b.fake'), line, 0)),
    () => ['b.fake:1:1 here: first', 'b.fake:2:1 here: second', 'b.fake:3:1 here: third'],
  ],
  [
    'bytes, a blank line',
    (uri) => [at(uri('bytes.fake'), 0, 0), at(uri('b.fake'), 5, 0)],
    () => ['bytes.fake:1:1 here', 'b.fake:6:1 here'],
  ],
  ['a long line', (uri) => [at(uri('b.fake'), 4, 0)], () => [`b.fake:5:1 here: ${'x'.repeat(159)}…`]],
  [
    'a text in which programs count lines differently',
    (uri) => [at(uri('separators.fake'), 0, 0)],
    () => ['separators.fake:1:1 here'],
  ],
  [
    'what is outside, without its text',
    (_, lab) => [at(toUri(join(lab.workspace.outside, 'secret')), 0, 0)],
    (lab) => [`${join(lab.workspace.outside, 'secret')}:1:1 here`],
  ],
];

test('REQ-BOUNDARY-010 REQ-GRACE-050: places that are not there are left out, and what lies outside is not read', async () => {
  const files = {
    'b.fake': `first\nsecond\n  third\nfourth\n${'x'.repeat(500)}\n\n`,
    'bytes.fake': 'a\0b',
    'separators.fake': 'a\u2028b\n',
  };
  await using lab = await Lab.open({ files, servers: { fake: fake('names-places.ts') } });
  mkdirSync(lab.workspace.path('folder'));
  await Bun.write(join(lab.workspace.outside, 'secret'), 'a secret');
  for (const [title, named, want] of NAMED) {
    const related = JSON.stringify(named((path) => toUri(lab.workspace.path(path)), lab));
    await expectInTime(
      async () => [
        title,
        places((await explained(lab, { 'a.fake': `ERROR wrong\nRELATED ${related}\nlast` })).files['a.fake']),
      ],
      [title, [want(lab)]],
    );
  }
});

test('the first five errors are explained, those of earlier changes are not', async () => {
  await using lab = await Lab.open({
    files: { 'b.fake': 'there' },
    servers: { fake: fake('names-places.ts') },
  });
  const related = `RELATED ${JSON.stringify([at(toUri(lab.workspace.path('b.fake')), 0, 0)])}`;
  const PLACE = ['b.fake:1:1 here: there'];
  await expectInTime(async () => {
    const { files } = await explained(lab, {
      'x.fake': `ERROR 1\nERROR 2\nERROR 3\n${related}`,
      'a.fake': `ERROR 4\nERROR 5\nERROR 6\n${related}`,
    });
    return [places(files['x.fake']), places(files['a.fake'])];
  }, [
    [PLACE, PLACE, PLACE],
    [PLACE, PLACE, []],
  ]);
  const before = `ERROR old\n${related}`;
  lab.workspace.write('o.fake', before);
  await lab.sidecar.request('lsp/check', { files: [{ filePath: 'o.fake' }], origins: true });
  const text = `${before}\nERROR new`;
  lab.workspace.write('o.fake', text);
  const check = {
    files: [{ filePath: 'o.fake', text, before }],
    written: true,
    origins: true,
    explain: true,
  };
  await expectInTime(
    async () =>
      (await lab.sidecar.request('lsp/check', check)).files['o.fake']?.map(
        ({ message, origin, related: named }) => [message, origin, named?.length],
      ),
    [
      ['old', 'session', undefined],
      ['new', 'edit', 1],
    ],
  );
});

const CART = 'class Cart\n  def total\n';

/** As pyright, which names no places. */
function navigating(
  args: string[] = [],
  files: Record<string, string> = {},
  config = {},
  id = 'pyright',
): Promise<Lab> {
  return Lab.open({
    files: { 'src/cart.fake': CART, ...files },
    servers: { [id]: fake('navigates.ts', { args }) },
    config,
  });
}

const DECLARED: [
  title: string,
  args: string[],
  files: Record<string, string>,
  text: string,
  want: string[],
][] = [
  [
    'a quoted name',
    [],
    {},
    'ERROR "total" is wrong',
    ["src/cart.fake:2:7 'total' is declared here: def total"],
  ],
  [
    'a name beside the range',
    [],
    {},
    'total WARN no\ntotal ERROR no "total"',
    ["src/cart.fake:2:7 'total' is declared here: def total"],
  ],
  [
    'the first name that has a declaration',
    [],
    {},
    'ERROR "nothing" and "Cart"',
    ["src/cart.fake:1:7 'Cart' is declared here: class Cart"],
  ],
  ['no quoted name', [], {}, 'ERROR total', []],
  ['a name that stands there twice', [], {}, 'ERROR "total" is not total', []],
  ['two declarations', [], { 'b.fake': 'def total\n' }, 'ERROR "total" is wrong', []],
  ['a declaration in the line itself', [], {}, 'def other ERROR "other"', []],
  ['no answer', ['--null'], {}, 'ERROR "total" is wrong', []],
  ['an error', ['--error'], {}, 'ERROR "total" is wrong', []],
  ['a server without definitions', ['--without=definitionProvider'], {}, 'ERROR "total" is wrong', []],
  ['a server that dies', ['--dies'], {}, 'ERROR "total" is wrong', []],
  ['a place elsewhere, too', ['--outside'], {}, 'ERROR "total" is wrong', []],
];

test('REQ-GRACE-050: a server that names no places is asked where the quoted name is declared; only one exact place counts', async () => {
  for (const [title, args, files, text, want] of DECLARED) {
    await using lab = await navigating(args, files);
    await expectInTime(
      async () => [title, places((await explained(lab, { 'a.fake': text })).files['a.fake']).at(-1)],
      [title, want],
    );
  }
});

test('REQ-TIME-010: nothing is asked where nothing is to be explained', async () => {
  await using lab = await navigating();
  await explained(lab, { 'a.fake': 'clean' });
  await explained(lab, { 'a.fake': 'WARN "total"' });
  await explained(lab, { 'a.fake': 'ERROR "total"' }, { explain: false });
  await using other = await navigating([], {}, {}, 'other');
  await explained(other, { 'a.fake': 'ERROR "total"' });
  for (const { probe } of [lab, other]) expect(probe.received('textDocument/definition')).toEqual([]);
});

test('REQ-TIME-010: a definition that does not come holds the answer back for 300 ms, and not past the deadline', async () => {
  const text = { 'a.fake': 'ERROR "total" is wrong' };
  await using lab = await navigating(['--held=textDocument/definition'], {}, { diagnosticTimeout: FAR });
  await explained(lab, { 'a.fake': 'clean' });
  const late = explained(lab, text);
  const ms = await elapsed(late);
  expect([places((await late).files['a.fake']), ms >= 290, ms < FAR / 4]).toEqual([[[]], true, true]);
  await lab.probe.untilReceived('$/cancelRequest');
  await using short = await navigating(['--held=textDocument/definition'], {}, { diagnosticTimeout: 150 });
  await explained(short, { 'a.fake': 'clean' });
  await expectInTime(async () => {
    const cut = explained(short, text);
    return [(await elapsed(cut)) < 290, (await cut).files['a.fake']?.length];
  }, [true, 1]);
});
