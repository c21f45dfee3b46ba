import { basename, dirname } from 'node:path';

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
