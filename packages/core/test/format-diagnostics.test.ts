import { describe, expect, test } from 'vitest';
import {
  type FormatLimits,
  formatAfterEdit,
  formatAfterWrite,
  formatLine,
  selectDiagnostics,
} from '../src/lsp/format-diagnostics.js';
import { type Diagnostic, LSP_DEFAULTS, type RelatedPlace } from '../src/lsp/types.js';
import { TEXT_CAPS } from '../src/support/diagnostic-text.js';

const LIMITS: FormatLimits = LSP_DEFAULTS;

function finding(over: Partial<Diagnostic> = {}): Diagnostic {
  return { file: 'src/a.ts', line: 1, character: 1, severity: 'error', message: 'broken', ...over };
}

function errors(count: number): Diagnostic[] {
  return Array.from({ length: count }, (_, i) => finding({ line: i + 1, message: `error ${i + 1}` }));
}

function shownLines(text: string): string[] {
  return text.split('\n').filter((line) => /^[A-Z]+ \[/.test(line));
}

describe('a line', () => {
  const check = (over: Partial<Diagnostic>, want: string): void =>
    expect(formatLine(finding(over))).toBe(want);

  test('REQ-FMT-010: names severity, position, message and code', () => {
    check({ line: 3, character: 14, message: 'Nope.', code: 2322 }, 'ERROR [3:14] Nope. (2322)');
    check({ severity: 'warning', code: 'no-undef' }, 'WARNING [1:1] broken (no-undef)');
    check({ severity: 'info' }, 'INFO [1:1] broken');
    check({ severity: 'hint', code: 0 }, 'HINT [1:1] broken (0)');
    check({ code: '' }, 'ERROR [1:1] broken');
  });

  test('REQ-FMT-040: escapes &, < and > once, in the code too', () => {
    check(
      { message: 'Type "A<B>" & </diagnostics> &lt;', code: 'a<b' },
      'ERROR [1:1] Type "A&lt;B&gt;" &amp; &lt;/diagnostics&gt; &amp;lt; (a&lt;b)',
    );
  });

  test('REQ-FMT-010: stays one line whatever the message holds', () => {
    check(
      { message: 'Not assignable.\r\n    Types differ.\n\n' },
      'ERROR [1:1] Not assignable. Types differ.',
    );
    check({ message: 'a\tb\u0000c\u2028d\u0085e' }, 'ERROR [1:1] a b\\u{0}c d e');
    check({ message: 'two  spaces stay' }, 'ERROR [1:1] two  spaces stay');
    check({ message: '\u001b[31mred\u001b[0m' }, 'ERROR [1:1] red');
    check({ code: 'a\nERROR [9:9] forged' }, 'ERROR [1:1] broken (a ERROR [9:9] forged)');
  });

  test('REQ-FMT-010: cuts a very long message before it escapes it, never inside an emoji', () => {
    const prefix = 'ERROR [1:1] ';
    check({ message: 'x'.repeat(TEXT_CAPS.message) }, prefix + 'x'.repeat(TEXT_CAPS.message));
    check({ message: 'x'.repeat(TEXT_CAPS.message + 1) }, `${prefix}${'x'.repeat(TEXT_CAPS.message - 1)}…`);
    check({ message: '<'.repeat(5000) }, `${prefix}${'&lt;'.repeat(TEXT_CAPS.message - 1)}…`);
    check(
      {
        message: `${'\n'.repeat(TEXT_CAPS.message * 15)}end of what is read${'\n'.repeat(TEXT_CAPS.message)}x`,
      },
      `${prefix}end of what is read …`,
    );
    check({ message: '🙂'.repeat(5000) }, `${prefix}${'🙂'.repeat(TEXT_CAPS.message / 2 - 1)}…`);
  });
});

describe('the selection', () => {
  const check = (
    given: Partial<Diagnostic>[],
    want: number[],
    severities = LIMITS.includeSeverities,
  ): void => {
    const diagnostics = given.map(finding);
    expect(selectDiagnostics(diagnostics, severities).map((kept) => diagnostics.indexOf(kept))).toEqual(want);
  };

  test('REQ-FMT-030: orders by line, character, severity, message and code', () => {
    check([{ line: 10 }, { line: 9 }, { line: 9, character: 3 }], [1, 2, 0]);
    check(
      [{ severity: 'info', message: 'a' }, { severity: 'warning', message: 'b' }, { message: 'c' }],
      [2, 1, 0],
      ['info', 'warning', 'error'],
    );
    check([{ message: 'b' }, { message: 'a', endLine: 2, code: 10 }, { message: 'a', code: 'a' }], [1, 2, 0]);
  });

  test('REQ-FMT-060: holds errors alone by default', () => {
    check([{ severity: 'warning' }, {}, { severity: 'info' }, { severity: 'hint' }], [1]);
  });

  test('REQ-FMT-065: holds exactly the severities that were asked for', () => {
    check([{ severity: 'warning' }, {}, { severity: 'hint' }], [0], ['warning']);
    check([{}], [], []);
  });

  test('REQ-FMT-070: drops what has the same range and message, and nothing else', () => {
    check([{ source: 'ts' }, { source: 'eslint' }], [0]);
    check(
      [
        { endLine: 1, endCharacter: 4 },
        { endLine: 1, endCharacter: 4, code: 7 },
      ],
      [0],
    );
    check([{ severity: 'warning' }, { severity: 'error' }], [1], ['warning', 'error']);
    check([{ endCharacter: 4 }, { endCharacter: 5 }], [0, 1]);
    check([{}, { message: 'other' }, { character: 2 }], [0, 1, 2]);
  });

  test('REQ-FMT-070: of duplicates, one that a change may have caused is kept', () => {
    check([{ origin: 'before' }, { origin: 'edit' }, {}], [1]);
    check([{ origin: 'session' }, {}], [1]);
    check([{ origin: 'before' }, { origin: 'session' }], [0]);
  });

  test('REQ-FMT-068: filters before it drops duplicates', () => {
    check([{ severity: 'warning' }, { severity: 'error' }], [0], ['warning']);
  });
});

describe('one file', () => {
  const LABEL = 'LSP diagnostics after edit:';
  const format = (diagnostics: Diagnostic[], limits = LIMITS, file = 'src/a.ts'): string =>
    formatAfterEdit({ [file]: diagnostics }, {}, limits);

  test('REQ-FMT-020: stands in a tag that names it', () => {
    expect(format([finding()], LIMITS, 'src/a b#1.ts')).toBe(
      `${LABEL}\n<diagnostics file="src/a b#1.ts">\nERROR [1:1] broken\n</diagnostics>`,
    );
  });

  test('REQ-FMT-020: a hostile file name stays inside its attribute', () => {
    const [, head] = format([finding()], LIMITS, '"><x>&\nERROR.ts').split('\n');
    expect(head).toBe('<diagnostics file="&quot;&gt;&lt;x&gt;&amp;\\u{a}ERROR.ts">');
  });

  test('REQ-FMT-050: shows at most maxDiagnosticsPerFile lines, the first ones', () => {
    expect(shownLines(format(errors(25).reverse()))).toEqual(errors(20).map(formatLine));
    expect(shownLines(format(errors(25), { ...LIMITS, maxDiagnosticsPerFile: 3 }))).toHaveLength(3);
  });

  test('REQ-FMT-055: names how many diagnostics were left out', () => {
    expect(format(errors(27))).toMatch(/\n\.\.\. and 7 more\n<\/diagnostics>$/);
    expect(format(errors(20))).not.toContain('more');
  });

  test('REQ-FMT-066: caps what is left after the severity filter', () => {
    const mixed = [
      ...errors(3),
      finding({ severity: 'warning', line: 9 }),
      ...Array<Diagnostic>(9).fill(finding({ severity: 'hint' })),
    ];
    const limits: FormatLimits = {
      ...LIMITS,
      includeSeverities: ['error', 'warning'],
      maxDiagnosticsPerFile: 3,
    };
    expect(format(mixed, limits)).toContain('... and 1 more');
  });
});

describe('findings with an origin', () => {
  const CAUSED: FormatLimits = { ...LIMITS, report: 'caused' };
  const before = (count: number): Diagnostic[] =>
    errors(count).map((error) => ({ ...error, origin: 'before' }));
  const at = (...lines: number[]): Diagnostic[] => lines.map((line) => finding({ line, origin: 'edit' }));
  const lines = (text: string): number[] =>
    shownLines(text).map((line) => Number(/\[(\d+):/.exec(line)?.[1]));

  test.each<[what: string, given: Diagnostic[], all: number[], caused: number[]]>([
    ['caused by the edit', at(1, 2), [1, 2], [1, 2]],
    ['there before', before(2), [1, 2], []],
    ['of earlier edits', [finding({ origin: 'session' })], [1], []],
    ['of unknown origin', errors(2), [1, 2], [1, 2]],
    [
      'of each kind',
      [...before(3), ...at(4), finding({ line: 5, origin: 'session' }), finding({ line: 6 })],
      [1, 2, 3, 4, 5, 6],
      [4, 6],
    ],
    ['of a severity that is not reported', [finding({ severity: 'warning', origin: 'edit' })], [], []],
  ])('REQ-FMT-060: %s: `all` lists them, `caused` what may be new', (_, given, all, caused) => {
    for (const format of [formatAfterEdit, formatAfterWrite]) {
      expect(lines(format({ 'src/a.ts': given }, {}, LIMITS))).toEqual(all);
      expect(lines(format({ 'src/a.ts': given }, {}, CAUSED))).toEqual(caused);
    }
  });

  test('REQ-FMT-050, REQ-FMT-055, REQ-FMT-030: the cap leaves out none that the edit has caused for one that was there before', () => {
    const given = [...before(25), ...at(26, 27, 28)];
    const text = formatAfterEdit({ 'src/a.ts': given }, {}, LIMITS);
    expect(lines(text)).toEqual([...Array.from({ length: 17 }, (_, i) => i + 1), 26, 27, 28]);
    expect(text).toContain('\n... and 8 more\n');
    expect(
      lines(formatAfterEdit({ 'src/a.ts': given }, {}, { ...LIMITS, maxDiagnosticsPerFile: 2 })),
    ).toEqual([26, 27]);
    expect(lines(formatAfterEdit({ 'src/a.ts': given }, {}, CAUSED))).toEqual([26, 27, 28]);
    expect(formatAfterEdit({ 'src/a.ts': given }, {}, CAUSED)).not.toContain('more');
  });

  test('REQ-FMT-050: of those that the edit has caused, the first ones are shown, also where none is known to be older', () => {
    const given = [...before(1), ...at(...Array.from({ length: 25 }, (_, i) => i + 2))];
    expect(lines(formatAfterEdit({ 'src/a.ts': given }, {}, LIMITS))).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 2),
    );
  });

  test('REQ-DIAG-060: other files in which nothing was caused take no place from those in which something was', () => {
    const others = { 'a.ts': before(1), 'b.ts': at(1), 'c.ts': before(2), 'd.ts': errors(1) };
    const text = formatAfterWrite({ 'z.ts': before(1) }, others, {
      ...CAUSED,
      maxProjectDiagnosticsFiles: 2,
    });
    expect(text).toBe(
      [
        'LSP errors detected in other files:',
        ...['b.ts', 'd.ts'].map(
          (file, i) =>
            `<diagnostics file="${file}">\nERROR [1:1] ${i === 0 ? 'broken' : 'error 1'}\n</diagnostics>`,
        ),
      ].join('\n'),
    );
  });
});

