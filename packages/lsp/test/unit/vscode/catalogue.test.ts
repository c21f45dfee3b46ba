import { expect, test } from 'bun:test';

import { ProtocolError } from '../../../src/channels/tools/catalogue.ts';
import { vscodeCatalogue } from '../../../src/channels/tools/vscode/catalogue.ts';
import type { Place } from '../../../src/backend/model.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';
import { failed, type FailureKind, found } from '../../../src/engine/navigate/found.ts';
import type { Navigation } from '../../../src/engine/navigate/navigator.ts';
import { type Diagnostic, LSP_DEFAULTS, type ServerOutcome } from '../../../src/types.ts';

const ROOT = '/work';
const SPOT = { uri: 'file:///work/a.ts', position: { line: 0, character: 0 } };
const NOBODY = failed('no-server', 'nobody');
const EPOCHS = { roots: 0, text: 0, fs: 0 };

const navigation: Navigation = {
  root: ROOT,
  knownVersion: EPOCHS,
  workspaceVersion: async () => EPOCHS,
  admit: (path) => found(path as AdmittedPath),
  relative: (path) => path.slice(ROOT.length + 1),
  text: async () => undefined,
  lines: () => [],
  symbolSyntax: () => undefined,
  definition: async () => NOBODY,
  typeDefinition: async () => NOBODY,
  implementation: async () => NOBODY,
  references: async () => NOBODY,
  hover: async () => NOBODY,
  documentSymbols: async () => NOBODY,
  workspaceSymbols: async () => NOBODY,
  likelySymbols: async () => NOBODY,
  incomingCalls: async () => NOBODY,
  outgoingCalls: async () => NOBODY,
};

interface Behind extends Partial<Navigation> {
  /** What each server comes to in a check. */
  servers?: Record<string, ServerOutcome>;
  checked?: Diagnostic[];
  known?: Record<string, Diagnostic[]>;
  /** Not every file was judged in time. */
  unfinished?: true;
}

/** The code that a tool refuses with, over a core that answers so; what it found, if it does not. */
async function outcome(
  { servers = {}, checked = [], known = {}, unfinished, ...parts }: Behind,
  tool: string,
  input: object,
): Promise<unknown> {
  const tools = vscodeCatalogue({
    navigation: { ...navigation, ...parts },
    orchestrator: {
      check: async () => ({
        files: { 'a.ts': checked },
        refused: {},
        others: {},
        othersComplete: true,
        servers: Object.entries(servers).map(([id, end]) => ({ id, root: '.', outcome: end, ms: 1 })),
      }),
      knownFiles: async () => ({ files: known, complete: unfinished === undefined }),
      session: async () => ({ open: {}, complete: true }),
    },
    projects: {
      projects: async () => [],
      check: async () => ({ files: {}, projects: [] }),
      state: async () => '',
    },
    config: LSP_DEFAULTS,
  });
  try {
    const { structuredContent } = await tools
      .find(({ name }) => name === `vscode.lsp.${tool}`)!
      .call(input, new AbortController().signal);
    return structuredContent;
  } catch (error) {
    if (error instanceof ProtocolError)
      return `${error.code} ${(error.data as { code: string }).code.replace('MCP_LSP_GATEWAY/', '')}: ${error.message}`;
    throw error;
  }
}

function places(count: number, path = '/work/a.ts'): Place[] {
  return Array.from({ length: count }, (_, line) => ({
    path: path as AdmittedPath,
    range: { start: { line, character: 0 }, end: { line, character: 1 } },
  }));
}

test('gateway-contract 6.3: what each failure is called', async () => {
  const table: [why: FailureKind, want: string][] = [
    ['path-invalid', '-32602 URI_INVALID'],
    ['outside', '-32602 WORKSPACE_DENIED'],
    ['not-found', '-32602 NOT_FOUND'],
    ['no-server', '-32603 PROVIDER_UNAVAILABLE'],
    ['too-many', '-32603 CAP_EXCEEDED'],
    ['timed-out', '-32603 CAP_EXCEEDED'],
    ['cancelled', '-32603 CAP_EXCEEDED'],
    ['failed', '-32603 INTERNAL'],
  ];
  for (const [why, want] of table) {
    const failure = failed(why, 'so it is');
    for (const tool of ['definition', 'references', 'hover'] as const)
      expect(await outcome({ [tool]: async () => failure }, tool, SPOT)).toBe(`${want}: so it is`);
    expect(
      await outcome({ documentSymbols: async () => failure }, 'documentSymbols', { uri: SPOT.uri }),
    ).toBe(`${want}: so it is`);
    expect(await outcome({ workspaceSymbols: async () => failure }, 'workspaceSymbols', { query: 'x' })).toBe(
      `${want}: so it is`,
    );
  }
});

test('gateway-contract 6.3: a bug is INTERNAL and says nothing of itself', async () => {
  const bug = async (): Promise<never> => {
    throw new Error('boom at /root/.ssh/id_rsa');
  };
  expect(await outcome({ hover: bug }, 'hover', SPOT)).toBe(
    '-32603 INTERNAL: the request could not be answered',
  );
});

test('gateway-contract 6.3: what is wrong with the input is reported in the words of the schema', async () => {
  expect(await outcome({}, 'hover', {})).toBe('-32602 INVALID_PARAMS: uri is missing');
  expect(await outcome({}, 'hover', { uri: SPOT.uri, position: { line: 1 } })).toBe(
    '-32602 INVALID_PARAMS: position.character is missing',
  );
  expect(await outcome({}, 'hover', { ...SPOT, position: 1 })).toBe(
    '-32602 INVALID_PARAMS: position: expected Object',
  );
  expect(await outcome({}, 'hover', { ...SPOT, secret: 1 })).toBe(
    '-32602 INVALID_PARAMS: the input has a field that is not known',
  );
});

