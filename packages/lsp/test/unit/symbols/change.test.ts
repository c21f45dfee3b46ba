import { expect, test } from 'bun:test';

import { applyChanges } from '../../../src/backend/fixes/text-changes.ts';
import type { DocumentSymbol } from '../../../src/backend/model.ts';
import { positionAt } from '../../../src/client/documents/text-edit.ts';
import {
  deletion,
  insertion,
  replacement,
  type SymbolChange,
} from '../../../src/engine/refactor/symbols/change.ts';
import { type Extent, extentOf } from '../../../src/engine/refactor/symbols/extent.ts';
import { type Outline, outlineOf } from '../../../src/engine/navigate/outline/outline.ts';
import { placed } from '../../../src/engine/refactor/symbols/placed.ts';
import { outlineChange } from '../../../src/engine/refactor/symbols/verify.ts';
import { typescriptSymbols as syntax } from '../../../src/languages/typescript/symbol-syntax.ts';

/** Every `<...>` of the text is a symbol, named by the first letter in it. */
function outlineIn(marked: string): Outline {
  const starts: number[] = [];
  const listed: DocumentSymbol[] = [];
  const text = marked.replace(/[<>]/g, '');
  let removed = 0;
  for (const { 0: mark, index } of marked.matchAll(/[<>]/g)) {
    const at = index - removed++;
    if (mark === '<') starts.push(at);
    else {
      const start = starts.pop() ?? 0;
      const named = start + text.slice(start).search(/[a-z]/);
      const range = { start: positionAt(text, start), end: positionAt(text, at) };
      listed.push({
        name: text[named] ?? '',
        kind: 12,
        range,
        selectionRange: { start: positionAt(text, named), end: positionAt(text, named + 1) },
      });
    }
  }
  const outline = outlineOf(text, listed, syntax);
  if (outline === undefined) throw new Error('no outline');
  return outline;
}

function changed(
  marked: string,
  name: string,
  change: (text: string, extent: Extent) => SymbolChange,
): string {
  const outline = outlineIn(marked);
  const symbol = outline.symbols.find((one) => one.name === name);
  if (symbol === undefined) throw new Error(`no symbol ${name}`);
  const extent = extentOf(outline, symbol, syntax);
  return typeof extent === 'string'
    ? extent
    : applyChanges(outline.text, change(outline.text, extent).changes);
}

const givenIn = (text: string, { indentation }: Extent, around: string) => {
  const given = placed(text, { indentation, around }, syntax);
  if (given === undefined) throw new Error('nothing given');
  return given;
};

test.each<[what: string, before: string, after: string]>([
  ['one of three', '<x()>;\n\n<a()>;\n\n<z()>;\n', 'x();\n\nz();\n'],
  ['the first', '<a()>;\n\n<z()>;\n', 'z();\n'],
  ['the last', '<x()>;\n\n<a()>;\n', 'x();\n'],
  ['the last, without a line end', '<x()>;\n\n<a()>', 'x();\n'],
  ['the only one', '<a()>;\n', ''],
  ['the more blank lines stay', '<x()>;\n\n\n<a()>;\n\n<z()>;\n', 'x();\n\n\nz();\n'],
  ['none stay where none are', '<x()>;\n<a()>;\n<z()>;\n', 'x();\nz();\n'],
  ['those below a group stay', '<x()>;\n<a()>;\n\n<z()>;\n', 'x();\n\nz();\n'],
  ['the first in a block', '{\n  <a()>;\n\n  <z()>;\n}\n', '{\n  z();\n}\n'],
  ['the last in a block', '{\n  <x()>;\n\n  <a()>;\n}\n', '{\n  x();\n}\n'],
  ['all of a block', '{\n\n  <a()>;\n\n}\n', '{\n}\n'],
  ['with its comments', '<x()>;\n\n// a\n/* b\n */\n<a()>; // c\n\n// z\n<z()>;\n', 'x();\n\n// z\nz();\n'],
  ['not with a comment further up', '// file\n\n<a()>;\n\n<z()>;\n', '// file\n\nz();\n'],
  ['not with a divider', '// ---- part\n<a()>;\n<z()>;\n', '// ---- part\nz();\n'],
  ['CRLF', '<x()>;\r\n\r\n<a()>;\r\n\r\n<z()>;\r\n', 'x();\r\n\r\nz();\r\n'],
])('deletes: %s', (_, before, after) => {
  expect(changed(before, 'a', deletion)).toBe(after);
});

