import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CargoOutput } from '../../cargo-output.ts';
import { CargoTargets } from '../../cargo-targets.ts';
import { relatedTo } from '../../../../client/documents/related.ts';
import { eachLine } from '../../../../client/process/lines.ts';
import type { CompilerReport } from '../../../../backend/output/output.ts';

/** What cargo 1.95 said of two crates, a library compiled twice (with its tests, and without); without renderings and explanations. */
const REAL = readFileSync(join(import.meta.dir, 'rustc.jsonl'), 'utf8').split('\n');

const DONE = ['error: could not compile `fixture` (lib) due to 6 previous errors; 1 warning emitted'];

function report(lines: readonly string[], code = 101, stderr = DONE): CompilerReport {
  const output = new CargoOutput('/fixture/project');
  for (const line of lines) output.line(line);
  return output.conclude(code, stderr);
}

test("REQ-FMT-080: every error has one finding, at its first place in somebody's sources, in UTF-16 columns", () => {
  const { findings, failure } = report(REAL);
  const shown = findings.map(
    ({ path, line, character, endLine, endCharacter, severity, code }) =>
      `${path} ${line}:${character}-${endLine ?? 0}:${endCharacter ?? 0} ${severity} ${code ?? '-'}`,
  );
  expect(shown).toEqual([
    '/fixture/project/src/lib.rs 28:1-28:10 error E0428',
    // The macro is the standard library's: where it is called.
    '/fixture/project/src/lib.rs 7:5-7:24 error E0277',
    '/fixture/project/src/lib.rs 10:34-10:38 error E0308',
    '/fixture/project/src/lib.rs 3:12-3:13 error E0369',
    '/fixture/project/src/lib.rs 17:9-17:10 error E0308',
    '/fixture/project/src/lib.rs 19:9-19:10 error E0308',
    '/fixture/project/src/lib.rs 24:9-24:14 warning unused_variables',
    '/fixture/dep/src/lib.rs 1:22-1:24 error E0308',
  ]);
  expect(failure).toBeUndefined();
});

test('a message says what rustc says beside the place, and short remarks; not that a lint is on by default', () => {
  expect(report(REAL).findings.map(({ message }) => message)).toEqual([
    'the name `twin` is defined multiple times: `twin` redefined here\nnote: `twin` must be defined only once in the value namespace of this module',
    "can't compare `{integer}` with `&str`: no implementation for `{integer} == &str`\nhelp: the trait `PartialEq<&str>` is not implemented for `{integer}`",
    'mismatched types: expected `i32`, found `&str`',
    [
      'cannot add `&str` to `&str`: `+` cannot be used to concatenate two `&str` strings',
      'note: string concatenation requires an owned `String` on the left',
      'help: create an owned `String` from a string reference',
      'note: in the macro that src/lib.rs:13 calls',
    ].join('\n'),
    'mismatched types: expected `String`, found integer\nhelp: try using a conversion method',
    'mismatched types: expected `String`, found integer\nhelp: try using a conversion method',
    'unused variable: `spare`\nhelp: if this is intentional, prefix it with an underscore',
    'mismatched types: expected `u8`, found `&str`',
  ]);
});

const span = {
  file_name: 'a.rs',
  is_primary: true,
  line_start: 1,
  line_end: 1,
  column_start: 1,
  column_end: 2,
  label: null,
  text: [],
  expansion: null,
};
const say = (level: string, message: string, spans: object[] = [span]): string =>
  JSON.stringify({
    reason: 'compiler-message',
    message: { level, message, code: null, spans, children: [] },
  });

