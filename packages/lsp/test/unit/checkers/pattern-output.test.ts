import { expect, test } from 'bun:test';

import { type Matcher, PatternOutput, severityNamed } from '../../../src/backend/output/pattern-output.ts';

interface Case {
  readonly name: string;
  readonly matcher: Matcher;
  readonly printed: readonly string[];
  readonly found: readonly string[];
}

const one: Matcher = {
  severity: 'warning',
  patterns: [
    {
      regexp: /^(.+?):(\d+):(\d+): (?:(\w+): )?(.*?)(?: \((\w+)\))?$/,
      file: 1,
      line: 2,
      column: 3,
      severity: 4,
      message: 5,
      code: 6,
    },
  ],
};
/** A file on a line of its own, then its findings. */
const grouped: Matcher = {
  severity: 'error',
  patterns: [
    { regexp: /^(\S+)$/, file: 1 },
    { regexp: /^ {2}(\d+):(\d+) {2}(.*)$/, line: 1, column: 2, message: 3, loop: true },
  ],
};

test.each<Case>([
  {
    name: 'one line',
    matcher: one,
    printed: ['a.x:1:2: error: bad (E1)', 'noise', 'a.x:3:4: so so\r'],
    found: ['/r/a.x 1:2 error E1 bad', '/r/a.x 3:4 warning - so so'],
  },
  {
    name: 'a loop, ended by another file',
    matcher: grouped,
    printed: ['a.x', '  1:2  bad', '  3:4  worse', 'b.x', '  5:6  worst', '', '  7:8  nobody'],
    found: ['/r/a.x 1:2 error - bad', '/r/a.x 3:4 error - worse', '/r/b.x 5:6 error - worst'],
  },
  {
    name: 'a number that is none',
    matcher: {
      severity: 'error',
      patterns: [{ regexp: /^(\w+) (\w+) (.*)$/, file: 1, line: 2, message: 3 }],
    },
    printed: ['a zero bad'],
    found: ['/r/a 1:1 error - bad'],
  },
])('$name', ({ matcher, printed, found }) => {
  const output = new PatternOutput(matcher, '/r');
  for (const line of printed) output.line(line);
  const { findings, failure } = output.conclude(1, []);
  expect(
    findings.map(
      ({ path, line, character, severity, code, message }) =>
        `${path} ${line}:${character} ${severity} ${code ?? '-'} ${message}`,
    ),
  ).toEqual([...found]);
  expect(failure).toBeUndefined();
});

test('stderr is read as well; without a finding, the exit says that something went wrong', () => {
  expect(new PatternOutput(one, '/r').conclude(2, ['a.x:1:2: bad']).findings).toHaveLength(1);
  expect(new PatternOutput(one, '/r').conclude(2, ['no licence'])).toEqual({
    findings: [],
    failure: 'exited with code 2: no licence',
  });
  expect(new PatternOutput(one, '/r').conclude(0, [])).toEqual({ findings: [], failure: undefined });
});

test.each([
  ['E', 'error'],
  ['Warn', 'warning'],
  ['note', 'info'],
  ['refactor', 'hint'],
  ['disaster', undefined],
  [undefined, undefined],
])('severity %p is %p', (word, severity) => {
  expect(severityNamed(word)).toBe(severity as ReturnType<typeof severityNamed>);
});
