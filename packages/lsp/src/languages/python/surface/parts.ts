import { ASSIGNS_TO, WHOLE_NAME } from './lines.ts';
import type { SurfacePart } from '../../../backend/imports/imports.ts';

/** They go on with what stands before them. */
const GOES_ON = /^(?: |else\b|elif\b|except\b|finally\b)/;
/** An import, or what decides which one there is: `if TYPE_CHECKING :`. */
const IMPORTS = /^ *(?:(?:from|import) |(?:if|elif|else|try|except|finally)\b.* :$)/;
const WORD = /[\p{ID_Start}_]\p{ID_Continue}*/gu;
const DEFINES = new Set(['def', 'class']);
const COMPOUND = new Set('if elif else try except finally for with async @'.split(' '));
const KEYWORDS = new Set(['as', 'async', 'for', 'in', 'with']);
const SILENT = new Set(['', '""', 'pass', '...']);
/** Others see without a word what these say. */
const UNSAID = new Set(['__all__', '__getattr__', '__dir__']);

/** What others use of a class by its name: `object.name`. */
export interface Member {
  readonly names: readonly string[];
  /** Its type is declared, so that a class with several bases is checked for it. */
  readonly isTyped: boolean;
}

export interface WrittenLine {
  readonly text: string;
  /** It is one of this member, and the class has it apart. */
  readonly member?: Member;
  /** As much of it as what it declares depends on. */
  readonly basis: string;
}

/**
 * What stands at the top of a module, with all that is indented below it. Each name that is imported is a
 * part.
 *
 * @param structural what stands in the head of a class that others fit by the names of their members
 * @param isPackage its modules are parts of it, too
 */
export function pythonParts(
  lines: readonly WrittenLine[],
  structural: ReadonlySet<string>,
  isPackage: boolean,
): SurfacePart[] {
  const blocks: WrittenLine[][] = [];
  let isOpen = false;
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last !== undefined && (isOpen || GOES_ON.test(line.text))) last.push(line);
    else blocks.push([line]);
    isOpen = line.text.startsWith('@');
  }
  return blocks.flatMap((block) => importParts(block, isPackage) ?? partsOf(block, structural));
}

function partsOf(lines: readonly WrittenLine[], structural: ReadonlySet<string>): SurfacePart[] {
  const own = lines.filter(({ member }) => member === undefined);
  const block = own.map(({ text }) => text);
  const names = namesOf(block);
  const [, owner = ''] = block.find((text) => text.startsWith('class '))?.split(' ') ?? [];
  const isAlias = names !== undefined && own.length === 1 && block[0]?.includes(' = ') === true;
  const part: SurfacePart = {
    text: block.join('\n'),
    basis: basisOf(own),
    names,
    isStar: /^from .* import \*$/.test(block[0] ?? ''),
    ...classesIn(block, structural),
    ...takesAny(block),
    ...(isAlias && { bases: [block[0] ?? ''] }),
  };
  const members = Map.groupBy(lines, ({ member }) => member);
  members.delete(undefined);
  return [
    part,
    ...[...members].map(([member, all]) => ({
      text: [`class ${owner} :`, ...all.map(({ text }) => text)].join('\n'),
      basis: basisOf(all),
      names: member?.names,
      ...classesIn(
        all.map(({ text }) => text),
        structural,
      ),
      ...takesAny(all.map(({ text }) => text)),
      member: { owner, isTyped: member?.isTyped === true },
    })),
  ];
}

const basisOf = (lines: readonly WrittenLine[]): string => lines.map(({ basis }) => basis).join('\n');

/** Of all classes in these lines. */
function classesIn(
  lines: readonly string[],
  structural: ReadonlySet<string>,
): Pick<SurfacePart, 'bases' | 'isStructural'> | undefined {
  const heads = lines.map((text) => text.trim().split(' ')).filter(([first]) => first === 'class');
  if (heads.length === 0) return undefined;
  const isStructural = heads.some((head) => head.some((token) => structural.has(token)));
  return { bases: heads.flatMap(basesIn), isStructural };
}

