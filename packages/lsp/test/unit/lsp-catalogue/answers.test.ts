import { expect, test } from 'bun:test';

import { lspCatalogue } from '../../../src/channels/tools/lsp/catalogue.ts';
import type { ProjectChecks } from '../../../src/engine/project/project-checker.ts';
import { type CheckReport, type Diagnostic, LSP_DEFAULTS, type ServerOutcome } from '../../../src/types.ts';
import { navigationOf, place, type World } from './world.ts';

interface Answered {
  failed: boolean;
  value: Record<string, unknown>;
  text: string;
}

interface Judged {
  report?: CheckReport;
  known?: Record<string, Diagnostic[]>;
  complete?: boolean;
  /** What the session has caused; it is not asked for where this is not given. */
  open?: Record<string, Diagnostic[]>;
}

const NO_PROJECTS: ProjectChecks = {
  projects: async () => [],
  check: async () => ({ files: {}, projects: [] }),
  state: async () => '',
};

/** What a tool says of a workspace. */
async function answered(
  world: World,
  name: string,
  input: object,
  { report, known = {}, complete = true, open }: Judged = {},
): Promise<Answered> {
  const { navigation } = navigationOf(world);
  const nothing: CheckReport = { files: {}, others: {}, othersComplete: true, servers: [] };
  const tools = lspCatalogue({
    navigation,
    orchestrator: {
      check: async () => report ?? nothing,
      knownFiles: async () => ({ files: known, complete }),
      session: async () => {
        if (open === undefined) throw new Error('nobody should ask');
        return { open, complete };
      },
    },
    projects: NO_PROJECTS,
    config: LSP_DEFAULTS,
  });
  const result = await tools.find((tool) => tool.name === name)!.call(input, new AbortController().signal);
  const [content] = result.content;
  return {
    failed: result.isError === true,
    value: result.structuredContent ?? {},
    text: content?.type === 'text' ? content.text : '',
  };
}

const HERE = { file: 'a.ts', line: 1, character: 1 };

test('lists without pages end after 200, and say what is missing', async () => {
  const places = Array.from({ length: 230 }, (_, line) => `a.ts:${line + 1}:1`);
  const world: World = { files: { 'a.ts': 'total\n'.repeat(230) }, definitions: { 'a.ts:1:1': places } };
  const { value, text } = await answered(world, 'lsp_goto_implementation', HERE);
  expect(value['locations']).toHaveLength(200);
  expect(text).toStartWith('230 implementations of `total` in 1 file:\na.ts:1:1  total\n');
  expect(text).toEndWith('(30 more are not listed)');
});

test('an empty answer says what it is about, and what may be the matter', async () => {
  const world: World = { files: { 'a.ts': '  total\n' }, definitions: { 'a.ts:1:3': ['outside'] } };
  expect((await answered(world, 'lsp_goto_definition', { ...HERE, character: 4 })).text).toBe(
    'No definition of `total` (a.ts:1:4).',
  );
  expect((await answered(world, 'lsp_goto_definition', { ...HERE, character: 3 })).text).toBe(
    'No definition of `total` (a.ts:1:3) in the workspace: 1 place outside of it is not listed.',
  );
  expect((await answered(world, 'lsp_goto_definition', HERE)).text).toBe(
    'No definition (a.ts:1:1): there is no name at that position. Count columns from 1, or give `symbol` instead.',
  );
});

