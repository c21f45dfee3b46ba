import { codeOf, type TextRange } from '../../../backend/symbols/code.ts';
import { rustSymbols } from '../symbol-syntax.ts';

/** A part of a `use`: one name, `*`, or a list in braces. */
export interface UseNode extends TextRange {
  readonly children: readonly UseNode[];
  /** Of a name: its whole path, `*` at the end for all. */
  readonly path: readonly string[];
  readonly alias: string | undefined;
}

export interface UseStatement extends TextRange {
  /** `pub`, `pub(crate)`; empty without. */
  readonly visibility: string;
  readonly indentation: string;
  /** The modules of the text that it stands in: `mod tests { ... }`. */
  readonly inside: readonly string[];
  /** It stands in a function. */
  readonly isLocal: boolean;
  readonly tree: UseNode;
}

/** A name that a `use` brings. */
export interface UsedName {
  readonly statement: UseStatement;
  readonly node: UseNode;
  readonly path: readonly string[];
  readonly local: string;
}

const USE = /(?<![\p{ID_Continue}$])((?:pub(?:\s*\([^)]{0,100}\))?\s+)?)use\s+/gu;

export function rustCode(text: string): string {
  return codeOf(text, rustSymbols);
}

export function usesIn(code: string, braces: Braces): UseStatement[] {
  const found: UseStatement[] = [];
  let end = 0;
  for (const { 0: all, index, 1: visibility = '' } of code.matchAll(USE)) {
    if (index < end) continue;
    const semicolon = code.indexOf(';', index);
    if (semicolon < 0) break;
    end = semicolon + 1;
    const line = code.lastIndexOf('\n', index - 1) + 1;
    const around = braces.around(index);
    found.push({
      start: index,
      end,
      visibility: visibility.trim(),
      indentation: /^[ \t]*/.exec(code.slice(line, index))?.[0] ?? '',
      inside: around.flatMap((name) => name ?? []),
      isLocal: around.includes(undefined),
      tree: nodeIn(code, { start: index + all.length, end: semicolon }, []),
    });
  }
  return found;
}

export function namesOfTree(statements: readonly UseStatement[]): UsedName[] {
  return statements.flatMap((statement) =>
    leavesOf(statement.tree).map((node) => ({
      statement,
      node,
      path: node.path,
      local: node.alias ?? node.path.at(-1) ?? '',
    })),
  );
}

export function leavesOf(node: UseNode): UseNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

/** Deeper lists are no list that a person wrote. */
const MOST_DEPTH = 20;

function nodeIn(code: string, { start, end }: TextRange, prefix: readonly string[], depth = 0): UseNode {
  const text = code.slice(start, end);
  const brace = text.indexOf('{');
  if (brace < 0 || depth > MOST_DEPTH) {
    const [, path = '', alias] = /^([^]*?)(?:(?<!\s)\s+as\s+([^]*))?$/.exec(text.trim()) ?? [];
    const segments = segmentsOf(path);
    const isSelf = segments.length === 1 && segments[0] === 'self' && prefix.length > 0;
    return {
      ...trimmed(code, start, end),
      children: [],
      path: [...prefix, ...(isSelf ? [] : segments)],
      alias: alias?.trim(),
    };
  }
  const own = [...prefix, ...segmentsOf(text.slice(0, brace))];
  const close = start + text.lastIndexOf('}');
  const children: UseNode[] = [];
  let [open, from] = [0, start + brace + 1];
  for (let at = from; at <= close; at++) {
    const character = code[at];
    if (character === '{') open += 1;
    if (character === '}' && at < close) open -= 1;
    if ((character === ',' && open === 0) || at === close) {
      if (code.slice(from, at).trim() !== '')
        children.push(nodeIn(code, { start: from, end: at }, own, depth + 1));
      from = at + 1;
    }
  }
  return { ...trimmed(code, start, end), children, path: own, alias: undefined };
}

function segmentsOf(path: string): string[] {
  return path
    .replace(/\s/g, '')
    .split('::')
    .filter((one) => one !== '');
}

function trimmed(code: string, start: number, end: number): TextRange {
  const text = code.slice(start, end);
  return { start: start + text.length - text.trimStart().length, end: start + text.trimEnd().length };
}

interface Brace {
  readonly start: number;
  /** The module that it opens, if it opens one. */
  readonly name: string | undefined;
  readonly around: Brace | undefined;
}

/** The braces of a text, and the modules that they open. */
export class Braces {
  /** Behind each mark, the innermost one that is open. */
  readonly #marks: { readonly start: number; readonly inner: Brace | undefined }[] = [];

  constructor(code: string) {
    let inner: Brace | undefined;
    for (const { 0: mark, index: start, 1: name } of code.matchAll(
      /(?<![\p{ID_Continue}])mod\s+(\w+)\s*\{|[{}]/gu,
    )) {
      inner = mark === '}' ? inner?.around : { start, name, around: inner };
      this.#marks.push({ start, inner });
    }
  }

  /** Of each brace that is open at an offset, from outside: the module that it opens, if so. */
  around(offset: number): (string | undefined)[] {
    let [low, high] = [0, this.#marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#marks[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    const names: (string | undefined)[] = [];
    let brace = this.#marks[low - 1]?.inner;
    for (; brace !== undefined && names.length < MOST_AROUND; brace = brace.around) names.push(brace.name);
    return names.reverse();
  }
}

/** Deeper blocks are none that a person wrote. */
const MOST_AROUND = 200;
