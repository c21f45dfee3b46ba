import { expect, test } from 'bun:test';

import type { DocumentSymbol } from '../../src/backend/navigation/model.ts';
import type { DefinitionSyntax } from '../../src/backend/traits.ts';
import { definitionLines } from '../../src/engine/refactor/definition-lines.ts';
import { symbolEdit, type SymbolChange } from '../../src/engine/refactor/symbol-text.ts';

const SYNTAX: DefinitionSyntax = { comment: /^\s*(?:\/\/|\/?\*)/, attribute: /^\s*@/, modifiers: /^(?:export|const|\s)+$/ };

/** `[` and `]` stand around what the outline calls `x`; its name begins there. */
function marked(text: string): { lines: string[]; symbol: DocumentSymbol } {
  const at = (mark: string): { line: number; character: number } => {
    const before = text.slice(0, text.indexOf(mark)).replace('[', '').split('\n');
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  };
  const [start, end] = [at('['), at(']')];
  return { lines: text.replace('[', '').replace(']', '').split('\n'), symbol: { name: 'x', kind: 12, range: { start, end }, selectionRange: { start, end: { ...start, character: start.character + 1 } } } };
}

const linesOf = (text: string): unknown => {
  const { lines, symbol } = marked(text);
  const found = definitionLines(lines, symbol, [symbol], SYNTAX);
  return typeof found === 'string' ? found : [found.first, found.start, found.last];
};

test.each<[what: string, text: string, expected: unknown]>([
  ['alone', '[x()\n]', [0, 0, 1]],
  ['with keywords before it and a semicolon behind', 'export const [x = 1]; // one', [0, 0, 0]],
  ['with a decorator and a comment', 'a\n// of x\n@d\n[x\n]', [1, 2, 4]],
  ['with a comment between decorators', 'a\n@c\n// of x\n@d\n[x]', [1, 3, 4]],
  ['with a block comment without asterisks', 'a\n\n/* of\n x */\n[x]', [2, 4, 4]],
  ['not with what ends in a comment', 'a = 1; /* of a */\n[x]', [1, 1, 1]],
  ['not with a comment behind a blank line', '// of the file\n\n[x]', [2, 2, 2]],
  ['not with the head of the file', '// Copyright by us.\n// All rights.\n[x]', [2, 2, 2]],
  ['with the first comment of the file, if it is about it', '// of x\n[x]', [0, 1, 1]],
  ['after other code', 'a(); [x]', 'other code stands before it on its line'],
  ['before other code', '[x] b()', 'other code stands behind it on its line'],
])('a definition: %s', (_, text, expected) => {
  expect(linesOf(text)).toEqual(expected);
});

const edited = (text: string, change: SymbolChange): string => {
  const { lines, symbol } = marked(text);
  const found = definitionLines(lines, symbol, [symbol], SYNTAX);
  if (typeof found === 'string') return found;
  const { start, end, text: put } = symbolEdit(lines, found, change, SYNTAX);
  const before = [...lines.slice(0, start.line), (lines[start.line] ?? '').slice(0, start.character)].join('\n');
  return before + put + [(lines[end.line] ?? '').slice(end.character), ...lines.slice(end.line + 1)].join('\n');
};

test.each<[what: string, text: string, change: SymbolChange, expected: string]>([
  ['deleted between two', 'a\n\n[x]\n\nb\n', { kind: 'delete' }, 'a\n\nb\n'],
  ['deleted at the end', 'a\n\n[x]\n', { kind: 'delete' }, 'a\n'],
  ['deleted at the end, without a last line end', 'a\n\n[x]', { kind: 'delete' }, 'a'],
  ['deleted, and nothing is left', '[x]\n', { kind: 'delete' }, ''],
  ['deleted as the last of a block', '{\n  a\n\n  [x]\n}\n', { kind: 'delete' }, '{\n  a\n}\n'],
  ['deleted as the first of a block', '{\n  [x]\n\n  b\n}\n', { kind: 'delete' }, '{\n  b\n}\n'],
  ['deleted among lines without gaps', 'a\n[x]\nb\n', { kind: 'delete' }, 'a\nb\n'],
  ['replaced with tabs, as its place has', '{\n\t[x];\n}\n', { kind: 'replace', text: '    x(\n      y\n    )' }, '{\n\tx(\n\t  y\n\t);\n}\n'],
  ['replaced, its comment stays', '// of x\n[x]\n', { kind: 'replace', text: 'x2\n' }, '// of x\nx2\n'],
  ['replaced with its comment', '// of x\n[x]\n', { kind: 'replace', text: '// more\nx2' }, '// more\nx2\n'],
  ['inserted before, above its comment', 'a\n\n// of x\n[x]\n', { kind: 'insert', where: 'before', text: 'n' }, 'a\n\nn\n\n// of x\n[x]\n'.replace('[x]', 'x')],
  ['inserted after the last, without a last line end', 'a\n\n\n[x]', { kind: 'insert', where: 'after', text: 'n\n' }, 'a\n\n\nx\n\n\nn'],
  ['inserted among single lines', 'a,\n[x],\nb\n', { kind: 'insert', where: 'after', text: 'n' }, 'a,\nx,\nn,\nb\n'],
])('a definition is %s', (_, text, change, expected) => {
  expect(edited(text, change)).toBe(expected);
});
