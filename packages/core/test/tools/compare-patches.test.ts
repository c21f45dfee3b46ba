import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckReport, ProposeParams } from '../../src/lsp/types.js';
import { escaped, type Escaped } from '../../src/support/escaped.js';
import { ranked, type Candidate, type JudgedPatch } from '../../src/tools/preview/candidate.js';
import { describeComparison, toComparison } from '../../src/tools/preview/comparison.js';
import { comparePatchesTool } from '../../src/tools/preview/compare-patches.js';
import type { PatchMutation } from '../../src/tools/patch/prepare-patch.js';
import { error, previewed } from './preview-stub.js';
import { workspace, wrapped, type Workspace } from './workspace.js';

const FILES = { 'a.ts': 'one\nold error\n', 'b.ts': 'b\n' };
const patch = (now: string): string =>
  wrapped(`*** Update File: a.ts\n-one\n+${now.split('\n').join('\n+')}`);

/** A line `CAUSES file` is an error there, `LATE` is answered too late; `SOLVES` ends the error of b.ts. */
function judge({ files: [file] }: ProposeParams): Partial<CheckReport> {
  const lines = (file?.text ?? '').split('\n');
  const caused = lines.flatMap((line) => /^CAUSES (.*)/.exec(line)?.[1] ?? []);
  const at = (name: string): CheckReport['files'] => ({
    [name]: caused.filter((one) => one === name).map((one, n) => error(one, `wrong ${n}`)),
  });
  const late = lines.includes('LATE');
  return {
    files: { 'a.ts': [...(at('a.ts')['a.ts'] ?? []), error('a.ts', 'old', 'before')] },
    others: caused.includes('b.ts') ? at('b.ts') : {},
    othersComplete: !lines.includes('CUT'),
    servers: [
      { id: 'fake', root: '.', outcome: 'complete', ms: 1 },
      { id: 'other', root: '.', outcome: late ? 'timed-out' : 'complete', ms: 1 },
    ],
    solved: { 'a.ts': [], ...(lines.includes('SOLVES') && { 'b.ts': [error('b.ts', 'gone')] }) },
  };
}

async function compare(ws: Workspace, patches: unknown, answer = judge, signal?: AbortSignal) {
  const { context, proposed } = previewed(ws, answer);
  return { ...(await comparePatchesTool(context).execute({ patches }, signal)), proposed };
}

test('the best comes first, each with what it causes and solves; nothing is written', async () => {
  const ws = await workspace(FILES);
  const patches = [
    patch('CAUSES a.ts'),
    patch('CAUSES b.ts\nCAUSES b.ts'),
    wrapped('*** Update File: a.ts\n-nothing\n+x'),
    patch('x'),
    patch('SOLVES\nmore\nlines'),
    patch('SOLVES'),
  ];
  const { llmContent, structuredContent, returnDisplay, proposed } = await compare(ws, patches);
  expect(llmContent).toBe(`6 patches judged, nothing written, the best first:
1. patch 6 causes no errors, solves 1 (+1 -1 in 1 file)
2. patch 5 causes no errors, solves 1 (+3 -1 in 1 file)
3. patch 4 causes no errors, solves none (+1 -1 in 1 file)
4. patch 1 causes 1 error, solves none (+1 -1 in 1 file)
<diagnostics file="a.ts">
ERROR [1:1] wrong 0
</diagnostics>
5. patch 2 causes 2 errors, solves none (+2 -1 in 1 file)
<diagnostics file="b.ts">
ERROR [1:1] wrong 0
ERROR [1:1] wrong 1
</diagnostics>
6. patch 3 does not apply: ${(structuredContent as { patches: { reason: string }[] }).patches.at(-1)?.reason ?? ''}`);
  expect(structuredContent).toEqual({
    best: 6,
    patches: [
      { patch: 6, outcome: 'complete', errorsCaused: 0, errorsSolved: 1, linesAdded: 1, linesRemoved: 1 },
      { patch: 5, outcome: 'complete', errorsCaused: 0, errorsSolved: 1, linesAdded: 3, linesRemoved: 1 },
      { patch: 4, outcome: 'complete', errorsCaused: 0, errorsSolved: 0, linesAdded: 1, linesRemoved: 1 },
      {
        patch: 1,
        outcome: 'complete',
        errorsCaused: 1,
        errorsSolved: 0,
        linesAdded: 1,
        linesRemoved: 1,
        errors: { 'a.ts': ['ERROR [1:1] wrong 0'] },
      },
      {
        patch: 2,
        outcome: 'complete',
        errorsCaused: 2,
        errorsSolved: 0,
        linesAdded: 2,
        linesRemoved: 1,
        errors: { 'b.ts': ['ERROR [1:1] wrong 0', 'ERROR [1:1] wrong 1'] },
      },
      { patch: 3, outcome: 'does-not-apply', reason: expect.stringContaining('a.ts') },
    ],
  });
  expect(returnDisplay).toBe('6 patches compared');
  expect(proposed).toHaveLength(5);
  expect(proposed[0]).toEqual({
    files: [{ filePath: ws.path('a.ts'), text: 'CAUSES a.ts\nold error\n' }],
    others: true,
    origins: true,
    solved: true,
  });
  expect([await ws.tree(), ws.asked]).toEqual([FILES, []]);
});

