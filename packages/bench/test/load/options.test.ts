import { expect, test } from 'vitest';
import { parseLoad, parseSoak } from '../../src/load/options.js';

test.each([
  [[], true],
  [['--seconds', '300', '--agents', '50', '--seed', '9'], true],
  [['--seconds', '30'], false],
  [['--agents', '49'], false],
  [['--agents', '12', '--sessions', '6'], true],
  [['--sessions', '6', '--seconds', '30'], false],
])('load %j is a complete run: %s', (argv, isComplete) => {
  expect(parseLoad(argv)).toMatchObject({ kind: 'run', isComplete });
});

test.each([
  [[], true],
  [['--edits', '500'], false],
])('soak %j is a complete run: %s', (argv, isComplete) => {
  expect(parseSoak(argv)).toMatchObject({ kind: 'run', isComplete });
});

test.each([
  [['--seconds', '0'], 'invalid'],
  [['--seconds', 'many'], 'invalid'],
  [['--seconds'], 'invalid'],
  [['--other', '1'], 'invalid'],
  [['-h'], 'help'],
])('load %j is %s', (argv, kind) => {
  expect(parseLoad(argv).kind).toBe(kind);
});
