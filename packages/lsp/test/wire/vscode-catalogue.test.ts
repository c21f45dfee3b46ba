import { expect, test } from 'bun:test';

import { sha256Hex } from '../../src/channels/tools/paging/state.ts';
import { Gateway, type Json } from '../harness/gateway.ts';
import { fake } from '../harness/lab.ts';
import { Workspace } from '../harness/workspace.ts';

const A = ['class Gamma', '  def alpha', '    beta', 'def beta', '  alpha'].join('\n');
const B = ['def delta', '  alpha', '  beta'].join('\n');
const FILES = { 'a b.fake': A, 'src/b.fake': B };

function range(line: number, character: number, endLine: number, endCharacter: number): Json {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

function word(line: number, character: number, length: number): Json {
  return range(line, character, line, character + length);
}

function id(...canonical: (string | number)[]): string {
  return `sha256:${sha256Hex(canonical.join('|'))}`;
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

test('gateway-contract 2: exactly the seven tools, each with closed schemas, and all of them only read', async () => {
  await using gateway = await Gateway.open({});
  const { tools } = (await gateway.mcp.request('tools/list', {})) as {
    tools: { name: string; description: string; inputSchema: Json; outputSchema: Json; annotations: Json }[];
  };
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'vscode.lsp.definition',
    'vscode.lsp.diagnostics.document',
    'vscode.lsp.diagnostics.workspace',
    'vscode.lsp.documentSymbols',
    'vscode.lsp.hover',
    'vscode.lsp.references',
    'vscode.lsp.workspaceSymbols',
  ]);
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    expect([name, annotations['readOnlyHint'], description.length > 0]).toEqual([name, true, true]);
    for (const schema of [inputSchema, outputSchema]) {
      expect([name, schema['type'], schema['additionalProperties']]).toEqual([name, 'object', false]);
      expect(JSON.stringify(schema)).not.toContain('$ref');
    }
  }
});

test('gateway-contract 7: what each tool answers', async () => {
  await using gateway = await Gateway.open({ files: FILES, servers: { fake: fake('navigates.ts') } });
  await gateway.started('a b.fake');
  const [a, b] = [gateway.uri('a b.fake'), gateway.uri('src/b.fake')];
  const onAlpha = { uri: b, position: { line: 1, character: 4 } };

  expect(await gateway.result('definition', onAlpha)).toEqual({
    isError: false,
    structuredContent: { locations: [{ uri: a, range: word(1, 6, 5) }], summary: 'Found 1 definition.' },
    content: [],
  });
  expect(await gateway.call('references', onAlpha)).toEqual({
    items: [
      { uri: a, range: word(4, 2, 5) },
      { uri: b, range: word(1, 2, 5) },
    ],
    nextCursor: null,
    summary: 'Returned 2 references.',
  });
  const declared = await gateway.call('references', { ...onAlpha, includeDeclaration: true });
  expect((declared['items'] as Json[])[0]).toEqual({ uri: a, range: word(1, 6, 5) });
  expect(await gateway.call('hover', onAlpha)).toEqual({
    contents: [
      { kind: 'markdown', value: expect.stringContaining('The word *alpha*.') },
      { kind: 'markdown', value: expect.stringContaining('def alpha') },
    ],
    range: word(1, 2, 5),
    summary: 'Hover available.',
  });
  expect(await gateway.call('documentSymbols', { uri: a })).toEqual({
    symbols: [
      {
        id: id(a, 'Gamma', 5, '0:0', '2:8', '0:6', '0:11', ''),
        name: 'Gamma',
        kind: 5,
        range: range(0, 0, 2, 8),
        selectionRange: word(0, 6, 5),
      },
      {
        id: id(a, 'alpha', 12, '1:2', '2:8', '1:6', '1:11', 'Gamma'),
        name: 'alpha',
        kind: 12,
        range: range(1, 2, 2, 8),
        selectionRange: word(1, 6, 5),
        containerName: 'Gamma',
      },
      {
        id: id(a, 'beta', 12, '3:0', '4:7', '3:4', '3:8', ''),
        name: 'beta',
        kind: 12,
        range: range(3, 0, 4, 7),
        selectionRange: word(3, 4, 4),
      },
    ],
    summary: 'Returned 3 document symbols.',
  });
  const symbols = {
    items: [
      {
        id: id(a, 'alpha', 12, '1:6', '1:11', 'Gamma'),
        name: 'alpha',
        kind: 12,
        location: { uri: a, range: word(1, 6, 5) },
        containerName: 'Gamma',
      },
    ],
    nextCursor: null,
    summary: 'Returned 1 workspace symbol.',
  };
  expect(await gateway.call('workspaceSymbols', { query: 'alph' })).toEqual(symbols);
  expect(
    await gateway.call('workspaceSymbols', { query: ' \talph\n', pageSize: 1000, cursor: null }),
  ).toEqual(symbols);
});

