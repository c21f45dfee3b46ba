import { statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isOurSocket, namesIn, realPath, socketFolder, socketFolders } from '@vybestack/llxprt-lsp-core';

/** The address of one bridge, read from the name of its socket. */
export interface Endpoint {
  /** What a socket is connected to: a path, or the name of a pipe. */
  readonly address: string;
  /** The process id of the host that the bridge belongs to. */
  readonly hostPid: number;
  /** The hash of the workspace, see {@link endpointFor}. */
  readonly hash: string;
  /** The bridge's own process id: one host may run several sessions in one workspace. */
  readonly bridgePid: number;
}

/** The length of a name with the longest possible process ids. */
const MAX_NAME_BYTES = '4294967295-0123456789ab-4294967295.sock'.length;
const NAME = /^(?:llxprt-lsp-)?(\d{1,10})-([0-9a-f]{12})-(\d{1,10})(?:\.sock)?$/;
const PIPES = String.raw`\\.\pipe`;

/** Why a session cannot listen for hooks: what follows a colon. */
export const NO_ENDPOINT =
  "no folder for its socket is this user's alone and has a path that is short enough; XDG_RUNTIME_DIR " +
  'can name one';

/** See {@link socketFolder}; on Windows, pipes are in no folder. */
export function endpointFolder(): string | undefined {
  return socketFolder(MAX_NAME_BYTES);
}

/**
 * The address of the bridge of a host for a workspace.
 *
 * @returns undefined where there is no {@link endpointFolder} for it
 */
export function endpointFor(
  hostPid: number,
  workspaceRoot: string,
  bridgePid = process.pid,
): string | undefined {
  const name = `${hostPid}-${hashOf(realFolder(workspaceRoot))}-${bridgePid}`;
  if (process.platform === 'win32') return `${PIPES}${sep}llxprt-lsp-${name}`;
  const folder = endpointFolder();
  return folder === undefined ? undefined : join(folder, `${name}.sock`);
}

/** Whether a session of this user can have an address at all. */
export function isEndpointPossible(): boolean {
  return process.platform === 'win32' || endpointFolder() !== undefined;
}

/**
 * The addresses to try for a process that a host has started, best first. They belong to the
 * nearest ancestor that is a host. Only where there is none, they are those of other sessions in
 * `cwd` or, innermost first, in the folders above it. Of several in one workspace, the one that
 * began first comes first; it refuses what is not asked for its own session.
 *
 * @param ancestors process ids, nearest first
 */
export function findEndpoints(ancestors: readonly number[], cwd: string): string[] {
  const known = listEndpoints();
  if (known.length === 0) return [];
  const host = ancestors.find((pid) => known.some(({ hostPid }) => hostPid === pid));
  const own = known.filter(({ hostPid }) => hostPid === host);
  if (own.length === 1) return own.map(({ address }) => address);
  const hashes = selfAndAbove(realFolder(cwd)).map(hashOf);
  const depth = ({ hash }: Endpoint): number =>
    hashes.includes(hash) ? hashes.indexOf(hash) : hashes.length;
  const here = (host === undefined ? known : own).filter(({ hash }) => hashes.includes(hash));
  const fitting = here.length === 0 && host !== undefined ? own : here;
  return byAge(fitting)
    .sort((a, b) => depth(a) - depth(b))
    .map(({ address }) => address);
}

/**
 * The addresses of one workspace's sessions. The host that began a session last comes first; of one
 * host, the oldest session comes first, as its hooks ask them.
 */
export function endpointsOf(workspaceRoot: string): Endpoint[] {
  const own = hashOf(realFolder(workspaceRoot));
  const found = byAge(listEndpoints().filter(({ hash }) => hash === own));
  const newest = new Map(found.map(({ hostPid }, age) => [hostPid, age]));
  const age = ({ hostPid }: Endpoint): number => newest.get(hostPid) ?? 0;
  return found.sort((a, b) => age(b) - age(a));
}

/** The oldest first. */
function byAge(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints
    .map((endpoint) => ({ endpoint, since: madeAt(endpoint.address) }))
    .sort((a, b) => a.since - b.since)
    .map(({ endpoint }) => endpoint);
}

/** When the bridge began to listen, ms since 1970; 0 where it is unknown, as with pipes. */
export function madeAt(address: string): number {
  return statSync(address, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The addresses of all bridges, also of those that have been killed. */
export function listEndpoints(): Endpoint[] {
  if (process.platform === 'win32') return endpointsIn(PIPES);
  // The folder may lie in a workspace, where something else may stand under such a name: a link to
  // the socket of another program is not asked.
  return socketFolders()
    .flatMap(endpointsIn)
    .filter(({ address }) => isOurSocket(address));
}

function endpointsIn(folder: string): Endpoint[] {
  return namesIn(folder).flatMap((name) => parseEndpoint(folder + sep + name));
}

function parseEndpoint(address: string): Endpoint[] {
  const [, pid, hash, bridgePid] = NAME.exec(basename(address)) ?? [];
  return pid === undefined || hash === undefined
    ? []
    : [{ address, hostPid: Number(pid), hash, bridgePid: Number(bridgePid) }];
}

/**
 * Loaded late: a hook whose host has one bridge needs no hash, and loading this module takes as
 * long as the rest of the hook.
 */
function hashOf(realWorkspace: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(realWorkspace).digest('hex').slice(0, 12);
}

/** The path itself where there is no such folder. */
export function realFolder(path: string): string {
  return realPath(path) ?? resolve(path);
}

function selfAndAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...selfAndAbove(parent)];
}
