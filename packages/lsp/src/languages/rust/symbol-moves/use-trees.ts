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

const USE = /(?<![\p{ID_Continue}$])((?:pub(?:\s*\([^)]*\))?\s+)?)use\s+([^;]*);/gu;

export function rustCode(text: string): string {
  return codeOf(text, rustSymbols);
}

export function usesIn(code: string): UseStatement[] {
  return Array.from(code.matchAll(USE), ({ 0: all, index, 1: visibility = '', 2: tree = '' }) => {
    const start = index + all.length - 1 - tree.length;
    const line = code.lastIndexOf('\n', index - 1) + 1;
    const around = bracesAround(code, index);
    return {
      start: index,
      end: index + all.length,
      visibility: visibility.trim(),
      indentation: /^[ \t]*/.exec(code.slice(line, index))?.[0] ?? '',
      inside: around.flatMap((name) => name ?? []),
      isLocal: around.includes(undefined),
      tree: nodeIn(code, { start, end: start + tree.length }, []),
    };
  });
}

export function namesOf(statements: readonly UseStatement[]): UsedName[] {
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

function nodeIn(code: string, { start, end }: TextRange, prefix: readonly string[]): UseNode {
  const text = code.slice(start, end);
  const brace = text.indexOf('{');
  if (brace < 0) {
    const [, path = '', alias] = /^\s*([^\s]*(?:\s*::\s*[^\s]+)*?)\s*(?:\bas\s+(\w+)\s*)?$/.exec(text) ?? [];
    const segments = path
      .replace(/\s/g, '')
      .split('::')
      .filter((one) => one !== '');
    const isSelf = segments.length === 1 && segments[0] === 'self' && prefix.length > 0;
    return {
      ...trimmed(code, start, end),
      children: [],
      path: [...prefix, ...(isSelf ? [] : segments)],
      alias,
    };
  }
  const own = text
    .slice(0, brace)
    .replace(/\s/g, '')
    .split('::')
    .filter((one) => one !== '');
  const close = start + text.lastIndexOf('}');
  const children: UseNode[] = [];
  let [depth, from] = [0, start + brace + 1];
  for (let at = from; at <= close; at++) {
    const character = code[at];
    if (character === '{') depth += 1;
    if (character === '}' && at < close) depth -= 1;
    if ((character === ',' && depth === 0) || at === close) {
      if (code.slice(from, at).trim() !== '')
        children.push(nodeIn(code, { start: from, end: at }, [...prefix, ...own]));
      from = at + 1;
    }
  }
  return { ...trimmed(code, start, end), children, path: [...prefix, ...own], alias: undefined };
}

function trimmed(code: string, start: number, end: number): TextRange {
  const text = code.slice(start, end);
  return { start: start + text.length - text.trimStart().length, end: start + text.trimEnd().length };
}

/** Of each brace that is open at an offset: the module that it opens, if it opens one. */
export function bracesAround(code: string, offset: number): (string | undefined)[] {
  const open: (string | undefined)[] = [];
  const marks = /(?<![\p{ID_Continue}])mod\s+(\w+)\s*\{|[{}]/gu;
  for (const { 0: mark, index, 1: name } of code.matchAll(marks)) {
    if (index >= offset) break;
    if (mark === '}') open.pop();
    else open.push(name);
  }
  return open;
}
