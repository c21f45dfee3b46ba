import { readText } from '../registry/files.ts';
import { linesOf } from './lines.ts';
import type { Position } from './model.ts';

/** What an import declaration of JavaScript or TypeScript holds before the module's name. */
const IMPORT = /(?:^|;)[^\S\n]*import\s+(?:type\s+)?(?:[\p{ID_Continue}$*,{}\s\u200c\u200d]|\/\*[^]*?\*\/|\/\/[^\n]*)+?\bfrom\s*["']/gmu;

/** Which names in a file are only imported there: they are declared somewhere else. */
export class ImportedNames {
  readonly #files = new Map<string, (position: Position) => boolean>();

  /** By the text of the file as it is on disk; each file is read once. */
  has(path: string, position: Position): boolean {
    const known = this.#files.get(path);
    if (known !== undefined) return known(position);
    const test = importsOf(readText(path) ?? '');
    this.#files.set(path, test);
    return test(position);
  }
}

function importsOf(text: string): (position: Position) => boolean {
  const spans = [...text.matchAll(IMPORT)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }));
  if (spans.length === 0) return () => false;
  const starts = lineStarts(text);
  return ({ line, character }) => {
    const at = (starts[line] ?? text.length) + character;
    return spans.some(({ from, to }) => from <= at && at < to);
  };
}

function lineStarts(text: string): number[] {
  let at = 0;
  return linesOf(text).map(({ length }) => {
    const start = at;
    at += length;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    return start;
  });
}