test('several meanings of a name are no answer, but an offer', async () => {
  const world: World = {
    files: { 'a.ts': 'class A { sum() {} }\nclass B { sum() {} }\n' },
    declared: [
      { name: 'sum', kind: 6, at: 'a.ts:1:11', container: 'A' },
      { name: 'sum', kind: 6, at: 'a.ts:2:11', container: 'B' },
    ],
  };
  for (const [name, empty] of [
    ['lsp_goto_definition', { locations: [] }],
    ['lsp_find_references', { locations: [], nextCursor: null, total: 0 }],
    ['lsp_hover', { content: null }],
    ['lsp_incoming_calls', { calls: [] }],
  ] as const) {
    expect(await answered(world, name, { symbol: 'sum' })).toEqual({
      failed: false,
      value: {
        ...empty,
        candidates: [
          {
            name: 'sum',
            kind: 'method',
            file: 'a.ts',
            line: 1,
            character: 11,
            container: 'A',
            text: 'class A { sum() {} }',
          },
          {
            name: 'sum',
            kind: 'method',
            file: 'a.ts',
            line: 2,
            character: 11,
            container: 'B',
            text: 'class B { sum() {} }',
          },
        ],
      },
      text: '`sum` may mean 2 things. Give `file` and `line` of the one that you mean, beside `symbol`:\na.ts:1:11  method sum in A  class A { sum() {} }\na.ts:2:11  method sum in B  class B { sum() {} }',
    });
  }
});

test('names and texts of any kind stay on their lines', async () => {
  const world: World = { files: { 'a\nb.ts': '\tconst x =\u0007 1;\n' }, references: [place('a\nb.ts:1:8')] };
  const { text, value } = await answered(world, 'lsp_find_references', {
    file: 'a\nb.ts',
    line: 1,
    character: 8,
  });
  expect(text).toBe('1 reference to `x` in 1 file:\na\\u{a}b.ts:1:8  const x =\\u{7} 1;');
  expect(value).toMatchObject({ locations: [{ file: 'a\nb.ts' }] });
});

test('of a hover, signatures come first, and no more than somebody reads', async () => {
  const parts = [
    { kind: 'markdown' as const, value: 'Prose.' },
    { kind: 'markdown' as const, value: '```ts\ncode\n```' },
  ];
  const files = { 'a.ts': 'total\n' };
  expect((await answered({ files, hover: { parts } }, 'lsp_hover', HERE)).text).toBe(
    '> ```ts\n> code\n> ```\n>\n> Prose.',
  );
  const { value, text } = await answered(
    { files, hover: { parts: [{ kind: 'plaintext', value: 'x'.repeat(100_000) }] } },
    'lsp_hover',
    HERE,
  );
  expect(value['content']).toHaveLength(16_000);
  expect(text).toBe(`> ${String(value['content'])}`);
});

const finding: Diagnostic = {
  file: 'a.ts',
  line: 2,
  character: 3,
  severity: 'error',
  message: 'one\ntwo',
  code: 2322,
};

function reported(outcomes: readonly ServerOutcome[], list: Diagnostic[] = []): CheckReport {
  return {
    files: { 'a.ts': list },
    others: {},
    othersComplete: true,
    servers: outcomes.map((outcome, index) => ({ id: `s${index}`, root: '.', outcome, ms: 1 })),
  };
}

const CHECKS: [report: CheckReport, failed: boolean, text: string][] = [
  [reported(['complete']), false, 'No problems in a.ts, checked by s0.'],
  [
    reported(['complete'], [finding]),
    false,
    '1 problem in a.ts, checked by s0:\na.ts:2:3  error: one two (2322)',
  ],
  [
    reported(['complete', 'timed-out']),
    false,
    'No problems in a.ts, checked by s0.\n(without s1, which has not answered in time: call again)',
  ],
  [
    reported(['timed-out']),
    true,
    'lsp_diagnostics: a.ts has not been judged by s0, which has not answered in time: call again',
  ],
  [
    reported(['starting', 'broken']),
    true,
    'lsp_diagnostics: a.ts has not been judged by s0, which is still starting: call again, nor by s1, which has ended and is not started again in this session',
  ],
  [
    reported(['unavailable']),
    false,
    'a.ts was not checked: it belongs to no project that a compiler or linter judges.\n(without s0, which is not installed, or not for this project)',
  ],
  [reported([]), false, 'a.ts was not checked: it belongs to no project that a compiler or linter judges.'],
  [
    { ...reported(['complete']), inPart: { 'a.ts': 'only its syntax was checked' } },
    false,
    'No problems were found in a.ts, which s0 did not check whole.\n(only its syntax was checked)',
  ],
  [
    { ...reported([]), refused: { 'a.ts': 'binary' } },
    true,
    'lsp_diagnostics: a.ts cannot be checked: it is binary',
  ],
];

