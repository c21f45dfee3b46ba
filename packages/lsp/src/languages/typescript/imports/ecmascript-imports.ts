import {
  EVERYWHERE,
  type ImportReader,
  type Imports,
  LONGEST_SPECIFIER,
} from '../../../backend/imports/imports.ts';
import { occursInCode } from './in-code.ts';
import { Prose } from './prose.ts';

const QUOTED = /"([^"\\\n]*(?:\\.[^"\\\n]*)*)"|'([^'\\\n]*(?:\\.[^'\\\n]*)*)'|`([^`\\$]*(?:\\.[^`\\$]*)*)`/y;
/** In a comment, before `check`. */
const ASKING = '@ts-';
const MEMBER = /\.\s*\w+/y;

type Follows = 'quoted' | 'call' | 'call or quoted' | RegExp;

/** The text after each introducer, with a place for every gap: white space and comments. */
const FOLLOWS: ReadonlyMap<string, Follows> = new Map<string, Follows>([
  ['from', 'quoted'],
  /** `import "x"`, `import("x")`, `import.defer("x")` */
  ['import', 'call or quoted'],
  /** `require("x")`, `require.resolve("x")` */
  ['require', 'call'],
  ['module', 'quoted'],
  // Attributes are few and short. A line may have thousands of introducers.
  ['reference', /[^>\n]{0,200}?\bpath\s{0,9}=\s{0,9}(?:"([^"\n]+)"|'([^'\n]+)')/y],
  ['jsxImportSource', /\s+([^\s*]+)/y],
]);

/** Import and export declarations, calls, types, augmentations and triple-slash references. */
export const ecmascriptImports: ImportReader = {
  introducers: [...FOLLOWS.keys(), 'global', 'check'],
  open(text, imports, path) {
    const { specifiers, declares } = imports;
    // Only JavaScript has types in comments.
    const prose = TYPESCRIPT.test(path) ? new Prose(text) : undefined;
    imports.asksForTypes = TYPESCRIPT.test(path);
    return (start, end) => {
      const word = text.slice(start, end);
      if (word === 'global' && /\bdeclare\s+$/.test(text.slice(Math.max(0, start - 20), start)))
        declares.add(EVERYWHERE);
      if (word === 'check')
        imports.asksForTypes ||= text.slice(Math.max(0, start - ASKING.length), start) === ASKING;
      const quoted = quotedAfter(text, word, end, imports);
      // With a substitution, the import is in a template string and part of another text.
      if (quoted === undefined || quoted === '' || quoted.length > LONGEST_SPECIFIER || quoted.includes('${'))
        return;
      if (word !== 'reference' && prose?.holds(start) === true) return;
      imports.takesMore ||= takesMore(text, word, start, end);
      const specifier = quoted.replace(/\\(.)/g, '$1');
      if (word === 'reference') specifiers.add(isPath(specifier) ? specifier : `./${specifier}`);
      else if (word === 'jsxImportSource') specifiers.add(`${specifier}/jsx-runtime`);
      else specifiers.add(specifier);
      if (word === 'module') declares.add(specifier);
    };
  },
  isGlobal(text, path) {
    if (UMD.test(text)) return true;
    const isTypescript = TYPESCRIPT.test(path);
    if (occursInCode(text, MODULE, isTypescript && NAMESPACE.test(text))) return false;
    return isTypescript || !occursInCode(text, COMMON, false);
  },
};

/** A file with one of these at its top level is a module. */
const MODULE = /^(?:\uFEFF)?(?:export\b|import\b(?!\s*[(.]))(?!\s*:)/gm;

/** In such braces, a line may begin so too. */
const NAMESPACE = /\b(?:declare|namespace|module)\b/;

/** JavaScript with one of these is a module. */
const COMMON =
  /\b(?:require|defineProperty\s*\(\s*exports)\s*[(,]|\bmodule\s*\.\s*exports\b|\bexports\s*[.[=]/g;

/** A module with a name that scripts can say. */
const UMD = /\bexport\s+as\s+namespace\b/;

const TYPESCRIPT = /\.[cm]?tsx?$/;

function quotedAfter(text: string, word: string, end: number, imports: Imports): string | undefined {
  const follows = FOLLOWS.get(word);
  if (follows === undefined) return undefined;
  if (typeof follows !== 'string') return matchAt(follows, text, end)?.quoted;
  let at = pastGap(text, end, imports);
  if (follows !== 'quoted') {
    const member = matchAt(MEMBER, text, at);
    if (member !== undefined) at = pastGap(text, member.end, imports);
    if (text[at] === '(') at = pastGap(text, at + 1, imports);
    else if (follows === 'call') return undefined;
  }
  return matchAt(QUOTED, text, at)?.quoted;
}

const BEFORE_CALL = /\s*(?:\.\s*\w+\s*)?\(/y;

/** `import * as a from './a'`, `export * from './a'`, `import('./a')`, `require('./a')`; also in doubt. */
function takesMore(text: string, word: string, start: number, end: number): boolean {
  if (word === 'from')
    return !text
      .slice(Math.max(0, start - 100), start)
      .trimEnd()
      .endsWith('}');
  return word !== 'import' || matchAt(BEFORE_CALL, text, end) !== undefined;
}

function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
): { readonly quoted: string | undefined; readonly end: number } | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : { quoted: match[1] ?? match[2] ?? match[3], end: pattern.lastIndex };
}

const BLANK = /\s*/y;

/** Behind white space and comments. */
function pastGap(text: string, from: number, imports: Imports): number {
  for (let at = from; ;) {
    BLANK.lastIndex = at;
    BLANK.test(text);
    at = BLANK.lastIndex;
    const mark =
      text[at] !== '/' ? undefined : text[at + 1] === '*' ? '*/' : text[at + 1] === '/' ? '\n' : undefined;
    const end = mark === undefined ? -1 : text.indexOf(mark, at + 2);
    // Within a comment there may be words like this one, and each looks for its end.
    imports.left -= (mark === undefined ? at : end < 0 ? text.length : end) - from;
    if (mark === undefined || end < 0) return at;
    at = end + mark.length;
  }
}

/** The specifier is a path. Any other one is a package, an alias or an ambient module. */
export function isPath(specifier: string): boolean {
  return /^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..';
}
