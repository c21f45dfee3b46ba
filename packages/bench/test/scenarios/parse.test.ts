import { expect, it } from 'vitest';
import { parseScenarios } from '../../src/scenarios/parse.js';
import { readScenarios } from '../../src/scenarios/read-scenarios.js';

const TEXT = `A title

entry: 3
languages: python, go
projects: a, b
fails go: not yet

-- a/x.py --

one

two

== setup
ln -s a c
== write a/x.py
three
> clean
> others b.py session 12
> error two words
> no others
`;

it('a text is a scenario for each of its languages', () => {
  const [python, go, ...more] = parseScenarios('name', TEXT);
  expect(more).toEqual([]);
  expect([go?.id, go?.fails]).toEqual(['03/go/name', 'not yet']);
  expect(python).toEqual({
    id: '03/python/name',
    title: 'A title',
    entry: 3,
    language: 'python',
    tier: 'nightly',
    fails: undefined,
    projects: ['a', 'b'],
    servers: [],
    settings: {},
    files: new Map([['a/x.py', 'one\n\ntwo\n']]),
    steps: [
      { verb: 'setup', about: '', body: 'ln -s a c\n', expected: [], line: 14 },
      {
        verb: 'write',
        about: 'a/x.py',
        body: 'three\n',
        expected: [
          { kind: 'clean' },
          { kind: 'others', file: 'b.py', origin: 'session', words: '12' },
          { kind: 'error', words: 'two words' },
          { kind: 'no others' },
        ],
        line: 16,
      },
    ],
  });
});

it.each([
  ['languages: python', 'languages: cobol', 'there is no language cobol'],
  ['entry: 3', 'entry: three', 'the header entry has to be a number'],
  ['== setup', '== dance', 'there is no step dance'],
  ['> clean', '> cleen', 'it is no expectation: cleen'],
  ['projects:', 'projekts:', 'there is no header projekts'],
])('%s that is %s: the text is refused, with the reason', (from, to, reason) => {
  expect(() => parseScenarios('name', TEXT.replace(from, to))).toThrow(reason);
});

it('issue 43: every entry has scenarios, one of them in the full tests, and six are in npm test', () => {
  const all = readScenarios();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const covered = new Set(all.filter(({ tier }) => tier !== 'nightly').map(({ entry }) => entry));
  expect([...Array(16).keys()].filter((entry) => !covered.has(entry))).toEqual([]);
  expect(all.filter(({ tier }) => tier === 'main')).toHaveLength(6);
});
