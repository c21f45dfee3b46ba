import { createColors } from 'picocolors';
import { describe, expect, test } from 'vitest';
import { differences } from '../../packages/e2e/demo/core/judge.js';
import type { ExpectedError } from '../../packages/e2e/demo/core/steps.js';
import { parseOptions, USAGE, type Options } from '../../packages/e2e/demo/options.js';
import { gutter, showParams } from '../../packages/e2e/demo/page.js';
import { picture } from '../../packages/e2e/demo/picture.js';
import { faultsOf, type Move } from '../../packages/e2e/demo/story.js';
import { root } from '../lib/paths.mjs';
import { node } from '../lib/process.mjs';

const RESULT = `Edited a.ts: replaced 1 time (line 4).

LSP diagnostics after edit:
<diagnostics file="a.ts">
ERROR [4:52] Argument (of type) is wrong. (2345)
ERROR [9:1] No any. (@typescript-eslint/no-explicit-any)
</diagnostics>
<diagnostics file="b.py">
ERROR [1:1] Not a type. (reportReturnType)
</diagnostics>`;

const ALL: readonly ExpectedError[] = [
  { file: 'a.ts', code: '2345' },
  { file: 'a.ts', code: '@typescript-eslint/no-explicit-any' },
  { file: 'b.py', code: 'reportReturnType' },
];

describe('what the demo makes of a result', () => {
  const check = (
    title: string,
    result: string,
    expected: readonly ExpectedError[],
    want: readonly string[],
  ): void => {
    test(title, () => expect(differences(result, expected)).toEqual(want));
  };
  check('nothing to say about exactly the expected errors', RESULT, ALL, []);
  check(
    'an error that is missing',
    'Edited a.ts.',
    [{ file: 'a.ts', code: '2345' }],
    ['not reported: 2345 in a.ts'],
  );
  check('an error too many', RESULT, ALL.slice(1), ['not expected: 2345 in a.ts']);
  check(
    'the right code in another file',
    RESULT,
    [...ALL.slice(0, 2), { file: 'c.py', code: 'reportReturnType' }],
    ['not reported: reportReturnType in c.py', 'not expected: reportReturnType in b.py'],
  );
  check('nothing to say about a clean result that should be clean', 'Edited a.ts (2345)', [], []);
});

test.each<[string[], Options]>([
  [[], { kind: 'run', host: 'gemini', svg: undefined }],
  [['--host', 'pi', '--svg', 'a b.svg'], { kind: 'run', host: 'pi', svg: 'a b.svg' }],
  [['-h', '--host', 'nobody'], { kind: 'help' }],
  [['--host', 'emacs'], { kind: 'wrong', reason: 'There is no host emacs: gemini, pi, core.' }],
  [
    ['--host', 'core', '--svg', 'x'],
    { kind: 'wrong', reason: '--svg draws what a host shows its model, and core is none.' },
  ],
])('options %j', (args, want) => expect(parseOptions(args)).toEqual(want));

test.each([['--sideways'], ['stray']])('%s is no option', (arg) => {
  expect(parseOptions([arg])).toMatchObject({
    kind: 'wrong',
    reason: expect.stringContaining(arg) as string,
  });
});

test.each([
  [['--host', 'emacs'], 2, `There is no host emacs: gemini, pi, core.\n${USAGE}`],
  [['--help'], 0, USAGE],
])('packages/e2e/demo/main.ts %j', async (args, expected, words) => {
  const { code, output } = await node(['--import', 'tsx', 'packages/e2e/demo/main.ts', ...args], {
    cwd: root,
  });
  expect(output).toBe(words);
  expect(code).toBe(expected);
});

test('a result is judged by what it shows and what it hides', () => {
  const move: Move = { title: '', call: 'edit', args: {}, shows: ['done'], hides: ['ERROR ['] };
  expect(faultsOf(move, 'done.')).toEqual([]);
  expect(faultsOf(move, 'ERROR [1:1] No.')).toEqual([
    'the result of edit lacks "done"',
    'the result of edit has "ERROR [", which it should not',
  ]);
});

test('what is read is set off as it is; arguments of several lines stand below their name', () => {
  expect(gutter('a\n\n  <b> &lt;', createColors(false))).toBe('| a\n|\n|   <b> &lt;');
  expect(showParams({ path: 'a.ts', text: 'x\n\ny\n', edits: [{ old: 1 }] })).toBe(
    '  path: a.ts\n  text:\n    x\n\n    y\n  edits: [{"old":1}]',
  );
});

describe('a picture', () => {
  const colors = createColors(true);
  const textsIn = (svg: string): string[][] =>
    [...svg.matchAll(/^<text y.*<\/text>$/gm)].map(([line]) =>
      [
        ...line.matchAll(
          /<tspan x="([\d.]+)" textLength="([\d.]+)"[^>]*?(?: class="([^"]*)")?>(.*?)<\/tspan>/g,
        ),
      ].map((match) => match.slice(1).join(' ')),
    );

  test('has its texts as text, each run where its cell is, as wide as its cells, in its colour', async () => {
    const svg = await picture(
      `${colors.bold('a < b')}  ${colors.red('no & "no"')}\n\n  ${colors.dim('é 漢!')}\n`,
      'A & B',
    );
    expect(textsIn(svg)).toEqual([
      ['16 42 b a &lt; b', '74.8 75.6 c1 no &amp; &quot;no&quot;'],
      ['32.8 42 d é 漢!'],
    ]);
    expect(svg).toContain('<title>A &amp; B</title>');
    expect(svg).not.toMatch(/href|url\(|@import|<image/);
  });

  test('is as wide as its longest line, and wraps what is longer than a window', async () => {
    const width = async (text: string): Promise<number> =>
      Number(/ width="(\d+)"/.exec(await picture(text, ''))?.[1]);
    expect(await width('x')).toBe(704);
    expect(await width('x'.repeat(100))).toBe(872);
    expect(await width('x'.repeat(300))).toBe(956);
    expect(
      textsIn(await picture('x'.repeat(300), '')).map(([line = '']) => line.split(' ').at(-1)?.length),
    ).toEqual([110, 110, 80]);
  });
});
