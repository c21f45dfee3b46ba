import { basename, dirname, resolve } from 'node:path';
import { linesOf } from '../../backend/navigation/lines.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import type { TextFindings } from '../changes/pair.ts';

/** How imports are written. Elsewhere the name of a module is a word like others. */
const IMPORT = /\b(?:import|from|require|export|include|use|mod)\b/;

/** Of these, those whose module may stand without quotes: not `export const cart`. */
const UNQUOTED = /\b(?:import|from|require|include|use|mod)\b/;

/** What an import may name a source file by, or leave out. */
const ENDING = /\.(?:d\.)?(?:[cm]?[jt]sx?|vue|svelte|pyi?|h|hh|hpp|hxx|go|rs)$/;

/**
 * The findings of a file but for those of imports of one of these files, which are gone: those are
 * new.
 */
export function importingNone(
  gone: readonly AdmittedPath[],
  importer: AdmittedPath,
  { diagnostics, text }: TextFindings,
): Diagnostic[] {
  if (gone.length === 0) return [...diagnostics];
  const modules = new Set(gone.map(moduleOf));
  const names = new Set([...modules].map((module) => basename(module)));
  const lines = linesOf(text);
  const isOfOne = (line: string): boolean =>
    IMPORT.test(line) && namesOne(line, dirname(importer), modules, names);
  const known = new Map<number, boolean>();
  return diagnostics.filter(
    ({ line }) => !known.getOrInsertComputed(line, () => isOfOne(lines[line - 1] ?? '')),
  );
}

/** `/w/cart/index.ts` and `/w/cart.ts` are both imported as `/w/cart`. */
function moduleOf(path: AdmittedPath): string {
  const module = path.replace(ENDING, '');
  return ['index', '__init__', 'mod'].includes(basename(module)) ? dirname(module) : module;
}

/** By what stands in quotes, or else by words. */
function namesOne(
  line: string,
  folder: string,
  modules: ReadonlySet<string>,
  names: ReadonlySet<string>,
): boolean {
  const quoted = [...line.matchAll(/["'`<]([^"'`<>]+)["'`>]/g)].map(([, specifier = '']) =>
    specifier.replace(ENDING, ''),
  );
  if (quoted.length === 0)
    return UNQUOTED.test(line) && line.split(/[^\p{L}\p{N}_$-]+/u).some((word) => names.has(word));
  return quoted.some((specifier) => {
    const path = basename(specifier) === 'index' ? dirname(specifier) : specifier;
    return specifier.startsWith('.') ? modules.has(resolve(folder, path)) : names.has(basename(path));
  });
}