test('labelled spans, notes and helps say where else to look; proposed code and foreign files do not', () => {
  const other = (file_name: string, label: string | null, more: object = {}): object => ({
    ...span,
    is_primary: false,
    file_name,
    label,
    line_start: 7,
    column_start: 2,
    text: [{ text: '🎉 x' }],
    ...more,
  });
  const children = [
    { level: 'note', message: 'defined here', spans: [other('b.rs', null)] },
    { level: 'note', message: 'in the library', spans: [other('/rustc/1/library/core/src/a.rs', null)] },
    { level: 'help', message: 'this trait', spans: [other('/elsewhere/c.rs', 'no implementation')] },
    {
      level: 'help',
      message: 'import it',
      spans: [other('a.rs', null, { suggested_replacement: 'use x;' })],
    },
    { level: 'note', message: 'nowhere', spans: [] },
  ];
  const spans = [span, other('a.rs', 'moved here'), other('a.rs', null), other('a.rs', 'broken')];
  const line = JSON.stringify({
    reason: 'compiler-message',
    message: { level: 'error', message: 'broken', code: null, spans, children },
  });
  const at = { line: 7, character: 3 };
  expect(report([line]).findings.map(relatedTo)).toEqual([
    [
      { path: '/fixture/project/a.rs', ...at, message: 'moved here' },
      { path: '/fixture/project/a.rs', ...at, message: '' },
      { path: '/fixture/project/b.rs', ...at, message: '' },
      { path: '/elsewhere/c.rs', ...at, message: 'no implementation' },
    ],
  ]);
});

test('what depends on a crate with errors was not compiled, as far as it is known what there is', () => {
  const target = (name: string, more = {}): object => ({
    kind: ['lib'],
    name,
    src_path: `/fixture/${name}/src/lib.rs`,
    ...more,
  });
  const [base, top, optional] = [
    target('base'),
    target('top', { kind: ['bin'] }),
    target('optional', { 'required-features': ['x'] }),
  ];
  const broken = JSON.stringify({ ...(JSON.parse(say('error', 'wrong')) as object), target: base });
  const failureOf = (listed: string, lines: readonly string[], code: number): string | undefined => {
    const targets = new CargoTargets();
    const listing = targets.listing();
    listing.line(listed);
    expect(listing.conclude(101, ['error: no'])).toEqual({ findings: [], failure: undefined });
    const output = new CargoOutput('/fixture', targets);
    for (const line of lines) output.line(line);
    return output.conclude(code, DONE).failure;
  };
  const all = JSON.stringify({ packages: [{ targets: [base] }, { targets: [top, optional] }] });
  const done = JSON.stringify({ reason: 'compiler-artifact', target: top });
  expect(failureOf(all, [broken], 101)).toBe(
    'top (bin) was not compiled: it depends on a crate that has errors',
  );
  expect(failureOf(all, [broken, done], 101)).toBeUndefined();
  expect(failureOf(all, [], 0)).toBeUndefined();
  expect(failureOf('not JSON', [broken], 101)).toBeUndefined();
});

test('where a dependency was fetched to nobody edits; a crate of the workspace may be called registry', () => {
  const call = { ...span, file_name: 'src/lib.rs', line_start: 7, line_end: 7 };
  const at = (file_name: string): string =>
    say('error', 'wrong', [{ ...span, file_name, expansion: { span: call } }]);
  const where = (file: string): string[] =>
    report([at(file)]).findings.map(({ path, line }) => `${path}:${line}`);
  expect(where('/home/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/a-1.0.0/src/lib.rs')).toEqual([
    '/fixture/project/src/lib.rs:7',
  ]);
  expect(where('/home/.cargo/git/checkouts/a-1949cf8c6b5b557f/0123abc/src/lib.rs')).toEqual([
    '/fixture/project/src/lib.rs:7',
  ]);
  expect(where('crates/registry/src/lib.rs')).toEqual(['/fixture/project/crates/registry/src/lib.rs:1']);
  expect(where('/elsewhere/registry/src/lib.rs')).toEqual(['/elsewhere/registry/src/lib.rs:1']);
});