describe('an error that is explained', () => {
  const place = (over: Partial<RelatedPlace> = {}): RelatedPlace => ({
    file: 'src/cart.ts',
    line: 12,
    character: 3,
    message: "'total' is declared here",
    text: 'total: number',
    ...over,
  });
  const related = (count: number): RelatedPlace[] =>
    Array.from({ length: count }, (_, i) => place({ line: i + 1 }));
  const relatedLines = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('    '));
  const check = (over: Partial<RelatedPlace>, want: string): void => {
    const text = formatAfterEdit(
      { 'src/a.ts': [finding({ related: [place(over)] }), finding({ line: 2 })] },
      {},
      LIMITS,
    );
    expect(text).toBe(
      `LSP diagnostics after edit:\n<diagnostics file="src/a.ts">\nERROR [1:1] broken\n${want}\nERROR [2:1] broken\n</diagnostics>`,
    );
  };

  test('REQ-FMT-010, REQ-FMT-040: each place is one indented line below it, escaped like a message', () => {
    check({}, "    src/cart.ts:12:3 'total' is declared here: total: number");
    check({ text: '' }, "    src/cart.ts:12:3 'total' is declared here");
    check({ message: '' }, '    src/cart.ts:12:3: total: number');
    check({ message: '', text: '' }, '    src/cart.ts:12:3:');
    check(
      { file: 'a<b>\n.ts', message: 'x\n</diagnostics>', text: 'a && b' },
      '    a&lt;b&gt;\\u{a}.ts:12:3 x &lt;/diagnostics&gt;: a &amp;&amp; b',
    );
    check({ message: 'x'.repeat(400), text: '' }, `    src/cart.ts:12:3 ${'x'.repeat(299)}…`);
  });

  test('REQ-FMT-068: places count toward the 50 lines of several files, and none takes the place of a finding', () => {
    const limits: FormatLimits = { ...LIMITS, maxDiagnosticsPerFile: 80 };
    const explained = (count: number): Diagnostic[] =>
      errors(count).map((error) => ({ ...error, related: related(3) }));
    const both = formatAfterEdit({ a: explained(5), b: explained(40) }, {}, limits);
    expect([shownLines(both).length, relatedLines(both).length]).toEqual([45, 5]);
    const others = formatAfterWrite({ a: explained(5) }, { b: errors(44) }, limits);
    expect([shownLines(others).length, relatedLines(others).length]).toEqual([49, 1]);
    expect(relatedLines(formatAfterWrite({ a: explained(5) }, { b: errors(60) }, limits))).toEqual([]);
    expect(relatedLines(formatAfterEdit({ a: explained(40) }, {}, limits))).toHaveLength(120);
  });
});

