import type { OpenDocument } from '../../client/documents/documents.ts';
import { isObject } from '../../support/json.ts';
import { lineAt } from './lines.ts';
import type { Position } from '../model.ts';
import type { Question } from './source.ts';

const WORD = /[\p{ID_Continue}$\u200c\u200d]+/gu;

/**
 * The name that a request is about, as other files write it. Undefined where it is about no
 * particular name, or about something without a name.
 */
export function nameIn(question: Question, document: OpenDocument | undefined): string | undefined {
  const params = question.params(document?.uri ?? '');
  if ('item' in params) return isObject(params.item) ? lastName(params.item['name']) : undefined;
  if (document === undefined || !('position' in params)) return undefined;
  return nameAt(document.text, params.position as Position);
}

/** The word that holds a position, or ends at it. */
export function nameAt(text: string, { line, character }: Position): string | undefined {
  const touched = [...(lineAt(text, line) ?? '').matchAll(WORD)].find(
    ({ 0: word, index }) => index <= character && character <= index + word.length,
  );
  return touched !== undefined && /^\D/.test(touched[0]) ? touched[0] : undefined;
}

/** Servers may qualify the name: `Shape::area`. */
function lastName(name: unknown): string | undefined {
  return typeof name === 'string' ? [...name.matchAll(WORD)].at(-1)?.[0] : undefined;
}
