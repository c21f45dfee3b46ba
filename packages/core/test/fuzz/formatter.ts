import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.js';
import { appendDiagnostics } from '../../src/lsp/append-diagnostics.js';
import { MAX_TOTAL_LINES, selectDiagnostics } from '../../src/lsp/format-diagnostics.js';
import {
  type CheckReport,
  type Diagnostic,
  LSP_DEFAULTS,
  type LspConfig,
  type RelatedPlace,
} from '../../src/lsp/types.js';
import { hostileText } from './hostile-text.js';
import { inline } from '../../src/support/escaped.js';
import { readResult, shownDiagnostic, shownServers } from './read-result.js';

const severity = fc.constantFrom('error', 'warning', 'info', 'hint');
const small = fc.integer({ min: 1, max: 4 });

const place: fc.Arbitrary<RelatedPlace> = fc.record(
  { file: hostileText, line: small, character: small, message: hostileText, text: hostileText },
  { requiredKeys: ['file', 'line', 'character', 'message'] },
);

const diagnostic: fc.Arbitrary<Diagnostic> = fc.record(
  {
    file: hostileText,
    line: small,
    character: small,
    endLine: small,
    endCharacter: small,
    severity,
    message: hostileText,
    code: fc.oneof(hostileText, fc.integer()),
    source: hostileText,
    origin: fc.constantFrom('edit', 'session', 'before'),
    related: fc.array(place, { maxLength: 3 }),
  },
  { requiredKeys: ['file', 'line', 'character', 'severity', 'message'] },
);

const fileName = hostileText.filter((name) => name !== '' && !name.includes('\0'));
const findings = fc.dictionary(fileName, fc.array(diagnostic, { maxLength: 8 }), {
  maxKeys: 4,
  noNullPrototype: true,
});

const server = fc.record(
  {
    id: hostileText,
    root: fc.constant('.'),
    outcome: fc.constantFrom('complete', 'timed-out', 'starting', 'broken', 'unavailable'),
    ms: fc.nat(),
    version: hostileText,
  },
  { requiredKeys: ['id', 'root', 'outcome', 'ms'] },
);

const report: fc.Arbitrary<CheckReport> = fc.record(
  {
    files: findings,
    others: findings,
    refused: fc.dictionary(fileName, hostileText, { maxKeys: 2, noNullPrototype: true }),
    othersComplete: fc.boolean(),
    othersPending: fc.constant(true as const),
    servers: fc.array(server, { maxLength: 4 }),
    knownErrors: fc.nat(),
    open: fc.dictionary(fileName, fc.nat(3), { maxKeys: 8, noNullPrototype: true }),
  },
  { requiredKeys: ['files', 'others', 'othersComplete', 'servers'] },
);

const settings: fc.Arbitrary<
  Pick<
    Required<LspConfig>,
    | 'includeSeverities'
    | 'report'
    | 'maxDiagnosticsPerFile'
    | 'maxProjectDiagnosticsFiles'
    | 'otherFiles'
    | 'meta'
    | 'editDiagnostics'
  >
> = fc.record({
  includeSeverities: fc.uniqueArray(severity, { minLength: 1 }),
  report: fc.constantFrom('all', 'caused'),
  maxDiagnosticsPerFile: small,
  maxProjectDiagnosticsFiles: fc.nat(3),
  otherFiles: fc.constantFrom('write', 'always', 'never'),
  meta: fc.constantFrom(true, false, 'verdict' as const),
  editDiagnostics: fc.boolean(),
});

const SUCCESS = 'Wrote it.';
type Settings = typeof settings extends fc.Arbitrary<infer T> ? T : never;
type Input = [report: CheckReport, settings: Settings, kind: 'edit' | 'write' | 'patch'];

const property = fc.asyncProperty(
  report,
  settings,
  fc.constantFrom('edit', 'write', 'patch'),
  async (...input) => {
    await readsBack(...input);
  },
);

