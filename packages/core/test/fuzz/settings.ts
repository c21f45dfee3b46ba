import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.js';
import { parseLspSettings, type LspSettingsSources } from '../../src/config/settings.js';
import { formatSettingsProblem } from '../../src/config/settings-problem.js';
import { CHECKER_KEYS, LSP_KEYS, SERVER_KEYS } from '../../src/config/settings-schema.js';
import { parseSettingsText } from '../../src/config/settings-text.js';
import { BUILT_IN_CHECKERS, BUILT_IN_SERVERS, LSP_DEFAULTS } from '../../src/lsp/types.js';
import { hostileText } from './hostile-text.js';

/** What makes sense somewhere, so that it gets past the first look elsewhere. */
const sensible = fc.constantFrom<unknown>(
  true,
  false,
  null,
  undefined,
  0,
  1,
  5000,
  2 ** 31,
  -1,
  1.5,
  Number.NaN,
  'error',
  'write',
  'verdict',
  'never',
  '/work',
  '~/work',
  '.foo',
  'gcc',
  ['error'],
  ['.foo'],
  ['--stdio'],
  ['/work'],
  [],
  {},
  { enabled: false },
  { command: 'x', extensions: ['.x'] },
  { command: 'x', parser: 'gcc' },
  { pattern: { regexp: '(.*):(.*)', file: 1, message: 2 } },
  { pattern: [] },
  { file: 't' },
);
const value = fc.oneof(
  { weight: 4, arbitrary: sensible },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 3 }) },
);
const objectOf = (keys: readonly string[], inner: fc.Arbitrary<unknown>) =>
  fc.dictionary(
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: hostileText }),
    inner,
    { maxKeys: 5, noNullPrototype: true },
  );
const unsure = (likely: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: likely }, { weight: 1, arbitrary: value });

const pattern = objectOf(
  ['regexp', 'file', 'line', 'message', 'loop', 'severity'],
  fc.oneof(value, fc.constantFrom('(a)(b)', '(', '^(.+):(\\d+): (.+)$', 1, 2, 3, 99)),
);
const parser = objectOf(
  ['pattern', 'severity'],
  fc.oneof(pattern, fc.array(pattern, { maxLength: 3 }), value),
);
const programs = (keys: readonly string[], ids: readonly string[]) =>
  objectOf(
    [...ids, 'own'],
    unsure(objectOf(keys, fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: parser }))),
  );
const scope = unsure(
  fc
    .tuple(
      objectOf(LSP_KEYS, value),
      fc.option(programs(SERVER_KEYS, BUILT_IN_SERVERS)),
      fc.option(programs(CHECKER_KEYS, BUILT_IN_CHECKERS)),
    )
    .map(([rest, servers, checkers]) => ({
      ...rest,
      ...(servers !== null && { servers }),
      ...(checkers !== null && { checkers }),
    })),
);

const property = fc.property(
  fc.record({ user: scope, workspace: scope }, { requiredKeys: [] }),
  resolvesToWhatIsValid,
);

function resolvesToWhatIsValid(sources: LspSettingsSources): void {
  const { lsp, problems } = parseLspSettings(sources);
  for (const problem of problems) assert.equal(typeof formatSettingsProblem(problem), 'string');
  if (lsp === false) {
    assert.ok(sources.user === false || sources.workspace === false, 'switched off by nobody');
    return;
  }
  assert.deepEqual(Object.keys(lsp).sort(), Object.keys(LSP_DEFAULTS).sort());
  // What comes out is what a user could have written without a complaint.
  assert.deepEqual(parseLspSettings({ user: lsp }), { lsp, problems: [] });
  // REQ-CFG-080: a workspace adds no program, and says nothing about what is run.
  const { lsp: own } = parseLspSettings({ user: sources.user });
  if (own === false) return;
  for (const key of ['servers', 'checkers'] as const) {
    for (const [id, { enabled: _, ...program }] of Object.entries(lsp[key])) {
      const { enabled: __, ...users } = Object.hasOwn(own[key], id) ? (own[key][id] ?? {}) : {};
      assert.deepEqual(program, users);
    }
  }
  assert.deepEqual([lsp.passEnv, lsp.trace], [own.passEnv, own.trace]);
  if (lsp.trust !== 'never') assert.deepEqual(lsp.trust, own.trust);
}

const once = (sources: LspSettingsSources) => () => fc.check(property, { examples: [[sources]], numRuns: 1 });

export const settings: FuzzTarget = {
  name: 'settings',
  holds:
    'REQ-CFG-080: whatever both scopes say, settings never throw, come out valid, and no workspace names what is run',
  check: (budget) => fc.check(property, budget),
  found: {
    'a part that was missing took nothing with it, and the settings were read for ever': once({
      user: { trace: {} },
    }),
  },
};

const blank = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '// "x": {\n',
  '/* } */',
  '/**/',
  '/* // */',
  '//\n',
);
/** JSON between whose parts anything may stand that means nothing. */
const commented = fc.jsonValue({ maxDepth: 3 }).chain((json) =>
  fc.array(blank, { minLength: 1, maxLength: 5 }).map((blanks) => {
    let at = 0;
    const pieces = JSON.stringify({ lsp: json }).match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^"[\]{}:,]+/g) ?? [];
    return { json, text: pieces.map((piece) => piece + (blanks[at++ % blanks.length] ?? '')).join('') };
  }),
);
const anyText = fc.oneof(
  hostileText,
  fc.json({ maxDepth: 3 }),
  fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"',
        '"lsp"',
        '"a"',
        '//',
        '/*',
        '*/',
        '\n',
        '\\',
        '\\u00',
        'true',
        'nul',
        '1',
        '-',
        '.',
        'e',
        '01',
        '\u0007',
        ' ',
        '\ufeff',
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join('')),
);

const textProperty = fc.property(commented, anyText, ({ json, text }, any) => {
  assert.deepEqual(parseSettingsText(text, 'f'), {
    kind: 'read',
    lsp: JSON.parse(JSON.stringify(json)) as unknown,
  });
  const read = parseSettingsText(any, 'f');
  const plain = any.replace(/^\uFEFF/, '');
  if (read.kind === 'malformed') {
    const [, line, column] =
      /^f:(\d+):(\d+): ./su.exec(read.message) ?? assert.fail(`no place in ${read.message}`);
    const lines = plain.split(/\r\n|\r|\n/);
    assert.ok(
      Number(column) >= 1 && Number(column) <= (lines[Number(line) - 1]?.length ?? -1) + 1,
      `${read.message} is not a place in the text`,
    );
  }
  const isObject = isJsonObject(plain);
  // Where nothing looks like a comment, JSON is the judge.
  if (!/\/[/*]/.test(plain)) assert.equal(read.kind === 'read', isObject || plain.trim() === '');
});

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export const settingsText: FuzzTarget = {
  name: 'settings-text',
  holds:
    'comments mean nothing in a settings file, and any text is read or has a place where it stops being JSON',
  check: (budget) => fc.check(textProperty, budget),
  found: {},
};
