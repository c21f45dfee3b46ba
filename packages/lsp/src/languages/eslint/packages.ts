import type { PackageTraits } from '../../backend/packages.ts';
import { onceForText } from '../../backend/why-no-error.ts';
import { ecmascriptPackages } from '../typescript/packages.ts';

/** Rules of plugins that look imports up, by the ends of their names. */
const UNRESOLVED = /\/no-(?:unresolved|missing-import|missing-require)$/;
const MODULE = /^Unable to resolve path to module '([^']+)'|^["'“]([^"'”]+)["'”] is not found/;

/** Rules by types: of a value whose type no package tells. */
const UNSAFE = '@typescript-eslint/no-unsafe-';
const IMPORT =
  /^[ \t]*(?:import|export)\b[^'"\r\n\u2028\u2029]*['"]([^'"\n]+)['"]|\brequire\(\s*['"]([^'"\n]+)['"]/gm;

/** Imports that are looked up for one finding. */
const MOST = 100;

/** Read once for all findings in a file. */
const modulesIn = onceForText((text): readonly string[] => {
  const modules = new Set(Array.from(text.matchAll(IMPORT), ([, one, other = '']) => one ?? other));
  return [...modules].filter((module) => !module.startsWith('.')).slice(0, MOST);
});

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
    for (const module of modulesIn(text)) {
      const found = ecmascriptPackages.uninstalled(module, file, search);
      if (found !== undefined) return { ...found, module };
    }
    return undefined;
  },
};
