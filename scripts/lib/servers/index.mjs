import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { lockedFile } from '../lock.mjs';
import { chromium } from './chromium.mjs';
import { clangd } from './clangd.mjs';
import { gopls } from './gopls.mjs';
import { jdk, jdtls } from './java.mjs';
import { mypy } from './mypy.mjs';
import { binFolder } from './place.mjs';
import { ruff } from './ruff.mjs';
import { rustAnalyzer, rustSource } from './rust.mjs';
import { shellcheck } from './shellcheck.mjs';
import { ty } from './ty.mjs';

/**
 * @typedef {import('./result.mjs').Result} Result
 * @typedef {import('./server.mjs').Server} Server
 * @typedef {import('./server.mjs').Place} Place
 */

/**
 * The language servers that npm does not carry, what some of them need, and a browser for pages
 * that are tested in one.
 */
export const servers = [
  ...[gopls, rustAnalyzer, rustSource, clangd, jdk, jdtls],
  ...[ruff, shellcheck, ty, mypy, chromium],
];

const SCRATCH = 'scratch-';

/**
 * Finds the servers that are there; installs nothing.
 * @param {readonly Server[]} chosen
 * @param {string} prefix absolute
 * @returns {Promise<Result[]>}
 */
export function findServers(chosen, prefix) {
  mkdirSync(binFolder(prefix), { recursive: true });
  return Promise.all(chosen.map((server) => find(server, binFolder(prefix))));
}

/**
 * Installs what is missing and can be installed, all at the same time. Only one run of this works
 * at once.
 * @param {readonly Server[]} chosen
 * @param {string} prefix absolute
 * @param {{ tell?: (result: Result) => void, waiting?: () => void }} [listener] `tell` is called
 * with each result as soon as there is one, `waiting` when another run is at work
 * @returns {Promise<Result[]>} in the order of `chosen`
 */
export async function installServers(chosen, prefix, { tell, waiting } = {}) {
  const bin = binFolder(prefix);
  mkdirSync(bin, { recursive: true });
  const work = async () => {
    // Scratch folders of runs that were killed.
    for (const name of readdirSync(prefix))
      if (name.startsWith(SCRATCH)) rmSync(join(prefix, name), { recursive: true, force: true });
    return Promise.all(
      chosen.map(async (server) => {
        const scratch = mkdtempSync(join(prefix, SCRATCH));
        const result = await ensure(server, { prefix, bin, scratch });
        rmSync(scratch, { recursive: true, force: true });
        tell?.(result);
        return result;
      }),
    );
  };
  return lockedFile(join(prefix, 'setup.lock'), work, waiting);
}

/**
 * @param {Server} server
 * @param {string} bin
 * @returns {Promise<Result>}
 */
async function find(server, bin) {
  const { name, pinned } = server;
  const version = await server.version(bin);
  if (version !== undefined) return { name, kind: 'found', version };
  const reason = process.platform === 'win32' ? 'Windows is not supported yet' : await server.obstacle();
  return reason === undefined ? { name, kind: 'missing', pinned } : { name, kind: 'impossible', reason };
}

/**
 * @param {Server} server
 * @param {Place} place
 * @returns {Promise<Result>}
 */
async function ensure(server, place) {
  const before = await find(server, place.bin);
  if (before.kind !== 'missing') return before;
  const { name, optional = false } = server;
  const start = performance.now();
  const reason = await server.install(place);
  if (reason !== undefined) return { name, kind: optional ? 'impossible' : 'failed', reason };
  const version = await server.version(place.bin);
  const seconds = Math.round((performance.now() - start) / 1000);
  return version === undefined
    ? { name, kind: 'failed', reason: 'it was installed, but does not run' }
    : { name, kind: 'installed', version, seconds };
}