const FAILURES: [title: string, lines: string[], code: number, stderr: string[], want: string | undefined][] =
  [
    ['all is well', [], 0, [], undefined],
    ['only warnings', [say('warning', 'w')], 0, [], undefined],
    [
      'errors, each at its place',
      [say('error', 'e')],
      101,
      ['error: could not compile `a` (lib) due to 1 previous error'],
      undefined,
    ],
    [
      'several errors, counted',
      [say('error', 'e')],
      101,
      ['error: could not compile `a` (bin "a" test) due to 12 previous errors; 2 warnings emitted'],
      undefined,
    ],
    [
      'a summary is no error',
      [say('error', 'e'), say('error', 'aborting due to 2 previous errors', [])],
      101,
      [],
      undefined,
    ],
    [
      'an error at no place',
      [say('error', 'linking with `cc` failed', [])],
      101,
      [],
      'linking with `cc` failed',
    ],
    [
      "an error in nobody's sources",
      [say('error', 'deep', [{ ...span, file_name: '<some macros>' }])],
      101,
      [],
      'deep',
    ],
    [
      'a manifest',
      [],
      101,
      ['error: failed to parse manifest at `/p/Cargo.toml`', '', 'Caused by:', '  no such edition'],
      'failed to parse manifest at `/p/Cargo.toml`: no such edition',
    ],
    [
      'a build script, beside an error elsewhere',
      [say('error', 'e')],
      101,
      ['error: failed to run custom build command for `a`'],
      'failed to run custom build command for `a`',
    ],
    [
      'rustc killed',
      [],
      101,
      ['error: could not compile `a` (lib)', 'Caused by:'],
      'could not compile `a` (lib)',
    ],
    ['nothing but a code', [], 101, ['last words'], 'cargo exited with code 101: last words'],
    ['nothing at all', [], 1, [], 'cargo exited with code 1: no reason given'],
    [
      "an exit that is no compiler's",
      [say('error', 'e')],
      2,
      [],
      'cargo exited with code 2: no reason given',
    ],
  ];

test('REQ-TIME-085: whatever cargo did not look at is no clean file', () => {
  for (const [title, lines, code, stderr, want] of FAILURES)
    expect([title, report(lines, code, stderr).failure]).toEqual([title, want]);
});

const MANIFESTS: [title: string, stderr: string[], want: string[]][] = [
  [
    'at its place',
    [
      'error: string values must be quoted, expected literal string',
      ' --> app/Cargo.toml:3:11',
      '  |',
      '3 | version = one',
      '  |           ^^^',
      'error: failed to load manifest for workspace member `/fixture/project/app`',
      'referenced by workspace at `/fixture/project/Cargo.toml`',
    ],
    ['/fixture/project/app/Cargo.toml 3:11 string values must be quoted, expected literal string'],
  ],
  [
    'in a manifest as a whole, with its causes',
    [
      'error: failed to load manifest for workspace member `/fixture/project/app`',
      'referenced by workspace at `/fixture/project/Cargo.toml`',
      'Caused by:',
      '  failed to parse manifest at `/fixture/project/app/Cargo.toml`',
      'Caused by:',
      '  feature `x` includes `y` which is neither a dependency nor another feature',
      '  help: a feature with a similar name exists: `x`',
    ],
    [
      '/fixture/project/app/Cargo.toml 1:1 feature `x` includes `y` which is neither a dependency nor another feature',
    ],
  ],
  [
    'in no manifest in particular',
    ['error: no matching package named `none` found', 'location searched: /fixture/lib'],
    [],
  ],
];

test('REQ-TIME-085: a manifest that Cargo refuses has that as a finding, and nothing else is clean for it', () => {
  for (const [title, stderr, want] of MANIFESTS) {
    const { findings, failure } = report([], 101, stderr);
    expect([
      title,
      findings.map(({ path, line, character, message }) => `${path} ${line}:${character} ${message}`),
    ]).toEqual([title, want]);
    expect(failure).toBeDefined();
  }
});

