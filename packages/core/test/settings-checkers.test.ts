import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type LspSettingsSources, parseLspSettings } from '../src/config/settings.js';
import { formatSettingsProblem } from '../src/config/settings-problem.js';
import { type CheckerConfig, LSP_DEFAULTS } from '../src/lsp/types.js';

/** The settings resolve to the defaults with these checkers, and these are their problems. */
function check(
  sources: LspSettingsSources,
  checkers: Record<string, CheckerConfig>,
  problems: string[] = [],
): void {
  const { lsp, problems: found } = parseLspSettings(sources);
  expect({ lsp, problems: found.map(formatSettingsProblem) }).toEqual({
    lsp: { ...LSP_DEFAULTS, checkers },
    problems,
  });
}

function user(checkers: unknown): LspSettingsSources {
  return { user: { checkers } };
}

const LINT: CheckerConfig = { command: 'lint', parser: 'gcc' };
const PATTERN = { regexp: '^(.+):(\\d+): (.+)$', file: 1, line: 2, message: 3 };

describe('checkers', () => {
  test('one that needs no settings is switched off in either scope, run by another command, with more arguments', () => {
    const checkers = {
      tsc: { enabled: false },
      ruff: { command: '/opt/ruff', args: ['--preview'], env: { A: 'b' }, sameAs: [] },
    };
    check(user(checkers), checkers);
    check({ workspace: { checkers: { go: { enabled: false } } } }, { go: { enabled: false } });
    check(
      { ...user({ cargo: { args: ['--locked'] } }), workspace: { checkers: { cargo: { enabled: false } } } },
      { cargo: { args: ['--locked'], enabled: false } },
    );
    check(
      { ...user({ go: { enabled: false } }), workspace: { checkers: { go: { enabled: true } } } },
      { go: { enabled: false } },
      ['workspace settings: lsp.checkers.go.enabled: cannot switch on what the user settings switch off'],
    );
  });

  const PARSERS: [name: string, parser: CheckerConfig['parser']][] = [
    ['json-lines', 'json-lines'],
    ['sarif', 'sarif'],
    ['gcc', 'gcc'],
    ['tsc', 'tsc'],
    ['one pattern', { pattern: PATTERN, severity: 'warning' }],
    ['the whole line as its message', { pattern: { ...PATTERN, message: 0 } }],
    [
      'a message of several lines',
      {
        pattern: [
          { regexp: '^(\\S+)$', file: 1 },
          {
            regexp: '^ +(\\d+):(\\d+) (\\w+) (.*?) +(\\S+)$',
            line: 1,
            column: 2,
            severity: 3,
            message: 4,
            code: 5,
            loop: true,
          },
        ],
      },
    ],
  ];
  test.each(PARSERS)(
    'one of the user’s own counts with everything that it says, and its output is read as: %s',
    (_name, parser) => {
      const full = {
        ...LINT,
        enabled: true,
        args: ['a b', ''],
        env: { LOG: 'off' },
        extensions: ['.foo', 'makefile'],
        rootMarkers: ['foo.toml'],
        sameAs: ['yaml'],
        parser,
      } as CheckerConfig;
      check(user({ foo: full }), { foo: full });
      check(user({ foo: { command: 'foo', parser } }), { foo: { command: 'foo', parser } as CheckerConfig });
    },
  );

  test('one that does not exist is named, and one that could not be run or read is dropped; the others stay', () => {
    const custom = 'A custom one needs "command" and "parser" in the user settings';
    const cases: [id: string, checker: unknown, problem: string][] = [
      ['tsx', { enabled: false }, `is not a checker; did you mean "tsc"? ${custom}`],
      [
        'zebra',
        {},
        `is not a checker; there are cargo, eslint, go, javac, mypy, pyright, ruff, tsc. ${custom}`,
      ],
      ['foo', { command: 'foo' }, 'is ignored, because a custom checker needs "parser" too'],
      [
        'foo',
        { parser: 'gcc', extensions: ['.foo'] },
        'is ignored, because a custom checker needs "command" too',
      ],
    ];
    for (const [id, checker, problem] of cases)
      check(user({ [id]: checker, lint: LINT }), { lint: LINT }, [
        `user settings: lsp.checkers.${id}: ${problem}`,
      ]);
    check({ ...user({ lint: LINT }), workspace: { checkers: { lin: { enabled: false } } } }, { lint: LINT }, [
      `workspace settings: lsp.checkers.lin: is not a checker; did you mean "lint"? ${custom}`,
    ]);
  });

  test('what one that is known has for itself is not for settings to say', () => {
    check(
      user({ tsc: { args: ['-p', 'x'], parser: 'gcc', rootMarkers: ['x'], extensions: ['.x'] } }),
      { tsc: { args: ['-p', 'x'] } },
      [
        'user settings: lsp.checkers.tsc.extensions: counts only for a checker of your own; "tsc" knows it',
        'user settings: lsp.checkers.tsc.rootMarkers: counts only for a checker of your own; "tsc" knows it',
        'user settings: lsp.checkers.tsc.parser: counts only for a checker of your own; "tsc" knows it',
      ],
    );
  });

  test('REQ-FMT-070: a server that it is the same as has to exist, or one problem would be reported twice', () => {
    const servers = { foo: { command: 'foo-ls', extensions: ['.foo'] } };
    const { lsp, problems } = parseLspSettings({
      user: {
        servers,
        checkers: { a: { ...LINT, sameAs: ['foo', 'typscript'] }, b: { ...LINT, sameAs: ['tsc'] } },
      },
    });
    expect(lsp).toMatchObject({ checkers: { a: { ...LINT, sameAs: ['foo'] } } });
    expect(lsp).not.toHaveProperty('checkers.b.sameAs');
    expect(problems.map(formatSettingsProblem)).toEqual([
      expect.stringContaining(
        'user settings: lsp.checkers.a.sameAs[1]: is not a server; did you mean "typescript"?',
      ),
      expect.stringContaining('user settings: lsp.checkers.b.sameAs[0]: is not a server; '),
    ]);
  });

  test('every bad value is named exactly, and costs nothing but itself', () => {
    const cases: [over: Record<string, unknown>, problem: string, kept: Partial<CheckerConfig>][] = [
      [{ enabled: 'no' }, 'enabled: must be true or false; found "no"', {}],
      [{ args: ['-x', 5] }, 'args[1]: must be a string; found 5', {}],
      [
        { sameAs: 'typescript' },
        'sameAs: must be a list of ids of servers, like ["typescript"]; found "typescript"',
        {},
      ],
      [
        { sameAs: ['', 'ty'] },
        'sameAs[0]: must be the id of a server, like "typescript"; found ""',
        { sameAs: ['ty'] },
      ],
      [
        { languageId: 'foo' },
        'languageId: is not a setting; there are enabled, command, args, extensions, env, rootMarkers, sameAs, parser',
        {},
      ],
      [
        { parser: { pattern: PATTERN, owner: 'foo' } },
        'parser.owner: is not a setting; there are pattern, severity',
        { parser: { pattern: PATTERN } },
      ],
      [
        { parser: { pattern: [{ ...PATTERN, mesage: 3 }] } },
        'parser.pattern[0].mesage: is not a setting; did you mean "message"?',
        { parser: { pattern: [PATTERN] } },
      ],
    ];
    for (const [over, problem, kept] of cases)
      check(user({ lint: { ...LINT, ...over } }), { lint: { ...LINT, ...kept } }, [
        `user settings: lsp.checkers.lint.${problem}`,
      ]);
  });

  test('a parser that cannot read anything is named part by part, and costs the checker', () => {
    const pattern =
      'must be an object with "regexp" and the numbers of its groups, or a list of such objects, one for each line of a message';
    const cases: [parser: unknown, ...problems: string[]][] = [
      [
        'jsonlines',
        'parser: must be "json-lines", "sarif", "gcc", "tsc", or an object with a "pattern"; found "jsonlines"',
      ],
      [7, 'parser: must be "json-lines", "sarif", "gcc", "tsc", or an object with a "pattern"; found 7'],
      [{}, `parser.pattern: ${pattern}; found nothing`],
      [{ pattern: 'x' }, `parser.pattern: ${pattern}; found "x"`],
      [
        { pattern: [] },
        'parser.pattern: must have a pattern; found an empty list',
        'parser.pattern: must say which group is the "file"; found an empty list',
        'parser.pattern: must say which group is the "message"; found an empty list',
      ],
      [
        { pattern: PATTERN, severity: 'fatal' },
        'parser.severity: must be "error", "warning", "info" or "hint"; found "fatal"',
      ],
      [
        { pattern: [PATTERN, 5] },
        'parser.pattern[1]: must be an object, like {"regexp": "^(.+):(\\\\d+): (.+)$", "file": 1, "line": 2, "message": 3}; found 5',
      ],
      [
        { pattern: { file: 1, message: 2 } },
        'parser.pattern.regexp: must be a regular expression, as a string; found nothing',
      ],
      [
        { pattern: { ...PATTERN, regexp: 5 } },
        'parser.pattern.regexp: must be a regular expression, as a string; found 5',
      ],
      [
        { pattern: { ...PATTERN, regexp: '(' } },
        'parser.pattern.regexp: is no regular expression: Invalid regular expression: /(/: Unterminated group; found "("',
      ],
      [
        { pattern: { ...PATTERN, code: 4 } },
        'parser.pattern.code: must be the number of a group of "regexp", from 0, the whole line, to 3; found 4',
      ],
      [
        { pattern: [{ ...PATTERN, line: -1 }] },
        'parser.pattern[0].line: must be the number of a group of "regexp", from 0, the whole line, to 3; found -1',
      ],
      [
        { pattern: { ...PATTERN, line: 1.5 } },
        'parser.pattern.line: must be the number of a group of "regexp"; found 1.5',
      ],
      [
        { pattern: { regexp: '(a)', file: 1 } },
        'parser.pattern: must say which group is the "message"; found an object',
      ],
      [
        { pattern: [{ ...PATTERN, loop: true }, PATTERN] },
        'parser.pattern[0].loop: only the last of several patterns may loop; found true',
      ],
    ];
    for (const [parser, ...problems] of cases) {
      check(user({ foo: { command: 'foo', parser }, lint: LINT }), { lint: LINT }, [
        ...problems.map((problem) => `user settings: lsp.checkers.foo.${problem}`),
        'user settings: lsp.checkers.foo: is ignored, because a custom checker needs "parser" too',
      ]);
    }
  });

  test('REQ-CFG-080: a workspace names no program here either: all but "enabled" is ignored, with a warning', () => {
    for (const key of ['command', 'args', 'env', 'extensions', 'rootMarkers', 'sameAs', 'parser']) {
      check(
        { ...user({ lint: LINT }), workspace: { checkers: { lint: { [key]: 'evil', enabled: false } } } },
        { lint: { ...LINT, enabled: false } },
        [
          `workspace settings: lsp.checkers.lint.${key}: counts only in the user settings, where a model cannot write; it is ignored here`,
        ],
      );
    }
    const { lsp } = parseLspSettings({ workspace: { checkers: { evil: { ...LINT, enabled: true } } } });
    expect(lsp).toMatchObject({ checkers: {} });
  });

  test('REQ-CFG-080: names of object internals are names like others', () => {
    const given: unknown = JSON.parse(
      '{"__proto__":{"command":"x","parser":"gcc"},"constructor":{"enabled":false}}',
    );
    const { lsp } = parseLspSettings(user(given));
    if (lsp === false) throw new Error('LSP is switched off');
    expect(Object.getPrototypeOf(lsp.checkers)).toBe(Object.prototype);
    expect(Object.hasOwn(lsp.checkers, 'constructor')).toBe(false);
  });

  test('docs/checkers.md shows settings that are right, with every parser', () => {
    const page = readFileSync(new URL('../../../docs/checkers.md', import.meta.url), 'utf8');
    const [settings] = [...page.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text = '']): unknown =>
      JSON.parse(text),
    );
    const { lsp, problems } = parseLspSettings({ user: settings });
    expect(problems).toEqual([]);
    if (lsp === false) throw new Error('LSP is switched off');
    const parsers = Object.values(lsp.checkers).map(({ parser }) =>
      typeof parser === 'object' ? 'pattern' : parser,
    );
    expect(parsers.sort()).toEqual(['gcc', 'json-lines', 'pattern', 'sarif', 'tsc']);
  });

  test('checkers of a wrong shape are named', () => {
    check(user(['tsc']), {}, [
      'user settings: lsp.checkers: must be an object of checkers by id, like {"eslint": {"enabled": false}}; found a list',
    ]);
    check(user({ tsc: false }), {}, [
      'user settings: lsp.checkers.tsc: must be an object, like {"enabled": false}; found false',
    ]);
  });

  test('how long they may take where a tool waits is for either scope to say', () => {
    const { lsp } = parseLspSettings({ user: { checkerTimeout: 5 }, workspace: { checkerTimeout: 300_000 } });
    expect(lsp).toMatchObject({ checkerTimeout: 300_000 });
    const { problems } = parseLspSettings({ user: { checkerTimeout: 0 } });
    expect(problems.map(formatSettingsProblem)).toEqual([
      'user settings: lsp.checkerTimeout: must be a whole number of milliseconds from 1 to 600000; found 0',
    ]);
  });
});
