import { basename, extname, isAbsolute, join } from 'node:path';
import type { ServerProgram } from '../../types.ts';
import type { Search } from './search.ts';
import { firstLine, home, isExecutable, isReadable, realPath, shown } from './files.ts';
import { nodeVersionOf, OLDEST_NODE } from '../../support/node-version.ts';
import { findBin, findPackage, packageAround, readPackage, type Package } from './packages.ts';
import { UNTRUSTED, untrustedEnvironment } from './untrusted.ts';
import { inEnvironment } from './venv.ts';

/** Why a program is not run. */
export type Absent =
  /** The program is missing: `hint` is the command that installs it. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly hint?: string }
  /**
   * It does not apply to this folder: for example, there is no ESLint configuration, or the server
   * is optional and its program is missing.
   */
  | { readonly kind: 'not-applicable'; readonly reason: string; readonly hint?: string }
  /** It would run if the workspace were trusted. */
  | { readonly kind: 'untrusted'; readonly reason: string; readonly hint?: never }
  /** A settings file that it would read can be read by nobody. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly hint?: never };

/** Something to run, without the arguments that make it a server. */
export interface Program {
  readonly kind: 'found';
  readonly command: string;
  /** Stands before the server's own arguments: the script that Node runs. */
  readonly prefix: readonly string[];
  readonly about: ServerProgram;
  /** Takes precedence over any other environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface NpmProgram {
  readonly packageName: string;
  readonly bin: string;
  /**
   * The accepted versions. Only for a server that judges with another package: skipping one version
   * must not change a verdict.
   */
  readonly versions?: string;
}

interface Candidate {
  readonly path: string;
  readonly origin: ServerProgram['origin'];
  readonly package: Package | undefined;
}

/**
 * A program from an npm package: the workspace's own, else the one on PATH, else the bundled one. A
 * program of an unaccepted version, or one that needs a newer Node, is skipped. In an untrusted
 * workspace it is always the bundled one.
 */
export function npmProgram(
  { packageName, bin, versions }: NpmProgram,
  folder: string,
  search: Search,
): Program | Absent {
  const theirs = [() => inWorkspace(packageName, bin, folder, search), () => onPath(bin, search)];
  for (const find of search.trusted ? theirs : []) {
    const candidate = find();
    if (candidate !== undefined && suits(candidate.package, versions, search))
      return runCandidate(bin, candidate, search);
  }
  const ours = inBundle(packageName, bin, search);
  if (ours !== undefined) return runCandidate(bin, ours, search);
  return {
    kind: 'unavailable',
    reason: `${bin} was found neither in the workspace's node_modules, nor on PATH, nor beside this package`,
    hint: `npm install --global ${packageName}`,
  };
}

/** The npm program that this package bundles, whatever the workspace has. */
export function bundledProgram({ packageName, bin }: NpmProgram, search: Search): Program | Absent {
  const candidate = inBundle(packageName, bin, search);
  if (candidate !== undefined) return runCandidate(bin, candidate, search);
  return {
    kind: 'unavailable',
    reason: `${packageName} is missing beside this package`,
    hint: `npm install --global ${packageName}`,
  };
}

export interface NamedProgram {
  readonly name: string;
  /** The npm package from which a workspace may have it. */
  readonly npm?: string | undefined;
  readonly versions?: string | undefined;
  /** The Python package from which a virtual environment may have it. */
  readonly pip?: string | undefined;
  /** This package bundles `npm`. */
  readonly isBundled?: boolean | undefined;
}

/**
 * A program of any kind: the workspace's own, else the one on PATH, else the bundled one; undefined
 * where there is none. In an untrusted workspace the bundled one comes first.
 */
export function namedProgram(
  { name, npm, versions, pip, isBundled }: NamedProgram,
  folder: string,
  search: Search,
): Program | Absent | undefined {
  const bundled = (): Candidate | undefined =>
    isBundled === true && npm !== undefined ? inBundle(npm, name, search) : undefined;
  const installed = (): Candidate | undefined =>
    (npm === undefined ? inVenv(pip, name, folder, search) : inWorkspace(npm, name, folder, search)) ??
    onPath(name, search);
  const candidate = search.trusted ? (installed() ?? bundled()) : (bundled() ?? installed());
  if (candidate === undefined) return undefined;
  const { package: from } = candidate;
  if ((from === undefined && versions === undefined) || suits(from, versions, search))
    return runCandidate(name, candidate, search);
  const place = shown(from?.folder ?? candidate.path, search.workspaceRoot);
  const which = `${name} ${from?.version ?? ''} in ${place}`;
  if (versions !== undefined && !suits(from, versions, { ...search, node: undefined })) {
    return { kind: 'unavailable', reason: `${which} cannot be used: it has to be ${versions}` };
  }
  return {
    kind: 'unavailable',
    reason: `${which} needs Node ${from?.nodeRange ?? ''}, which ${search.node ?? 'none'} is not`,
  };
}