/** What was read from the text is what the report says, as far as the settings let it, and there is nothing else in the text. */
async function readsBack(...[given, limits, kind]: Input): Promise<void> {
  const checker = {
    isAlive: () => true,
    check: () => Promise.resolve(JSON.parse(JSON.stringify(given)) as CheckReport),
  };
  const text = await appendDiagnostics(SUCCESS, {
    checker,
    config: { ...LSP_DEFAULTS, ...limits },
    kind,
    files: [{ filePath: 'relative' }],
  });
  const { tags, standing, isPending, meta } = readResult(SUCCESS, text);

  assert.equal(tags.length === 0 || limits.editDiagnostics, true, 'diagnostics that nobody wants');
  const wantsOthers = limits.otherFiles === 'always' || (limits.otherFiles === 'write' && kind === 'write');
  const selected = Object.entries({ ...(wantsOthers ? given.others : {}), ...given.files }).map(
    ([file, list]) => [file, selectDiagnostics(list, limits.includeSeverities)] as const,
  );
  const said = new Map(
    selected.map(([file, list]) => [
      String(inline(file)),
      limits.report === 'all' ? list : list.filter(isCaused),
    ]),
  );
  for (const { file, lines, leftOut } of tags) {
    const expected = said.get(file) ?? assert.fail(`nobody said anything about ${JSON.stringify(file)}`);
    said.delete(file);
    const kept = [...expected.filter(isCaused), ...expected.filter((one) => !isCaused(one))].slice(
      0,
      lines.length,
    );
    assert.deepEqual(lines, expected.filter((one) => kept.includes(one)).map(shownDiagnostic));
    assert.equal(lines.length + leftOut, expected.length);
    assert.ok(
      lines.length > 0 && lines.length <= limits.maxDiagnosticsPerFile,
      'more or less than one file may have',
    );
  }
  const shown = tags.reduce((sum, { lines, related }) => sum + lines.length + related, 0);
  assert.ok(shown <= MAX_TOTAL_LINES || tags.length === 1);
  // Files of the question have room before any others.
  if (limits.editDiagnostics)
    for (const file of Object.keys(given.files))
      assert.deepEqual(said.get(inline(file)) ?? [], [], `${JSON.stringify(file)} was left out`);

  const counts = limits.editDiagnostics && limits.report === 'caused';
  const before = selected.flatMap(([, list]) => list).filter(({ origin }) => origin === 'before').length;
  const open = Object.values(given.open ?? {}).reduce((sum, errors) => sum + errors, 0);
  assert.deepEqual(standing, counts ? { before, open } : { before: 0, open: 0 });

  assert.equal(isPending, limits.editDiagnostics && wantsOthers ? given.othersPending : undefined);

  assert.equal(meta?.errors, meta === undefined ? undefined : given.knownErrors);
  if (limits.meta === 'verdict' && meta !== undefined)
    assert.deepEqual(
      meta.checked,
      shownServers(given.servers.filter(({ outcome }) => outcome === 'complete')),
    );
}

function isCaused({ origin = 'edit' }: Diagnostic): boolean {
  return origin === 'edit';
}

const empty: CheckReport = { files: {}, others: {}, othersComplete: true, servers: [], knownErrors: 0 };
const loud: Settings = {
  includeSeverities: ['error'],
  report: 'all',
  maxDiagnosticsPerFile: 1,
  maxProjectDiagnosticsFiles: 1,
  otherFiles: 'never',
  meta: 'verdict',
  editDiagnostics: true,
};
const once = (given: Partial<CheckReport>) => () =>
  fc.check(property, { examples: [[{ ...empty, ...given }, loud, 'edit']], numRuns: 1 });
const judgedBy = (id: string) => once({ servers: [{ id, root: '.', outcome: 'complete', ms: 0 }] });

export const formatter: FuzzTarget = {
  name: 'formatter',
  holds:
    'what a model reads parses back to the diagnostics; no name, message or code forges a line, a tag or the meta line',
  check: (budget) => fc.check(property, budget),
  found: {
    'a server that is called nothing has judged, and the meta line reported that none has': judgedBy(''),
    'a server that is called none has judged, and the meta line reported that none has': judgedBy('none'),
    'the findings of a file that is called __proto__ were lost': once({
      files: JSON.parse(
        '{"__proto__":[{"file":"__proto__","line":1,"character":1,"severity":"error","message":"x"}]}',
      ) as CheckReport['files'],
    }),
  },
};
