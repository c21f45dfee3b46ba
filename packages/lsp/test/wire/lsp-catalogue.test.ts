import { expect, test } from 'bun:test';
import * as v from 'valibot';

import { lspSchemas } from '../../src/channels/tools/lsp/schemas.ts';
import { fake, Lab, type LabOptions } from '../harness/lab.ts';
import type { Mcp } from '../harness/mcp.ts';
import { Workspace } from '../harness/workspace.ts';

interface Result {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

/** What a call gives, with its text in one piece. */
interface Called {
  failed: boolean;
  value: Record<string, unknown>;
  text: string;
}

const FILES = {
  'src/cart.fake': 'class Cart\n  def total\n    items\n\ndef items\n  Cart\n',
  'src/main file#1.fake': '\ufeffdef main\r\n  😀 total\r\n  cart: Cart impl Cart total\r\n',
};
const MAIN = 'src/main file#1.fake';

/** A workspace with a server that navigates, and the channel to it. */
async function open({ args = [], ...options }: LabOptions & { args?: string[] } = {}): Promise<{
  lab: Lab;
  mcp: Mcp;
}> {
  const lab = await Lab.open({ files: FILES, servers: { fake: fake('navigates.ts', { args }) }, ...options });
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  return { lab, mcp };
}

async function call(mcp: Mcp, name: string, input: object): Promise<Called> {
  const {
    isError = false,
    content,
    structuredContent = {},
  } = (await mcp.request('tools/call', { name, arguments: input })) as Result;
  const schema = lspSchemas.find((tool) => tool.name === name)?.output;
  if (!isError && schema !== undefined)
    expect(v.safeParse<v.GenericSchema>(schema, structuredContent).issues).toBeUndefined();
  return { failed: isError, value: structuredContent, text: content.map(({ text }) => text).join('\n') };
}

test('REQ-NAV-010 REQ-NAV-020: the six tools and four more are listed, and each says what it takes and gives', async () => {
  const { lab, mcp } = await open();
  await using _ = lab;
  const { tools } = (await mcp.request('tools/list', {})) as {
    tools: {
      name: string;
      title: string;
      description: string;
      inputSchema: { additionalProperties: boolean; properties: Record<string, { description?: string }> };
      outputSchema: { type: string };
      annotations: object;
    }[];
  };
  expect(tools.map(({ name }) => name)).toEqual([
    'lsp_goto_definition',
    'lsp_goto_type_definition',
    'lsp_goto_implementation',
    'lsp_find_references',
    'lsp_hover',
    'lsp_document_symbols',
    'lsp_workspace_symbols',
    'lsp_incoming_calls',
    'lsp_outgoing_calls',
    'lsp_diagnostics',
  ]);
  for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
    expect(title).not.toBe('');
    expect(description).toMatch(/[Uu]se it/);
    expect(inputSchema.additionalProperties).toBe(false);
    for (const field of Object.values(inputSchema.properties)) expect(field.description).toBeString();
    expect(outputSchema.type).toBe('object');
    expect(annotations).toMatchObject({ readOnlyHint: true });
  }
  expect(lab.started).toBe(0);
});

/** Models load a tool that a host has deferred if its name and the first sentence of its description say what they look for. */
const SEARCHED: Readonly<Record<string, readonly string[]>> = {
  lsp_goto_definition: ['definition', 'declared', 'function', 'class', 'type'],
  lsp_goto_type_definition: ['definition', 'type', 'variable'],
  lsp_goto_implementation: ['implementations', 'implement', 'interface'],
  lsp_find_references: ['references', 'usage', 'function', 'text search'],
  lsp_hover: ['type', 'signature', 'documentation'],
  lsp_document_symbols: ['outline', 'file', 'symbols', 'functions'],
  lsp_workspace_symbols: ['search', 'finds', 'class', 'name', 'project'],
  lsp_incoming_calls: ['callers', 'call hierarchy', 'function'],
  lsp_outgoing_calls: ['callees', 'call hierarchy', 'function'],
  lsp_diagnostics: ['errors', 'check', 'lint', 'compile', 'diagnostics', 'project'],
};