test('REQ-NAV-060: nothing found by nobody is no result', async () => {
  for (const [report, failed, text] of CHECKS)
    expect(await answered({ files: {} }, 'lsp_diagnostics', { path: 'a.ts' }, { report })).toMatchObject({
      failed,
      text,
    });
});

test('REQ-FMT-050 REQ-FMT-055: of one file no more than maxDiagnosticsPerFile, of one message no more than 1,000 characters', async () => {
  const list = Array.from({ length: 300 }, (): Diagnostic => ({ ...finding, message: 'x'.repeat(5000) }));
  const report = reported(['complete'], list);
  for (const [input, world, last] of [
    [{}, { known: { 'a.ts': list }, open: {} }, '... and 280 more in a.ts'],
    [{ path: 'a.ts' }, { report, open: {} }, '... and 280 more'],
  ] as const) {
    const { value, text } = await answered({ files: {} }, 'lsp_diagnostics', input, world);
    const { 'a.ts': shown = [] } = value['diagnostics'] as Record<string, Diagnostic[]>;
    expect(shown).toHaveLength(20);
    expect(shown[0]!.message).toHaveLength(1000);
    expect(value['more']).toEqual({ 'a.ts': 280 });
    expect(text.split('\n')).toHaveLength(22);
    expect(text).toEndWith(last);
  }
});

test('REQ-FMT-055: what a server has only counted is left out of the list, and counts', async () => {
  const list = [finding, { ...finding, message: '9 more like this are not listed', count: 9 }];
  const { value, text } = await answered({ files: {} }, 'lsp_diagnostics', {}, { known: { 'a.ts': list } });
  expect(value).toMatchObject({ diagnostics: { 'a.ts': { length: 1 } }, more: { 'a.ts': 9 } });
  expect(text).toEndWith('\n... and 9 more in a.ts');
});

test('REQ-FMT-030: where a file has too many, those that the session has caused are kept, in the order of the lines', async () => {
  const list = Array.from({ length: 30 }, (_, at): Diagnostic => ({ ...finding, line: at + 1 }));
  const open = { 'a.ts': list.slice(28) };
  const report = reported(['complete'], list);
  const want = [...Array.from({ length: 18 }, (_, at) => at + 1), 29, 30];
  for (const input of [{}, { path: 'a.ts' }]) {
    const world = { known: { 'a.ts': list }, report, open };
    const { value, text } = await answered({ files: {} }, 'lsp_diagnostics', input, world);
    const { 'a.ts': shown = [] } = value['diagnostics'] as Record<string, Diagnostic[]>;
    expect(shown.map(({ line }) => line)).toEqual(want);
    expect([...text.matchAll(/^a\.ts:(\d+):/gm)].map(([, line]) => Number(line))).toEqual(want);
  }
});

test('what the session has caused is asked for only where a file has too many', async () => {
  const list = Array.from({ length: 20 }, (_, at): Diagnostic => ({ ...finding, line: at + 1 }));
  const { value } = await answered({ files: {} }, 'lsp_diagnostics', {}, { known: { 'a.ts': list } });
  expect(value).toMatchObject({ diagnostics: { 'a.ts': { length: 20 } } });
  expect(value).not.toHaveProperty('more');
});

test('known diagnostics of which a part may be missing say so', async () => {
  const again = 'Not every file has been judged again since the last change: call again.';
  const known = {
    'a.ts': [{ file: 'a.ts', line: 1, character: 1, severity: 'error' as const, message: 'x' }],
  };
  expect((await answered({ files: {} }, 'lsp_diagnostics', {}, { known, complete: false })).text).toBe(
    `1 problem in 1 file:\na.ts:1:1  error: x\n(${again})`,
  );
  expect((await answered({ files: {} }, 'lsp_diagnostics', {}, { complete: false })).text).toBe(
    `No problems are known. ${again}`,
  );
});
