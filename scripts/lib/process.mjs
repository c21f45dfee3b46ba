import { spawn } from 'node:child_process';
import process from 'node:process';

/**
 * @typedef {object} RunOptions
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] after this the program and its children are killed
 * @property {boolean} [inherit] show its output at once instead of returning it
 */

/**
 * How long the output may stay open after a program's exit, ms. A process that it left behind may
 * hold the output open for ever.
 */
const closeGraceMs = 2000;

const ownGroup = process.platform !== 'win32';

/** @typedef {(signal: NodeJS.Signals) => void} Kill sends a signal to a program and its group */

/** @type {Set<Kill>} of the programs that run */
const running = new Set();
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
let isStopping = false;

/** How long programs have to end when this process is told to, ms. */
const stopGraceMs = 5000;

/**
 * Ends all programs, then this process. A second call changes nothing: npm hands a Ctrl-C on.
 * @param {NodeJS.Signals} signal
 */
function stopAll(signal) {
  if (isStopping) return;
  isStopping = true;
  for (const kill of running) kill(signal);
  setTimeout(() => {
    for (const kill of running) kill('SIGKILL');
    process.exit(130);
  }, stopGraceMs);
}

/** @param {Kill} kill */
function add(kill) {
  if (running.size === 0) for (const signal of signals) process.on(signal, stopAll);
  running.add(kill);
  if (isStopping) kill('SIGKILL');
}

/** @param {Kill} kill */
function remove(kill) {
  running.delete(kill);
  if (running.size > 0) return;
  if (isStopping) process.exit(130);
  for (const signal of signals) process.off(signal, stopAll);
}

/**
 * Runs a program to its end. Never throws: a program that cannot start has the code 127, one that
 * was killed 128.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd, env = process.env, timeoutMs, inherit = false }) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = [];
    // Its own process group, so that a time-out or Ctrl-C reaches the servers that a test may have
    // started.
    const child = spawn(command, args, {
      cwd,
      env,
      detached: ownGroup && !inherit,
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: command.endsWith('.cmd'),
    });
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));

    const kill = (/** @type {NodeJS.Signals} */ signal) => {
      if (child.pid === undefined) return;
      try {
        process.kill(ownGroup && !inherit ? -child.pid : child.pid, signal);
      } catch {
        // It is gone already.
      }
    };
    add(kill);
    const timer =
      timeoutMs &&
      setTimeout(() => {
        chunks.push(Buffer.from(`\nstopped: not done after ${String(timeoutMs / 1000)} s\n`));
        kill('SIGKILL');
      }, timeoutMs);

    /** @type {NodeJS.Timeout | undefined} */
    let grace;
    const end = (/** @type {number} */ code) => {
      if (timer) clearTimeout(timer);
      clearTimeout(grace);
      child.stdout?.destroy();
      child.stderr?.destroy();
      remove(kill);
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') });
    };
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${command}: ${error.message}\n`));
      end(127);
    });
    child.once('exit', (code) => {
      if (timer) clearTimeout(timer);
      grace = setTimeout(() => {
        end(code ?? 128);
      }, closeGraceMs);
    });
    child.once('close', (code) => {
      end(code ?? 128);
    });
  });
}

/**
 * Runs a Node program with this Node.
 * @param {readonly string[]} args
 * @param {RunOptions} options
 */
export const node = (args, options) => run(process.execPath, args, options);
