import { expect, test } from 'vitest';
import { readCargo } from '../src/floor/cargo.js';

const span = (file_name: string, line_start: number, is_primary = true): unknown => ({
  file_name,
  line_start,
  is_primary,
  text: [],
});

function message(level: string, code: string | undefined, ...spans: readonly unknown[]): unknown {
  return {
    reason: 'compiler-message',
    message: { level, code: code === undefined ? null : { code, explanation: '' }, spans },
  };
}

const finished = { reason: 'build-finished', success: false };
const lines = (...said: readonly unknown[]): string =>
  said.map((part) => `${JSON.stringify(part)}\n`).join('');

test('errors are found by file, at the line of their primary span, with their code if they have one', () => {
  const said = [
    { reason: 'compiler-artifact', target: {} },
    message('error', 'E0308', span('src/a.rs', 3), span('src/b.rs', 1, false)),
    message('warning', 'unused_imports', span('src/a.rs', 1)),
    message('error', undefined, span('src\\c.rs', 9)),
    message('error', undefined),
    message('error', 'E0425', span('src/a.rs', 7)),
    finished,
  ];
  expect(readCargo(`not JSON\n${lines(...said)}`)).toEqual(
    new Map([
      [
        'src/a.rs',
        [
          { line: 3, code: 'E0308' },
          { line: 7, code: 'E0425' },
        ],
      ],
      ['src/c.rs', [{ line: 9, code: undefined }]],
    ]),
  );
});

test('a clean build has no errors, and one that never finished has no result', () => {
  expect(readCargo(lines(finished))).toEqual(new Map());
  expect(readCargo('')).toBeUndefined();
  expect(readCargo(lines(message('error', 'E0308', span('src/a.rs', 3))))).toBeUndefined();
});