test('the first sentence of each description says what a tool is for in the words that it is looked for by', async () => {
  const { lab, mcp } = await open();
  await using _ = lab;
  const { tools } = (await mcp.request('tools/list', {})) as {
    tools: { name: string; description: string }[];
  };
  const missing = tools.flatMap(({ name, description }) => {
    const sentence = description.slice(0, description.indexOf('. ')).toLowerCase();
    expect(sentence.length, name).toBeLessThan(160);
    return (SEARCHED[name] ?? ['listed in this test'])
      .filter((word) => !sentence.includes(word))
      .map((word) => `${name}: ${word}`);
  });
  expect(missing).toEqual([]);
});

test('REQ-NAV-010: each tool answers in the shape of its contract, 1-based and workspace-relative, by position and by name', async () => {
  const { lab, mcp } = await open();
  await using _ = lab;
  const total = {
    file: 'src/cart.fake',
    line: 2,
    character: 7,
    endLine: 2,
    endCharacter: 12,
    text: 'def total',
  };
  const target = { name: 'total', file: 'src/cart.fake', line: 2, character: 7 };
  // The emoji counts as two.
  const use = { file: MAIN, line: 2, character: 6 };
  for (const pointer of [use, { file: lab.workspace.path(MAIN), symbol: 'total', line: 2 }]) {
    expect(await call(mcp, 'lsp_goto_definition', pointer)).toEqual({
      failed: false,
      value: { locations: [total], target: { name: 'total', ...use } },
      text: '1 definition of `total` in 1 file:\nsrc/cart.fake:2:7  def total',
    });
  }
  expect(await call(mcp, 'lsp_find_references', { symbol: 'Cart.total' })).toEqual({
    failed: false,
    value: {
      locations: [
        { ...total, container: 'Cart' },
        { ...use, endLine: 2, endCharacter: 11, text: '😀 total', container: 'main' },
        {
          file: MAIN,
          line: 3,
          character: 24,
          endLine: 3,
          endCharacter: 29,
          text: 'cart: Cart impl Cart total',
          container: 'main',
        },
      ],
      nextCursor: null,
      total: 3,
      target,
    },
    text: `3 references to \`total\` in 2 files:\nsrc/cart.fake:2:7 (in Cart)  def total\n${MAIN}:2:6 (in main)  😀 total\n${MAIN}:3:24 (in main)  cart: Cart impl Cart total`,
  });
  expect(
    (await call(mcp, 'lsp_find_references', { symbol: 'total', includeDeclaration: false })).value,
  ).toMatchObject({ total: 2 });
  expect((await call(mcp, 'lsp_goto_type_definition', { file: MAIN, symbol: 'cart' })).value).toMatchObject({
    locations: [{ file: 'src/cart.fake', line: 1, character: 7 }],
  });
  expect((await call(mcp, 'lsp_goto_implementation', { symbol: 'Cart' })).value).toMatchObject({
    locations: [{ file: MAIN, line: 3, character: 19 }],
  });
  expect(await call(mcp, 'lsp_hover', { symbol: 'total' })).toEqual({
    failed: false,
    value: {
      content: '```fake\ndef total\n```\n\nThe word *total*.',
      range: { line: 2, character: 7, endLine: 2, endCharacter: 12 },
      target,
    },
    text: '> ```fake\n> def total\n> ```\n>\n> The word *total*.',
  });
  const members = [
    {
      name: 'Cart',
      kind: 'class',
      line: 1,
      character: 7,
      range: { line: 1, character: 1, endLine: 3, endCharacter: 10 },
      text: 'class Cart',
    },
    {
      name: 'total',
      kind: 'function',
      line: 2,
      character: 7,
      range: { line: 2, character: 3, endLine: 3, endCharacter: 10 },
      container: 'Cart',
      text: 'def total',
    },
    {
      name: 'items',
      kind: 'function',
      line: 5,
      character: 5,
      range: { line: 5, character: 1, endLine: 6, endCharacter: 7 },
      text: 'def items',
    },
  ];
  expect(await call(mcp, 'lsp_document_symbols', { file: 'src/cart.fake' })).toEqual({
    failed: false,
    value: { symbols: members, nextCursor: null, total: 3 },
    text: '3 symbols in src/cart.fake:\n1:7  class Cart (lines 1-3)  class Cart\n2:7  function total in Cart (lines 2-3)  def total\n5:5  function items (lines 5-6)  def items',
  });
  expect(await call(mcp, 'lsp_workspace_symbols', { query: ' otal ' })).toEqual({
    failed: false,
    value: {
      symbols: [
        {
          name: 'total',
          kind: 'function',
          file: 'src/cart.fake',
          line: 2,
          character: 7,
          range: { line: 2, character: 7, endLine: 2, endCharacter: 12 },
          container: 'Cart',
          text: 'def total',
        },
      ],
      nextCursor: null,
      total: 1,
    },
    text: '1 symbol for `otal`:\nsrc/cart.fake:2:7  function total in Cart  def total',
  });
  expect(await call(mcp, 'lsp_incoming_calls', { symbol: 'items' })).toMatchObject({
    value: {
      calls: [
        {
          name: 'total',
          kind: 'function',
          file: 'src/cart.fake',
          line: 2,
          character: 7,
          sites: [
            { file: 'src/cart.fake', line: 3, character: 5, endLine: 3, endCharacter: 10, text: 'items' },
          ],
        },
      ],
    },
    text: '1 caller of `items`:\nsrc/cart.fake:2:7  function total  def total\n  called at src/cart.fake:3:5  items',
  });
  expect(await call(mcp, 'lsp_outgoing_calls', { symbol: 'total' })).toMatchObject({
    value: {
      calls: [
        {
          name: 'items',
          kind: 'function',
          file: 'src/cart.fake',
          line: 5,
          character: 5,
          sites: [
            { file: 'src/cart.fake', line: 3, character: 5, endLine: 3, endCharacter: 10, text: 'items' },
          ],
        },
      ],
    },
    text: '1 callee of `total`:\nsrc/cart.fake:5:5  function items  def items\n  called at src/cart.fake:3:5  items',
  });
  expect(lab.started).toBe(1);
});

