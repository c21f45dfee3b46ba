import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/** What ends after its test file removes its files within this time, ms. */
const graceMs = 30_000;
const pollMs = 50;

/** Bytes. Tests put sockets below the temporary folder; the path of a socket has 103 at most. */
const longestBase = 12;

/** The variables by which programs find the folder for temporary files. */
const variables = process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR'];

/**
 * A folder that a program leaves by design: a killed sidecar leaves its own, which the next sidecar
 * removes. tsx leaves that of its pipes.
 * @param {string} name
 */
const isNoFault = (name) =>
  /^(?:tsx-\d+|llxprt-lsp-[0-9a-z]+-[0-9a-z]+-\w{6})$/.test(name) && !isOfLiving(name);

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

/** Node, tsx and jiti (pi's loader) would keep compiled files in the temporary folder. */
const withoutCaches = { NODE_DISABLE_COMPILE_CACHE: '1', TSX_DISABLE_CACHE: '1', JITI_FS_CACHE: 'false' };

/**
 * Gives this process, and what it starts, a folder of its own for temporary files and one for
 * sockets, while one test file runs. Both runners of tests call it for each test file.
 * @param {number} [grace] ms
 * @returns {() => Promise<void>} takes the folders away; rejects where something is left in them
 */
export function ownTemporaryFolder(grace = graceMs) {
  const folder = mkdtempSync(join(base(), 'lt-'));
  const [temporary, runtime] = [join(folder, 't'), join(folder, 'x')];
  for (const path of [temporary, runtime]) mkdirSync(path, { mode: 0o700 });
  // Tests that run as root do some things as another user.
  chmodSync(folder, 0o711);
  chmodSync(temporary, 0o1777);
  const folders = Object.fromEntries(variables.map((name) => [name, temporary]));
  const before = set({ ...withoutCaches, XDG_RUNTIME_DIR: runtime, ...folders });
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', remove);
  return async () => {
    const left = await leftIn(temporary, grace);
    set(before);
    process.off('exit', remove);
    remove();
    if (left.length > 0)
      throw new Error(`left behind in the folder for temporary files:\n${left.join('\n')}`);
  };
}

/**
 * @param {Readonly<Record<string, string | undefined>>} variables
 * @returns {Record<string, string | undefined>} what they were
 */
function set(variables) {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  return before;
}

/** The system's own folder, where its path leaves room for sockets. */
function base() {
  const usual = realpathSync(tmpdir());
  return process.platform === 'win32' || Buffer.byteLength(usual) <= longestBase
    ? usual
    : realpathSync('/tmp');
}

/**
 * Names what is left in the folder; returns as soon as nothing is left.
 * @param {string} folder
 * @param {number} grace ms
 */
async function leftIn(folder, grace) {
  const end = performance.now() + grace;
  while (readdirSync(folder).some((name) => !isNoFault(name)) && performance.now() < end) await delay(pollMs);
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isNoFault(name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}