test('gateway-contract 7.6 7.7: diagnostics of a document and of the workspace', async () => {
  await using gateway = await Gateway.open({
    files: { 'b.fake': 'x\n  ERROR bad', 'a b.fake': 'WARN careful', 'clean.fake': '' },
    servers: { fake: fake('navigates.ts') },
    config: { includeSeverities: ['error', 'warning'] },
  });
  const [a, b] = [gateway.uri('a b.fake'), gateway.uri('b.fake')];
  await gateway.started('clean.fake');
  expect(await gateway.call('diagnostics.workspace', undefined)).toEqual({
    items: [],
    nextCursor: null,
    summary: 'Returned diagnostics for 0 files.',
  });
  const bad = {
    id: id(b, '1:2', '1:11', 1, 'F1', 'fakec', 'bad'),
    range: word(1, 2, 9),
    severity: 1,
    code: 'F1',
    source: 'fakec',
    message: 'bad',
  };
  const careful = {
    id: id(a, '0:0', '0:12', 2, 'F0', 'fakec', 'careful'),
    range: word(0, 0, 12),
    severity: 2,
    code: 'F0',
    source: 'fakec',
    message: 'careful',
  };
  expect(await gateway.result('diagnostics.document', { uri: b })).toEqual({
    isError: false,
    structuredContent: { uri: b, diagnostics: [bad], summary: 'Returned 1 diagnostic.' },
    content: [],
  });
  expect(await gateway.call('diagnostics.document', { uri: a })).toEqual({
    uri: a,
    diagnostics: [careful],
    summary: 'Returned 1 diagnostic.',
  });
  expect(await gateway.call('diagnostics.document', { uri: gateway.uri('clean.fake') })).toMatchObject({
    diagnostics: [],
    summary: 'Returned 0 diagnostics.',
  });
  expect(await gateway.call('diagnostics.workspace', {})).toEqual({
    items: [
      { uri: a, diagnostics: [careful] },
      { uri: b, diagnostics: [bad] },
    ],
    nextCursor: null,
    summary: 'Returned diagnostics for 2 files.',
  });
});

test('gateway-contract 3.6: pages of references; a change between them is CURSOR_STALE, a forged cursor CURSOR_INVALID', async () => {
  const files = {
    'def.fake': 'def alpha',
    'one.fake': lines(120, () => 'alpha alpha'),
    'two.fake': lines(30, () => '  alpha'),
  };
  await using gateway = await Gateway.open({ files, servers: { fake: fake('navigates.ts') } });
  await gateway.started('def.fake');
  const question = { uri: gateway.uri('def.fake'), position: { line: 0, character: 5 } };
  const first = await gateway.call('references', question);
  expect([(first['items'] as Json[]).length, first['summary']]).toEqual([
    50,
    'Returned 50 references (next page available).',
  ]);

  const pages: Json[] = [];
  for (let cursor: unknown = null; cursor !== null || pages.length === 0;) {
    const page = await gateway.call('references', { ...question, pageSize: 70, cursor });
    pages.push(page);
    cursor = page['nextCursor'];
  }
  const listed = pages.flatMap(({ items }) => items as Json[]);
  expect(pages.map(({ items }) => (items as Json[]).length)).toEqual([70, 70, 70, 60]);
  expect(listed).toEqual([
    ...Array.from({ length: 120 }, (_, line) =>
      [0, 6].map((character) => ({ uri: gateway.uri('one.fake'), range: word(line, character, 5) })),
    ).flat(),
    ...Array.from({ length: 30 }, (_, line) => ({ uri: gateway.uri('two.fake'), range: word(line, 2, 5) })),
  ]);
  // Of one question there is one list: all of its cursors lead into it, whatever the size of the page.
  expect(
    (await gateway.call('references', { ...question, pageSize: 1000, cursor: first['nextCursor'] }))['items'],
  ).toEqual(listed.slice(50, 250));

  const cursor = first['nextCursor'] as string;
  for (const [other, want] of [
    [{ ...question, includeDeclaration: true, cursor }, '-32602 CURSOR_INVALID'],
    [{ ...question, position: { line: 0, character: 4 }, cursor }, '-32602 CURSOR_INVALID'],
    [{ ...question, cursor: `${cursor}=` }, '-32602 CURSOR_INVALID'],
    [{ ...question, cursor: 'x'.repeat(100_000) }, '-32602 CURSOR_INVALID'],
    [{ ...question, cursor: '' }, '-32602 CURSOR_INVALID'],
  ] as const) {
    expect(await gateway.refusal('references', other)).toBe(want);
  }
  expect(await gateway.refusal('workspaceSymbols', { query: 'a', cursor })).toBe('-32602 CURSOR_INVALID');
  expect(await gateway.refusal('diagnostics.workspace', { cursor })).toBe('-32602 CURSOR_INVALID');

  gateway.lab.workspace.write('two.fake', 'alpha');
  expect(await gateway.refusal('references', { ...question, cursor })).toBe('-32602 CURSOR_STALE');
  const again = await gateway.call('references', { ...question, pageSize: 200 });
  expect(
    (await gateway.call('references', { ...question, pageSize: 200, cursor: again['nextCursor'] }))['items'],
  ).toHaveLength(41);
  gateway.lab.workspace.write('three.fake', '');
  expect(await gateway.refusal('references', { ...question, cursor: again['nextCursor'] })).toBe(
    '-32602 CURSOR_STALE',
  );
});

