import { lstatSync, realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { FileChangeType } from '../../client/protocol/registrations.ts';
import { isBelow } from '../../support/paths.ts';
import { entriesOf, namesIn, NODE_MODULES } from '../../support/folders.ts';
import { lookAt } from './disk-state.ts';

/**
 * Files that package managers of JavaScript write after each run: npm, pnpm, Yarn 1, Yarn 2 and
 * later. Bun writes none, but replaces folders.
 */
const NOTES = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'];

/**
 * Folders of `node_modules` with a dot that hold no packages: programs, caches, and stores whose packages are
 * linked from elsewhere. Generators write their packages into others (`.prisma`).
 */
const NO_PACKAGES = new Set(['.bin', '.cache', '.pnpm', '.store', '.vite', '.yarn', '.aspect_rules_js']);

const PACKAGES = `${sep}${NODE_MODULES}${sep}`;
/** The folders of so many packages are looked at in each sweep: what is built in the others comes late. */
const MOST_STAMPED = 1000;
/** How many are looked at before other work gets a turn. */
const AT_A_TIME = 64;

export type SentinelPathChanged = (change: FileChangeType, path: string) => void;

/** A sentinel path: a folder that is not walked. Only its marks are looked at. */
export interface SentinelPath {
  /** As of the last sweep. */
  readonly isGone: boolean;
  /**
   * Folders as of the last sweep. If no entry in them was created, deleted or touched, the next
   * sweep finds nothing.
   */
  readonly folders: readonly string[];
  /** Where its links lead, by the paths of the links: real paths. */
  readonly links: ReadonlyMap<string, string>;
  /** Reports what has changed since the last call. Yields where other work may run. */
  sweep(moved: SentinelPathChanged): Generator<undefined, void>;
}

interface PackageState {
  /** Stamp of its package.json. */
  readonly manifest: string;
  /** What is in its folder; undefined where that is not looked at. */
  readonly names: ReadonlySet<string> | undefined;
}

/**
 * A `node_modules` folder. It has too many files to walk. A changed package is reported file by
 * file. Packages found by the first walk are not reported.
 */
export class InstalledModules implements SentinelPath {
  #marks: ReadonlyMap<string, string> = new Map();
  #packages: ReadonlyMap<string, PackageState> = new Map();
  #folders: readonly string[] = [];
  #links: ReadonlyMap<string, string> = new Map();

  /** @param options `watchFilter`, by name: whether a server may read the file */
  constructor(
    private readonly folder: string,
    private readonly options: {
      readonly workspace: { readonly root: string };
      readonly watchFilter: (name: string) => boolean;
    },
    private isReported: boolean,
  ) {}

  get isGone(): boolean {
    return this.#marks.get(this.folder) === '';
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  get links(): ReadonlyMap<string, string> {
    return this.#links;
  }

  *sweep(moved: SentinelPathChanged): Generator<undefined, void> {
    let looked = 0;
    let isSame = this.#marks.size > 0;
    for (const [path, stamp] of this.#marks) {
      isSame &&= stampOf(path) === stamp;
      if (!isSame) break;
      if (++looked % AT_A_TIME === 0) yield;
    }
    if (isSame) return;
    const scopes = namesIn(this.folder).filter(isScope);
    const folders = [this.folder, ...scopes.map((name) => join(this.folder, name))];
    const marks = stampsOf([...folders, ...NOTES.map((name) => join(this.folder, name))]);
    const known = this.#packages;
    const packages = new Map<string, PackageState>();
    const links = new Map<string, string>();
    for (const path of packagesIn(this.folder, scopes)) {
      yield;
      const target = linkTarget(path);
      if (target !== undefined) links.set(path, target);
      const note = join(path, 'package.json');
      const manifest = stampOf(note);
      // Of a linked folder of the workspace, the walk finds what is new.
      const isWalked = target?.includes(PACKAGES) === false && isBelow(target, this.options.workspace.root);
      const isStamped = !isWalked && packages.size < MOST_STAMPED;
      if (isStamped) {
        marks.set(path, stampOf(path)).set(note, manifest);
        folders.push(path);
      }
      packages.set(path, { manifest, names: isStamped ? new Set(namesIn(path)) : undefined });
    }
    this.#folders = folders;
    this.#marks = marks;
    this.#packages = packages;
    this.#links = links;
    if (!this.isReported) {
      this.isReported = true;
      return;
    }
    for (const path of known.keys()) if (!packages.has(path)) moved('deleted', join(path, 'package.json'));
    for (const [path, { manifest, names }] of packages) {
      const before = known.get(path);
      const isNew = before === undefined;
      if (isNew || before.manifest !== manifest)
        for (const file of this.#filesOf(path)) {
          yield;
          moved(isNew ? 'created' : 'changed', file);
        }
      for (const name of isNew ? [] : (names?.difference(before.names ?? names) ?? []))
        for (const file of this.#filesAt(join(path, name))) {
          yield;
          moved('created', file);
        }
    }
  }

  /** The file, or those of the folder. */
  *#filesAt(path: string): Generator<string> {
    if (lookAt(path).kind === 'folder') {
      if (basename(path) !== NODE_MODULES) yield* this.#filesOf(path);
    } else if (this.options.watchFilter(basename(path))) yield path;
  }

  *#filesOf(folder: string): Generator<string> {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== NODE_MODULES) yield* this.#filesOf(path);
      } else if (this.options.watchFilter(entry.name)) yield path;
    }
  }
}

