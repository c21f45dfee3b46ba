import { lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';

/** Where one bridge can be asked, read from the name of its socket. */
export interface Endpoint {
  /** What a socket is connected to: a path, or the name of a pipe. */
  readonly address: string;
  /** The process id of the host that the bridge belongs to. */
  readonly hostPid: number;
  /** Of the workspace, see {@link endpointFor}. */
  readonly hash: string;
  /** The bridge's own process id: one host may run several sessions in one workspace. */
  readonly bridgePid: number;
}

/** Bytes. The shortest limit that any system has for a socket's path is 104 with the zero at its end. */
const MAX_ADDRESS_BYTES = 103;
/** Of a name with the longest process ids there are. */
const MAX_NAME_BYTES = '4294967295-0123456789ab-4294967295.sock'.length;
const NAME = /^(?:llxprt-lsp-)?(\d{1,10})-([0-9a-f]{12})-(\d{1,10})(?:\.sock)?$/;
const PIPES = String.raw`\\.\pipe`;

/**
 * The private folder that this user's bridges have their sockets in; made if there is none.
 *
 * @returns absolute; undefined where no folder is one that only we can look into, and on Windows, whose pipes are in none
 */
export function endpointFolder(): string | undefined {
  return folders().find((folder) => {
    if (Buffer.byteLength(folder) + 1 + MAX_NAME_BYTES > MAX_ADDRESS_BYTES) return false;
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch {
      // It is there, or cannot be: either way, what counts is what it is.
    }
    return isPrivate(folder);
  });
}

/**
 * The address of a bridge that a host has for a workspace.
 *
 * @returns undefined where there is no {@link endpointFolder} for it
 */
export function endpointFor(hostPid: number, workspaceRoot: string, bridgePid = process.pid): string | undefined {
  const name = `${hostPid}-${hashOf(realPath(workspaceRoot))}-${bridgePid}`;
  if (process.platform === 'win32') return `${PIPES}${sep}llxprt-lsp-${name}`;
  const folder = endpointFolder();
  return folder === undefined ? undefined : join(folder, `${name}.sock`);
}

/**
 * The addresses to be tried for a process that a host has started, best first: those of the nearest ancestor that is a host, and only where there is
 * none those of other sessions in `cwd` or, innermost first, the folders above it. Of several in one workspace the one
 * that began first comes first: as long as it lives, the same servers are asked, and stay warm.
 *
 * @param ancestors process ids, nearest first
 */
export function findEndpoints(ancestors: readonly number[], cwd: string): string[] {
  const known = listEndpoints();
  if (known.length === 0) return [];
  const host = ancestors.find((pid) => known.some(({ hostPid }) => hostPid === pid));
  const own = known.filter(({ hostPid }) => hostPid === host);
  if (own.length === 1) return own.map(({ address }) => address);
  const hashes = selfAndAbove(realPath(cwd)).map(hashOf);
  const depth = ({ hash }: Endpoint): number => (hashes.includes(hash) ? hashes.indexOf(hash) : hashes.length);
  const fitting = host === undefined ? known.filter(({ hash }) => hashes.includes(hash)) : own;
  return byAge(fitting).sort((a, b) => depth(a) - depth(b)).map(({ address }) => address);
}

/** Those of one workspace's sessions: of the host that began a session last first; of one host, the oldest first, as its hooks ask them. */
export function endpointsOf(workspaceRoot: string): Endpoint[] {
  const own = hashOf(realPath(workspaceRoot));
  const found = byAge(listEndpoints().filter(({ hash }) => hash === own));
  const newest = new Map(found.map(({ hostPid }, age) => [hostPid, age]));
  const age = ({ hostPid }: Endpoint): number => newest.get(hostPid) ?? 0;
  return found.sort((a, b) => age(b) - age(a));
}

/** The oldest first. */
function byAge(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.map((endpoint) => ({ endpoint, since: madeAt(endpoint.address) })).sort((a, b) => a.since - b.since).map(({ endpoint }) => endpoint);
}

/** ms; 0 where nobody knows, as with pipes. */
function madeAt(address: string): number {
  return statSync(address, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Every bridge's, also those whose bridge has been killed. */
export function listEndpoints(): Endpoint[] {
  const places = process.platform === 'win32' ? [PIPES] : folders().filter(isPrivate);
  return places.flatMap((folder) => namesIn(folder).flatMap((name) => parseEndpoint(folder + sep + name)));
}

function parseEndpoint(address: string): Endpoint[] {
  const [, pid, hash, bridgePid] = NAME.exec(basename(address)) ?? [];
  return pid === undefined || hash === undefined ? [] : [{ address, hostPid: Number(pid), hash, bridgePid: Number(bridgePid) }];
}

/** Bridge and hook need not have the same variables, since hosts pass few of them on to MCP servers: who looks for a socket looks in all of these. */
function folders(): string[] {
  if (process.platform === 'win32') return [];
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const own = `llxprt-lsp-${process.getuid?.() ?? ''}`;
  const usable = runtime !== undefined && isAbsolute(runtime) && isOurs(runtime);
  return [...new Set([...(usable ? [join(runtime, 'llxprt-lsp')] : []), join(tmpdir(), own), join('/tmp', own)])];
}

/** What cannot be looked at is not: `su` leaves the variables of whoever called it, whose folders are closed to us. */
function isOurs(folder: string, look = statSync, forbidden = 0): boolean {
  try {
    const stats = look(folder);
    return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & forbidden) === 0;
  } catch {
    return false;
  }
}

/** In a folder that others can write to, whoever comes first may have put a link or a folder of theirs in its place. */
function isPrivate(folder: string): boolean {
  return isOurs(folder, lstatSync, 0o077);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** A hook whose host has one bridge needs none, and to load this module costs it as much as all the rest. */
function hashOf(realWorkspace: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(realWorkspace).digest('hex').slice(0, 12);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

function selfAndAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...selfAndAbove(parent)];
}
