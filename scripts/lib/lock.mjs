import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { cache } from './paths.mjs';

/**
 * Runs `work` while no other process of this checkout does. A process that dies loses the lock.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function locked(name, work) {
  mkdirSync(cache, { recursive: true });
  return lockedFile(join(cache, `${name}.lock`), work);
}

/**
 * The same for all checkouts that share a file.
 * @template T
 * @param {string} file in a folder that exists
 * @param {() => Promise<T>} work
 * @param {() => void} [waiting] called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function lockedFile(file, work, waiting) {
  for (let attempt = 0; !acquire(file); attempt += 1) {
    if (attempt === 1) waiting?.();
    await delay(200);
  }
  const release = () => {
    rmSync(file, { force: true });
  };
  // Ctrl-C ends the process without unwinding the stack.
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} file */
function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (isAbandoned(file)) rmSync(file, { force: true });
    return false;
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    // A lock is empty for a moment, between its creation and its first byte.
    return owner === 0 ? Date.now() - statSync(file).mtimeMs > 5000 : !isAlive(owner);
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
