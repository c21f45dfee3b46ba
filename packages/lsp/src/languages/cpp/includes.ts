import { type ImportReader, type Imports, LONGEST_SPECIFIER } from '../../backend/imports/imports.ts';

/** What each file is compiled with, whatever its text: see {@link CResolver}. */
export const FORCED = '';
/** An include whose file nothing tells. */
export const ANYTHING = '*';
/** Begins the specifiers of modules of C++20; a partition has a colon before its name. */
const MODULE = 'module ';

/** Blanks, comments and line ends that are escaped. */
const SPACE = String.raw`(?:[ \t]|\\\r?\n|\/\*(?:[^*]|\*(?!\/)){0,80}\*\/)*`;
const FILE = new RegExp(String.raw`${SPACE}(?:\([ \t]*)?(?:"([^"\n]+)"|<([^<>\n]+)>)`, 'y');
const MACRO = new RegExp(String.raw`${SPACE}[A-Za-z_]\w*[ \t]*\(([^()\n]{1,200})\)`, 'y');
const IMPORTED = /[ \t]+(:?[A-Za-z_][\w.]{0,200})[ \t]*;/y;
const DECLARED =
  /[ \t]{1,50}(?:([A-Za-z_][\w.]{0,200})[ \t]{0,50})?(?::[ \t]{0,50}([\w.]{1,200})[ \t]{0,50})?;/y;
/** `"lib/a.h"` and `<lib/a.h>` in the body of a macro. */
const PATHS = /"([^"\n\\]{1,200}\.[A-Za-z][\w+]{0,9})"|<([^<>\s]{1,200}\.[A-Za-z][\w+]{0,9})>/g;
const BARE_PATHS = /[\w./+-]+\.[A-Za-z]\w*/g;
/** Longer macros are code. UTF-16 code units. */
const LONGEST_MACRO = 4096;

/**
 * Includes, in quotes and in angle brackets, and modules.
 *
 * Of `#include NAME` nothing is read: whichever file gives the name its meaning counts as one that includes
 * that path, and what uses the name includes such a file, or is included by it.
 */
export const cImports: ImportReader = {
  introducers: ['include', 'import', 'include_next', '__has_include', 'define', 'module'],
  open(text, into) {
    into.specifiers.add(FORCED);
    return (start, end) => {
      const isDirective = followsHash(text, start);
      const first = text[start];
      if (first === 'm') readModule(text, start, end, into);
      else if (first !== 'd') readInclude(text, end, isDirective, into);
      else if (isDirective) readMacro(text, end, into);
    };
  },
};

function readInclude(text: string, end: number, isDirective: boolean, into: Imports): void {
  const file = matchAt(FILE, text, end);
  if (file !== undefined) {
    add(into, file[1] ?? file[2] ?? '');
    return;
  }
  if (!isDirective) {
    const [, module] = matchAt(IMPORTED, text, end) ?? [];
    if (module !== undefined) add(into, `${MODULE}${module}`);
    return;
  }
  const [, given] = matchAt(MACRO, text, end) ?? [];
  if (given === undefined) return;
  const paths = given.match(BARE_PATHS) ?? [ANYTHING];
  for (const path of paths) add(into, path);
}

function readModule(text: string, start: number, end: number, into: Imports): void {
  const [, name, partition] = matchAt(DECLARED, text, end) ?? [];
  if (partition !== undefined) into.declares.add(`${MODULE}:${partition}`);
  else if (name === undefined) return;
  else if (/\bexport[ \t]+$/.test(text.slice(Math.max(0, start - 16), start)))
    into.declares.add(MODULE + name);
  else add(into, MODULE + name);
}

function readMacro(text: string, start: number, into: Imports): void {
  const rest = text.slice(start, start + LONGEST_MACRO);
  let end = rest.indexOf('\n');
  while (end > 0 && /\\\r?$/.test(rest.slice(Math.max(0, end - 2), end))) end = rest.indexOf('\n', end + 1);
  const body = end < 0 ? rest : rest.slice(0, end);
  into.left -= body.length;
  for (const [, quoted, angled] of body.matchAll(PATHS)) add(into, quoted ?? angled ?? '');
}

function add({ specifiers }: Imports, specifier: string): void {
  if (specifier.length <= LONGEST_SPECIFIER) specifiers.add(specifier);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function followsHash(text: string, start: number): boolean {
  let at = start - 1;
  while (text[at] === ' ' || text[at] === '\t') at -= 1;
  return text[at] === '#';
}
