import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { Agent } from '../harness/agent.ts';
import { fake, type Lab } from '../harness/lab.ts';
import { Workspace } from '../harness/workspace.ts';

const CART = [
  'class Cart',
  '  def total',
  '    price',
  '    price',
  '  def price',
  'def other',
  '  total',
  'class Money',
  '',
].join('\n');
const MAIN = ['def start', '  total', '  item: Cart', 'impl total', ''].join('\n');
const FILES = { 'src/cart.fake': CART, 'main.fake': MAIN };

/** On a use of `total`. */
const TOTAL = { file: 'main.fake', line: 2, character: 3 };
const ITEM = { file: 'main.fake', line: 3, character: 3 };

/** Every tool, and what it finds. */
const TOOLS: [tool: string, input: object, found: string[]][] = [
  ['goto_definition', TOTAL, ['src/cart.fake:2:7']],
  ['goto_type_definition', ITEM, ['src/cart.fake:1:7']],
  ['goto_implementation', TOTAL, ['main.fake:4:6']],
  ['find_references', TOTAL, ['main.fake:2:3', 'main.fake:4:6', 'src/cart.fake:2:7', 'src/cart.fake:7:3']],
  [
    'find_references',
    { ...TOTAL, includeDeclaration: false },
    ['main.fake:2:3', 'main.fake:4:6', 'src/cart.fake:7:3'],
  ],
  ['hover', TOTAL, ['```fake\ndef total\n```\n\nThe word *total*.']],
  [
    'document_symbols',
    { file: 'src/cart.fake' },
    [
      '1:7 class - Cart',
      '2:7 function Cart total',
      '5:7 function Cart price',
      '6:5 function - other',
      '8:7 class - Money',
    ],
  ],
  [
    'workspace_symbols',
    { query: 'a' },
    [
      'main.fake:1:5 function - start',
      'src/cart.fake:1:7 class - Cart',
      'src/cart.fake:2:7 function Cart total',
    ],
  ],
  [
    'incoming_calls',
    TOTAL,
    ['main.fake:1:5 start at main.fake:2:3', 'src/cart.fake:6:5 other at src/cart.fake:7:3'],
  ],
  ['outgoing_calls', TOTAL, ['src/cart.fake:5:7 price at src/cart.fake:3:5, src/cart.fake:4:5']],
];

/** Those that take a file. */
const ABOUT_FILES = TOOLS.filter(([, input]) => 'file' in input);

function open(
  args: string[] = [],
  files: Record<string, string> = FILES,
  config: Parameters<typeof Agent.open>[0]['config'] = {},
): Promise<Agent> {
  return Agent.open({ files, servers: { fake: fake('navigates.ts', { args }) }, config });
}

/** The methods of what navigates. */
const ASKS = /^(textDocument\/(?!did|diag)|callH|workspace\/symbol)/;

/** What the fake was asked, in order. */
function asked(lab: Lab): string[] {
  return lab.probe.events.flatMap(({ event, method = '' }) =>
    event === 'received' && ASKS.test(method) ? method : [],
  );
}

test('REQ-NAV-010 REQ-NAV-020 REQ-ARCH-030: a standard MCP server lists the tools, with closed schemas, and all of them only read', async () => {
  await using agent = await open();
  const { tools } = (await agent.mcp.request('tools/list', {})) as {
    tools: {
      name: string;
      title: string;
      description: string;
      inputSchema: Schema;
      outputSchema: Schema;
      annotations: object;
    }[];
  };
  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    [...new Set(['diagnostics', ...TOOLS.map(([tool]) => tool)])].map((tool) => `lsp_${tool}`).toSorted(),
  );
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    expect([name, title.length > 0, description.length > 0]).toEqual([name, true, true]);
    expect([name, inputSchema.additionalProperties, outputSchema.type]).toEqual([name, false, 'object']);
    expect(annotations).toMatchObject({ readOnlyHint: true });
  }
  expect(agent.lab.started).toBe(0);
  const refusal = await agent.mcp.request('tools/call', { name: 'lsp_rename', arguments: {} }).catch(String);
  expect(refusal).toContain('unknown tool');
});

interface Schema {
  type: string;
  additionalProperties?: boolean;
}

test('REQ-NAV-010: what each tool finds, 1-based and relative to the workspace', async () => {
  await using agent = await open();
  for (const [tool, input, found] of TOOLS)
    expect([tool, await agent.find(tool, input)]).toEqual([tool, found]);
});