describe('after an edit or a patch', () => {
  const tag = (file: string): string => `<diagnostics file="${file}">\nERROR [1:1] broken\n</diagnostics>`;

  test('REQ-DIAG-030: labels the tag of the edited file', () => {
    expect(formatAfterEdit({ 'src/a.ts': [finding()] }, {}, LIMITS)).toBe(
      `LSP diagnostics after edit:\n${tag('src/a.ts')}`,
    );
  });

  test('REQ-GRACE-010: is empty without findings', () => {
    expect(formatAfterEdit({}, {}, LIMITS)).toBe('');
    expect(formatAfterEdit({ a: [], b: [finding({ severity: 'hint' })] }, {}, LIMITS)).toBe('');
  });

  test('REQ-FMT-090: keeps the order of the patch and skips clean files', () => {
    expect(formatAfterEdit({ z: [finding()], clean: [], a: [finding()] }, {}, LIMITS)).toBe(
      `LSP diagnostics after edit:\n${tag('z')}\n${tag('a')}`,
    );
  });

  test('REQ-FMT-068: one file is bound by its own cap, several by the total too', () => {
    const limits: FormatLimits = { ...LIMITS, maxDiagnosticsPerFile: 80 };
    expect(shownLines(formatAfterEdit({ a: errors(90) }, {}, limits))).toHaveLength(80);
    expect(shownLines(formatAfterEdit({ a: errors(40), b: errors(40) }, {}, limits))).toHaveLength(50);
  });

  test('REQ-DIAG-050, REQ-DIAG-060, REQ-DIAG-070: other files, where they were asked for, follow as after write_file', () => {
    const limits: FormatLimits = { ...LIMITS, maxDiagnosticsPerFile: 80, maxProjectDiagnosticsFiles: 2 };
    const others = {
      'd.ts': [finding()],
      'c.ts': [finding()],
      'b.ts': [finding()],
      'a.ts': [finding()],
      'clean.ts': [],
    };
    expect(formatAfterEdit({ 'a.ts': [finding()] }, others, limits)).toBe(
      [
        `LSP diagnostics after edit:\n${tag('a.ts')}`,
        `LSP errors detected in other files:\n${tag('b.ts')}\n${tag('c.ts')}\n... and 1 more file: d.ts`,
      ].join('\n\n'),
    );
    expect(formatAfterEdit({ 'a.ts': [] }, { 'b.ts': [finding()] }, limits)).toBe(
      `LSP errors detected in other files:\n${tag('b.ts')}`,
    );
    expect(shownLines(formatAfterEdit({ a: errors(40) }, { b: errors(40) }, limits))).toHaveLength(50);
  });
});

