import { basename, dirname } from 'node:path';
import { fromStatement, itemsIn } from '../statements.ts';

const IMPORT = /^[ \t]*(?:import|from)\b.*$/gm;

/** A module that is a value: its name, or the one that an import gives it, is said without a dot. */
export function takesWholePythonModule(text: string, path: string): boolean {
  const own = basename(path).replace(/\.pyi?$/, '');
  const stem = own === '__init__' ? basename(dirname(path)) : own;
  const named = new RegExp(`\\b${RegExp.escape(stem)}\\b(?:[ \\t]+as[ \\t]+(\\w+))?`, 'gu');
  const imports = (text.match(IMPORT) ?? []).join('\n');
  const names = new Set(Array.from(imports.matchAll(named), ([, alias]) => alias ?? stem));
  const rest = text.replaceAll(IMPORT, '');
  return [...names].some((name) =>
    new RegExp(`(?<![\\w.])${RegExp.escape(name)}\\b(?!\\s*\\.)`, 'u').test(rest),
  );
}

const FROM = /(?<![\w.])from(?!\w)/g;

/** `from .a import name`, `from .a import *`, or anything that is said with a dot: `a.name`. */
export function takesImportedPython(text: string, name: string, specifiers: readonly string[]): boolean {
  if (new RegExp(`\\.\\s*${RegExp.escape(name)}(?!\\w)`, 'u').test(text)) return true;
  return [...text.matchAll(FROM)].some(({ index }) => {
    const from = fromStatement(text, index + 'from'.length);
    if (from === undefined) return false;
    const module = `${from.dots.text}${from.name.text}`.replace(/[\s\\]+/g, '');
    const items = itemsIn(from.list).map((item) => item.name.text);
    return specifiers.includes(module) && (items.includes(name) || items.includes('*'));
  });
}
