import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { isMadeForThisMachine } from './made-for.js';
import { namesIn } from './private-folder.js';
import { nodeVersionOf, OLDEST_NODE } from '../support/node-version.js';
import { findProgram, isRunnable, leadsThrough, type ProgramPlace } from '../support/own-program.js';

/** The Node that runs language servers written for Node. */
export interface NodeFound {
  /** Absolute. */
  readonly path: string;
  /** `24.1.0`; undefined where it cannot be read without running the program. */
  readonly version: string | undefined;
  /** `host`: it runs this process. Otherwise `LLXPRT_NODE`, `PATH`, or the version manager that has it. */
  readonly origin: string;
  /** Why what `LLXPRT_NODE` names is not used, if it names something. */
  readonly problem?: string;
  /** Those to run instead where this one does not run, the best first. None where `LLXPRT_NODE` names one. */
  readonly others?: readonly NodeFound[];
}

/** Beside the newest and the host's own, so many are tried. */
const MOST_OTHERS = 2;

type Version = readonly [number, number, number];

/**
 * What `LLXPRT_NODE` names, or the newest Node that is there: the host's own, the first on PATH, or one that
 * a version manager has. Servers start sooner with a newer one. Runs nothing, downloads nothing, and takes
 * none from the workspace, and none instead of the first that this machine cannot run. A file does not show
 * whether it really runs (an older glibc, a library that is not there): so the next ones come along.
 *
 * @param host the program of this process; undefined where that is no Node
 */
export function findNode(host: string | undefined, place: ProgramPlace): NodeFound | undefined {
  const named = place.env['LLXPRT_NODE'];
  if (named === undefined || named === '') return newestOf(host, place);
  if (isAbsolute(named) && isRunnable(named))
    return { path: named, origin: 'LLXPRT_NODE', version: nodeVersionOf(named) };
  const newest = newestOf(host, place);
  return (
    newest && {
      ...newest,
      problem: `LLXPRT_NODE is not the absolute path of an executable file: ${named}`,
    }
  );
}

function newestOf(host: string | undefined, place: ProgramPlace): NodeFound | undefined {
  const onPath = findProgram('node', place, (path) => isMadeForThisMachine(path));
  const first = [
    ...(host === undefined ? [] : [{ path: host, origin: 'host', version: process.versions.node }]),
    ...(onPath === undefined ? [] : [{ path: onPath, origin: 'PATH', version: nodeVersionOf(onPath) }]),
  ];
  const managed = installed(place.env).flatMap(({ path, origin }): NodeFound[] => {
    const version = nodeVersionOf(path);
    const isTaken =
      version !== undefined && isNewer(version, OLDEST_NODE) && !leadsThrough(path, place.workspaceRoot);
    return isTaken && isRunnable(path) ? [{ path, origin, version }] : [];
  });
  return ranked([...first, ...managed]);
}

/** The newest, and what is to be tried after it: the first of them comes last, whichever it is. */
function ranked(all: readonly NodeFound[]): NodeFound | undefined {
  const [first, ...rest] = all;
  const newer = rest
    .filter(
      ({ path, version }) =>
        isNewer(version, first?.version ?? OLDEST_NODE) && isMadeForThisMachine(path) && path !== first?.path,
    )
    .sort((a, b) => compareVersions(b.version, a.version));
  const [best, ...others] = newer;
  if (first === undefined || best === undefined) return first;
  return { ...best, others: [...others.slice(0, MOST_OTHERS), first] };
}

/**
 * This process's own program if it is Node. Not if the program embeds Node (Electron, a single
 * executable) or is Bun.
 */
export function nodeExecutable(): string | undefined {
  return /^node(js)?[-.\d]*(\.exe)?$/i.test(basename(process.execPath)) ? process.execPath : undefined;
}

type Places = readonly [folders: readonly (string | undefined)[], below: string];

/** Where version managers keep what they have installed; `*` is a version. From their own documentation. */
function placesOf(env: ProgramPlace['env']): Readonly<Record<string, Places>> {
  const home = homedir();
  const data = env['XDG_DATA_HOME'] ?? join(home, '.local', 'share');
  if (process.platform === 'win32')
    return {
      nvm: [[env['NVM_HOME'], under(env['APPDATA'], 'nvm')], '*/node.exe'],
      fnm: [[env['FNM_DIR'], under(env['APPDATA'], 'fnm')], 'node-versions/*/installation/node.exe'],
      Volta: [[env['VOLTA_HOME'], under(env['LOCALAPPDATA'], 'Volta')], 'tools/image/node/*/node.exe'],
      mise: [[env['MISE_DATA_DIR'], under(env['LOCALAPPDATA'], 'mise')], 'installs/node/*/node.exe'],
    };
  return {
    nvm: [[env['NVM_DIR'], join(home, '.nvm')], 'versions/node/*/bin/node'],
    fnm: [
      [
        env['FNM_DIR'],
        join(data, 'fnm'),
        join(home, 'Library', 'Application Support', 'fnm'),
        join(home, '.fnm'),
      ],
      'node-versions/*/installation/bin/node',
    ],
    Volta: [[env['VOLTA_HOME'], join(home, '.volta')], 'tools/image/node/*/bin/node'],
    mise: [[env['MISE_DATA_DIR'], join(data, 'mise')], 'installs/node/*/bin/node'],
    asdf: [[env['ASDF_DATA_DIR'], join(home, '.asdf')], 'installs/nodejs/*/bin/node'],
    nodenv: [[env['NODENV_ROOT'], join(home, '.nodenv')], 'versions/*/bin/node'],
    n: [[env['N_PREFIX'], '/usr/local'], 'n/versions/node/*/bin/node'],
    Homebrew: [['/opt/homebrew', '/usr/local', '/home/linuxbrew/.linuxbrew'], 'Cellar/node/*/bin/node'],
  };
}

const under = (folder: string | undefined, name: string): string | undefined =>
  folder === undefined ? undefined : join(folder, name);

function installed(env: ProgramPlace['env']): { path: string; origin: string }[] {
  return Object.entries(placesOf(env)).flatMap(([origin, [folders, below]]) => {
    const [above = '', rest = ''] = below.split('*');
    return [...new Set(folders)].flatMap((folder) =>
      folder === undefined || !isAbsolute(folder)
        ? []
        : namesIn(join(folder, above)).map((name) => ({ path: join(folder, above, name, rest), origin })),
    );
  });
}

function parsed(version: string | undefined): Version | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version ?? '') ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** Later than the other one; the same is not newer, and one that is not known neither. */
const isNewer = (version: string | undefined, than: string): boolean => compareVersions(version, than) > 0;

/** Above 0 if the first one is later; 0 where one of them is not known. */
function compareVersions(version: string | undefined, than: string | undefined): number {
  const [numbers, others] = [parsed(version), parsed(than)];
  if (numbers === undefined || others === undefined) return 0;
  const at = numbers.findIndex((number, index) => number !== others[index]);
  return (numbers[at] ?? 0) - (others[at] ?? 0);
}
