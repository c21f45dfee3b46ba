import { dirname, join, relative, sep } from 'node:path';
import { ancestors, isFile } from '../../backend/program/files.ts';
import type { PackageTraits } from '../../backend/packages.ts';

/** By the codes of Deno: `JSR package "@std/path@1" is not installed or doesn't exist.` */
const NOT_FOUND: Readonly<Record<string, RegExp>> = {
  'not-installed-jsr': /^JSR package "([^"]+)" is not installed/,
  'not-installed-npm': /^npm package "([^"]+)" is not installed/,
  'no-cache': /^Uncached or missing remote URL: "?(https?:[^\s"]+)/,
  'no-cache-npm': /^Uncached or missing npm package: "?([^\s"]+)/,
  'no-cache-jsr': /^Uncached or missing jsr package: "?([^\s"]+)/,
};
const CONFIGS = ['deno.json', 'deno.jsonc', 'package.json'];
const PLAIN = /^[\w./@+-]+$/;

/** What Deno has not fetched yet: an import names its package and version by itself. */
export const denoPackages: PackageTraits = {
  missingModules({ code, message }) {
    const module = NOT_FOUND[String(code ?? '')]?.exec(message)?.[1];
    return module === undefined ? [] : [module];
  },
  uninstalled(_module, file, { workspaceRoot }) {
    const manifest = ancestors(dirname(file), workspaceRoot)
      .flatMap((folder) => CONFIGS.map((name) => join(folder, name)))
      .find(isFile);
    if (manifest === undefined) return undefined;
    const path = relative(dirname(manifest), file).replaceAll(sep, '/');
    const entrypoint = PLAIN.test(path) ? ` --entrypoint ${path}` : '';
    return { manifest, install: `deno install${entrypoint}` };
  },
};
