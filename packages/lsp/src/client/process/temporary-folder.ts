import {
  accessSync,
  constants,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Variables } from '../../support/environment.ts';
import { readTextFile, SETTINGS_BYTES } from '../../support/read-file.ts';

/**
 * `PREFIX` + the pid's namespace + pid, base 36 each, and the suffix of mkdtemp. Short, because
 * servers create sockets in the folder, whose paths may have 103 bytes.
 */
const PREFIX = 'llxprt-lsp-';
const NAME = /^llxprt-lsp-([0-9a-z]+)-([0-9a-z]+)-\w{6}$/;
const VARIABLES = process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR'];

/** In any of these, programs look for the name of the shared folder. */
const SHARED = ['TMPDIR', 'TMP', 'TEMP'];

let own: string | undefined;
let isPromised = false;

/**
 * Takes out the names of folders for temporary files in which none can be made: a session's own
 * folder may be gone before the session. Programs then use the system's.
 *
 * @returns the names of the variables
 */
export function dropMissingFolders(env: Variables): string[] {
  const missing = SHARED.filter((name) => env[name] !== undefined && !isWritable(env[name]));
  for (const name of missing) Reflect.deleteProperty(env, name);
  return missing;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return isAbsolute(folder) && statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Environment variables that give servers and compilers a temporary folder of the sidecar:
 * owner-only, and removed when the sidecar ends. Some programs leave files there, and a killed
 * program cannot remove its own. Making the first folder removes those of killed sidecars. Empty
 * where no folder can be made: the programs then use the shared one.
 */
export function temporaryFolder(): Readonly<Record<string, string>> {
  // A cleaner of /tmp may have removed the folder, and another user may have made one of that name.
  if (own === undefined || !isOurs(own)) own = make();
  const folder = own;
  return folder === undefined ? {} : Object.fromEntries(VARIABLES.map((name) => [name, folder]));
}

/** Call after every server has ended. */
export function removeTemporaryFolder(): void {
  if (own !== undefined) remove(own);
  own = undefined;
}

function make(): string | undefined {
  try {
    if (own === undefined) removeStale();
    // Covers every exit except a kill.
    if (!isPromised) process.once('exit', removeTemporaryFolder);
    isPromised = true;
    return mkdtempSync(join(tmpdir(), `${PREFIX}${space()}-${process.pid.toString(36)}-`));
  } catch {
    return undefined;
  }
}

/**
 * Removes the folders of this user's killed sidecars. A process id means nothing in another
 * container or on another machine, which may share the temporary folder.
 */
function removeStale(): void {
  const here = space();
  for (const name of readdirSync(tmpdir())) {
    const [, where, pid = ''] = NAME.exec(name) ?? [];
    if (where !== here || isRunning(Number.parseInt(pid, 36))) continue;
    const folder = join(tmpdir(), name);
    if (isOurs(folder)) remove(folder);
  }
}

function isOurs(folder: string): boolean {
  try {
    const stats = lstatSync(folder);
    return stats.isDirectory() && stats.uid === (process.getuid?.() ?? 0);
  } catch {
    return false;
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Another program holds a file in there: the next sidecar tries again.
  }
}

/** The host name is needed: machines have the same number for their outermost namespace. */
function space(): string {
  return Bun.hash.crc32(`${hostname()} ${namespace()}`).toString(36);
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const stat = readTextFile(`/proc/${pid}/stat`, SETTINGS_BYTES);
  // The state follows the name, which is in parentheses and may contain some.
  return stat.kind !== 'text' || !/\) [ZX][^)]*$/.test(stat.text);
}