test('REQ-NAV-010: where files come and go all the time, the servers of the workspace are asked once, as long as they are the same', async () => {
  await using agent = await open(['--held=workspace/symbol']);
  const { lab } = agent;
  const symbols = agent.find('workspace_symbols', { query: 'total' });
  await lab.probe.untilReceived('workspace/symbol');
  // By its name it comes first.
  lab.workspace.write('a.fake', 'def new');
  await lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.fake', text: 'def new', created: true }] });
  lab.probe.tell({ command: 'answer' });
  expect(await symbols).toEqual(['src/cart.fake:2:7 function Cart total']);
  expect(lab.probe.received('workspace/symbol')).toHaveLength(1);
});

test('REQ-NAV-010: a server whose file is gone before it could be shown is shown another one, and asked again', async () => {
  const files = { 'gone.fake': 'def gone', 'kept.fake': 'def kept', 'a.other': 'def first' };
  await using agent = await Agent.open({
    files,
    servers: {
      fake: fake('navigates.ts', { args: ['--lazy'] }),
      other: fake('navigates.ts', { args: ['--null'], extensions: ['.other'] }),
    },
  });
  const { lab } = agent;
  // Has the workspace looked through.
  await agent.find('find_references', { file: 'a.other', line: 1, character: 5 });
  expect(lab.probe.starts('fake')).toBe(0);
  lab.workspace.remove('gone.fake');
  expect(await agent.find('workspace_symbols', { query: 'kept' })).toEqual(['kept.fake:1:5 function - kept']);
});

test('REQ-ARCH-040 REQ-ARCH-090: navigation asks the server that judges the edits, and starts none of its own', async () => {
  await using agent = await open();
  expect(await agent.lab.edit('main.fake', `${MAIN}ERROR a`)).toEqual(['a']);
  for (const [tool, input, found] of TOOLS)
    expect([tool, await agent.find(tool, input)]).toEqual([tool, found]);
  expect(await agent.lab.edit('main.fake', `${MAIN}ERROR b`)).toEqual(['b']);
  expect(agent.lab.started).toBe(1);
});

test('REQ-DIAG-010: what a shell did to an open file is known to a server that only wants to be notified of others', async () => {
  await using agent = await open(['--watches=**/nothing']);
  const named = (query: string): Promise<unknown> => agent.find('workspace_symbols', { query });
  expect(await named('late')).toEqual([]);
  agent.lab.workspace.write('main.fake', `${MAIN}def late`);
  expect(await named('late')).toEqual(['main.fake:5:5 function - late']);
});

test('REQ-CONC-020: a name that stands elsewhere by the time its file could be asked about is searched again', async () => {
  await using agent = await open(['--held=textDocument/definition']);
  const { lab } = agent;
  const hover = agent.call('hover', { file: 'main.fake', symbol: 'total' });
  // It is there twice: so where it is defined decides whether both are one.
  await lab.probe.untilReceived('textDocument/definition');
  await lab.edit('main.fake', `def above\n${MAIN}`);
  lab.probe.tell({ command: 'answer' });
  expect((await hover).structuredContent).toMatchObject({
    content: expect.stringContaining('The word *total*.'),
    target: { name: 'total', file: 'main.fake', line: 3, character: 3 },
  });
});

test.each([
  ['textDocument/documentSymbol', { file: 'main.fake', symbol: 'start' }],
  ['workspace/symbol', { symbol: 'start' }],
])('REQ-CONC-020: so is one that moves while the server answers by %s where it is', async (method, input) => {
  await using agent = await open([`--held=${method}`]);
  const { lab } = agent;
  const hover = agent.call('hover', input);
  await lab.probe.untilReceived(method);
  await lab.edit('main.fake', `${'def above\n'.repeat(6)}${MAIN}`);
  lab.probe.tell({ command: 'answer' });
  expect((await hover).structuredContent).toMatchObject({
    content: expect.stringContaining('The word *start*.'),
    target: { name: 'start', file: 'main.fake', line: 7, character: 5 },
  });
});

test('REQ-CONC-020: a name without calls that moves before its declaration is asked about is searched again, and is not taken for one that nothing calls', async () => {
  await using agent = await open(['--held=textDocument/prepareCallHierarchy']);
  const { lab } = agent;
  const callers = agent.call('incoming_calls', { file: 'main.fake', symbol: 'item' });
  await lab.probe.untilReceived('textDocument/prepareCallHierarchy');
  await lab.edit('main.fake', `def above\n${MAIN}`);
  lab.probe.tell({ command: 'answer' });
  expect((await callers).structuredContent).toMatchObject({
    calls: [],
    target: { name: 'item', file: 'main.fake', line: 4, character: 3 },
  });
});

