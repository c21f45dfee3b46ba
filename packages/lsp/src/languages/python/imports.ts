import { basename, dirname, join, relative, sep } from 'node:path';
import {
  type ImportLanguage,
  type ImportReader,
  LONGEST_SPECIFIER,
  type ModuleResolver,
  type Name,
} from '../../backend/imports/imports.ts';
import type { ListingOf } from '../../backend/imports/folders.ts';
import { words } from '../../backend/imports/keywords.ts';
import { isBelow } from '../../support/paths.ts';
import type { TimeSlices } from '../../support/time-slices.ts';
import { pythonMoves } from './moved-imports.ts';
import { pythonPaths } from './moved-paths.ts';
import { NamespaceParts } from './namespace-parts.ts';
import { mayBeRoot } from './roots.ts';
import { SearchPaths } from './search-paths.ts';
import { takesImportedPython, takesWholePythonModule } from './surface/takes-whole.ts';
import { declaresMember, fitsLibrary, mayTakeAny, STRUCTURAL_MARK } from './surface/structural.ts';
import { pythonSurface } from './surface/surface.ts';
import { beginsStatement, fromStatement, importedList } from './statements.ts';

/**
 * Import statements, wherever a statement may begin.
 *
 * `from a import b` yields `a` and `a.b`, because `b` may be a module. A star yields `a.*`. Leading
 * dots stay.
 */
const pythonImports: ImportReader = {
  // pyright reads names for all files there.
  isGlobal: (_, path) => BUILTINS.test(basename(path)),
  introducers: ['from', 'import'],
  open: (text, imports) => (start, end) => {
    const { specifiers } = imports;
    if (!beginsStatement(text, start)) return;
    if (text[start] === 'f') {
      const from = fromStatement(text, end);
      // What an open parenthesis holds, or a line, may be read again as statements.
      imports.left -= (from?.list.end ?? end) - end;
      const base = from === undefined ? '' : bare(from.dots.text) + bare(from.name.text);
      if (from === undefined || base === '' || base.length > LONGEST_SPECIFIER) return;
      specifiers.add(base);
      for (const item of items(from.list.text))
        specifiers.add(base.endsWith('.') ? base + item : `${base}.${item}`);
    } else {
      const list = importedList(text, end);
      imports.left -= list.end - end;
      for (const module of items(list.text)) {
        // The import binds the first part of the name, and code may reach the other parts through
        // it.
        for (let dot = module.indexOf('.'); dot > 0; dot = module.indexOf('.', dot + 1)) {
          specifiers.add(module.slice(0, dot));
          imports.left -= dot;
        }
        specifiers.add(module);
      }
    }
  },
};

const BUILTINS = /^_*builtins_*\.pyi?$/;

/** The names in `a.b as c, d`. */
function items(list: string): string[] {
  const names = list
    .replace(/#[^\n]*/g, '')
    .replace(/[\\()]/g, ' ')
    .split(',');
  return names
    .map((item) => bare(withoutAlias(item.trim())))
    .filter((name) => name.length <= LONGEST_SPECIFIER && /^[\p{ID_Continue}.*]+$/u.test(name));
}

function withoutAlias(item: string): string {
  const alias = item.search(/\sas\s/);
  return alias < 0 ? item : item.slice(0, alias);
}

function bare(name: string): string {
  return name.replace(/[\s\\]+/g, '');
}

/**
 * Keys modules by their dotted names from any folder that may be a root: one that is no package,
 * one that is a project, `src`. Any other folder is a root only for the files in it. Relative
 * specifiers are keyed by path.
 */
class PythonResolver implements ModuleResolver {
  readonly #roots = new Map<string, boolean>();

  readonly #searchPaths: SearchPaths;
  readonly #parts: NamespaceParts;
  /** The workspace, or the outermost folder around it that modules count from. */
  #outermost: string;

  #folders: ReadonlySet<string> | undefined;

  constructor(
    private readonly root: string,
    listingOf: ListingOf,
  ) {
    this.#searchPaths = new SearchPaths(root, listingOf);
    this.#parts = new NamespaceParts(root);
    this.#outermost = root;
  }

  /** Root folders affect only names. */
  async refresh(folders: ReadonlySet<string>, timeSlices: TimeSlices): Promise<'names' | undefined> {
    const areOthers = folders !== this.#folders;
    if (areOthers) this.#parts.refresh(folders);
    this.#folders = folders;
    if (!(await this.#searchPaths.refresh(folders, timeSlices)) && !areOthers) return undefined;
    this.#roots.clear();
    const above = [...this.#searchPaths.roots].filter((folder) => isBelow(this.root, folder));
    this.#outermost = above.sort((a, b) => a.length - b.length)[0] ?? this.root;
    return 'names';
  }

  keys(from: string, specifier: string): string[] {
    const module = specifier.replace(/^\.+/, '');
    if (module === specifier) return [specifier];
    const dots = specifier.length - module.length;
    let folder = dirname(from);
    for (let up = 1; up < dots; up += 1) folder = dirname(folder);
    return [module === '' ? folder : join(folder, ...module.split('.'))];
  }

  *names(path: string): Generator<Name> {
    const stem = path.replace(/\.[^./\\]+$/, '');
    const isInit = basename(stem) === '__init__';
    const module = isInit ? dirname(stem) : stem;
    yield* this.#namesOf(module);
    if (!isInit) return;
    for (let above = dirname(module); isBelow(module, above); above = dirname(above)) {
      if (this.#mayBeRoot(above))
        for (const other of this.#parts.others(module, above))
          yield* this.#namesOf(other.replace(/(?:[/\\]__init__)?\.pyi?$/, ''));
      if (above === this.root || above === dirname(above)) return;
    }
  }

  *#namesOf(module: string): Generator<Name> {
    yield module;
    yield join(dirname(module), '*');
    const parts = relative(this.#outermost, module).split(sep);
    let above = dirname(module);
    for (let first = parts.length - 1; first >= 0; first -= 1, above = dirname(above)) {
      const isRoot = this.#mayBeRoot(above);
      const [top = '', ...rest] = parts.slice(first);
      const dotted = [top.replace(/-stubs$/, ''), ...rest];
      const keys =
        rest.length > 0 ? [dotted.join('.'), [...dotted.slice(0, -1), '*'].join('.')] : [dotted.join('.')];
      for (const key of keys) yield isRoot ? key : { key, inside: above };
    }
  }

  #mayBeRoot(folder: string): boolean {
    const { roots } = this.#searchPaths;
    return this.#roots.getOrInsertComputed(folder, () => roots.has(folder) || mayBeRoot(folder, this.root));
  }
}

const SETTINGS = /config.*\.json$|^(?:(?:pyproject|ty)\.toml|setup\.(?:cfg|py))$/i;

export const python: ImportLanguage = {
  reader: pythonImports,
  keywords: {
    reserved: words(
      'False None True and as assert async await break class continue def del elif else except finally ' +
        'for from global if import in is lambda nonlocal not or pass raise return try while with yield',
    ),
    contextual: words('self cls int str float bool bytes object Any case match type print'),
  },
  affectsAll: (path) => SETTINGS.test(basename(path)) || path.includes(`${sep}site-packages`),
  comment: /^\s*#/,
  reachesImporters: true,
  takesWhole: takesWholePythonModule,
  takesImported: takesImportedPython,
  surface: pythonSurface,
  structural: { mark: STRUCTURAL_MARK, fitsLibrary, declares: declaresMember, mayTakeAny },
  moved: pythonMoves,
  movedPaths: pythonPaths,
  resolver: (root, _, listingOf) => new PythonResolver(root, listingOf),
};
