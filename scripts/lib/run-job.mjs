import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * @typedef {object} Place of a job
 * @property {string} reports a folder that is empty, and goes away afterwards
 * @property {NodeJS.ProcessEnv} env the job's own environment variables
 * @typedef {import('./cases.mjs').Case} Case
 * @typedef {{ cases: Case[], output: string, files?: Record<string, number> }} JobResult
 *   `files`: ms per test file
 * @typedef {object} Job one or more commands that run one after the other
 * @property {string} name unique in a run
 * @property {readonly string[] | undefined} [files] the test files that it runs, relative to the root
 * @property {(place: Place) => Promise<JobResult>} run
 */

/** Servers that end after their job remove their files within this time, ms. */
const graceMs = 20_000;
const pollMs = 50;

/** Bytes. Tests put sockets below the temporary folder; the path of a socket has 103 at most. */
const longestBase = 32;

/** The variables by which programs find the folder for temporary files. */
const variables = process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR'];

/**
 * Folders that programs leave by design. tsx leaves the one of its pipes. A killed sidecar leaves
 * its own, which the next sidecar removes.
 * @param {string} name
 */
const isNoFault = (name) => /^(?:tsx-\d+|llxprt-lsp-[0-9a-z]+-[0-9a-z]+-\w{6})$/.test(name) && !isOfLiving(name);

/** @param {string} name of a folder, with the id of the process that made it in base 36 */
function isOfLiving(name) {
  const pid = Number.parseInt(/^llxprt-lsp-\w+-(\w+)-/.exec(name)?.[1] ?? '', 36);
  if (Number.isNaN(pid)) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Where test processes register for --profile, if it was asked for. */
const profiled = () => (process.env['LLXPRT_TEST_PROFILE'] ? { LLXPRT_TEST_PROFILE: process.env['LLXPRT_TEST_PROFILE'] } : {});

/** Node, tsx and jiti (pi's loader) would keep compiled files in the temporary folder. */
const withoutCaches = { NODE_DISABLE_COMPILE_CACHE: '1', TSX_DISABLE_CACHE: '1', JITI_FS_CACHE: 'false' };

/**
 * Runs a job with its own folder for temporary files. Fails the job where files are left there.
 * Never rejects.
 * @param {Pick<Job, 'run' | 'files'>} job
 * @param {number} [grace] ms
 * @returns {Promise<JobResult & { ms: number }>}
 */
export async function runJob({ run, files }, grace = graceMs) {
  const start = performance.now();
  const folder = mkdtempSync(join(base(), 'lt-'));
  // Ctrl-C ends the process without unwinding the stack.
  const removeAtExit = () => {
    remove(folder);
  };
  process.once('exit', removeAtExit);
  const [reports, temporary, runtime] = [join(folder, 'r'), join(folder, 't'), join(folder, 'x')];
  for (const path of [reports, temporary, runtime]) mkdirSync(path, { mode: 0o700 });
  // Tests that run as root do some things as another user.
  chmodSync(folder, 0o711);
  chmodSync(temporary, 0o1777);
  const folders = Object.fromEntries(variables.map((name) => [name, temporary]));
  const env = { ...withoutCaches, ...profiled(), XDG_RUNTIME_DIR: runtime, ...folders };
  try {
    const result = await run({ reports, env });
    const ms = performance.now() - start;
    const left = await leftIn(temporary, grace);
    if (left.length === 0) return { ...result, ms };
    return { ...result, cases: [...result.cases, { ...failed('temporary files', leftBehind(left)), file: files?.join(' ') }], ms };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { cases: [failed('', text)], output: '', ms: performance.now() - start };
  } finally {
    process.off('exit', removeAtExit);
    remove(folder);
  }
}

/**
 * @param {string} name
 * @param {string} error
 * @returns {Case}
 */
const failed = (name, error) => ({ name, state: 'failed', error });

/** The system's own folder, where its path leaves room for sockets. */
function base() {
  const usual = realpathSync(tmpdir());
  return process.platform === 'win32' || Buffer.byteLength(usual) <= longestBase ? usual : realpathSync('/tmp');
}

/**
 * Names what is left in the folder; returns as soon as nothing is left.
 * @param {string} folder
 * @param {number} grace ms
 */
async function leftIn(folder, grace) {
  const end = performance.now() + grace;
  while (readdirSync(folder).some((name) => !isNoFault(name)) && performance.now() < end) await delay(pollMs);
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isNoFault(name)).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}

/** @param {readonly string[]} names */
const leftBehind = (names) => `left behind in the folder for temporary files:\n${names.join('\n')}`;

/** @param {string} folder a process that was left behind may still write there */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    console.error(`${folder} could not be removed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
