import { isInGlob, type PathGlob, pathGlob } from '../../support/path-glob.ts';

/** One pattern of a `//go:embed`. */
export interface EmbedPattern {
  /** As it is written, with quotes. */
  readonly start: number;
  readonly end: number;
  readonly quote: '' | '"' | '`';
  /** It takes files whose names begin with `.` or `_`, too. */
  readonly isAll: boolean;
  /** Without quotes and `all:`; with wildcards. */
  readonly path: string;
}

/** The directives of a block of variables are indented. */
const DIRECTIVE = /^[ \t]*\/\/go:embed[ \t]+([^\r\n]+)/gm;
const PATTERN = /"(?:[^"\\\n]|\\.)*"|`[^`\n]*`|[^\s"`]\S*/g;
const ALL = 'all:';

/** In their order, without those that Go refuses: absolute ones, and those that lead out of the folder. */
export function embedPatterns(text: string): EmbedPattern[] {
  return [...text.matchAll(DIRECTIVE)].flatMap(({ 0: whole, 1: list = '', index }) => {
    const begin = index + whole.length - list.length;
    return [...list.matchAll(PATTERN)].flatMap(({ 0: written, index: at }): EmbedPattern[] => {
      const quote = written.startsWith('"') ? '"' : written.startsWith('`') ? '`' : '';
      const value = unquoted(written, quote);
      const isAll = value?.startsWith(ALL) === true;
      const path = isAll ? value.slice(ALL.length) : (value ?? '');
      const isFit = path !== '' && path.split('/').every((name) => name !== '' && name !== '..');
      return isFit ? [{ start: begin + at, end: begin + at + written.length, quote, isAll, path }] : [];
    });
  });
}

/** As it is written for another path, by the same quotes where these are enough. */
export function writtenPattern({ quote, isAll }: EmbedPattern, path: string): string {
  const value = isAll ? ALL + path : path;
  if (quote === '`' && !value.includes('`')) return `\`${value}\``;
  return quote !== '' || /[\s"`]/.test(value) ? JSON.stringify(value) : value;
}

/** Whether it takes a file; `names` are those of its path from the folder of the Go file. */
export function embeds({ path, isAll }: EmbedPattern, names: readonly string[]): boolean {
  const glob = globOf(path);
  if (!isInGlob(names, glob)) return false;
  // What stands in a folder that fits, and not in the pattern.
  const inner = names.slice(glob.length);
  return isAll || inner.every((name) => !/^[._]/.test(name));
}

/** The path that a pattern without wildcards names. */
export function plainPath(path: string): string {
  return path.replace(/\\(.)/g, '$1');
}

/** With what a pattern would take for wildcards. */
export function patternOf(path: string): string {
  return path.replace(/[*?[\\]/g, String.raw`\$&`);
}

export function hasWildcards(path: string): boolean {
  return /[*?[]/.test(path.replace(/\\./g, ''));
}

/** Name by name: two stars are no more than one. */
function globOf(path: string): PathGlob {
  return pathGlob(path.replace(/\*{2,}/g, '*'));
}

function unquoted(written: string, quote: EmbedPattern['quote']): string | undefined {
  if (quote === '') return written;
  if (quote === '`') return written.slice(1, -1);
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
}