const QUESTIONS: [name: string, input: object][] = [
  ['lsp_goto_definition', { symbol: 'total' }],
  ['lsp_goto_type_definition', { file: MAIN, symbol: 'cart' }],
  ['lsp_goto_implementation', { symbol: 'Cart' }],
  ['lsp_find_references', { symbol: 'items' }],
  ['lsp_find_references', { symbol: 'total', pageSize: 2 }],
  ['lsp_hover', { symbol: 'total' }],
  ['lsp_document_symbols', { file: 'src/cart.fake', pageSize: 2 }],
  ['lsp_workspace_symbols', { query: 't', pageSize: 2 }],
  ['lsp_incoming_calls', { symbol: 'Cart' }],
  ['lsp_outgoing_calls', { symbol: 'main' }],
  ['lsp_goto_definition', { file: MAIN, line: 1, character: 1 }],
  ['lsp_diagnostics', { path: 'src/cart.fake' }],
  ['lsp_diagnostics', {}],
];

async function answers(workspace: Workspace, args: string[]): Promise<string[]> {
  const { lab, mcp } = await open({ args, root: () => workspace.root });
  await using _ = lab;
  const given: string[] = [];
  for (const [name, input] of QUESTIONS)
    given.push(JSON.stringify(await mcp.request('tools/call', { name, arguments: input })));
  return given;
}

test('the same workspace gives the same bytes, in whatever order and however often a server says them', async () => {
  using workspace = new Workspace(FILES);
  const [plain, ...others] = await Promise.all(
    [[], ['--shuffle=1'], ['--shuffle=2', '--twice']].map((args) => answers(workspace, args)),
  );
  for (const other of others) expect(other).toEqual(plain ?? []);
});

