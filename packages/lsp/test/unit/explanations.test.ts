import { expect, test } from 'bun:test';

import { readRelated, relatedTo, withoutRelated, withRelated } from '../../src/client/documents/related.ts';
import { toDiagnostic } from '../../src/client/documents/to-diagnostic.ts';
import { remapStaleDiagnostics } from '../../src/engine/question/remap-stale-diagnostics.ts';
import { positionOf } from '../../src/engine/enrich/position-of.ts';
import { gopls } from '../../src/languages/go/gopls.ts';
import { pyright } from '../../src/languages/python/pyright.ts';
import { toLspDiagnostics } from '../../src/languages/typescript/server/tsserver-findings.ts';
import type { Diagnostic } from '../../src/types.ts';

const RANGE = { start: { line: 0, character: 4 }, end: { line: 0, character: 9 } };
const PLACE = { path: '/w/b.ts', line: 1, character: 5, message: 'here' };
const INFORMATION = { location: { uri: 'file:///w/b.ts', range: RANGE }, message: 'here' };
const ERROR: Diagnostic = { file: 'a.ts', line: 1, character: 1, severity: 'error', message: 'm' };

test('related places stay with copies of a finding, and JSON has none of them', () => {
  const diagnostic =
    toDiagnostic('a.ts', { range: RANGE, message: 'm', relatedInformation: [INFORMATION] }) ?? ERROR;
  const copy = { ...diagnostic, origin: 'edit' };
  expect([relatedTo(diagnostic), relatedTo(copy), relatedTo(ERROR)]).toEqual([[PLACE], [PLACE], []]);
  expect(JSON.stringify(copy)).not.toContain('here');
  expect(relatedTo(withoutRelated(copy))).toEqual([]);
  expect(
    relatedTo(
      withRelated(
        ERROR,
        Array.from({ length: 1000 }, () => PLACE),
      ),
    ),
  ).toHaveLength(10);
});

test('a finding that is quoted on an unchanged line loses the places, which may have moved', () => {
  const told = [withRelated(ERROR, [PLACE])];
  expect(remapStaleDiagnostics(told, 'a\nb', 'a\nb').map(relatedTo)).toEqual([[PLACE]]);
  expect(remapStaleDiagnostics(told, 'a\nb', 'a\nc').map(relatedTo)).toEqual([[]]);
});

test('a malformed related place is left out, and not the others', () => {
  expect(readRelated([null, { message: 'm' }, INFORMATION, { ...INFORMATION, message: 1 }])).toEqual([PLACE]);
  expect([readRelated(null), readRelated({}), readRelated('x')]).toEqual([[], [], []]);
});

test('tsserver counts lines and columns of related places from 1', () => {
  const span = { start: { line: 1, offset: 5 }, end: { line: 1, offset: 10 }, file: '/w/b.ts' };
  const item = {
    message: 'm',
    category: 'error',
    start: 0,
    length: 1,
    startLocation: { line: 1, offset: 1 },
    endLocation: { line: 1, offset: 2 },
  };
  const related = [
    { span, message: 'here', category: 'message' },
    { message: 'no span' },
    { span: { ...span, file: 'relative.ts' }, message: 'm' },
    { span: { ...span, start: null }, message: 'm' },
    null,
  ];
  const found = toLspDiagnostics([{ ...item, relatedInformation: related }], 'text');
  expect(found.map((each) => each.relatedInformation)).toEqual([[INFORMATION]]);
  expect(
    toLspDiagnostics([{ ...item, relatedInformation: 'x' }], 'text').map((each) => each.relatedInformation),
  ).toEqual([undefined]);
});

test('the names in messages of servers that name no places', () => {
  const check = (names: readonly string[] | undefined, want: string[]): void => {
    expect(names).toEqual(want);
  };
  check(gopls.namesIn?.('not enough arguments in call to pkg.Add\n\thave ()', '', ''), ['Add']);
  check(
    gopls.namesIn?.(
      'cannot use c (variable of type *Circle) as Shape value in argument to draw: *Circle does not implement Shape (missing method Area)',
      '',
      '',
    ),
    ['draw', 'Shape', 'c'],
  );
  check(gopls.namesIn?.('c.Missing undefined (type *demo.Circle has no field or method Missing)', '', ''), [
    'Circle',
  ]);
  check(gopls.namesIn?.('undefined: x', '', ''), []);
  check(pyright.namesIn?.('Argument missing for parameter "b"', 'cart.add(f(1))', ''), ['add', 'b']);
  check(pyright.namesIn?.('Expected 2 positional arguments', '3', 'x = add(1, 2, '), ['add']);
  check(pyright.namesIn?.('Expected 2 positional arguments', '3', 'x = add(f(1), 2, '), []);
  check(
    pyright.namesIn?.(
      'Argument of type "int" cannot be assigned to parameter "a" of type "str" in function "price"',
      '1',
      'price(',
    ),
    ['price', 'int', 'a', 'str', 'price'],
  );
});

test('where a name stands: in the code of the finding, else in its line, and only there', () => {
  const check = (row: string, code: string, name: string, want: number | undefined): void =>
    expect([row, positionOf(row, code, row.indexOf(code), name)]).toEqual([row, want]);
  check('total = total', '= total', 'total', 8);
  check('f(total, 1)', '1', 'total', 2);
  check('total = total', '=', 'total', undefined);
  check('subtotal = totals', 'subtotal', 'total', undefined);
  check('$total', '$total', 'total', undefined);
  check('x', 'x', 'total', undefined);
});
