import type { RenameAnswer, RenameQuestion } from '../../backend/fixes/rename-answer.ts';
import type { SharedName } from '../../backend/shared-name.ts';
import { pieceAt, piecesOf } from '../../backend/symbols/pieces.ts';
import { typescriptSymbols } from '../typescript/symbol-syntax.ts';

/** What is a name to stylesheets, and in what uses them: `card-big`, `--brand`, `$brand`. */
export const STYLE_NAME = /(?:--|[$@%])?[\p{ID_Start}_-][\p{ID_Continue}-]*/gu;

const SHEETS = ['.css', '.scss', '.less', '.sass', '.styl'];
const SCRIPTS = ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts'];
const MARKUP = [
  ...['.html', '.htm', '.vue', '.svelte', '.astro', '.php', '.twig', '.erb', '.ejs', '.hbs', '.liquid'],
  ...['.njk', '.j2', '.jinja', '.cshtml', '.razor', '.heex', '.eex', '.leaf', '.mdx'],
];

/** So much of a text before a name is looked at, UTF-16 code units. */
const MOST_BEFORE = 2000;
/** The same of each place of a name that is looked for. */
const MOST_BESIDE = 300;

const SELECTOR = /[.#&]$/;
/** `@include card`, `animation: spin 1s`, `vars.card` */
const NAMED = /@[\w-]+\s+$|\banimation(?:-name)?\s*:[^;{}]*$/;
const ATTRIBUTE = /\b(?:class|className|id)\s*=\s*(?:"[^"]*|'[^']*)$/;
/** A part of it is composed: `&__title`. */
const COMPOSED = /&[\p{ID_Continue}-]/u;
const PARTS = /<(style|script)\b[^]*?(?:<\/\1|$)/g;
/** Behind the end of a tag, which an arrow is not. */
const PROSE = /(?<!=)>[^<>]*$/;
const PAGES = ['.html', '.htm'];
const IMPORTS_SHEET = /\.(?:css|scss|less|sass|styl)(?:\?\w+)?["'`]/;

/**
 * A name of a stylesheet, or of the part of a file that is one, or of a class or id in markup, as other files
 * may say it. Servers of stylesheets see none of those.
 */
export function styleName(text: string, offset: number, path: string): SharedName | undefined {
  const start = startOf(text, offset);
  const [name] = start === undefined ? [] : (text.slice(start).match(STYLE_NAME) ?? []);
  if (start === undefined || name === undefined) return undefined;
  const before = text.slice(Math.max(0, start - MOST_BEFORE), start);
  const isSheet = isOneOf(SHEETS, path);
  const isStyle = isSheet || isWithin('style', text, start);
  const isShared = isStyle
    ? SELECTOR.test(before) || NAMED.test(before) || /^[-$@%]/.test(name)
    : !isWithin('script', text, start) && ATTRIBUTE.test(before);
  if (!isShared) return undefined;
  const [whole, isPart] = [RegExp.escape(name), before.endsWith('&')];
  const camel = name.replace(/(?<=[\p{ID_Continue}])-+(.)/gu, (_, first: string) => first.toUpperCase());
  const ending = isStyle && COMPOSED.test(text) ? String.raw`(?:[-_][\p{ID_Continue}-]*)?` : '';
  const pattern = new RegExp(
    String.raw`(?<![\p{ID_Continue}$-])${isPart ? String.raw`[\p{ID_Continue}-]*` : ''}` +
      `(?:${whole}${ending}|${RegExp.escape(camel)})` +
      String.raw`(?![\p{ID_Continue}-])`,
    'gu',
  );
  return {
    name,
    words: [...new Set([name, camel])],
    // What the own server sees of other stylesheets is asked about elsewhere.
    endings: isSheet ? [...MARKUP, ...SCRIPTS] : [...SHEETS, ...MARKUP, ...SCRIPTS],
    isSaidInOwn: isOneOf(PAGES, path),
    saidAt(other, of) {
      if (isOneOf(SCRIPTS, of)) return inScript(other, pattern);
      if (isOneOf(SHEETS, of)) return other.matchAll(pattern).next().value?.index;
      return inMarkup(other, pattern, of === path ? isStyle : undefined);
    },
  };
}

/** In texts, and as a member of a stylesheet that it imports. */
function inScript(text: string, pattern: RegExp): number | undefined {
  const isModule = IMPORTS_SHEET.test(text);
  const pieces = piecesOf(text, typescriptSymbols);
  for (const { index } of text.matchAll(pattern)) {
    const piece = pieceAt(pieces, index)?.kind;
    if (isModule && piece !== 'comment') return index;
    if (piece === 'quoted' || (piece === undefined && isQuotedInLine(text, index))) return index;
  }
  return undefined;
}

/**
 * Everywhere but in prose.
 *
 * @param isStyleKnown of its own file, what stands in the same part is known
 */
function inMarkup(text: string, pattern: RegExp, isStyleKnown: boolean | undefined): number | undefined {
  const parts = text.matchAll(PARTS);
  let part = parts.next().value;
  for (const { index } of text.matchAll(pattern)) {
    while (part !== undefined && part.index + part[0].length <= index) part = parts.next().value;
    const kind = part !== undefined && part.index <= index ? part[1] : undefined;
    if (isStyleKnown !== undefined && isStyleKnown === (kind === 'style')) continue;
    const row = text.slice(Math.max(0, index - MOST_BESIDE), index);
    if (kind === 'style' || !PROSE.test(row) || isQuotedInLine(text, index)) return index;
  }
  return undefined;
}

/** Of the name that holds this offset, or ends there. */
function startOf(text: string, offset: number): number | undefined {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const row = text.slice(from, (text.indexOf('\n', offset) + 1 || text.length + 1) - 1);
  for (const { 0: whole, index } of row.matchAll(STYLE_NAME))
    if (from + index <= offset && offset <= from + index + whole.length) return from + index;
  return undefined;
}

function isWithin(tag: string, text: string, offset: number): boolean {
  return text.lastIndexOf(`<${tag}`, offset) > text.lastIndexOf(`</${tag}`, offset);
}

/** Quotes in the text between tags count as those of texts, further up in the file. */
function isQuotedInLine(text: string, offset: number): boolean {
  const beside = text.slice(Math.max(0, offset - MOST_BESIDE), offset);
  const row = beside.slice(beside.lastIndexOf('\n') + 1);
  return ['"', "'", '`'].some((quote) => row.split(quote).length % 2 === 0);
}

const isOneOf = (endings: readonly string[], path: string): boolean =>
  endings.some((ending) => path.toLowerCase().endsWith(ending));

/** Quirk(css): it writes the new name in place of `.card` and `&__title`, too. */
export function completeStyleRename(question: RenameQuestion): Promise<RenameAnswer> {
  const { files, references, oldName, newName, lineOf } = question;
  const marked = files.map((file) => ({
    ...file,
    edits: file.edits.map((edit) => {
      const { start, end, text } = edit;
      const former = start.line === end.line ? lineOf(file.path, start.line) : '';
      const replaced = former.slice(start.character, end.character);
      const isName = text === newName && replaced.endsWith(oldName);
      return isName ? { ...edit, text: replaced.slice(0, replaced.length - oldName.length) + text } : edit;
    }),
  }));
  return Promise.resolve({ files: marked, references });
}