test('gateway-contract 5: what is too long is refused whole', async () => {
  const listing = (count: number) => async () => found({ items: places(count), outside: 0 });
  expect(await outcome({ definition: listing(200) }, 'definition', SPOT)).toMatchObject({
    summary: 'Found 200 definitions.',
  });
  expect(await outcome({ definition: listing(201) }, 'definition', SPOT)).toStartWith('-32603 CAP_EXCEEDED');
  expect(await outcome({ references: listing(20_000) }, 'references', SPOT)).toMatchObject({
    summary: 'Returned 50 references (next page available).',
  });
  expect(await outcome({ references: listing(20_001) }, 'references', SPOT)).toStartWith(
    '-32603 CAP_EXCEEDED',
  );
  const symbols = (count: number) => async () =>
    found({ items: places(count).map((place) => ({ ...place, name: 'f', kind: 12 })), outside: 0 });
  expect(
    await outcome({ workspaceSymbols: symbols(20_000) }, 'workspaceSymbols', { query: 'f', pageSize: 200 }),
  ).toMatchObject({ summary: 'Returned 200 workspace symbols (next page available).' });
  expect(
    await outcome({ workspaceSymbols: symbols(20_001) }, 'workspaceSymbols', { query: 'f' }),
  ).toStartWith('-32603 CAP_EXCEEDED');
  const known = (count: number): Record<string, Diagnostic[]> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.ts`, [finding('x')]]));
  expect(await outcome({ known: known(5000) }, 'diagnostics.workspace', {})).toMatchObject({
    summary: 'Returned diagnostics for 100 files (next page available).',
  });
  expect(await outcome({ known: known(5001) }, 'diagnostics.workspace', {})).toStartWith(
    '-32603 CAP_EXCEEDED',
  );
});

test('gateway-contract 4.4: a list with further pages that cannot be kept is SNAPSHOT_TOO_LARGE', async () => {
  const path = `/work/${'d/'.repeat(1000)}a.ts`;
  expect(
    await outcome(
      { references: async () => found({ items: places(20_000, path), outside: 0 }) },
      'references',
      SPOT,
    ),
  ).toStartWith('-32602 SNAPSHOT_TOO_LARGE');
});

test('gateway-contract 5.3: no answer is larger than half a MiB', async () => {
  const long = 'x'.repeat(100_000);
  const known = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.ts`, [finding(long)]]),
  );
  expect(await outcome({ known }, 'diagnostics.workspace', {})).toStartWith('-32603 CAP_EXCEEDED');
  expect(await outcome({ known }, 'diagnostics.workspace', { pageSize: 4 })).toMatchObject({
    summary: 'Returned diagnostics for 4 files (next page available).',
  });
  // The longest hover that there can be is not.
  const parts = Array.from({ length: 20 }, () => ({
    kind: 'markdown' as const,
    value: '\u0001'.repeat(20_000),
  }));
  expect(await outcome({ hover: async () => found({ parts }) }, 'hover', SPOT)).toMatchObject({
    summary: 'Hover available (truncated).',
  });
  expect(await outcome({ hover: async () => found(undefined) }, 'hover', SPOT)).toEqual({
    contents: [],
    summary: 'No hover available.',
  });
});

test('gateway-contract 4.5: the diagnostics of a document are those of all its servers, or none', async () => {
  const table: [servers: Record<string, ServerOutcome>, checked: Diagnostic[], want: string][] = [
    [{ a: 'complete', b: 'complete' }, [finding('x')], 'Returned 1 diagnostic.'],
    [{ a: 'complete' }, [], 'Returned 0 diagnostics.'],
    [{ a: 'complete', b: 'broken', c: 'unavailable' }, [], 'Returned 0 diagnostics.'],
    // A go.mod: nobody is asked about it, and gopls speaks of it all the same.
    [{}, [finding('x')], 'Returned 1 diagnostic.'],
    [{ a: 'complete', b: 'timed-out' }, [finding('x')], '-32603 CAP_EXCEEDED'],
    [{ a: 'starting' }, [], '-32603 CAP_EXCEEDED'],
    [{ a: 'broken', b: 'unavailable' }, [], '-32603 PROVIDER_UNAVAILABLE'],
    [{}, [], '-32603 PROVIDER_UNAVAILABLE'],
  ];
  for (const [servers, checked, want] of table) {
    const answer = await outcome({ servers, checked }, 'diagnostics.document', { uri: SPOT.uri });
    expect([
      servers,
      typeof answer === 'string' ? answer.split(':')[0] : (answer as { summary: string }).summary,
    ]).toEqual([servers, want]);
  }
});

function finding(message: string): Diagnostic {
  return { file: 'a.ts', line: 1, character: 1, severity: 'error', message };
}

test('gateway-contract 4.5: diagnostics of which a part may be missing are none', async () => {
  const known = {
    'a.ts': [{ file: 'a.ts', line: 1, character: 1, severity: 'error' as const, message: 'a' }],
  };
  expect(await outcome({ known, unfinished: true }, 'diagnostics.workspace', {})).toStartWith(
    '-32603 CAP_EXCEEDED: ',
  );
  expect(await outcome({ known }, 'diagnostics.workspace', {})).toMatchObject({
    items: [{ uri: 'file:///work/a.ts' }],
  });
});
