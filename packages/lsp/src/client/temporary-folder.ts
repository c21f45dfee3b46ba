import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** `PREFIX` + where a pid counts + pid, base 36 each, and what mkdtemp puts behind. Short: servers have sockets in there, whose paths may have 103 bytes. */
const PREFIX = 'llxprt-lsp-';
const NAME = /^llxprt-lsp-([0-9a-z]+)-([0-9a-z]+)-\w{6}$/;
const VARIABLES = process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR'];

let own: string | undefined;
let isPromised = false;

/**
 * The variables by which servers and compilers find a folder for temporary files that is ours alone, owner-only, and gone when we are: some of them
 * leave what they put there, and none can when it is killed. What killed sidecars have left is removed when the first one is made. Empty where no folder
 * can be made: theirs is then the one that everybody has.
 */
export function temporaryFolder(): Readonly<Record<string, string>> {
  // What cleans /tmp by age may have taken it away, and who has seen its name may have made one of his own there.
  if (own === undefined || !isOurs(own)) own = make();
  const folder = own;
  return folder === undefined ? {} : Object.fromEntries(VARIABLES.map((name) => [name, folder]));
}

/** When every server has ended. */
export function removeTemporaryFolder(): void {
  if (own !== undefined) remove(own);
  own = undefined;
}

function make(): string | undefined {
  try {
    if (own === undefined) removeStale();
    // However we end, unless we are killed.
    if (!isPromised) process.once('exit', removeTemporaryFolder);
    isPromised = true;
    return mkdtempSync(join(tmpdir(), `${PREFIX}${space()}-${process.pid.toString(36)}-`));
  } catch {
    return undefined;
  }
}

/**
 * Removes the folders of this user's sidecars that were killed. A process id means nothing in another
 * container or on another machine, which may share the folder for temporary files.
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
    // Somebody holds a file in there: the next sidecar tries again.
  }
}

/** Machines have the same number for their outermost namespace. */
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
  try {
    // The state follows the name, which stands in parentheses and may hold some itself.
    return !/\) [ZX][^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
}