test('nothing found is an empty list, never a guess', async () => {
  await using agent = await open(['--null']);
  for (const [tool, input] of TOOLS) expect([tool, await agent.find(tool, input)]).toEqual([tool, []]);
});

test('gateway-contract 1.3: after two cold starts, whatever the order in which a server says it, and however often, the answers are the same bytes', async () => {
  using workspace = new Workspace({ ...FILES, '../outside.fake': CART, '../workspace2/a.fake': CART });
  symlinkSync(join(workspace.root, 'src/cart.fake'), join(workspace.root, 'alias.fake'));
  symlinkSync(join(workspace.outside, 'outside.fake'), join(workspace.root, 'out.fake'));
  symlinkSync(workspace.root, join(workspace.outside, 'linked'));
  const answersOf = async (args: string[], root = workspace.root): Promise<string[]> => {
    await using agent = await Agent.open({
      root: () => root,
      servers: { fake: fake('navigates.ts', { args }) },
    });
    const answers: string[] = [];
    for (const [tool, input] of [
      ...TOOLS,
      ['find_references', { ...TOTAL, pageSize: 1 }],
      ['workspace_symbols', { query: 'a', pageSize: 1 }],
      ['diagnostics', { path: 'main.fake' }],
      ['diagnostics', {}],
    ] as const) {
      answers.push(JSON.stringify([tool, await agent.call(tool, input)]));
    }
    return answers;
  };
  const first = await answersOf(['--shuffle=1', '--twice', '--outside']);
  for (const answer of first) {
    expect(answer).not.toContain('"isError":true');
    expect(answer).not.toMatch(/outside\.fake|workspace2|hosts|untitled|out\.fake|alias/);
    expect(answer).not.toContain(workspace.outside);
  }
  const others = [
    answersOf(['--shuffle=2', '--twice', '--outside']),
    answersOf(['--shuffle=3', '--twice', '--outside']),
    answersOf(['--shuffle=4', '--twice', '--outside'], join(workspace.outside, 'linked')),
  ];
  for (const answers of await Promise.all(others)) expect(answers).toEqual(first);
  // Links within the workspace are followed, and count once.
  await using plain = await Agent.open({
    root: () => workspace.root,
    servers: { fake: fake('navigates.ts') },
  });
  for (const [tool, input, found] of TOOLS)
    expect([tool, await plain.find(tool, input)]).toEqual([tool, found]);
});

test('gateway-contract 4.2: several servers are one, and the order in which they are configured does not show', async () => {
  await using agent = await Agent.open({
    files: FILES,
    servers: {
      second: fake('navigates.ts', { args: ['--shuffle=2'] }),
      first: fake('navigates.ts', { args: ['--shuffle=1', '--without=hoverProvider'] }),
      linter: fake('navigates.ts', { args: ['--lint'], role: 'linter' }),
    },
  });
  for (const [tool, input, found] of TOOLS)
    expect([tool, await agent.find(tool, input)]).toEqual([tool, found]);
  expect(
    agent.lab.probe.events.filter(
      ({ server, event, method }) => server === 'linter' && event === 'received' && method !== 'initialize',
    ),
  ).toEqual([]);
});

test('a file is open before it is asked about, with the text that it holds', async () => {
  await using agent = await open();
  await agent.find('goto_definition', TOTAL);
  const { probe } = agent.lab;
  const [question] = probe.received('textDocument/definition');
  expect(question?.text).toBe(MAIN);
  expect(probe.received('textDocument/didOpen').map(({ path }) => path)).toEqual([
    agent.lab.workspace.path('main.fake'),
  ]);
  await agent.find('goto_definition', TOTAL);
  expect(probe.received('textDocument/didOpen')).toHaveLength(1);
});

