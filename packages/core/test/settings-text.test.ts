import { describe, expect, test } from 'vitest';
import { findJsonError } from '../src/config/json-error.js';
import { parseSettingsText } from '../src/config/settings-text.js';

describe('the value of lsp', () => {
  const check = (text: string, lsp: unknown): void =>
    expect(parseSettingsText(text, 'settings.json')).toEqual({ kind: 'read', lsp });

  test('REQ-CFG-015: comes out as it stands, undefined if there is none', () => {
    check('{"theme": "dark", "lsp": {"linterGrace": 1}}', { linterGrace: 1 });
    check('{"lsp": false}', false);
    check('{"lsp": null}', null);
    check('{"theme": "dark"}', undefined);
    check('', undefined);
    check(' \r\n', undefined);
  });

  test('REQ-CFG-015: comments, a byte order mark and CRLF are no errors', () => {
    check('\uFEFF{\r\n  // off\r\n  "lsp": /* for\r\n now */ false\r\n}\r\n', false);
    check('{"lsp": {"a": "http://x/* y */", "b": "\\"// z"}}', { a: 'http://x/* y */', b: '"// z' });
    check('// nothing', undefined);
  });
});

describe('a syntax error', () => {
  const check = (text: string, want: string): void =>
    expect(parseSettingsText(text, 'my settings.json')).toEqual({
      kind: 'malformed',
      message: `my settings.json:${want}`,
    });

  test('REQ-CFG-020: is reported with file, line and column, what was expected and what was found', () => {
    check('{"lsp": }', '1:9: expected a value, found "}"');
    check('{\n  "lsp": {},\n}\n', '3:1: expected a name in double quotes, found "}"');
    check('{\r\n  lsp: {}\r\n}', '2:3: expected a name in double quotes or "}", found "lsp"');
    check("{'lsp': 1}", '1:2: expected a name in double quotes or "}", found "\'"');
    check('{"a" 1}', '1:6: expected ":", found "1"');
    check('{"a": 1 "b": 2}', '1:9: expected "," or "}", found "\\"b\\""');
    check('{"a": [1 2]}', '1:10: expected "," or "]", found "2"');
    check('{"a": [1,]}', '1:10: expected a value, found "]"');
    check('{"a": [}', '1:8: expected a value or "]", found "}"');
    check('{"a": 1', '1:8: expected "," or "}", the text ends here');
    check('{"a": 1}}', '1:9: expected nothing more, found "}"');
    check('{"a": False}', '1:7: expected a value, found "False"');
    check('{"a": 01}', '1:7: expected a value, found "01"');
    check('{"a": 🙂}', '1:7: expected a value, found "🙂"');
  });

  test('REQ-CFG-020: inside a string or a comment is found too', () => {
    check('{"a": "b\n}', '1:7: this string has no end on its line');
    check('{"a": "b\tc"}', '1:9: a control character in a string; a tab is "\\t"');
    check('{"a": "C:\\\\ok\\Users"}', '1:14: not an escape that JSON knows; a backslash itself is "\\\\"');
    check('{"a": 1 /* never', '1:9: this comment has no end');
  });

  test('REQ-CFG-020: settings that are no object are named', () => {
    for (const text of ['[]', 'null', '3', '"lsp"'])
      check(text, '1:1: settings must be an object, like {"lsp": {}}');
  });

  test('REQ-CFG-020: is found however deep it lies', () => {
    check(`${'['.repeat(200_000)}1`, '1:200002: expected "," or "]", the text ends here');
  });

  test('REQ-CFG-020: is found wherever JSON.parse finds one', () => {
    const good = '{"a": [1, -2.5e+3, "x\\u00e9\\n\u0080", true, {"b": null}], "c": {}, "d": []}';
    const parses = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const disagreements = Array.from(
      good,
      (_, at) => [good.slice(0, at), good.slice(at), good.slice(at + 1)] as const,
    )
      .flatMap(([before, rest, next]) =>
        ['', ...Array.from('{}[]:,"\\1-.e \u0001tx')].flatMap((c) => [before + c + rest, before + c + next]),
      )
      .filter((text) => parses(text) !== (findJsonError(text) === undefined));
    expect(disagreements).toEqual([]);
  });
});
