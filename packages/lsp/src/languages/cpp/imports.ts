import { basename, relative, sep } from 'node:path';
import type { ImportLanguage, ModuleResolver } from '../../backend/imports/imports.ts';
import { words } from '../../backend/imports/keywords.ts';
import type { TimeSlices } from '../../support/time-slices.ts';
import { declaredNames } from './declared-names.ts';
import { ForcedIncludes } from './forced-includes.ts';
import { ANYTHING, cImports, FORCED } from './includes.ts';
import { cMoves } from './moved-imports.ts';

/** Compiled for itself. Another file may include it, and says which. */
const SOURCE = /\.(?:c|cc|cpp|cxx|c\+\+|m|mm|cu|cl|clcpp)$/i;

/**
 * Keys files by the end of their paths: any folder may be on the include path, and the includer's own
 * folder is. What generates includes writes whole paths (unity builds of CMake). Disks may take `A.h` for
 * `a.h`.
 */
class CResolver implements ModuleResolver {
  readonly #forced: ForcedIncludes;

  constructor(private readonly root: string) {
    this.#forced = new ForcedIncludes(root);
  }

  async refresh(folders: ReadonlySet<string>, timeSlices: TimeSlices): Promise<'keys' | undefined> {
    return (await this.#forced.refresh(folders, timeSlices)) ? 'keys' : undefined;
  }

  keys(_from: string, specifier: string): string[] {
    return specifier === FORCED ? this.#forced.paths.map(keyOf) : [keyOf(specifier)];
  }

  *names(path: string): Generator<string> {
    const parts = relative(this.root, path).toLowerCase().split(sep);
    for (let first = parts.length - 1; first >= 0; first -= 1) yield parts.slice(first).join('/');
    yield keyOf(path);
    if (!SOURCE.test(path)) yield ANYTHING;
  }
}

function keyOf(specifier: string): string {
  const parts: string[] = [];
  for (const part of specifier.toLowerCase().split(/[/\\]/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Directives, unless they go on; comments; labels. */
const APART = /^\s*(?:#(?!.*\\\r?$)|\/\/|\/?\*|\w+\s*:\s*$|(?:public|private|protected)\s+\w+\s*:\s*$)/;

const SETTINGS = /^(?:compile_(?:flags\.txt|commands\.json)|\.clang(?:d|-tidy))$/i;

export const cFamily: ImportLanguage = {
  reader: cImports,
  keywords: {
    reserved: words(
      'auto break case catch class const constexpr continue default delete do else enum extern false ' +
        'for friend goto if inline namespace new noexcept nullptr operator private protected public ' +
        'register return sizeof static struct switch template this throw true try typedef typename ' +
        'union using virtual volatile while',
    ),
    contextual: words(
      'bool char double float int long short signed unsigned void size_t std include define ifdef ' +
        'ifndef endif override final',
    ),
  },
  reachesImporters: true,
  parts: ['.inc', '.def'],
  affectsAll: (path) => SETTINGS.test(basename(path)),
  declaredNames,
  apart: APART,
  comment: /^\s*(?:\/\/|\/?\*)/,
  moved: cMoves,
  resolver: (root) => new CResolver(root),
};