test('a read sees every write before it: of its own file and of others, checked or not, open or not', async () => {
  await using agent = await open();
  const { lab } = agent;
  const definition = async (line = TOTAL.line): Promise<string[]> =>
    agent.find('goto_definition', { ...TOTAL, line });
  for (let above = 0; above < 5; above += 1) {
    lab.workspace.write('src/cart.fake', `${'other\n'.repeat(above)}${CART}`);
    expect(await definition()).toEqual([`src/cart.fake:${above + 2}:7`]);
  }
  await lab.checkFile('src/cart.fake');
  for (let above = 0; above < 5; above += 1) {
    lab.workspace.write('main.fake', `${'other\n'.repeat(above)}${MAIN}`);
    expect(await definition(TOTAL.line + above)).toEqual(['src/cart.fake:6:7']);
  }
  for (let above = 0; above < 5; above += 1) {
    lab.workspace.write('src/cart.fake', `${'other\n'.repeat(above)}${CART}`);
    expect(await definition(TOTAL.line + 4)).toEqual([`src/cart.fake:${above + 2}:7`]);
  }
  // The check is still under way.
  const checked = lab.edit('src/cart.fake', CART);
  lab.workspace.write('main.fake', MAIN);
  expect(await definition()).toEqual(['src/cart.fake:2:7']);
  await checked;
  lab.workspace.remove('src/cart.fake');
  expect(await definition()).toEqual([]);
  expect(await agent.failure('document_symbols', { file: 'src/cart.fake' })).toContain('no such file');
});

test('a cancelled call ends the work of the language server', async () => {
  await using agent = await open(['--slow']);
  const { probe } = agent.lab;
  for (const [index, [tool, input]] of TOOLS.entries()) {
    const id = 1000 + index;
    const after = probe.events.at(-1);
    agent.mcp.send({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: `lsp_${tool}`, arguments: input },
    });
    const question = await probe.until(
      ({ event, id: asks, method = '' }) => event === 'received' && asks !== undefined && ASKS.test(method),
      after && { after },
    );
    agent.mcp.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    const cancelled = await probe.untilReceived('$/cancelRequest', '', { after: question });
    expect([tool, cancelled.params]).toEqual([tool, { id: question.id }]);
  }
  expect(await agent.lab.edit('main.fake', 'ERROR a')).toEqual(['a']);
});

test('a call that takes too long is an error that says so, and is taken back', async () => {
  await using agent = await open(['--slow', '--without=documentSymbolProvider'], FILES, {
    navigationTimeout: 1000,
  });
  // The server runs by then, and has only the question to answer.
  await agent.lab.edit('main.fake', MAIN);
  expect(await agent.failure('find_references', TOTAL)).toContain('1000 ms');
  const [question] = agent.lab.probe.received('textDocument/references');
  expect((await agent.lab.probe.untilReceived('$/cancelRequest')).params).toEqual({ id: question?.id });
});

test('an error of the server is one of the tool, without its words', async () => {
  await using agent = await open(['--error']);
  for (const [tool, input] of TOOLS) {
    const failure = await agent.failure(tool, input);
    expect(`${tool}: ${failure}`).toContain('fake answered with an error');
    expect(failure).not.toMatch(/panic|secret/);
  }
  expect(await agent.lab.edit('main.fake', 'ERROR a')).toEqual(['a']);
});

test('REQ-LIFE-070: a server that died stays dead, each tool says so, and the service lives on', async () => {
  await using agent = await Agent.open({
    files: { ...FILES, 'a.other': 'def a' },
    servers: {
      fake: fake('navigates.ts', { args: ['--dies'] }),
      other: fake('navigates.ts', { extensions: ['.other'] }),
    },
  });
  for (const [tool, input] of ABOUT_FILES)
    expect(`${tool}: ${await agent.failure(tool, input)}`).toContain('fake has ended');
  expect(await agent.lab.status('fake')).toBe('broken');
  expect(await agent.find('document_symbols', { file: 'a.other' })).toEqual([]);
  expect(agent.lab.started).toBe(2);
});

test('what a server does not offer it is not asked', async () => {
  await using agent = await open(['--without=all']);
  for (const [tool, input] of TOOLS)
    expect(`${tool}: ${await agent.failure(tool, input)}`).toContain(
      'fake does not answer this kind of question',
    );
  expect(asked(agent.lab)).toEqual([]);
});