test('gateway-contract 3.6: pages of symbols and of files with diagnostics; the latter become stale when a diagnostic changes', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `f${index}.fake`);
  await using gateway = await Gateway.open({
    files: Object.fromEntries(names.map((name, index) => [name, `def some${index}\nERROR ${index}`])),
    servers: { fake: fake('navigates.ts') },
  });
  await gateway.started('f0.fake');
  const turn = async (tool: string, input: Json): Promise<{ items: Json[]; cursors: string[] }> => {
    const [items, cursors]: [Json[], string[]] = [[], []];
    for (let cursor: unknown = null, more = true; more; more = cursor !== null) {
      const page = await gateway.call(tool, { ...input, cursor });
      items.push(...(page['items'] as Json[]));
      cursor = page['nextCursor'];
      if (typeof cursor === 'string') cursors.push(cursor);
    }
    return { items, cursors };
  };
  const symbols = await turn('workspaceSymbols', { query: 'some', pageSize: 3 });
  expect(symbols.items.map(({ name }) => name)).toEqual(names.map((_, index) => `some${index}`));
  expect(symbols.cursors).toHaveLength(2);
  expect(await gateway.refusal('workspaceSymbols', { query: 'som', cursor: symbols.cursors[0] })).toBe(
    '-32602 CURSOR_INVALID',
  );

  for (const name of names) await gateway.call('diagnostics.document', { uri: gateway.uri(name) });
  const findings = await turn('diagnostics.workspace', { pageSize: 2 });
  expect(findings.items.map(({ uri }) => uri)).toEqual(names.map((name) => gateway.uri(name)));
  expect(findings.cursors).toHaveLength(3);
  expect((await turn('diagnostics.workspace', { pageSize: 2 })).cursors).toEqual(findings.cursors);
  const [cursor] = findings.cursors;
  expect((await gateway.call('diagnostics.workspace', { pageSize: 2, cursor }))['summary']).toBe(
    'Returned diagnostics for 2 files (next page available).',
  );
  await gateway.lab.edit('f6.fake', 'def some6\nERROR other');
  expect(await gateway.refusal('diagnostics.workspace', { pageSize: 2, cursor })).toBe('-32602 CURSOR_STALE');
  expect((await turn('diagnostics.workspace', { pageSize: 5 })).items).toHaveLength(7);
});