/**
 * A program that the user's settings name: absolute, below `~/`, or a bare name that is looked up
 * in node_modules/.bin and on PATH.
 */
export function commandProgram(command: string, folder: string, search: Search): Program | Absent {
  const path = resolveCommand(command, folder, search);
  if (typeof path !== 'string') return path;
  return runCandidate(basename(path), candidateAt(path, 'custom'), search);
}

/**
 * How to run `about.path`. JavaScript runs on the Node in `search`, so that Node need not be on
 * PATH and no package manager's wrapper stands in between. In an untrusted workspace only bundled
 * programs run.
 *
 * @param prefix arguments that are part of the program and that a user does not replace
 */
export function run(about: ServerProgram, search: Search, prefix: readonly string[] = []): Program | Absent {
  if (!search.trusted && about.origin !== 'bundled') return UNTRUSTED;
  const env = search.trusted ? {} : { env: untrustedEnvironment(search.workspaceRoot) };
  const real = realPath(about.path);
  if (!runsOnNode(real)) return { kind: 'found', command: about.path, prefix, about, ...env };
  if (search.node === undefined) {
    return {
      kind: 'unavailable',
      reason: `${about.name} runs on Node, and there is none on PATH`,
      hint: 'install Node.js',
    };
  }
  return {
    kind: 'found',
    command: search.node,
    prefix: [real, ...prefix],
    about: { ...about, path: real },
    ...env,
  };
}

/**
 * Whether a file, given by its real path, is JavaScript for Node: by its name, or its first line.
 */
export function runsOnNode(path: string): boolean {
  return ['.js', '.mjs', '.cjs'].includes(extname(path)) || /^#!.*\bnode\b/.test(firstLine(path));
}

/** Expands `~/`, because no shell does it. */
export function spelledOut(command: string): string {
  return command.startsWith('~/') ? join(home(), command.slice(2)) : command;
}

function resolveCommand(command: string, folder: string, search: Search): string | Absent {
  if (command === '') return { kind: 'unavailable', reason: 'its settings name no command' };
  const path = spelledOut(command);
  if (isAbsolute(path)) {
    if (isExecutable(path) || (runsOnNode(path) && isReadable(path))) return path;
    return {
      kind: 'unavailable',
      reason: `the command ${command} of its settings is not an executable file`,
    };
  }
  if (/[/\\]/.test(path)) {
    return {
      kind: 'unavailable',
      reason:
        `the command ${command} of its settings is a relative path: write an absolute one, or a name on ` +
        'PATH',
    };
  }
  return (
    findBin(folder, search.workspaceRoot, path) ??
    search.which(path) ?? {
      kind: 'unavailable',
      reason:
        `the command ${command} of its settings was found neither on PATH nor in the workspace's ` +
        'node_modules/.bin',
    }
  );
}

function runCandidate(
  name: string,
  { path, origin, package: from }: Candidate,
  search: Search,
): Program | Absent {
  return run({ name, path, ...(from?.version !== undefined && { version: from.version }), origin }, search);
}

function inWorkspace(
  packageName: string,
  bin: string,
  folder: string,
  { workspaceRoot }: Search,
): Candidate | undefined {
  // The package comes before its entry in .bin: with pnpm and on Windows that entry is a shell
  // script instead of a link.
  const home = findPackage(folder, workspaceRoot, packageName);
  const own = home === undefined ? undefined : readPackage(home);
  const path = own?.bin[bin] ?? findBin(folder, workspaceRoot, bin);
  return path === undefined ? undefined : { path, origin: 'workspace', package: own };
}

function inVenv(
  pip: string | undefined,
  name: string,
  folder: string,
  { workspaceRoot }: Search,
): Candidate | undefined {
  const path = pip === undefined ? undefined : inEnvironment(name, folder, workspaceRoot);
  return path === undefined ? undefined : candidateAt(path, 'workspace');
}

function onPath(bin: string, search: Search): Candidate | undefined {
  const path = search.which(bin);
  return path === undefined ? undefined : candidateAt(path, 'path');
}

function candidateAt(path: string, origin: ServerProgram['origin']): Candidate {
  const real = realPath(path);
  return { path, origin, package: runsOnNode(real) ? packageAround(real) : undefined };
}

function inBundle(packageName: string, bin: string, search: Search): Candidate | undefined {
  const home = search.bundled(packageName);
  const own = home === undefined ? undefined : readPackage(home);
  const path = own?.bin[bin];
  return path === undefined ? undefined : { path, origin: 'bundled', package: own };
}

function suits(candidate: Package | undefined, versions: string | undefined, search: Search): boolean {
  if (
    versions !== undefined &&
    (candidate?.version === undefined || !Bun.semver.satisfies(candidate.version, versions))
  )
    return false;
  if (candidate?.nodeRange === undefined || search.node === undefined) return true;
  return Bun.semver.satisfies(nodeVersionOf(search.node) ?? OLDEST_NODE, candidate.nodeRange);
}