/** Quirk(pyright): where neither a parameter nor the result is declared, a call decides what is returned. */
function takesAny(lines: readonly string[]): Pick<SurfacePart, 'takesAny'> | undefined {
  const isOne = (text: string): boolean => {
    const tokens = text.trim().split(' ');
    const at = tokens[0] === 'async' ? 1 : 0;
    if (tokens[at] !== 'def') return false;
    const depths = depthsOf(tokens);
    const end = tokens.findIndex((token, index) => token === ':' && depths[index] === 0);
    const head = tokens.slice(0, end);
    if (head.includes('->')) return false;
    const parameters = apart(head.slice(head.indexOf('(') + 1, -1), ',');
    return parameters.some(([first = '', second], index) => {
      const isOwner = index === 0 && (first === 'self' || first === 'cls');
      return !isOwner && WHOLE_NAME.test(first) && second !== ':';
    });
  };
  return lines.some(isOne) ? { takesAny: true } : undefined;
}

/** `class A ( B [ C ] , metaclass = D ) :` */
function basesIn(head: readonly string[]): string[] {
  const depths = depthsOf(head);
  const bases: string[][] = [[]];
  for (const [at, token] of head.entries()) {
    if ((depths[at] ?? 0) < 1) continue;
    if (token === ',' && depths[at] === 1) bases.push([]);
    else bases.at(-1)?.push(token);
  }
  return bases.filter((base) => base.length > 0 && base[1] !== '=').map((base) => base.join(' '));
}

/** Undefined where it is no import, or it is in doubt what names it brings. */
function importParts(lines: readonly WrittenLine[], isPackage: boolean): SurfacePart[] | undefined {
  const parts: SurfacePart[] = [];
  /** `if TYPE_CHECKING :` */
  const heads: string[] = [];
  const add = (own: readonly string[], on: readonly string[], names: readonly string[]): void => {
    const [text = '', basis = ''] = [own, on].map((each) => [...heads, ...each].join(' '));
    parts.push({ text, basis, names, isImport: true, bases: [basis] });
  };
  for (const { text } of lines) {
    const tokens = text.trim().split(' ');
    const names = namesIn(tokens);
    if (!IMPORTS.test(text) || tokens.includes(';') || names?.some((name) => UNSAID.has(name)) !== false)
      return undefined;
    const [first = ''] = tokens;
    if (first !== 'from' && first !== 'import') {
      heads.push(...tokens);
      add([], [], names);
      continue;
    }
    const at = first === 'from' ? tokens.indexOf('import') : 0;
    const start = tokens.slice(0, at + 1);
    for (const item of itemsOf(tokens.slice(at + 1)))
      add([...start, ...item], first === 'from' ? item.slice(0, 1) : item, boundNames(item));
    // To its package, `from . a import b` gives the name `a`, too.
    const modules = start.filter((_, index) => start[index - 1] === '.' && index < at);
    if (isPackage && modules.length > 0) add(start, [], modules);
  }
  return parts;
}

/** Undefined where others may see a line of these without a name. */
function namesOf(lines: readonly string[]): string[] | undefined {
  const names: string[] = [];
  let definedAt = Infinity;
  for (const line of lines) {
    const indent = line.search(/\S/);
    if (/^\s*global /.test(line)) names.push(...(line.match(WORD) ?? []));
    if (indent > definedAt) continue;
    definedAt = Infinity;
    const tokens = line.trim().split(' ');
    const at = tokens[0] === 'async' ? 1 : 0;
    const isDefinition = DEFINES.has(tokens[at] ?? '');
    if (isDefinition) definedAt = indent;
    const own = isDefinition ? tokens.slice(at + 1, at + 2) : namesOfLine(tokens);
    if (own === undefined || own.some((name) => UNSAID.has(name))) return undefined;
    names.push(...own);
  }
  return names;
}

/** `a = 1 ; b = 2` */
function namesOfLine(tokens: readonly string[]): string[] | undefined {
  const names: string[] = [];
  for (const statement of apart(tokens, ';')) {
    const own = namesIn(statement);
    if (own === undefined) return undefined;
    for (const name of own) names.push(name);
  }
  return names;
}