test('gateway-contract 6: who is asked too much, too late, or about nothing, says so', async () => {
  const files = {
    ...FILES,
    'many.fake': lines(201, (index) => `def f${index}`),
    'few.fake': lines(200, (index) => `def f${index}`),
    'errors.fake': lines(201, (index) => `ERROR ${index}`),
    'long.fake': lines(180, () => `ERROR ${'x'.repeat(3000)}`),
    'a.some': ' '.repeat(40),
    'a.other': 'alpha',
    'a.slow': 'alpha',
    'a.angry': 'alpha',
    'a.lots': 'alpha',
    'a.gone': 'alpha',
    'a.mute': 'alpha',
    'binary.fake': '\0',
    'node_modules/a.fake': 'def alpha',
  };
  const servers = {
    fake: fake('navigates.ts', { args: ['--many=20000'] }),
    slow: fake('navigates.ts', { args: ['--slow'], extensions: ['.slow'] }),
    angry: fake('navigates.ts', { args: ['--error'], extensions: ['.angry'] }),
    lots: fake('navigates.ts', { args: ['--many=20001'], extensions: ['.lots'] }),
    some: fake('navigates.ts', { args: ['--many=3'], extensions: ['.some'] }),
    gone: fake('navigates.ts', { args: ['--dies'], extensions: ['.gone'] }),
    mute: fake('navigates.ts', { args: ['--without=all'], extensions: ['.mute'] }),
  };
  await using gateway = await Gateway.open({ files, servers });
  await Promise.all(
    ['a b.fake', ...Object.keys(servers).map((id) => `a.${id}`)].map((file) => gateway.started(file)),
  );
  const at = (file: string, line = 0, character = 0): Json => ({
    uri: gateway.uri(file),
    position: { line, character },
  });
  const outside = Bun.pathToFileURL(gateway.lab.workspace.outside).href;
  // Nobody but this one is waiting for that server, and it takes as long as a tool waits.
  const late = gateway.refusal('definition', at('a.slow'));
  const table: [tool: string, input: Json, want: string][] = [
    ['references', at('a.lots'), '-32603 CAP_EXCEEDED'],
    ['documentSymbols', { uri: gateway.uri('many.fake') }, '-32603 CAP_EXCEEDED'],
    ['diagnostics.document', { uri: gateway.uri('long.fake') }, '-32603 CAP_EXCEEDED'],
    ['hover', at('a.angry'), '-32603 INTERNAL'],
    ['hover', at('a.other'), '-32603 PROVIDER_UNAVAILABLE'],
    ['hover', at('a.mute'), '-32603 PROVIDER_UNAVAILABLE'],
    ['documentSymbols', { uri: gateway.uri('a.gone') }, '-32603 PROVIDER_UNAVAILABLE'],
    ['diagnostics.document', { uri: gateway.uri('a.other') }, '-32603 PROVIDER_UNAVAILABLE'],
    ['diagnostics.document', { uri: gateway.uri('a.gone') }, '-32603 PROVIDER_UNAVAILABLE'],
    ['diagnostics.document', { uri: gateway.uri('node_modules/a.fake') }, '-32603 PROVIDER_UNAVAILABLE'],
    ['definition', at('not/there.fake'), '-32602 NOT_FOUND'],
    ['definition', at('a b.fake', 99), '-32602 NOT_FOUND'],
    ['definition', at('a b.fake', 0, 99), '-32602 NOT_FOUND'],
    ['documentSymbols', { uri: gateway.uri('binary.fake') }, '-32602 NOT_FOUND'],
    ['documentSymbols', { uri: gateway.uri('') }, '-32602 NOT_FOUND'],
    ['diagnostics.document', { uri: gateway.uri('binary.fake') }, '-32602 NOT_FOUND'],
    ['diagnostics.document', { uri: gateway.uri('not/there.fake') }, '-32602 NOT_FOUND'],
    ['diagnostics.document', { uri: `${outside}/x.fake` }, '-32602 WORKSPACE_DENIED'],
    ['references', { ...at('a b.fake'), uri: 'file:///etc/passwd' }, '-32602 WORKSPACE_DENIED'],
    ['documentSymbols', { uri: 'untitled:Untitled-1' }, '-32602 URI_INVALID'],
    ['documentSymbols', { uri: gateway.uri('a b.fake').padEnd(20_000, 'x') }, '-32602 URI_INVALID'],
    ['workspaceSymbols', { query: ' \t\n' }, '-32602 INVALID_PARAMS'],
  ];
  for (const [tool, input, want] of table)
    expect([tool, input, await gateway.refusal(tool, input)]).toEqual([tool, input, want]);
  expect(await gateway.call('documentSymbols', { uri: gateway.uri('few.fake') })).toMatchObject({
    summary: 'Returned 200 document symbols.',
  });
  const errors = await gateway.call('diagnostics.document', { uri: gateway.uri('errors.fake') });
  expect([(errors['diagnostics'] as Json[]).length, errors['summary']]).toEqual([
    200,
    'Returned 200 diagnostics (truncated to 200).',
  ]);
  // Of as many questions lists are kept, and no more.
  const [oldest] = await Promise.all(
    Array.from({ length: 33 }, (_, character) =>
      gateway.call('references', { ...at('a.some', 0, character), pageSize: 2 }),
    ),
  );
  expect(await gateway.refusal('references', { ...at('a.some'), cursor: oldest?.['nextCursor'] })).toBe(
    '-32602 CURSOR_EXPIRED',
  );
  expect(await late).toBe('-32603 CAP_EXCEEDED');
  // The longest list that may be paged.
  const references = await gateway.call('references', { ...at('a b.fake'), pageSize: 200 });
  expect([(references['items'] as Json[]).length, typeof references['nextCursor']]).toEqual([200, 'string']);
});

