import { basename, parse } from 'node:path';
import { linesOf } from '../../backend/navigation/lines.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import type { Findings } from './pair.ts';

/** How imports are written. Elsewhere the name of a module is a word like others. */
const IMPORT = /\b(?:import|from|require|export|include|use|mod)\b/;

/** The findings but for those of imports of one of these files, which are gone: they are new. */
export function namingNone(gone: readonly AdmittedPath[], { diagnostics, text }: Findings): Diagnostic[] {
  if (gone.length === 0) return [...diagnostics];
  const modules = new Set(gone.map(moduleName));
  const lines = linesOf(text);
  const imports = (text: string): boolean => IMPORT.test(text) && text.split(/[^\w$-]+/).some((word) => modules.has(word));
  return diagnostics.filter(({ line }) => !imports(lines[line - 1] ?? ''));
}

/** As others import the file: `./cart/index.js` and `cart` both name `cart`. */
function moduleName(path: AdmittedPath): string {
  const { name, dir } = parse(path);
  return ['index', '__init__', 'mod'].includes(name) ? basename(dir) : name.replace(/\..*/, '');
}
