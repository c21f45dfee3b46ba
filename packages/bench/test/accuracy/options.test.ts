import { expect, test } from 'vitest';
import { helpText, parseOptions } from '../../src/accuracy/options.js';
import { SUBJECTS } from '../../src/accuracy/subjects.js';

test('without options, everything is judged and documented, over two hundred edits', () => {
  const options = parseOptions([], SUBJECTS);
  expect(options).toMatchObject({ kind: 'run', subjects: SUBJECTS, complete: true, only: undefined });
  expect(options.kind === 'run' ? options.mutations * 2 * options.subjects.length : 0).toBeGreaterThanOrEqual(
    200,
  );
});

test.each([['--quick'], ['--mutations', '3'], ['--only', 'core-ts5', '--case', '3']])(
  '%s is not a complete run',
  (...argv) => {
    expect(parseOptions(argv, SUBJECTS)).toMatchObject({ kind: 'run', complete: false });
  },
);

test('--long takes a thousand checks after proposals, --with what earlier runs have found', () => {
  expect(parseOptions(['--long', '--with', 'a.json', '--with', 'b.json'], SUBJECTS)).toMatchObject({
    rounds: 1000,
    earlierFiles: ['a.json', 'b.json'],
    complete: true,
  });
});

test.each([
  [['--only', 'nothing'], /no such subject.*query-core-ts5/s],
  [['--seed', 'x'], /--seed x/],
  [['--mutations', '0'], /from 1 on/],
  [['--case', '3'], /of which subject/],
  [['--fast'], /--fast/],
])('%s is refused', (argv, message) => {
  expect(parseOptions(argv, SUBJECTS)).toEqual({ kind: 'invalid', message: expect.stringMatching(message) });
});

test('the help names every option and subject', () => {
  for (const word of [
    '--only',
    '--seed',
    '--mutations',
    '--case',
    '--quick',
    '--long',
    '--json',
    '--with',
    '--help',
    ...SUBJECTS.map(({ id }) => id),
  ]) {
    expect(helpText(SUBJECTS)).toContain(word);
  }
});