test.each<[what: string, before: string, text: string, after: string]>([
  ['the comment stays', '// a\n<a()>;\n', 'a(1)', '// a\na(1);\n'],
  ['the comment goes', '// a\n<a()>;\n', '// b\na(1)', '// b\na(1);\n'],
  ['a semicolon that the text has', '<a()>;\n', 'a(1);', 'a(1);\n'],
  ['a semicolon of the range', '<a();>\n', 'a(1)', 'a(1);\n'],
  ['none after a bracket', '<a();>\n', 'a() {}', 'a() {}\n'],
  ['CRLF', '// a\r\n<a()>;\r\n', 'a(\n)', '// a\r\na(\r\n);\r\n'],
])('replaces: %s', (_, before, text, after) => {
  expect(
    changed(before, 'a', (file, extent) => replacement(file, extent, givenIn(text, extent, file), true)),
  ).toBe(after);
});

test.each<
  [what: string, where: 'before' | 'after', isListed: boolean, before: string, text: string, after: string]
>([
  ['short after short', 'after', false, '<a()>;\n<z()>;\n', 'b();', 'a();\nb();\nz();\n'],
  ['long after short', 'after', false, '<a()>;\n<z()>;\n', 'b(\n);', 'a();\n\nb(\n);\n\nz();\n'],
  [
    'as many blank lines as there are',
    'after',
    false,
    '<a()>;\n\n\n<z()>;\n',
    'b();',
    'a();\n\n\nb();\n\n\nz();\n',
  ],
  [
    'long after long, as its neighbours',
    'after',
    false,
    '<a(\n)>;\n<z()>;\n',
    'b(\n);',
    'a(\n);\nb(\n);\nz();\n',
  ],
  ['after the last', 'after', false, '<x()>;\n\n<a()>;\n', 'b();', 'x();\n\na();\n\nb();\n'],
  ['after the last, without a line end', 'after', false, '<a()>;', 'b();', 'a();\nb();\n'],
  [
    'after the last of a block',
    'after',
    false,
    '{\n  <a(\n  )>;\n}\n',
    'b();',
    '{\n  a(\n  );\n\n  b();\n}\n',
  ],
  ['before the first', 'before', false, '// a\n<a()>;\n', 'b(\n);', 'b(\n);\n\n// a\na();\n'],
  [
    'before the first of a block',
    'before',
    false,
    '{\n  <a()>;\n  <z()>;\n}\n',
    'b();',
    '{\n  b();\n  a();\n  z();\n}\n',
  ],
  ['long before short', 'before', false, '<x()>;\n<a()>;\n', 'b(\n);', 'x();\n\nb(\n);\n\na();\n'],
  ['CRLF', 'after', false, '<a()>;\r\n\r\n<z()>;\r\n', 'b(\n);', 'a();\r\n\r\nb(\r\n);\r\n\r\nz();\r\n'],
  ['in a list', 'after', true, '{\n  <a>,\n  <z>\n}\n', 'b', '{\n  a,\n  b,\n  z\n}\n'],
  ['at the end of a list', 'after', true, '{\n  <a> // c\n}\n', 'b,', '{\n  a, // c\n  b\n}\n'],
  ['at the end of a list with its comma', 'after', true, '{\n  <a>,\n}\n', 'b', '{\n  a,\n  b,\n}\n'],
  ['before one of a list', 'before', true, '{\n  <a>\n}\n', 'b', '{\n  b,\n  a\n}\n'],
])('inserts: %s', (_, where, isListed, before, text, after) => {
  expect(
    changed(before, 'a', (file, extent) =>
      insertion(file, extent, givenIn(text, extent, file), { where, isListed }, syntax),
    ),
  ).toBe(after);
});

test.each<[what: string, after: string, brought: string[], other: string | undefined]>([
  ['the same', '<x()>;\n<a(1)>;\n<z()>;\n', ['a'], undefined],
  ['another one', '<x()>;\n<b(1)>;\n<z()>;\n', ['b'], undefined],
  ['two', '<x()>;\n<a()><b>;\n<z()>;\n', ['a', 'b'], undefined],
  ['the next one is gone', '<x()>;\n<a(1)>;\nz();\n', ['a'], 'z'],
  ['the one before is gone', 'x();\n<a(1)>;\n<z()>;\n', ['a'], 'x'],
  ['one more elsewhere', '<x<y>()>;\n<a(1)>;\n<z()>;\n', ['a'], 'y'],
])('the outline afterwards: %s', (_, marked, brought, other) => {
  const before = outlineIn('<x()>;\n<a()>;\n<z()>;\n');
  const after = outlineIn(marked);
  const target = before.symbols.find(({ name }) => name === 'a');
  // The change from one text to the other, as far as the line of `a` goes.
  const main = {
    start: before.text.indexOf('a'),
    end: before.text.indexOf(';\nz'),
    text: after.text.slice(after.text.indexOf('\n') + 1, after.text.indexOf(';\nz')),
  };
  const shift = after.text.indexOf('\n') + 1 - main.start;
  const found = outlineChange(
    before,
    after,
    { changes: shift === 0 ? [main] : [{ start: 1, end: 1, text: 'y'.repeat(shift) }, main], main },
    target,
  );
  expect([found.brought.map(({ name }) => name), found.other?.name]).toEqual([brought, other]);
});
