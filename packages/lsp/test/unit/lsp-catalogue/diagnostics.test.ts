import { expect, test } from 'bun:test';

import { lspCatalogue } from '../../../src/channels/tools/lsp/catalogue.ts';
import type { ProjectChecks } from '../../../src/engine/project/project-checker.ts';
import type { ProjectQuestion } from '../../../src/engine/project/project-question.ts';
import {
  type CheckedProject,
  type CheckReport,
  type Diagnostic,
  LSP_DEFAULTS,
  type ProjectOutcome,
  type ServerOutcome,
} from '../../../src/types.ts';
import { navigationOf } from './world.ts';

const NOTHING: CheckReport = { files: {}, others: {}, othersComplete: true, servers: [] };

/** What there is to be judged, and by whom. */
interface World {
  servers?: Record<string, ServerOutcome>;
  known?: Record<string, Diagnostic[]>;
  /** Each `tsc web`, and how it comes out. */
  projects?: Record<string, ProjectOutcome>;
  /** Of these, the ones that a server answers for. */
  served?: string[];
  found?: Record<string, Diagnostic[]>;
  /** What changes of the session have caused. */
  open?: Record<string, Diagnostic[]>;
}

interface Said {
  failed: boolean;
  value: Record<string, unknown>;
  text: string;
  /** What the compilers were asked, in order. */
  asked: string[];
}

async function said(
  { servers = {}, known = {}, open = {}, projects = {}, served = [], found = {} }: World,
  input: object,
): Promise<Said> {
  const asked: string[] = [];
  const rows = ({ onlyUnserved = false }: ProjectQuestion): CheckedProject[] =>
    Object.entries(projects)
      .filter(([name]) => !(onlyUnserved && served.includes(name)))
      .map(([name, outcome]) => {
        const [checker = '', root = ''] = name.split(' ');
        return {
          checker,
          root,
          language: 'any',
          outcome,
          ms: 1,
          ...(outcome !== 'complete' && { reason: 'because' }),
          ...(outcome === 'unavailable' && { install: `get ${checker}` }),
        };
      });
  const checks: ProjectChecks = {
    projects: async (question) => rows(question),
    check: async (question) => {
      asked.push(question.paths?.join(' ') ?? '.');
      return { files: found, projects: rows(question) };
    },
    state: async () => '1',
  };
  const report: CheckReport = {
    ...NOTHING,
    servers: Object.entries(servers).map(([id, outcome]) => ({ id, root: '.', outcome, ms: 1 })),
  };
  const tools = lspCatalogue({
    navigation: navigationOf({ files: {} }).navigation,
    orchestrator: {
      check: async () => report,
      knownFiles: async () => ({ files: known, complete: true }),
      session: async () => ({ open, complete: true }),
    },
    projects: checks,
    config: LSP_DEFAULTS,
  });
  const result = await tools
    .find(({ name }) => name === 'lsp_diagnostics')!
    .call(input, new AbortController().signal);
  const [content] = result.content;
  return {
    failed: result.isError === true,
    value: result.structuredContent ?? {},
    text: content?.type === 'text' ? content.text : '',
    asked,
  };
}

const error = (file: string, message = 'x'): Diagnostic => ({
  file,
  line: 1,
  character: 1,
  severity: 'error',
  message,
});

const WHOLE: [title: string, world: World, input: object, failed: boolean, text: string][] = [
  [
    'several projects',
    { projects: { 'cargo .': 'complete', 'tsc a': 'complete', 'tsc b': 'complete' } },
    { backend: 'checker' },
    false,
    'No problems in 3 projects, checked by cargo, tsc.',
  ],
  [
    'a project that was judged in part',
    { projects: { 'tsc a': 'incomplete', 'tsc b': 'complete' } },
    { backend: 'checker' },
    false,
    'No problems in 1 project, checked by tsc.\n(without tsc in a, which has judged only a part: because)',
  ],
  [
    'none that was judged whole',
    { projects: { 'tsc .': 'incomplete' } },
    { backend: 'checker' },
    true,
    'lsp_diagnostics: nothing has been judged: not by tsc, which has judged only a part: because',
  ],
  [
    'a program that cannot be run',
    { projects: { 'tsc .': 'broken' } },
    {},
    true,
    'lsp_diagnostics: nothing has been judged: not by tsc, which cannot be run: because',
  ],
  [
    'a program that is missing, and a language that a server is there for',
    { projects: { 'ruff .': 'unavailable', 'tsc .': 'complete' }, served: ['tsc .'] },
    {},
    false,
    'No problems are known. Only files that were edited or asked about so far are known, and those that they broke.\n(without ruff, which is not installed: because (to install it: get ruff))',
  ],
  [
    'what a server knows and a compiler finds, once',
    {
      known: { 'a.ts': [error('a.ts')], 'b.rs': [error('b.rs', 'known')] },
      projects: { 'tsc .': 'complete' },
      found: { 'a.ts': [error('a.ts')], 'c.ts': [error('c.ts')] },
    },
    {},
    false,
    '3 problems in 3 files; 1 project, checked by tsc:\na.ts:1:1  error: x\nb.rs:1:1  error: known\nc.ts:1:1  error: x',
  ],
  [
    'all programs missing',
    { projects: { 'pyright .': 'unavailable', 'ruff .': 'unavailable', 'ruff a': 'unavailable' } },
    { backend: 'checker' },
    true,
    'lsp_diagnostics: DIAGNOSTIC_TOOL_NOT_FOUND, not retryable: nothing was judged, as what would judge it is not installed: pyright (to install it: get pyright); ruff (to install it: get ruff)',
  ],
];

