import { basename, sep } from 'node:path';
import type { ImportLanguage } from '../../../backend/imports/imports.ts';
import { words } from '../../../backend/imports/keywords.ts';
import { typescriptSurface } from '../surface/surface.ts';
import { takenFromModule } from '../surface/taken.ts';
import { ecmascriptImports } from './ecmascript-imports.ts';
import { EcmascriptResolver } from './ecmascript-resolver.ts';
import { importedAt } from './imported-at.ts';
import { ecmascriptPaths } from './moved-paths.ts';

const SETTINGS = /config.*\.json$|^(?:package\.json|node_modules)$/i;

/** Hardly a script of JavaScript is checked, and each edit of one would ask about all of them. */
const UNTYPED = /\.[cm]?jsx?$/;

export const ecmascript: ImportLanguage = {
  reader: ecmascriptImports,
  keywords: {
    reserved: words(
      'break case catch class const constructor continue debugger do else enum export extends false ' +
        'finally for function if import in instanceof new null return super switch this throw true try ' +
        'typeof var void while with let static yield await',
    ),
    contextual: words(
      'abstract accessor any as asserts async bigint boolean declare default delete from get global ' +
        'implements infer interface intrinsic is keyof module namespace never number object of out ' +
        'override package private protected public readonly require satisfies set string symbol type ' +
        'undefined unique unknown using',
    ),
  },
  affectsAll: (path) => SETTINGS.test(basename(path)) || path.includes(`${sep}node_modules${sep}`),
  movedPaths: ecmascriptPaths,
  reachesImporters: true,
  isUntyped: (path) => UNTYPED.test(path),
  takenFrom: takenFromModule,
  surface: typescriptSurface,
  importedAt,
  comment: /^\s*(?:\/\/|\/?\*)/,
  resolver: (root, exists, listingOf) => new EcmascriptResolver(root, exists, listingOf),
};