test('pages together are the whole; what changes between them, or was not given, is reported', async () => {
  const { lab, mcp } = await open({ args: ['--many=250'] });
  await using _ = lab;
  const question = { file: 'src/cart.fake', symbol: 'Cart' };
  const lines: unknown[] = [];
  const cursors: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { value, text } = await call(mcp, 'lsp_find_references', {
      ...question,
      ...(cursor !== undefined && { cursor }),
    });
    const page = value as { locations: { line: number }[]; nextCursor: string | null; total: number };
    lines.push(...page.locations.map(({ line }) => line));
    expect(page.total).toBe(250);
    expect(text).toStartWith(`${page.locations.length} of 250 references to \`Cart\`:`);
    cursor = page.nextCursor;
    if (cursor !== null) {
      expect(text).toEndWith(`cursor "${cursor}"`);
      cursors.push(cursor);
    }
  }
  expect(lines).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  expect(cursors).toHaveLength(2);
  const [first = ''] = cursors;
  const ask = async (input: object): Promise<Called> =>
    call(mcp, 'lsp_find_references', { ...question, ...input });
  expect((await ask({ cursor: first, pageSize: 200 })).value).toMatchObject({
    locations: { length: 150 },
    nextCursor: null,
  });
  expect((await ask({ pageSize: 5000 })).value).toMatchObject({ locations: { length: 200 } });
  for (const other of [
    { includeDeclaration: false },
    { symbol: 'total' },
    { cursor: `${first}x` },
    { cursor: 'e30' },
  ]) {
    expect(await ask({ cursor: first, ...other })).toMatchObject({
      failed: true,
      text: expect.stringContaining('begin again without one'),
    });
  }
  lab.workspace.write('src/cart.fake', '\nclass Cart\n');
  expect(await ask({ cursor: first })).toMatchObject({
    failed: true,
    text: expect.stringContaining('the workspace has changed since'),
  });
});

test('more than 20,000 references are no list', async () => {
  const { lab, mcp } = await open({ args: ['--many=20001'] });
  await using _ = lab;
  expect(await call(mcp, 'lsp_find_references', { file: 'src/cart.fake', symbol: 'Cart' })).toMatchObject({
    failed: true,
    text: expect.stringContaining('ask for something narrower'),
  });
});

const REFUSED: [name: string, input: object, text: string][] = [
  [
    'lsp_hover',
    { path: 'src/cart.fake', symbol: 'x' },
    'lsp_hover: there is no `path`; its fields are file, line, character, symbol, body',
  ],
  ['lsp_hover', {}, 'lsp_hover: give `symbol`, a name; or `file`, `line` and `character`, a position'],
  [
    'lsp_hover',
    { file: 'src/cart.fake', line: 1 },
    'lsp_hover: give `symbol`, the name on that line that you mean; or `character`, where it stands',
  ],
  ['lsp_hover', { file: 'src/cart.fake', line: 0, character: 1 }, 'lsp_hover: `line` has to be 1 or more'],
  [
    'lsp_hover',
    { file: 'src/cart.fake', line: 1.5, character: 1 },
    'lsp_hover: `line` has to be a whole number',
  ],
  ['lsp_hover', { file: 'src/cart.fake', line: '1', character: 1 }, 'lsp_hover: `line` has to be a number'],
  ['lsp_hover', { symbol: 'x'.repeat(501) }, 'lsp_hover: `symbol` has to be no longer than 500 characters'],
  ['lsp_hover', { file: '', line: 1, character: 1 }, 'lsp_hover: `file` has to be more than nothing'],
  [
    'lsp_hover',
    { file: 'src/cart.fake', line: 99, character: 1 },
    'lsp_hover: there is no such line: the file has 7',
  ],
  [
    'lsp_hover',
    { file: 'src/none.fake', symbol: 'total' },
    'lsp_hover: there is no such file, or none that can be read',
  ],
  [
    'lsp_hover',
    { file: 'src/cart.fake', symbol: 'Total' },
    'lsp_hover: there is no `Total` in src/cart.fake; near matches: total (src/cart.fake:2:7)',
  ],
  [
    'lsp_hover',
    { file: 'src/cart.txt', line: 1, character: 1 },
    'lsp_hover: there is no such file, or none that can be read',
  ],
  ['lsp_document_symbols', {}, 'lsp_document_symbols: `file` is missing'],
  ['lsp_workspace_symbols', { query: ' ' }, 'lsp_workspace_symbols: `query` has to be more than nothing'],
  [
    'lsp_find_references',
    { symbol: 'total', pageSize: 0 },
    'lsp_find_references: `pageSize` has to be 1 or more',
  ],
  [
    'lsp_find_references',
    { symbol: 'total', includeDeclaration: 1 },
    'lsp_find_references: `includeDeclaration` has to be true or false',
  ],
  ['lsp_diagnostics', { path: 'a\0b' }, 'lsp_diagnostics: the path is not a path'],
  [
    'lsp_diagnostics',
    { backend: 'both' },
    'lsp_diagnostics: `backend` has to be one of "auto", "server", "checker"',
  ],
  [
    'lsp_diagnostics',
    { path: 'src/none.fake', backend: 'checker' },
    'lsp_diagnostics: src/none.fake cannot be checked: no such file or folder',
  ],
  [
    'lsp_diagnostics',
    { path: 'src/none.fake' },
    'lsp_diagnostics: src/none.fake cannot be checked: it is not readable',
  ],
  [
    'lsp_diagnostics',
    { path: 'notes.txt', backend: 'server' },
    'lsp_diagnostics: notes.txt cannot be checked: no language server is there for a file like this',
  ],
];