test.each(WHOLE)('REQ-NAV-060: the workspace: %s', async (_, world, input, failed, text) => {
  expect(await said(world, input)).toMatchObject({ failed, text });
});

const SINCE: [title: string, world: World, input: object, failed: boolean, text: string][] = [
  [
    'all files',
    { known: { 'a.ts': [error('a.ts')], 'b.ts': [error('b.ts')] }, open: { 'b.ts': [error('b.ts')] } },
    {},
    false,
    '1 problem in 1 file, caused by changes of this session:\nb.ts:1:1  error: x',
  ],
  [
    'none',
    { known: { 'a.ts': [error('a.ts')] }, projects: { 'tsc .': 'complete' } },
    {},
    false,
    'No problem that changes of this session have caused stands.',
  ],
  [
    'one file',
    { open: { 'a.ts': [error('a.ts')], 'b.ts': [error('b.ts')] } },
    { path: 'a.ts' },
    false,
    '1 problem in a.ts, caused by changes of this session:\na.ts:1:1  error: x',
  ],
  [
    'nothing in one file',
    { open: { 'b.ts': [error('b.ts')] } },
    { path: 'a.ts' },
    false,
    'No problem that changes of this session have caused stands in a.ts.',
  ],
  [
    'with checkers',
    {},
    { backend: 'checker' },
    true,
    'lsp_diagnostics: `since` and `backend: "checker"` exclude each other: a checker does not know what was there before; leave one out',
  ],
];

test.each(SINCE)('REQ-NAV-060: what the session has caused: %s', async (_, world, input, failed, text) => {
  expect(await said(world, { ...input, since: 'session' })).toMatchObject({ failed, text, asked: [] });
});

const FILE: [title: string, servers: Record<string, ServerOutcome>, runs: boolean, text: RegExp][] = [
  [
    'its servers are there',
    { s: 'complete', linter: 'complete' },
    false,
    /^No problems in a\.ts, checked by s, linter\.$/,
  ],
  [
    'one is missing, whatever the others say',
    { s: 'complete', linter: 'unavailable' },
    true,
    /^No problems in a\.ts, checked by s, tsc\.\n\(without linter, /,
  ],
  [
    'they have not answered yet',
    { s: 'timed-out' },
    false,
    /has not been judged by s, which has not answered in time/,
  ],
  ['there are none', {}, true, /^No problems in a\.ts, checked by tsc\.$/],
  ['none is installed', { s: 'unavailable' }, true, /^No problems in a\.ts, checked by tsc\.\n\(without s, /],
  [
    'one has broken, whatever a linter says',
    { s: 'broken', linter: 'complete' },
    true,
    /^No problems in a\.ts, checked by linter, tsc\.\n\(without s, /,
  ],
];

test.each(FILE)(
  'REQ-GRACE-010: a file is judged by compilers, or not, where %s',
  async (_, servers, runs, text) => {
    const { text: told, asked } = await said(
      { servers, projects: { 'tsc .': 'complete' } },
      { path: 'a.ts' },
    );
    expect(told).toMatch(text);
    expect(asked).toEqual(runs ? ['/w/a.ts'] : []);
  },
);

test('a workspace of a thousand projects names a hundred of them, those first that were not judged', async () => {
  const projects = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`tsc p${at}`, at === 999 ? 'broken' : 'complete'] as const),
  );
  const { value, text } = await said({ projects }, { backend: 'checker' });
  expect(value['checkers']).toHaveLength(100);
  expect(value['checkers']).toMatchObject([
    { root: 'p999', outcome: 'broken' },
    { root: 'p0' },
    { root: 'p1' },
    ...Array.from({ length: 97 }, () => ({})),
  ]);
  expect(text).toStartWith('No problems in 999 projects, checked by tsc.');
});