test('REQ-NAV-030 REQ-BOUNDARY-010: what servers name outside the workspace is in no answer', async () => {
  await using gateway = await Gateway.open({
    files: { ...FILES, '../outside.fake': 'def alpha\nERROR outside', '../workspace2/a.fake': 'def alpha' },
    servers: { fake: fake('navigates.ts', { args: ['--outside', '--twice'] }) },
  });
  await gateway.started('src/b.fake');
  const position = { line: 1, character: 4 };
  const uri = gateway.uri('src/b.fake');
  const answers = [
    await gateway.call('definition', { uri, position }),
    await gateway.call('references', { uri, position, includeDeclaration: true }),
    await gateway.call('hover', { uri, position }),
    await gateway.call('documentSymbols', { uri }),
    await gateway.call('workspaceSymbols', { query: 'a' }),
    await gateway.call('diagnostics.document', { uri }),
    await gateway.call('diagnostics.workspace', {}),
  ];
  const said = JSON.stringify(answers);
  expect(said.match(/file:[^"]*/g)?.every((found) => found.startsWith(`${gateway.uri('')}/`))).toBe(true);
  for (const secret of ['outside', 'workspace2', '/etc', 'untitled', '%zz'])
    expect(said).not.toContain(secret);
  expect(answers.map(({ summary }) => summary)).toEqual([
    'Found 1 definition.',
    'Returned 3 references.',
    'Hover available.',
    'Returned 1 document symbol.',
    'Returned 4 workspace symbols.',
    'Returned 0 diagnostics.',
    'Returned diagnostics for 0 files.',
  ]);
});

test('gateway-contract 4: two cold starts over servers that shuffle and repeat their answers give the same bytes', async () => {
  const files = {
    'a b.fake': `${A}\nERROR one`,
    'a!b.fake': 'alpha\nbeta\nERROR two\nERROR three',
    'src/b.fake': `${B}\nWARN four`,
    'src/é.fake': `${lines(60, (index) => `def some${index}\n  alpha`)}\nERROR five`,
  };
  // Ids and cursors are made of paths, so it is one folder.
  using workspace = new Workspace(files);
  const answersOf = async (seed: number): Promise<string> => {
    await using gateway = await Gateway.open({
      root: () => workspace.root,
      servers: {
        one: fake('navigates.ts', { args: [`--shuffle=${seed}`, '--twice'] }),
        two: fake('navigates.ts', { args: [`--shuffle=${seed + 10}`] }),
      },
    });
    const names = Object.keys(files);
    await gateway.started(names[0] ?? '');
    const uris = names.map((name) => gateway.uri(name));
    const at = { uri: gateway.uri('src/b.fake'), position: { line: 1, character: 3 } };
    const answers: unknown[] = [];
    for (const uri of uris)
      answers.push(
        await gateway.result('diagnostics.document', { uri }),
        await gateway.result('documentSymbols', { uri }),
      );
    for (const tool of ['definition', 'hover']) answers.push(await gateway.result(tool, at));
    const paged: [tool: string, input: Json][] = [
      ['references', { ...at, includeDeclaration: true, pageSize: 25 }],
      ['workspaceSymbols', { query: 's', pageSize: 25 }],
      ['diagnostics.workspace', { pageSize: 1 }],
    ];
    for (const [tool, input] of paged) {
      let cursors = 0;
      for (let cursor: unknown = null, more = true; more; more = cursor !== null) {
        const page = await gateway.result(tool, { ...input, cursor });
        answers.push(page);
        cursor = page.structuredContent['nextCursor'];
        if (cursor !== null) cursors++;
      }
      expect([tool, cursors > 1]).toEqual([tool, true]);
    }
    return JSON.stringify(answers);
  };
  expect(new Set(await Promise.all([1, 2, 3].map(answersOf))).size).toBe(1);
});
