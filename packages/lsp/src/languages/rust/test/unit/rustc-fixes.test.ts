import { expect, test } from 'bun:test';

import { suggestedFixes } from '../../rustc-fixes.ts';
import type { RustcMessage, RustcSpan } from '../../rustc-message.ts';

function span(
  line: number,
  columns: [number, number],
  text: string,
  replacement: string,
  applicability = 'MachineApplicable',
): RustcSpan {
  return {
    file_name: 'src/lib.rs',
    is_primary: true,
    line_start: line,
    line_end: line,
    column_start: columns[0],
    column_end: columns[1],
    label: null,
    text: [{ text }],
    expansion: null,
    suggested_replacement: replacement,
    suggestion_applicability: applicability,
  };
}

function message(...children: { message: string; spans: RustcSpan[] }[]): RustcMessage {
  return {
    level: 'error',
    message: 'wrong',
    code: null,
    spans: [],
    children: children.map((child) => ({ level: 'help', ...child })),
  };
}

const brief = (given: RustcMessage): unknown[] =>
  suggestedFixes(given, '/w').map(({ title, isPreferred, files }) => [
    title,
    isPreferred,
    files.flatMap(({ path, edits }) =>
      edits.map(
        ({ start, end, text }) =>
          `${path} ${start.line}:${start.character}-${end.line}:${end.character} ${text}`,
      ),
    ),
  ]);

test('spans belong together; those that begin at one place are alternatives; columns become UTF-16', () => {
  expect(
    brief(
      message({
        message: 'wrap it',
        spans: [span(2, [5, 5], '😀é x', 'Some('), span(2, [6, 6], '😀é x', ')')],
      }),
    ),
  ).toEqual([['wrap it: Some( ... )', true, ['/w/src/lib.rs 1:5-1:5 Some(', '/w/src/lib.rs 1:6-1:6 )']]]);
  expect(
    brief(
      message({
        message: 'import one',
        spans: [
          span(1, [1, 1], '', 'use a::X;\n', 'MaybeIncorrect'),
          span(1, [1, 1], '', 'use b::X;\n', 'MaybeIncorrect'),
        ],
      }),
    ),
  ).toEqual([
    ['import one: use a::X;', false, ['/w/src/lib.rs 0:0-0:0 use a::X;\n']],
    ['import one: use b::X;', false, ['/w/src/lib.rs 0:0-0:0 use b::X;\n']],
  ]);
});

test('placeholders, expansions of macros and spans without a replacement are no fixes', () => {
  const without = { ...span(1, [1, 2], 'x', ''), suggested_replacement: null };
  const expanded = { ...span(1, [1, 2], 'x', 'y'), expansion: { span: span(9, [1, 2], 'x', '') } };
  expect(
    brief(
      message(
        { message: 'fill in', spans: [span(1, [1, 1], '', 'todo!()', 'HasPlaceholders')] },
        { message: 'note', spans: [without] },
        { message: 'macro', spans: [expanded] },
        { message: 'none', spans: [] },
      ),
    ),
  ).toEqual([]);
});
