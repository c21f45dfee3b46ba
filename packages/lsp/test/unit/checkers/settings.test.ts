import { expect, test } from 'bun:test';

import { parseSettings } from '../../../src/settings.ts';
import type { CheckerConfig, LspConfig } from '../../../src/types.ts';

const PATTERN = { regexp: '^(.+):(\\d+): (.*)$', file: 1, line: 2, message: 3 };

test.each<[what: string, checker: CheckerConfig]>([
  ['a format by its name', { command: 'x', parser: 'sarif' }],
  ['a pattern', { parser: { pattern: PATTERN, severity: 'warning' } }],
  [
    'patterns, of which one has the message',
    {
      parser: {
        pattern: [
          { regexp: '^(.+)$', file: 1 },
          { regexp: '^  (\\d+) (.*)$', line: 1, message: 2, loop: true },
        ],
      },
    },
  ],
  [
    'everything else',
    {
      enabled: true,
      args: ['-x'],
      env: { A: 'b' },
      extensions: ['.x'],
      rootMarkers: ['x.toml'],
      sameAs: ['y'],
    },
  ],
])('settings of a checker: %s', (_, checker) => {
  const config: LspConfig = {
    checkers: { mine: checker },
    checkerTimeout: 5000,
    editDiagnostics: false,
    meta: 'verdict',
  };
  expect(parseSettings(config)).toEqual({ kind: 'valid', config, ignored: [] });
});

test.each<[what: string, checker: unknown, problem: string]>([
  ['a format that nobody reads', { parser: 'xml' }, 'checkers.mine.parser'],
  [
    'an expression that is none',
    { parser: { pattern: { ...PATTERN, regexp: '(' } } },
    'checkers.mine.parser.pattern.regexp: must be a regular expression',
  ],
  [
    'no message',
    { parser: { pattern: { regexp: 'x', file: 1 } } },
    'checkers.mine.parser.pattern: must say which groups are the file and the message',
  ],
  [
    'no file',
    { parser: { pattern: { regexp: 'x', message: 0 } } },
    'checkers.mine.parser.pattern: must say which groups are the file and the message',
  ],
  [
    'no pattern',
    { parser: { pattern: [] } },
    'checkers.mine.parser.pattern: must say which groups are the file and the message',
  ],
  ['a group that is no number', { parser: { pattern: { ...PATTERN, line: 'two' } } }, 'checkers.mine.parser'],
])('settings of a checker that are malformed are fatal: %s', (_, checker, problem) => {
  const parsed = parseSettings({ checkers: { mine: checker } });
  expect(parsed.kind === 'invalid' && parsed.problem).toContain(`LSP_BOOTSTRAP: config: ${problem}`);
});