describe('after write_file', () => {
  const others = (count: number, each: number): Record<string, Diagnostic[]> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`other${count - i}.ts`, errors(each)]));
  const files = (text: string): string[] =>
    [...text.matchAll(/file="([^"]*)"/g)].map(([, file]) => file ?? '');

  test('REQ-DIAG-050: labels the written file first, then the other files', () => {
    expect(
      formatAfterWrite({ 'z.ts': [finding()] }, { 'b.ts': [finding()], 'a.ts': [finding()] }, LIMITS),
    ).toBe(
      [
        'LSP errors detected in this file:',
        '<diagnostics file="z.ts">\nERROR [1:1] broken\n</diagnostics>',
        '',
        'LSP errors detected in other files:',
        '<diagnostics file="a.ts">\nERROR [1:1] broken\n</diagnostics>',
        '<diagnostics file="b.ts">\nERROR [1:1] broken\n</diagnostics>',
      ].join('\n'),
    );
  });

  test('REQ-DIAG-050: leaves out a section without findings', () => {
    expect(formatAfterWrite({ 'z.ts': [finding()] }, { 'a.ts': [] }, LIMITS)).not.toContain('other files');
    expect(formatAfterWrite({ 'z.ts': [] }, { 'a.ts': [finding()] }, LIMITS)).toMatch(
      /^LSP errors detected in other files:\n/,
    );
    expect(formatAfterWrite({ 'z.ts': [] }, {}, LIMITS)).toBe('');
  });

  test('REQ-DIAG-060: shows the first maxProjectDiagnosticsFiles files that have findings, alphabetically', () => {
    const many = { ...others(7, 1), 'a-clean.ts': [], 'a-hint.ts': [finding({ severity: 'hint' })] };
    expect(files(formatAfterWrite({}, many, LIMITS))).toEqual([1, 2, 3, 4, 5].map((n) => `other${n}.ts`));
    expect(formatAfterWrite({}, many, { ...LIMITS, maxProjectDiagnosticsFiles: 0 })).toBe('');
  });

  test('REQ-FMT-090: orders by code units, not by the locale of the machine', () => {
    expect(
      files(formatAfterWrite({}, { 'é.ts': [finding()], 'a.ts': [finding()], 'Z.ts': [finding()] }, LIMITS)),
    ).toEqual(['Z.ts', 'a.ts', 'é.ts']);
  });

  test('REQ-DIAG-070: cuts the file that reaches 50 lines and names what it holds back; no file follows', () => {
    const text = formatAfterWrite({ 'z.ts': errors(15) }, others(5, 15), LIMITS);
    expect(shownLines(text)).toHaveLength(50);
    expect(files(text)).toEqual(['z.ts', 'other1.ts', 'other2.ts', 'other3.ts']);
    expect(text).toMatch(
      /ERROR \[5:1\] error 5\n... and 10 more\n<\/diagnostics>\n... and 2 more files: other4.ts, other5.ts$/,
    );
  });

  test('REQ-DIAG-070: a written file that takes all 50 lines leaves none to the others', () => {
    const text = formatAfterWrite({ 'z.ts': errors(50) }, others(2, 1), {
      ...LIMITS,
      maxDiagnosticsPerFile: 100,
    });
    expect(shownLines(text)).toHaveLength(50);
    expect(text).toMatch(
      /<\/diagnostics>\n\nLSP errors detected in other files:\n... and 2 more files: other1.ts, other2.ts$/,
    );
  });

  test.each([
    [6, '... and 1 more file: other6.ts'],
    [9, '... and 4 more files: other6.ts, other7.ts, other8.ts, other9.ts'],
    [30, '... and 25 more files: other14.ts, other15.ts, other16.ts, other17.ts, other18.ts, ...'],
  ])('of %i other files says how many are not shown, and which come first', (count, want) => {
    expect(
      formatAfterWrite({ 'z.ts': [finding()] }, others(count, 1), LIMITS)
        .split('\n')
        .at(-1),
    ).toBe(want);
  });

  test('a patch of many files says which of them are not shown', () => {
    const many = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.ts`, errors(20)]));
    expect(formatAfterEdit(many, {}, LIMITS)).toMatch(/<\/diagnostics>\n... and 1 more file: d.ts$/);
  });

  test('names of files that are not shown are escaped', () => {
    const text = formatAfterWrite(
      {},
      { a: [finding()], '</x>\n&': [finding()] },
      {
        ...LIMITS,
        maxProjectDiagnosticsFiles: 0,
      },
    );
    expect(text).toBe('');
    expect(
      formatAfterWrite(
        {},
        { '0': [finding()], '</x>\n&': [finding()] },
        {
          ...LIMITS,
          maxProjectDiagnosticsFiles: 1,
        },
      ),
    ).toMatch(/... and 1 more file: &lt;\/x&gt;\\u\{a\}&amp;$/);
  });

  test('REQ-FMT-068: overflow lines do not count toward the 50', () => {
    const text = formatAfterWrite({ 'z.ts': errors(30) }, others(2, 30), LIMITS);
    expect(shownLines(text)).toHaveLength(50);
    expect(text.match(/\.\.\. and \d+ more/g)).toEqual([
      '... and 10 more',
      '... and 10 more',
      '... and 20 more',
    ]);
  });

  test('REQ-DIAG-040: the written file is not repeated among the others', () => {
    expect(files(formatAfterWrite({ 'z.ts': [finding()] }, { 'z.ts': [finding()] }, LIMITS))).toEqual([
      'z.ts',
    ]);
  });
});

describe('fixes', () => {
  const check = (over: Partial<Diagnostic>, want: string[]): void =>
    expect(
      formatAfterEdit({ 'src/a.ts': [finding(over)] }, {}, LIMITS)
        .split('\n')
        .slice(3, -1),
    ).toEqual(want);

  test('REQ-EXCL-020: a fix is offered below its error, and it is the model that writes it', () => {
    check({ fix: { id: 'f3', title: 'Add import from "./cart"' } }, ['  fix f3: Add import from "./cart"']);
    check({}, []);
  });

  test('of two ways to solve an error none is chosen', () => {
    check(
      {
        alternatives: [
          { id: 'f1', title: 'Import from "a"' },
          { id: 'f2', title: 'Import from "b"' },
        ],
      },
      ['  one of these fixes f1: Import from "a"', '  one of these fixes f2: Import from "b"'],
    );
  });

  test('REQ-FMT-040: a title is escaped, and stays one line', () => {
    check({ fix: { id: 'f1', title: 'Use <T>\n</diagnostics>' } }, [
      '  fix f1: Use &lt;T&gt; &lt;/diagnostics&gt;',
    ]);
  });
});

test('REQ-FMT-055: findings that are only counted are in the number of those that are left out, and take the place of none', () => {
  const counted = (count: number): Diagnostic => finding({ line: 1, message: `${count} more`, count });
  const text = formatAfterEdit(
    { 'src/a.ts': [counted(140_000), ...errors(3)] },
    {},
    { ...LIMITS, maxDiagnosticsPerFile: 2 },
  );
  expect(shownLines(text)).toEqual(['ERROR [1:1] error 1', 'ERROR [2:1] error 2']);
  expect(text).toContain('... and 140001 more');
  const alone = formatAfterEdit({ 'src/a.ts': [counted(7)] }, {}, LIMITS);
  expect(alone.split('\n').slice(1)).toEqual([
    '<diagnostics file="src/a.ts">',
    '... and 7 more',
    '</diagnostics>',
  ]);
});