test('an incomplete result says so, is below a complete one that is as good, and never counts no errors', async () => {
  const ws = await workspace(FILES);
  const { llmContent, structuredContent } = await compare(ws, [
    patch('LATE\nSOLVES'),
    patch('CUT'),
    patch('LATE\nCAUSES a.ts'),
    patch('fine\nbut\nlong'),
  ]);
  expect(llmContent).toBe(`4 patches judged, nothing written, the best first:
1. patch 4 causes no errors, solves none (+3 -1 in 1 file)
2. patch 1 was not judged completely (+2 -1 in 1 file): other had no answer in time; it solves at least 1
3. patch 2 was not judged completely (+1 -1 in 1 file): the search for errors in other files was cut short
4. patch 3 was not judged completely (+2 -1 in 1 file): other had no answer in time; it causes at least 1 error
<diagnostics file="a.ts">
ERROR [1:1] wrong 0
</diagnostics>`);
  expect(structuredContent).toMatchObject({
    best: 4,
    patches: [
      { patch: 4 },
      { patch: 1, outcome: 'incomplete', errorsSolved: 1 },
      { patch: 2, outcome: 'incomplete' },
      { patch: 3, outcome: 'incomplete', errorsCaused: 1 },
    ],
  });
  expect((structuredContent as { patches: object[] }).patches[2]).not.toHaveProperty('errorsCaused');
});

const unsure: [title: string, report: (params: ProposeParams) => Partial<CheckReport>, reason: string][] = [
  [
    'no server has answered',
    () => ({ servers: [], othersComplete: false }),
    'no language server has answered',
  ],
  [
    'an error may be an old one',
    () => ({ files: { 'a.ts': [error('a.ts', 'which', 'unknown')] }, solved: { 'a.ts': [] } }),
    '1 error may have been there before',
  ],
  [
    'what stands now is not known',
    () => ({ files: { 'a.ts': [] }, solved: {} }),
    'what stands now in a.ts is not known',
  ],
  [
    'the service fails',
    () => {
      throw new Error('crashed');
    },
    'no language server has answered',
  ],
];
test.each(unsure)('a result is not complete if %s', async (_title, answer, reason) => {
  const { structuredContent } = await compare(await workspace(FILES), [patch('x')], answer);
  expect(structuredContent).toMatchObject({ best: null, patches: [{ reason }] });
});

describe('what is refused', () => {
  const cases: [title: string, patches: unknown][] = [
    ['no patch', []],
    ['nine patches', Array.from({ length: 9 }, () => patch('x'))],
    ['something else', 'patch'],
  ];
  test.each(cases)('%s', async (_title, patches) => {
    expect((await compare(await workspace(FILES), patches)).error).toMatchObject({
      type: 'invalid_params',
      message: expect.stringContaining('patches'),
    });
  });

  test('REQ-KNOWN-010: patches of files that something else changes meanwhile', async () => {
    const ws = await workspace(FILES);
    const { context } = previewed(ws, () => ({}));
    const preview = context.preview && {
      ...context.preview,
      propose: async (params: ProposeParams): Promise<CheckReport> => {
        await ws.write('a.ts', 'changed meanwhile\n');
        return { files: {}, others: {}, othersComplete: true, servers: [], ...judge(params) };
      },
    };
    expect(
      await comparePatchesTool({ ...context, ...(preview && { preview }) }).execute({
        patches: [patch('x')],
      }),
    ).toMatchObject({ error: { type: 'file_changed' } });
  });

  test('without LSP, and an aborted call', async () => {
    const ws = await workspace(FILES);
    expect(await comparePatchesTool(ws.context).execute({ patches: [patch('x')] })).toMatchObject({
      error: { type: 'lsp_off' },
    });
    expect((await compare(ws, [patch('x')], judge, AbortSignal.abort())).error?.type).toBe('aborted');
  });
});

