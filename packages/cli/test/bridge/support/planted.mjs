// What another user has put where our folder for sockets would be, in a folder that everybody writes to. Since no test may touch the one in
// /tmp, its path leads to a planted one: preloaded with LLXPRT_PLANTED, or by `plant` in a test.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const OWN = `/tmp/llxprt-lsp-${process.getuid?.() ?? ''}`;
const CALLS = /** @type {const} */ (['accessSync', 'lstatSync', 'mkdirSync', 'readdirSync', 'statSync']);
const real = /** @type {Record<string, (path: unknown, ...more: unknown[]) => unknown>} */ (
  /** @type {unknown} */ (Object.fromEntries(CALLS.map((name) => [name, fs[name]])))
);

/**
 * @param {string} planted absolute; below a folder called `theirs` it is another user's
 * @returns {() => void} takes it back
 */
export function plant(planted) {
  for (const name of CALLS) {
    /** @param {unknown} path @param {unknown[]} more */
    const leading = (path, ...more) => {
      const found = real[name]?.(
        typeof path === 'string' && (path === OWN || path.startsWith(`${OWN}/`))
          ? planted + path.slice(OWN.length)
          : path,
        ...more,
      );
      if (found instanceof fs.Stats && /\/theirs(?:\/|$)/.test(planted) && (path === OWN || path === planted))
        found.uid += 1;
      return found;
    };
    Object.assign(fs, { [name]: leading });
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  };
}

const preloaded = process.env['LLXPRT_PLANTED'];
if (preloaded !== undefined) plant(preloaded);
