import { expect, test } from 'bun:test';

import type { WorkspaceSymbol } from '../../../src/backend/model.ts';
import { listedOnce } from '../../../src/engine/navigate/listed-once.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';

const PATH = '/w/Cart.java' as AdmittedPath;
const LINES = ['public class Cart { void sum() {} void sum(int n) {} }', 'class Other {}'];

function listed(name: string, line: number, character: number, kind = 5): WorkspaceSymbol {
  return {
    name,
    kind,
    path: PATH,
    range: { start: { line, character }, end: { line, character: character + 1 } },
  };
}

test('a symbol that its server lists twice, once where its line begins, is one', () => {
  const [atLine, atName] = [listed('Cart', 0, 0), listed('Cart', 0, 13)];
  const overloads = [listed('sum', 0, 25, 6), listed('sum', 0, 39, 6)];
  const whole = listed('Other', 1, 0);
  expect(listedOnce([atLine, atName, ...overloads, whole], () => LINES)).toEqual([
    atName,
    ...overloads,
    whole,
  ]);
  expect(listedOnce([atLine], () => LINES)).toEqual([atLine]);
  expect(listedOnce([atLine, atName], () => [])).toEqual([atLine, atName]);
});