/**
 * A Python environment. Servers that read it look for changes themselves, once notified. So the
 * folder is reported, and none of its files.
 */
export class InstalledEnvironment implements SentinelPath {
  #marks: ReadonlyMap<string, string> = new Map();
  #folders: readonly string[] = [];
  readonly #tag: string;

  constructor(
    private readonly folder: string,
    private isReported: boolean,
  ) {
    this.#tag = join(folder, 'pyvenv.cfg');
  }

  get isGone(): boolean {
    return this.#marks.get(this.#tag) === '';
  }

  readonly links: ReadonlyMap<string, string> = new Map();

  get folders(): readonly string[] {
    return this.#folders;
  }

  *sweep(moved: SentinelPathChanged): Generator<undefined, void> {
    yield;
    const before = this.#marks;
    const { sites, above } = sitePackages(this.folder);
    const now = stampsOf([this.#tag, ...sites]);
    this.#marks = now;
    this.#folders = [this.folder, ...above, ...sites];
    if (!this.isReported) {
      this.isReported = true;
      return;
    }
    for (const path of new Set([...before.keys(), ...now.keys()])) {
      const [was = '', is = ''] = [before.get(path), now.get(path)];
      if (was !== is) moved(was === '' ? 'created' : is === '' ? 'deleted' : 'changed', path);
    }
  }
}

/** A folder of packages. */
function isScope(name: string): boolean {
  return name.startsWith('@') || (name.startsWith('.') && !name.includes('.', 1) && !NO_PACKAGES.has(name));
}

/** Where the link leads; undefined for what is no link. */
export function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

function packagesIn(folder: string, scopes: readonly string[]): string[] {
  const plain = namesIn(folder).filter((name) => !name.startsWith('.') && !isScope(name));
  return [
    ...plain,
    ...scopes.flatMap((scope) => namesIn(join(folder, scope)).map((name) => join(scope, name))),
  ].map((name) => join(folder, name));
}

/**
 * `lib/python3.13/site-packages`, on Windows `Lib/site-packages`; and the folders in which another
 * one would appear.
 */
function sitePackages(environment: string): {
  readonly sites: readonly string[];
  readonly above: readonly string[];
} {
  const libraries = namesIn(environment)
    .filter((name) => /^lib(64)?$/i.test(name))
    .map((name) => join(environment, name));
  const below = libraries.flatMap((library) =>
    entriesOf(library).map((entry) => ({ path: join(library, entry.name), isFolder: entry.isDirectory() })),
  );
  const sites = [...libraries, ...below.map(({ path }) => path)]
    .map((folder) => (basename(folder) === 'site-packages' ? folder : join(folder, 'site-packages')))
    .filter((folder) => lookAt(folder).kind === 'folder');
  return { sites, above: [...libraries, ...below.flatMap(({ path, isFolder }) => (isFolder ? [path] : []))] };
}

function stampsOf(paths: readonly string[]): Map<string, string> {
  return new Map(paths.map((path) => [path, stampOf(path)]));
}

/** '' if nothing is there. */
function stampOf(path: string): string {
  const seen = lookAt(path);
  return seen.kind === 'nothing' ? '' : `${seen.stat.mtimeNs}:${seen.stat.ctimeNs}:${seen.stat.ino}`;
}