test('REQ-NAV-030 REQ-NAV-040: what cannot be answered says why, and what lies outside the workspace does not exist', async () => {
  const { lab, mcp } = await open({
    files: { ...FILES, 'notes.txt': 'total', '../outside.fake': 'def secret' },
  });
  await using _ = lab;
  for (const [name, input, text] of REFUSED)
    expect({ name, input, ...(await call(mcp, name, input)) }).toMatchObject({
      name,
      input,
      failed: true,
      text,
    });
  for (const file of [
    '../outside.fake',
    lab.workspace.path('../outside.fake'),
    'src/../../outside.fake',
    `${lab.workspace.root}2/a.fake`,
    '/etc/passwd',
  ]) {
    for (const [name, input] of [
      ['lsp_hover', { file, line: 1, character: 5 }],
      ['lsp_find_references', { file, symbol: 'secret' }],
      ['lsp_document_symbols', { file }],
      ['lsp_diagnostics', { path: file }],
    ] as const) {
      expect({ name, file, ...(await call(mcp, name, input)) }).toMatchObject({
        failed: true,
        text: `${name}: the path is outside the workspace; only files inside it can be asked about`,
      });
    }
  }
  expect((await call(mcp, 'lsp_document_symbols', { file: './src/../src/cart.fake' })).value).toMatchObject({
    total: 3,
  });
});

test('REQ-BOUNDARY-010 REQ-PATH-010: answers from outside the workspace are counted, not listed', async () => {
  const { lab, mcp } = await open({ args: ['--outside'] });
  await using _ = lab;
  const { value, text } = await call(mcp, 'lsp_find_references', { file: 'src/cart.fake', symbol: 'items' });
  expect(value).toMatchObject({ total: 2 });
  expect(text).toMatch(/\(\d more outside the workspace are not listed\)$/);
  expect(text).not.toMatch(/outside\.fake|etc|untitled/);
});

test('what a server refuses, cannot do, or does not do in time is reported with what to do, and in our words', async () => {
  const cases: [args: string[], text: string, navigationTimeout?: number][] = [
    [['--error'], 'lsp_hover: fake answered with an error'],
    [['--without=all'], 'lsp_hover: fake does not answer this kind of question'],
    [
      ['--slow'],
      'lsp_hover: no complete answer within 300 ms; the language server may still be loading the project; call again',
      300,
    ],
    [['--null'], 'No type or documentation of `total` (src/cart.fake:2:7).'],
  ];
  for (const [args, text, navigationTimeout = 20_000] of cases) {
    const { lab, mcp } = await open({ args, config: { navigationTimeout } });
    await using _ = lab;
    expect((await call(mcp, 'lsp_hover', { file: 'src/cart.fake', line: 2, character: 7 })).text).toBe(text);
  }
});

