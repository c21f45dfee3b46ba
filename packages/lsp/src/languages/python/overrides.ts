import type { OverrideQuestion, Override } from '../../backend/traits.ts';
import { linesOf } from '../../backend/navigation/lines.ts';

interface Class {
  readonly name: string;
  /** The last words of its bases. */
  readonly bases: readonly string[];
}

interface Method extends Override {
  readonly of: string;
}

const CLASS = /^([ \t]*)class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?/;
const METHOD = /^([ \t]+)(?:async[ \t]+)?def[ \t]+(\w+)/;

/**
 * Methods of the old name that stay in classes above or below those whose method gets the new one,
 * by the text: classes are told apart by their names alone. Quirk(pyright, ty): a renamed method
 * leaves those that override it, and those that it overrides. No error comes of that, and another
 * method is called.
 */
export function leftOverrides({ name, files }: OverrideQuestion): Override[] {
  const classes: Class[] = [];
  const renamed = new Set<string>();
  const left: Method[] = [];
  for (const { path, text, changed } of files) {
    if (!text.includes('class')) continue;
    const open: { readonly indentation: number; readonly name: string }[] = [];
    linesOf(text).forEach((line, index) => {
      const [, blank = '', className, bases = ''] = CLASS.exec(line) ?? [];
      const [, indented, method] = METHOD.exec(line) ?? [];
      const indentation = (indented ?? blank).length;
      if (className !== undefined || method !== undefined)
        while ((open.at(-1)?.indentation ?? -1) >= indentation) open.pop();
      if (className !== undefined) {
        classes.push({
          name: className,
          bases: bases.split(',').map((base) => /(?<!\w)(\w+)\s*(?:\[.*)?$/s.exec(base.trim())?.[1] ?? ''),
        });
        open.push({ indentation, name: className });
      }
      const of = open.at(-1)?.name;
      if (method !== name || of === undefined) return;
      if (changed.has(index)) renamed.add(of);
      else left.push({ path, line: index, of });
    });
  }
  const below = new Map<string, string[]>();
  const above = new Map<string, string[]>();
  for (const { name: sub, bases } of classes) {
    for (const base of bases) {
      above.getOrInsertComputed(sub, () => []).push(base);
      below.getOrInsertComputed(base, () => []).push(sub);
    }
  }
  const related = new Set([...reachable(renamed, above), ...reachable(renamed, below)]);
  return left.filter(({ of }) => related.has(of)).map(({ path, line }) => ({ path, line }));
}

function reachable(from: Iterable<string>, next: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(from);
  for (const name of reached) for (const other of next.get(name) ?? []) reached.add(other);
  return reached;
}
