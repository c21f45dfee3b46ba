import { basename, relative, sep } from 'node:path';
import {
  type ImportLanguage,
  type ImportReader,
  LONGEST_SPECIFIER,
  type ModuleResolver,
} from '../../backend/imports/imports.ts';
import { words } from '../../backend/imports/keywords.ts';
import { cMoves } from './moved-imports.ts';

const FOLLOWS = /[ \t]*(?:\([ \t]*)?(?:"([^"\n]+)"|<([^<>\n]+)>)/y;

/** Includes, in quotes and in angle brackets. */
const cImports: ImportReader = {
  introducers: ['include', 'import', 'include_next', '__has_include'],
  open:
    (text, { specifiers }) =>
    (_start, end) => {
      FOLLOWS.lastIndex = end;
      const [, quoted, angled] = FOLLOWS.exec(text) ?? [];
      const specifier = quoted ?? angled;
      if (specifier !== undefined && specifier.length <= LONGEST_SPECIFIER) specifiers.add(specifier);
    },
};

/**
 * Keys headers by the end of their paths: any folder may be on the include path, and the includer's
 * own folder is.
 */
class CResolver implements ModuleResolver {
  constructor(private readonly root: string) {}

  refresh(): Promise<boolean> {
    return Promise.resolve(false);
  }

  keys(_from: string, specifier: string): string[] {
    return [
      specifier
        .split(/[/\\]/)
        .filter((part) => part !== '' && part !== '.' && part !== '..')
        .join('/'),
    ];
  }

  *names(path: string): Generator<string> {
    const parts = relative(this.root, path).split(sep);
    for (let first = parts.length - 1; first >= 0; first -= 1) yield parts.slice(first).join('/');
  }
}

const COMMENTS = /\/\*[^]*?(?:\*\/|$)|\/\/.*|\\\r?\n/g;
const CODE = /^[ \t]*[^#\s]/m;
const INCLUDE = /^[ \t]*#[ \t]*(?:include|import)/m;

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
  // Quirk(clangd): of an open file's headers it watches those before the first declaration only.
  isUnwatched: (text) => {
    const bare = text.replaceAll(COMMENTS, '');
    const code = bare.search(CODE);
    return code >= 0 && INCLUDE.test(bare.slice(code));
  },
  affectsAll: (path) => SETTINGS.test(basename(path)),
  comment: /^\s*(?:\/\/|\/?\*)/,
  moved: cMoves,
  resolver: (root) => new CResolver(root),
};