test('REQ-FMT-055 REQ-FMT-030: of one file and of many, maxDiagnosticsPerFile are listed, those first that the session has caused', async () => {
  const old = Array.from({ length: 5 }, (_, at) => `ERROR old${at}\n`).join('');
  const files = { 'b/x.fake': old, 'b/y.fake': old };
  const { lab, mcp } = await open({
    files,
    config: { maxDiagnosticsPerFile: 2, firstTouchTimeout: 20_000, diagnosticTimeout: 20_000 },
  });
  await using _ = lab;
  const lines = (file: string, ...rows: [line: number, message: string][]): string =>
    rows.map(([line, message]) => `${file}:${line}:1  error: ${message} (F${line - 1})`).join('\n');
  const first = lines('b/x.fake', [1, 'old0'], [2, 'old1']);
  const whole = await call(mcp, 'lsp_diagnostics', { path: 'b/x.fake' });
  expect(whole.text).toBe(`5 problems in b/x.fake, checked by fake:\n${first}\n... and 3 more`);
  expect(whole.value).toMatchObject({
    diagnostics: { 'b/x.fake': [{ line: 1 }, { line: 2 }] },
    more: { 'b/x.fake': 3 },
  });
  await call(mcp, 'lsp_diagnostics', { path: 'b/y.fake' });

  lab.workspace.write('b/x.fake', `${old}ERROR new\n`);
  const kept = lines('b/x.fake', [1, 'old0'], [6, 'new']);
  const one = await call(mcp, 'lsp_diagnostics', { path: 'b/x.fake' });
  expect(one.text).toBe(`6 problems in b/x.fake, checked by fake:\n${kept}\n... and 4 more`);
  const list = [
    { line: 1, message: 'old0' },
    { line: 6, message: 'new' },
  ];
  expect(one.value).toMatchObject({ diagnostics: { 'b/x.fake': list }, more: { 'b/x.fake': 4 } });
  const many = await call(mcp, 'lsp_diagnostics', {});
  const others = lines('b/y.fake', [1, 'old0'], [2, 'old1']);
  expect(many.text).toBe(
    `11 problems in 2 files:\n${kept}\n... and 4 more in b/x.fake\n${others}\n... and 3 more in b/y.fake`,
  );
  expect(many.value).toMatchObject({
    diagnostics: { 'b/x.fake': list, 'b/y.fake': { length: 2 } },
    more: { 'b/x.fake': 4, 'b/y.fake': 3 },
  });
  const caused = await call(mcp, 'lsp_diagnostics', { since: 'session' });
  expect(caused.value).toMatchObject({ diagnostics: { 'b/x.fake': [{ line: 6 }] } });
  expect(caused.value).not.toHaveProperty('more');
});

test('REQ-NAV-060: a file is checked now, a folder and the workspace show what is known', async () => {
  const files = { 'b/x.fake': 'ERROR b\n', 'bb/x.fake': 'ERROR bb\n', 'a.fake': 'fine\n' };
  const { lab, mcp } = await open({
    files,
    config: { includeSeverities: ['error', 'warning'], maxDiagnosticsPerFile: 2 },
  });
  await using _ = lab;
  expect((await call(mcp, 'lsp_diagnostics', {})).text).toStartWith('No problems are known.');
  expect(await call(mcp, 'lsp_diagnostics', { path: 'b/x.fake' })).toEqual({
    failed: false,
    value: {
      diagnostics: { 'b/x.fake': [{ line: 1, character: 1, severity: 'error', message: 'b', code: 'F0' }] },
      nextCursor: null,
      total: 1,
      servers: [{ id: 'fake', outcome: 'complete' }],
    },
    text: '1 problem in b/x.fake, checked by fake:\nb/x.fake:1:1  error: b (F0)',
  });
  expect((await call(mcp, 'lsp_diagnostics', { path: 'a.fake' })).text).toBe(
    'No problems in a.fake, checked by fake.',
  );
  lab.workspace.write('b/x.fake', 'WARN one\nERROR two\nERROR three\n');
  await call(mcp, 'lsp_diagnostics', { path: 'b/x.fake' });
  await call(mcp, 'lsp_diagnostics', { path: 'bb/x.fake' });
  const below = await call(mcp, 'lsp_diagnostics', { path: `${lab.workspace.root}/b/` });
  expect(below.text).toBe(
    '3 problems in 1 file below b:\nb/x.fake:1:1  warning: one (F0)\nb/x.fake:2:1  error: two (F1)\n... and 1 more in b/x.fake',
  );
  expect(below.value).toMatchObject({ diagnostics: { 'b/x.fake': { length: 2 } }, more: { 'b/x.fake': 1 } });
  for (const path of ['.', lab.workspace.root, undefined]) {
    const { value } = await call(mcp, 'lsp_diagnostics', path === undefined ? {} : { path });
    expect(Object.keys(value['diagnostics'] as object)).toEqual(['b/x.fake', 'bb/x.fake']);
  }
  const first = await call(mcp, 'lsp_diagnostics', { pageSize: 1 });
  expect(first.value).toMatchObject({ total: 2 });
  expect(first.value['nextCursor']).toBeString();
  expect(first.text).toStartWith('3 problems in 1 of 2 files:');
  const second = await call(mcp, 'lsp_diagnostics', { pageSize: 1, cursor: first.value['nextCursor'] });
  expect(Object.keys(second.value['diagnostics'] as object)).toEqual(['bb/x.fake']);
  expect(second.value['nextCursor']).toBeNull();
});