describe('the order and the text', () => {
  const mutation = (added: number): PatchMutation => ({
    kind: 'patch',
    changes: [],
    files: [],
    success: escaped``,
    intent: escaped``,
    display: escaped``,
    added,
    removed: 0,
  });
  const judged = fc
    .record({
      isJudged: fc.boolean(),
      gaps: fc.constantFrom<Escaped[]>([], [escaped`late`]),
      caused: fc.nat(3),
      solved: fc.nat(3),
      added: fc.nat(3),
    })
    .map(({ isJudged, gaps, caused, solved, added }): Omit<JudgedPatch, 'number'> => ({
      kind: 'judged',
      mutation: mutation(added),
      result: {
        isJudged: isJudged || gaps.length === 0,
        gaps,
        solved,
        caused:
          caused === 0
            ? []
            : [
                {
                  file: 'a.ts',
                  diagnostics: Array.from({ length: caused }, (_, n) => error('a.ts', `${n}`)),
                },
              ],
      },
    }));
  const refused = fc.constant({
    kind: 'refused' as const,
    refusal: { type: 'patch_no_match' as const, message: escaped`no match` },
  });
  const candidates = fc
    .array(fc.oneof({ weight: 4, arbitrary: judged }, refused), { minLength: 1, maxLength: 8 })
    .map((all) => all.map((one, index): Candidate => ({ ...one, number: index + 1 })));
  const causedBy = ({ result }: JudgedPatch): number =>
    result.caused.flatMap(({ diagnostics }) => diagnostics).length;

  test('no result that is not complete is above a complete one that is equal or better in what is known', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const order = ranked(all);
        expect(order).toHaveLength(all.length);
        for (const [index, above] of order.entries()) {
          for (const below of order.slice(index + 1)) {
            if (above.kind === 'refused') expect(below.kind).toBe('refused');
            if (above.kind === 'refused' || below.kind === 'refused') continue;
            const [isAboveComplete, isBelowComplete] = [
              above.result.gaps.length === 0,
              below.result.gaps.length === 0,
            ];
            if (!isAboveComplete && isBelowComplete) expect(causedBy(below)).toBeGreaterThan(causedBy(above));
            const [better, worse] = [above, below].map(
              (one) => 10_000 * causedBy(one) - 100 * one.result.solved + one.mutation.added,
            );
            if (isAboveComplete && isBelowComplete) expect(better).toBeLessThanOrEqual(worse ?? 0);
          }
        }
      }),
    );
  });

  test('no text says of a result that is not complete that there are no errors', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const order = ranked(all);
        const { patches, best } = toComparison(order);
        const text = describeComparison(order, {
          includeSeverities: ['error'],
          maxDiagnosticsPerFile: 20,
          maxProjectDiagnosticsFiles: 5,
          report: 'caused',
        });
        for (const [index, { outcome, errorsCaused, patch: number }] of patches.entries()) {
          if (outcome === 'complete') continue;
          expect(errorsCaused).not.toBe(0);
          expect(best).not.toBe(number);
          expect(
            text.split('\n').find((line) => line.startsWith(`${index + 1}. patch ${number} `)),
          ).not.toMatch(/no errors|0 error/);
        }
      }),
    );
  });

  test('at most ten errors of a patch are listed', async () => {
    const { llmContent, structuredContent } = await compare(await workspace(FILES), [
      patch('CAUSES a.ts\n'.repeat(30)),
    ]);
    expect(llmContent.split('\n').filter((line) => line.startsWith('ERROR'))).toHaveLength(10);
    expect(llmContent).toContain('causes 30 errors');
    expect(llmContent).toContain('... and 20 more');
    expect(structuredContent).toMatchObject({
      patches: [{ errorsCaused: 30, errors: { 'a.ts': { length: 10 } } }],
    });
  });
});

test('it is declared as the navigation tools are', async () => {
  const { execute: _, ...tool } = comparePatchesTool((await workspace()).context);
  expect(tool).toMatchObject({
    name: 'lsp_compare_patches',
    annotations: { readOnlyHint: true },
    inputSchema: {
      type: 'object',
      required: ['patches'],
      properties: { patches: { type: 'array', minItems: 1, maxItems: 8 } },
    },
    outputSchema: { type: 'object', required: ['patches', 'best'], additionalProperties: false },
  });
});