const NOTHING: [title: string, line: string][] = [
  ['no JSON', 'Compiling...'],
  ['half of it', '{"reason":"compiler-message","message":{'],
  ['another reason', '{"reason":"compiler-artifact","fresh":true,"note":"compiler-message"}'],
  ['another shape', '{"reason":"compiler-message","message":{"level":"error","message":"m"}}'],
  ['a note', say('note', 'n')],
  ['a help', say('help', 'h')],
  ['advice to ask for an explanation', say('failure-note', 'For more information', [])],
  ['a secondary place alone', say('warning', 'w', [{ ...span, is_primary: false }])],
];

test('a line that is no finding is none', () => {
  for (const [title, line] of NOTHING)
    expect([title, report([line], 0, [])]).toEqual([title, { findings: [], failure: undefined }]);
});

const CHUNKS: [title: string, chunks: string[], want: string[]][] = [
  ['a line in pieces', ['a', 'b\nc', 'd\n'], ['ab', 'cd']],
  ['the last without its end', ['a\nb'], ['a', 'b']],
  ['empty lines', ['\n\na\n'], ['', '', 'a']],
  ['nothing', [], []],
  ['a character in pieces', ['\u00e9\ud83c\udf89\n'], ['\u00e9\ud83c\udf89']],
];

test('a stream is cut into its lines, wherever its chunks end', async () => {
  for (const [title, chunks, want] of CHUNKS) {
    const bytes = Buffer.from(chunks.join(''));
    const pieces = title.includes('character')
      ? [...bytes].map((byte) => Uint8Array.of(byte))
      : chunks.map((chunk) => Buffer.from(chunk));
    const lines: string[] = [];
    await eachLine(
      (async function* () {
        yield* pieces;
      })(),
      (line) => lines.push(line),
    );
    expect([title, lines]).toEqual([title, want]);
  }
});

test('a line without end is not kept for ever, and the next one is read', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  const lines: string[] = [];
  const endless = (async function* () {
    for (let n = 0; n < 40; n += 1) yield megabyte;
    yield Buffer.from('\nnext\n');
  })();
  await eachLine(endless, (line) => lines.push(line));
  expect(lines).toEqual(['next']);
});

/** As rustc reports it, at the first place of a file. */
const coded = (code: string, message: string, note: string): string =>
  JSON.stringify({
    reason: 'compiler-message',
    message: {
      level: 'error',
      message,
      code: { code },
      spans: [
        {
          file_name: 'src/main.rs',
          is_primary: true,
          label: null,
          line_start: 1,
          line_end: 1,
          column_start: 1,
          column_end: 2,
          text: [{ text: 'x' }],
          expansion: null,
        },
      ],
      children: [{ level: 'note', message: note, spans: [] }],
    },
  });

test('that a program without std has no tests is no finding; another item of the kind is one', () => {
  const twice = (by: string): string =>
    coded('E0152', 'found duplicate lang item `panic_impl`', `the lang item is first defined in ${by}`);
  const codes = (lines: readonly string[]): unknown => {
    const { findings, failure } = report(lines);
    return [findings.map(({ code }) => code), failure];
  };
  expect(codes([twice('crate `std` (which `test` depends on)')])).toEqual([[], undefined]);
  expect(codes([coded('E0463', "can't find crate for `test`", 'perhaps')])).toEqual([[], undefined]);
  expect(codes([twice('crate `std` (which `app` depends on)')])).toEqual([['E0152'], undefined]);
  expect(codes([coded('E0463', "can't find crate for `serde`", 'perhaps')])).toEqual([['E0463'], undefined]);
});

test('a target that is not installed is why nothing was compiled', () => {
  const note = 'the `thumbv7em-none-eabi` target may not be installed';
  const { findings, failure } = report([coded('E0463', "can't find crate for `core`", note)]);
  expect([findings, failure]).toEqual([[], `can't find crate for \`core\`: ${note}`]);
});
