import { basename, parse } from 'node:path';
import { linesOf } from '../../backend/navigation/lines.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import type { Findings } from './pair.ts';

/** The findings but for those in lines that name one of these files, which are gone: they are new. */
export function namingNone(gone: readonly AdmittedPath[], { diagnostics, text }: Findings): Diagnostic[] {
  if (gone.length === 0) return [...diagnostics];
  const modules = new Set(gone.map(moduleName));
  const lines = linesOf(text);
  return diagnostics.filter(({ line }) => !(lines[line - 1] ?? '').split(/[^\w$-]+/).some((word) => modules.has(word)));
}

/** As others import the file: `./cart/index.js` and `cart` both name `cart`. */
function moduleName(path: AdmittedPath): string {
  const { name, dir } = parse(path);
  return ['index', '__init__', 'mod'].includes(name) ? basename(dir) : name.replace(/\..*/, '');
}
