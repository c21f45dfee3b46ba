import type { OpenDocument } from '../../client/documents/documents.ts';
import { isObject } from '../../support/json.ts';
import { lineAt } from './lines.ts';
import type { Position } from '../model.ts';
import type { Question } from './source.ts';

const WORD = /[\p{ID_Continue}$\u200c\u200d]+/gu;
/** With what a language writes before a name that is private, or none but for that: `#x`, `r#type`. */
const MARKED = /(?<mark>(?<![\p{ID_Continue}$])r#|[#@`~])?(?<word>[\p{ID_Continue}$\u200c\u200d]+)/gu;

/** C++: a name that is no word, or the rest of one. Other files do not write it so. */
const BEFORE_OPERATOR = /(?<![\p{ID_Continue}$])operator\s*(?:""\s*)?$/u;

/**
 * The name that a request is about, as other files write it. Undefined where it is about no
 * particular name, or about something without a name.
 */
export function nameIn(question: Question, document: OpenDocument | undefined): string | undefined {
  const params = question.params(document?.uri ?? '');
  if ('item' in params) return isObject(params.item) ? lastName(params.item['name']) : undefined;
  if (document === undefined || !('position' in params)) return undefined;
  return wordOfOthers(document.text, params.position as Position);
}

/** The name at a position, where other files that use it have that word. */
export function wordOfOthers(text: string, position: Position): string | undefined {
  const name = nameAt(text, position);
  const row = lineAt(text, position.line) ?? '';
  const isOperator =
    name === 'operator' || BEFORE_OPERATOR.test(row.slice(0, startOf(row, position.character)));
  return isOperator ? undefined : name;
}

function startOf(row: string, character: number): number {
  return touched(row, character)?.index ?? character;
}

function touched(row: string, character: number): RegExpExecArray | undefined {
  return [...row.matchAll(MARKED)].find(
    ({ 0: whole, index }) => index <= character && character <= index + whole.length,
  );
}

/** The word that holds a position, or ends at it, without the mark before it: for `#x`, `x`. */
export function nameAt(text: string, { line, character }: Position): string | undefined {
  const word = touched(lineAt(text, line) ?? '', character)?.groups?.['word'];
  return word !== undefined && /^\D/.test(word) ? word : undefined;
}

/** As {@link nameAt}, in a language whose names are more than words, with the mark before it. */
export function formedNameAt(form: RegExp, text: string, { line, character }: Position): string | undefined {
  const found = [...(lineAt(text, line) ?? '').matchAll(form)].find(
    ({ 0: whole, index }) => index <= character && character <= index + whole.length,
  );
  return found?.[0];
}

/** Servers may qualify the name: `Shape::area`. */
function lastName(name: unknown): string | undefined {
  return typeof name === 'string' ? [...name.matchAll(WORD)].at(-1)?.[0] : undefined;
}
