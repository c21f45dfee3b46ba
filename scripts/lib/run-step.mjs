import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {import('./suite.mjs').StepResult} StepResult
 */

/** What its servers still take away once a step is over, they take away within this time, ms. */
const graceMs = 5000;
const pollMs = 50;

/** Bytes. Tests put sockets below the folder for temporary files, and the path of one may have 103. */
const longestBase = 32;

/** By these, programs find the folder for temporary files. */
const variables = process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR'];

/**
 * tsx makes this folder for its pipes, and never takes it away.
 * @param {string} name
 */
const isTsx = (name) => /^tsx-\d+$/.test(name);

/** What Node, tsx and jiti (pi's loader) have compiled, they would keep in the folder for temporary files. */
const withoutCaches = { NODE_DISABLE_COMPILE_CACHE: '1', TSX_DISABLE_CACHE: '1', JITI_FS_CACHE: 'false' };

/**
 * Runs a step with a folder of its own for temporary files. What is left in there has failed. Never rejects.
 * @param {Pick<Step, 'run'>} step
 * @returns {Promise<{ result: StepResult, ms: number }>}
 */
export async function runStep({ run }) {
  const start = performance.now();
  const folder = mkdtempSync(join(base(), 'lt-'));
  const [reports, temporary, runtime] = [join(folder, 'r'), join(folder, 't'), join(folder, 'x')];
  for (const path of [reports, temporary, runtime]) mkdirSync(path, { mode: 0o700 });
  // Tests that run as root ask for some things as another user.
  chmodSync(folder, 0o711);
  chmodSync(temporary, 0o1777);
  const env = { ...withoutCaches, XDG_RUNTIME_DIR: runtime, ...Object.fromEntries(variables.map((name) => [name, temporary])) };
  try {
    const { cases, output } = await run({ reports, env });
    const ms = performance.now() - start;
    const left = await leftIn(temporary);
    return { result: { cases: left.length === 0 ? cases : [...cases, { name: 'temporary files', state: 'failed', error: leftBehind(left) }], output }, ms };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { result: { cases: [{ name: '', state: 'failed', error: text }], output: '' }, ms: performance.now() - start };
  } finally {
    remove(folder);
  }
}

/** The system's own, where that leaves room for sockets. */
function base() {
  const usual = realpathSync(tmpdir());
  return process.platform === 'win32' || Buffer.byteLength(usual) <= longestBase ? usual : realpathSync('/tmp');
}

/**
 * Empty as soon as nothing is left.
 * @param {string} folder
 */
async function leftIn(folder) {
  const end = performance.now() + graceMs;
  while (readdirSync(folder).some((name) => !isTsx(name)) && performance.now() < end) await delay(pollMs);
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isTsx(name)).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}

/** @param {readonly string[]} names */
const leftBehind = (names) => `left behind in the folder for temporary files:\n${names.join('\n')}`;

/** @param {string} folder in which somebody who has been left behind may still write */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    console.error(`${folder} could not be removed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