test('REQ-NAV-010: symbols are asked of servers that run and of the languages with most files; the others are named, and asked where nothing is found', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`src/${index}.fake`, `def total${index}\n`]),
  );
  const { lab, mcp } = await open({
    files: { ...many, 'one.other': 'x\n', 'two.rare': 'x\n' },
    servers: {
      fake: fake('navigates.ts'),
      other: fake('navigates.ts', { args: ['--error'], extensions: ['.other'] }),
      rare: fake('navigates.ts', { args: ['--null'], extensions: ['.rare'] }),
    },
  });
  await using _ = lab;
  const search = async (query: string): Promise<string[]> =>
    (await call(mcp, 'lsp_workspace_symbols', { query })).text.split('\n');
  expect((await search('total7')).slice(1)).toEqual([
    'src/7.fake:1:5  function total7  def total7',
    '(not asked, since few files are theirs: other, rare)',
  ]);
  expect(['fake', 'other', 'rare'].map((id) => lab.probe.starts(id))).toEqual([1, 0, 0]);
  expect((await search('nowhere')).slice(1)).toEqual(['(without other, which gave no answer)']);
  expect(['fake', 'other', 'rare'].map((id) => lab.probe.starts(id))).toEqual([1, 1, 1]);
  // They run now.
  expect((await search('total7')).at(-1)).toBe('(without other, which gave no answer)');
});

test('REQ-NAV-010: what uses stand in is asked of few files, once for each text, and of more where that is asked for', async () => {
  const users = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`src/u${at + 10}.fake`, `def use${at}\n  only\n`]),
  );
  const { lab, mcp } = await open({ files: { 'src/a.fake': 'def only\n', ...users } });
  await using _ = lab;
  const outlined = async (input: object): Promise<{ asked: number; holders: number }> => {
    const before = lab.probe.received('textDocument/documentSymbol').length;
    const { value } = await call(mcp, 'lsp_find_references', {
      file: 'src/a.fake',
      line: 1,
      character: 5,
      ...input,
    });
    const { locations } = value as { locations: { container?: string }[] };
    const asked = lab.probe.received('textDocument/documentSymbol').slice(before);
    return {
      // One that was asked while the disk was looked at is asked once more.
      asked: new Set(asked.map(({ path }) => path)).size,
      holders: locations.filter(({ container }) => container !== undefined).length,
    };
  };
  // The declaration's own file has no holder.
  expect(await outlined({})).toEqual({ asked: 16, holders: 15 });
  // Closed again: servers go on checking what is open.
  for (let at = 10; at < 25; at++) await lab.probe.untilReceived('textDocument/didClose', `u${at}.fake`);
  expect(await outlined({})).toEqual({ asked: 0, holders: 15 });
  expect(await outlined({ groupBy: 'symbol' })).toEqual({ asked: 5, holders: 20 });
  lab.workspace.write('src/u10.fake', 'def other\n  only\n');
  expect(await outlined({})).toEqual({ asked: 1, holders: 15 });
});
