import type { PackageTraits } from '../../backend/packages.ts';
import { ecmascriptPackages } from '../typescript/packages.ts';

/** Rules of plugins that look imports up, by the ends of their names. */
const UNRESOLVED = /\/no-(?:unresolved|missing-import|missing-require)$/;
const MODULE = /^Unable to resolve path to module '([^']+)'|^["'“]([^"'”]+)["'”] is not found/;

/** Rules by types: of a value whose type no package tells. */
const UNSAFE = '@typescript-eslint/no-unsafe-';
const IMPORT = /^[ \t]*(?:import|export)\b[^'"\n]*['"]([^'"\n]+)['"]|\brequire\(\s*['"]([^'"\n]+)['"]/gm;

/** A linter's own finding about a package that is declared and not installed. */
export const eslintPackages: PackageTraits = {
  missingModules({ code, message }) {
    const [, one, other] = UNRESOLVED.test(String(code)) ? (MODULE.exec(message) ?? []) : [];
    const module = one ?? other;
    return module === undefined || module.startsWith('.') ? [] : [module];
  },
  uninstalled: (module, file, search) => ecmascriptPackages.uninstalled(module, file, search),
  behind({ code, message }, text, file, search) {
    if (!String(code).startsWith(UNSAFE) || !/\berror\b/.test(message)) return undefined;
    for (const [, one, other] of text.matchAll(IMPORT)) {
      const module = one ?? other ?? '';
      const found = module.startsWith('.') ? undefined : ecmascriptPackages.uninstalled(module, file, search);
      if (found !== undefined) return { ...found, module };
    }
    return undefined;
  },
};
