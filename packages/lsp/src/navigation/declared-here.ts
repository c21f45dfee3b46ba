import { extname } from 'node:path';
import { lineAt } from './lines.ts';
import { nameBounds } from './mentions.ts';
import type { Position, Range } from './model.ts';

/**
 * What stands before a name that is declared there and by that name, and in no other file, apart from those that import this one to add to it.
 * Members are declared by what they override, too, and a `type` may be one that is imported.
 */
const BEFORE = /(?:^|[\s;{}(])(?:function\s*\*?|class|interface|enum)\s*$/;

const VARIABLE = /(?:^|[\s;{}(])(?:const|let|var)\s+$/;

/** Elsewhere `const a = require('a')` is an import. */
const TYPESCRIPT = new Set(['.ts', '.tsx', '.mts', '.cts']);

/** Where a name of JavaScript or TypeScript is declared, if that is right here, as its text alone tells; undefined where a server has to be asked. */
export function declaredHere(path: string, text: string, position: Position): Range | undefined {
  const row = lineAt(text, position.line) ?? '';
  const { start, end } = nameBounds(row, position.character);
  if (start === end) return undefined;
  const before = row.slice(0, start);
  if (!BEFORE.test(before) && !(VARIABLE.test(before) && TYPESCRIPT.has(extname(path)))) return undefined;
  return { start: { line: position.line, character: start }, end: { line: position.line, character: end } };
}
