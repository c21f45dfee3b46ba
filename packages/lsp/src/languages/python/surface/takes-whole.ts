import { basename, dirname } from 'node:path';
import { fromStatement, itemsIn } from '../statements.ts';
import { type LogicalLine, logicalLines } from './lines.ts';
import { apart } from './parts.ts';

/**
 * A module that is a value: its name, or the one that an import gives it, is said without a dot behind it. In
 * doubt, it is.
 */
export function takesWholePythonModule(text: string, path: string): boolean {
  const own = basename(path).replace(/\.pyi?$/, '');
  const stem = own === '__init__' ? basename(dirname(path)) : own;
  if (!text.includes(stem)) return false;
  const lines = logicalLines(text);
  if (lines === undefined) return true;
  const names = new Set<string>();
  const others: LogicalLine[] = [];
  for (const line of lines) {
    const [first = ''] = line.tokens;
    if ((first === 'import' || first === 'from') && !line.tokens.includes(';'))
      for (const name of boundBy(line.tokens, stem)) names.add(name);
    else others.push(line);
  }
  const isSaid = ({ tokens, depths }: LogicalLine): boolean =>
    tokens.some((token, at) => {
      const [before = '', after = ''] = [tokens[at - 1], tokens[at + 1]];
      // A keyword of a call, or a default.
      if (after === '.' || (after === '=' && (depths[at] ?? 0) > 0)) return false;
      return names.has(before === '.' ? `.${token}` : token);
    });
  return names.size > 0 && others.some(isSaid);
}

/**
 * What an import calls the module: `b` of `from a import b`, `c` of `import a . b as c`, `.b` of
 * `import a . b`.
 */
function boundBy(tokens: readonly string[], stem: string): string[] {
  const start = tokens[0] === 'from' ? tokens.indexOf('import') + 1 : 1;
  const listed = tokens.slice(start).filter((token) => token !== '(' && token !== ')');
  return apart(listed, ',').flatMap((item) => {
    const as = item.indexOf('as');
    const module = as < 0 ? item : item.slice(0, as);
    if (as >= 0) return module.at(-1) === stem ? item.slice(as + 1) : [];
    if (module[0] === stem) return [stem];
    return module.at(-1) === stem ? [`.${stem}`] : [];
  });
}

const ALIAS = /\sas\s+(\w+)/gu;
const FROM = /(?<![\w.])from(?!\w)/g;

/** `from .a import name`, `from .a import *`, or `a.name`, where `a` may be the module. */
export function takesImportedPython(text: string, name: string, specifiers: readonly string[]): boolean {
  const listed = new Set<string>();
  for (const { index } of text.matchAll(FROM)) {
    const from = fromStatement(text, index + 'from'.length);
    const module = `${from?.dots.text ?? ''}${from?.name.text ?? ''}`.replace(/[\s\\]+/g, '');
    if (from === undefined || !specifiers.includes(module)) continue;
    for (const item of itemsIn(from.list)) listed.add(item.name.text);
  }
  if (listed.has(name) || listed.has('*')) return true;
  const modules = specifiers.map((specifier) => specifier.split('.').at(-1) ?? '');
  const aliases = [...text.matchAll(ALIAS)].map(([, alias = '']) => alias);
  const words = new Set([...listed, ...modules, ...aliases, '']);
  // Of `x().name`, or a module in another line, nothing tells.
  const behindDots = text.matchAll(new RegExp(`(\\w*)\\s*\\.\\s*${RegExp.escape(name)}(?!\\w)`, 'gu'));
  return behindDots.some(([, word = '']) => words.has(word));
}