/** What is between these marks; nothing behind the last one. */
export function apart(tokens: readonly string[], mark: string): string[][] {
  const parts: string[][] = [];
  let part: string[] | undefined;
  for (const token of tokens) {
    if (part === undefined) parts.push((part = []));
    if (token === mark) part = undefined;
    else part.push(token);
  }
  return parts;
}

function namesIn(tokens: readonly string[]): readonly string[] | undefined {
  const [first = '', second = ''] = tokens;
  if (tokens.length === 1 && SILENT.has(first)) return [];
  if (first.startsWith('#')) return undefined;
  if (COMPOUND.has(first)) return namesOfCompound(tokens);
  if (first === 'import' || first === 'from') {
    const at = tokens.indexOf('import');
    const names = importedNames(tokens.slice(at + 1));
    // To its package, `from . a import b` gives the name `a`, too.
    return names && [...names, ...tokens.slice(0, at).filter((_, index) => tokens[index - 1] === '.')];
  }
  if (first === 'type' && WHOLE_NAME.test(second)) return [second];
  // Of `a . b = c` and `a [ 0 ] : T = c`, others see `a`.
  const depths = depthsOf(tokens);
  const isMark = (at: number, pattern: RegExp): boolean => depths[at] === 0 && pattern.test(tokens[at] ?? '');
  const typed = tokens.findIndex((_, at) => isMark(at, /^:$/));
  const end = typed > 0 ? typed : tokens.findLastIndex((_, at) => isMark(at, ASSIGNS_TO));
  if (end > 0)
    return [...tokens.slice(0, end).filter((token) => WHOLE_NAME.test(token)), ...walrusIn(tokens)];
  // What else runs may end the module, or narrow what it names.
  return first === 'del' ? tokens.slice(1).filter((token) => WHOLE_NAME.test(token)) : undefined;
}

/** `( a := b )` */
function walrusIn(tokens: readonly string[]): string[] {
  return tokens.filter((_, at) => tokens[at + 1] === ':=');
}

/** `if a : b = c`, and all such lines without what is below them. */
function namesOfCompound(tokens: readonly string[]): readonly string[] | undefined {
  const depths = depthsOf(tokens);
  const ends = tokens.flatMap((token, at) => (token === ':' && depths[at] === 0 ? at : []));
  // Of `if a : b : int = 1` and `if a : b = lambda : 1`, the colons say less.
  if (ends.length > 1) return undefined;
  const [end = tokens.length] = ends;
  const [head, below] = [tokens.slice(0, end), tokens.slice(end + 1)];
  const inBelow = below.length === 0 ? [] : namesIn(below);
  return inBelow && [...boundIn(head), ...walrusIn(head), ...inBelow];
}

/** By `for a , b in`, `as a`; in doubt, it is. */
function boundIn(tokens: readonly string[]): string[] {
  const [first, last] = [tokens.indexOf('for'), tokens.lastIndexOf('in')];
  // `with a as ( b , c ) , d as e`
  const as = tokens.indexOf('as');
  return tokens.filter(
    (token, at) =>
      WHOLE_NAME.test(token) &&
      !KEYWORDS.has(token) &&
      ((first >= 0 && first <= at && at <= last) || (as >= 0 && at > as)),
  );
}

/** `a . b as c , d`; undefined for a star. */
function importedNames(tokens: readonly string[]): string[] | undefined {
  return tokens.includes('*') ? undefined : itemsOf(tokens).flatMap(boundNames);
}

function itemsOf(tokens: readonly string[]): string[][] {
  return apart(
    tokens.filter((token) => token !== '(' && token !== ')'),
    ',',
  );
}

function boundNames(item: readonly string[]): string[] {
  return [(item.includes('as') ? item.at(-1) : item[0]) ?? []].flat();
}

function depthsOf(tokens: readonly string[]): number[] {
  let depth = 0;
  return tokens.map((token) => {
    if (')]}'.includes(token)) depth -= 1;
    const own = depth;
    if ('([{'.includes(token)) depth += 1;
    return own;
  });
}
