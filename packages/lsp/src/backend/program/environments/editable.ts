import { dirname, join } from 'node:path';
import { sitePackages, type Environment } from './environment.ts';
import { thisWorld, type World } from './world.ts';

/**
 * Folders from which packages are imported that are installed as editable by a finder, a module
 * that Python runs when it starts. Servers read paths in `.pth` files, and run no such module, so
 * they find none of these packages.
 */
export function editablePaths(environment: Environment, world: World = thisWorld()): string[] {
  const { reader } = world;
  const finders = sitePackages(environment, world).flatMap((site) =>
    reader
      .names(site)
      .filter((name) => /^__editable___.*_finder\.py$/.test(name))
      .map((name) => join(site, name)),
  );
  return [...new Set(finders.flatMap((path) => mapped(reader.text(path) ?? '')))].filter((folder) =>
    reader.exists(folder),
  );
}

/** `MAPPING: dict[str, str] = {'package': '/path/of/package'}`, as setuptools writes it. */
function mapped(text: string): string[] {
  const mapping = /^MAPPING\b[^=\r\n\u2028\u2029]*=[ \t]*\{([^{}]*)\}/m.exec(text)?.[1] ?? '';
  return [...mapping.matchAll(/(['"])([\w.]+)\1\s*:\s*(['"])(.*?)\3/g)].flatMap(
    ([, , name = '', , path = '']) => {
      const parts = name.split('.');
      const spelled = path.replaceAll('\\\\', '\\');
      // Where the folder has another name than the package, no search path leads to it.
      const isNamedSo = spelled
        .replaceAll('\\', '/')
        .replace(/\.pyi?$/, '')
        .endsWith(`/${parts.join('/')}`);
      return isNamedSo ? [parts.reduce((folder) => dirname(folder), spelled)] : [];
    },
  );
}

/** PEP 582, as PDM installs where it makes no environment: `__pypackages__/3.12/lib`. */
export function localPackages(folder: string, world: World = thisWorld()): string[] {
  const above = join(folder, '__pypackages__');
  const libraries = world.reader
    .names(above)
    .filter((name) => /^\d+\.\d+/.test(name))
    .map((name) => join(above, name, 'lib'));
  return libraries.filter((path) => world.reader.exists(path));
}
