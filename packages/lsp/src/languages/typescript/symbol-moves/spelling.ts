import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { SymbolMove } from '../../../backend/symbols/symbol-moves.ts';
import { readTextFile } from '../../../support/read-file.ts';
import type { Statement } from './statements.ts';

/** How specifiers end: without an ending, as the file that runs, or as the file that is read. */
export type Endings = 'none' | 'run' | 'source';

const ENDING = /(?:\.d)?\.[cm]?[jt]sx?$/;
const RUN: Readonly<Record<string, string>> = {
  '.ts': '.js',
  '.tsx': '.js',
  '.mts': '.mjs',
  '.cts': '.cjs',
};

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

/** How a specifier ends; undefined where it does not tell. */
function endingsOf(specifier: string): Endings | undefined {
  if (!isRelative(specifier)) return undefined;
  const ending = ENDING.exec(specifier)?.[0];
  if (ending === undefined) return /\.\w+$/.test(basename(specifier)) ? undefined : 'none';
  return ending.includes('ts') ? 'source' : 'run';
}

/** As the first of these files has it. */
export function endingsIn(files: readonly (readonly Statement[])[], path: string, root: string): Endings {
  for (const statements of files)
    for (const { specifier } of statements) {
      const endings = specifier && endingsOf(specifier.text);
      if (endings !== undefined) return endings;
    }
  return needsEndings(path, root) ? 'run' : 'none';
}

/** A settings file is small, bytes. */
const MOST_SETTINGS = 100_000;

/** By the nearest settings: Node resolves no specifier without an ending. */
function needsEndings(path: string, root: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const read = readTextFile(join(folder, 'tsconfig.json'), MOST_SETTINGS);
    if (read.kind === 'text') return /"module(?:Resolution)?"\s*:\s*"node(?:next|1[68]|20)"/i.test(read.text);
    if (folder === root || dirname(folder) === folder) return false;
  }
}

/** A path from one file to another, as a specifier. */
export function relativeSpecifier(from: string, to: string, endings: Endings): string {
  const ending = ENDING.exec(to)?.[0] ?? '';
  const stem = to.slice(0, to.length - ending.length);
  const needed = endings === 'run' || (endings === 'none' && /^\.[cm]/.test(ending));
  const shown =
    endings === 'source'
      ? to
      : needed
        ? stem + (RUN[ending] ?? ending)
        : basename(stem) === 'index'
          ? dirname(stem)
          : stem;
  const path = relative(dirname(from), shown).split(sep).join('/');
  return path === '' ? '.' : path.startsWith('.') ? path : `./${path}`;
}

/** A relative specifier, as it is from another file. */
export function rebased(specifier: string, from: string, to: string): string {
  if (!isRelative(specifier) || dirname(from) === dirname(to)) return specifier;
  const path = relative(dirname(to), resolve(dirname(from), specifier))
    .split(sep)
    .join('/');
  const end = specifier.endsWith('/') ? '/' : '';
  return (path === '' ? '.' : path.startsWith('.') ? path : `./${path}`) + end;
}

/**
 * How a file that imports the source by this specifier imports the target: relative where that is, or by
 * the same alias. Undefined where the alias does not reach so far.
 */
export function specifierLike(specifier: string, from: string, move: SymbolMove): string | undefined {
  const { source, target } = move;
  if (isRelative(specifier)) return relativeSpecifier(from, target.path, endingsOf(specifier) ?? 'none');
  const ending = ENDING.exec(specifier)?.[0];
  const endings = ending === undefined ? 'none' : ending.includes('ts') ? 'source' : 'run';
  const whole = specifier.replace(ENDING, '').split('/');
  const stems = [source.path.replace(ENDING, '')];
  if (basename(stems[0] ?? '') === 'index') stems.push(dirname(stems[0] ?? ''));
  for (const stem of stems) {
    const parts = stem.split(sep);
    // At least one part is the alias.
    for (let shared = whole.length - 1; shared > 0; shared--) {
      if (whole.slice(-shared).join('/') !== parts.slice(-shared).join('/')) continue;
      const folder = parts.slice(0, -shared).join(sep);
      if (!target.path.startsWith(folder + sep)) continue;
      const rest = relativeSpecifier(join(folder, 'x'), target.path, endings).replace(/^\.\/?/, '');
      const spelled = [...whole.slice(0, -shared), ...(rest === '' ? [] : [rest])].join('/');
      if (move.leadsTo(from, spelled, target.path)) return spelled;
    }
  }
  return undefined;
}
