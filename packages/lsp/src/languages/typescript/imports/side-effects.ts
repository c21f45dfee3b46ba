import { lineEnding } from '../../../backend/fixes/text-changes.ts';
import type { ImportsApart } from '../../../backend/fixes/source.ts';
import { pieceAt, piecesOf } from '../../../backend/symbols/pieces.ts';
import { typescriptSymbols } from '../symbol-syntax.ts';

/** An import that brings no name: what it runs, or which styles, depends on its place. */
const SIDE_EFFECT = /^import\s*(?:"[^"\n]*"|'[^'\n]*')/gm;
const IMPORT = /^import\b/gm;

/** A line of comment parts two groups of imports, each of which TypeScript sorts by itself. */
const MARK = '//\u2060apart\u2060';

/**
 * Quirk(TypeScript): it sorts imports that are run for what they do among the others. So each stands
 * in a group of its own while it is asked.
 */
export const sideEffectsApart: ImportsApart = {
  before(text) {
    const pieces = piecesOf(text, typescriptSymbols);
    const isCode = ({ index }: RegExpExecArray): boolean => pieceAt(pieces, index) === undefined;
    const alone = [...text.matchAll(SIDE_EFFECT)].filter(isCode).map(({ index }) => index);
    if (alone.length === 0) return undefined;
    const all = [...text.matchAll(IMPORT)].filter(isCode).map(({ index }) => index);
    const runs = new Set(alone);
    const marked = all.filter((start, at) => runs.has(start) || runs.has(all[at - 1] ?? -1));
    const line = MARK + lineEnding(text);
    let at = 0;
    const parts: string[] = [];
    for (const start of marked) {
      parts.push(text.slice(at, start), line);
      at = start;
    }
    return parts.join('') + text.slice(at);
  },
  after(organized) {
    return organized.replaceAll(LINE, '');
  },
  order(text) {
    const pieces = piecesOf(text, typescriptSymbols);
    return [...text.matchAll(SIDE_EFFECT)]
      .filter(({ index }) => pieceAt(pieces, index) === undefined)
      .map(([found]) => found.replace(/^import\s*/, '').slice(1, -1));
  },
};

const LINE = new RegExp(String.raw`^[ \t]*${MARK}[ \t]*\r?\n`, 'gm');
