import { extname } from 'node:path';
import { lineAt, wordBounds } from '../../../backend/navigation/lines.ts';
import type { Position, Range } from '../../../backend/model.ts';

/**
 * What stands before a name that is declared at this place, by that name, and in no other file.
 * Exception: files that import this one to add to it. Members are left out, as what they override
 * declares them too. `type` is left out, as it may stand before an imported type.
 */
const BEFORE = /(?:^|[\s;{}(])(?:function(?:\s*\*)?|class|interface|enum)\s*$/;

const VARIABLE = /(?:^|[\s;{}(])(?:const|let|var)\s+$/;

/** Elsewhere `const a = require('a')` is an import. */
const TYPESCRIPT = new Set(['.ts', '.tsx', '.mts', '.cts']);

/**
 * Where a name of JavaScript or TypeScript is declared, if its text alone shows that it is declared
 * at this position. Undefined where a server has to be asked.
 */
export function declaredHere(path: string, text: string, position: Position): Range | undefined {
  const row = lineAt(text, position.line) ?? '';
  const { start, end } = wordBounds(row, position.character);
  if (start === end) return undefined;
  const before = row.slice(0, start);
  if (!BEFORE.test(before) && !(VARIABLE.test(before) && TYPESCRIPT.has(extname(path)))) return undefined;
  return { start: { line: position.line, character: start }, end: { line: position.line, character: end } };
}