test('REQ-NAV-030 REQ-BOUNDARY-010 REQ-BOUNDARY-020 REQ-PATH-010: no tool looks outside the workspace, and no server starts for it', async () => {
  await using agent = await open([], { ...FILES, '../outside.fake': CART, '../workspace2/a.fake': CART });
  const { root, outside } = agent.lab.workspace;
  symlinkSync(join(outside, 'outside.fake'), join(root, 'link.fake'));
  symlinkSync(outside, join(root, 'out'));
  const refused = [
    '../outside.fake',
    join(outside, 'outside.fake'),
    `${root}2/a.fake`,
    '../workspace2/a.fake',
    'src/../../outside.fake',
    `${root}/./src/../../outside.fake`,
    'link.fake',
    'out/outside.fake',
    'out/new.fake',
    '/etc/hosts',
    '/',
    outside,
    'a\0b.fake',
  ];
  for (const file of refused) {
    for (const [tool, input] of ABOUT_FILES) {
      const failure = await agent.failure(tool, { ...input, file });
      expect([tool, file, failure.includes(outside), failure.includes('/etc')]).toEqual([
        tool,
        file,
        false,
        false,
      ]);
    }
    expect(await agent.failure('diagnostics', { path: file })).not.toContain(outside);
  }
  expect(agent.lab.started).toBe(0);
});

test('REQ-NAV-040 REQ-BOUNDARY-030: however a path is spelled, it is the same file', async () => {
  await using agent = await open();
  const { root } = agent.lab.workspace;
  symlinkSync(join(root, 'main.fake'), join(root, 'alias.fake'));
  mkdirSync(join(root, 'links'));
  symlinkSync(root, join(root, 'links/up'));
  for (const file of [
    'main.fake',
    './main.fake',
    'src/../main.fake',
    'src//..//main.fake',
    join(root, 'main.fake'),
    `${root}/../workspace/main.fake`,
    'alias.fake',
    'links/up/main.fake',
  ]) {
    expect([file, await agent.find('goto_definition', { ...TOTAL, file })]).toEqual([
      file,
      ['src/cart.fake:2:7'],
    ]);
  }
  expect(agent.lab.probe.received('textDocument/didOpen').map(({ path }) => path)).toEqual([
    join(root, 'main.fake'),
  ]);
});

test('paths with spaces and #, byte order marks, CRLF, columns behind an emoji, empty files', async () => {
  await using agent = await open([], {
    'a b#1%20/c?.fake': '\uFEFFdef one\r\n  🎉 two\r\n',
    'd.fake': 'def two\n  one\n',
    'empty.fake': '',
  });
  const two = { file: 'a b#1%20/c?.fake', line: 2, character: 6 };
  expect(await agent.find('goto_definition', two)).toEqual(['d.fake:1:5']);
  expect(await agent.find('find_references', { file: 'd.fake', line: 1, character: 5 })).toEqual([
    'a b#1%20/c?.fake:2:6',
    'd.fake:1:5',
  ]);
  expect(await agent.find('goto_definition', { file: 'd.fake', line: 2, character: 3 })).toEqual([
    'a b#1%20/c?.fake:1:5',
  ]);
  expect(await agent.find('document_symbols', { file: 'empty.fake' })).toEqual([]);
  expect(await agent.find('goto_definition', { file: 'empty.fake', line: 1, character: 1 })).toEqual([]);
  expect(await agent.failure('goto_definition', { file: 'empty.fake', line: 2, character: 1 })).toContain(
    'no such line',
  );
  expect(await agent.failure('goto_definition', { ...two, character: 99 })).toContain('no such character');
});

test('gateway-contract 5.1: 20,000 references are listed, page after page; one more is an error', async () => {
  await using agent = await open(['--many=20000']);
  const { structuredContent } = await agent.call('find_references', { ...TOTAL, pageSize: 200 });
  expect([
    structuredContent?.total,
    structuredContent?.locations?.length,
    typeof structuredContent?.nextCursor,
  ]).toEqual([20_000, 200, 'string']);
  await using over = await open(['--many=20001']);
  expect(await over.failure('find_references', TOTAL)).toContain('more than 20000');
});

test('gateway-contract 1.4: however much a server finds, the sidecar does not grow with it', async () => {
  await using agent = await open(['--many=60000']);
  /** How much it holds after one more call, MiB. */
  const ask = async (): Promise<number> => {
    expect(await agent.failure('find_references', TOTAL)).toContain('more than 20000');
    return residentMib(agent.lab.sidecar.pid);
  };
  // One answer is 6 MiB of text. The collector takes its time, more of it on a busy machine, but
  // once in a while it has caught up; what leaks never comes back.
  const early: number[] = [];
  for (let call = 0; call < 16; call += 1) early.push(await ask());
  for (let call = 0; call < 32; call += 1) await ask();
  const bound = Math.min(...early.slice(-8)) + 24 * 4;
  let held = await ask();
  for (let call = 0; call < 200 && held >= bound; call += 1) held = await ask();
  expect(held).toBeLessThan(bound);
});

function residentMib(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
