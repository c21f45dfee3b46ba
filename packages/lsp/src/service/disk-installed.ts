import { basename, join } from 'node:path';
import type { FileChange } from '../client/registrations.ts';
import { MODULES } from './disk-names.ts';
import { entriesOf, lookAt } from './disk-state.ts';

/** What package managers of JavaScript leave behind after each run: npm, pnpm, Yarn 1, Yarn 2 and later. Bun leaves nothing, but replaces folders. */
const NOTES = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'];

export type LandmarkMoved = (change: FileChange, path: string) => void;

/** What is not walked, and looked at by its marks alone. */
export interface SentinelPath {
  /** As the last sweep found it. */
  readonly isGone: boolean;
  /** As the last sweep found them: where in none of these an entry came, went or was touched, the next one finds nothing. */
  readonly folders: readonly string[];
  /** Says what has moved since the last call. Yields where others may have a turn. */
  sweep(moved: LandmarkMoved): Generator<undefined, void>;
}

/** A `node_modules` folder, of whose files there are too many. A package that has moved is told of file by file; what was there before anybody asked is no news. */
export class InstalledModules implements SentinelPath {
  #marks: ReadonlyMap<string, string> = new Map();
  #packages: ReadonlyMap<string, string> = new Map();
  #folders: readonly string[] = [];

  /** @param isOfInterest by name: whether a server may read it */
  constructor(
    private readonly folder: string,
    private readonly isOfInterest: (name: string) => boolean,
    private isNews: boolean,
  ) {}

  get isGone(): boolean {
    return this.#marks.get(this.folder) === '';
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  *sweep(moved: LandmarkMoved): Generator<undefined, void> {
    if (this.#marks.size > 0 && [...this.#marks].every(([path, stamp]) => stampOf(path) === stamp)) return;
    const scopes = namesIn(this.folder).filter((name) => name.startsWith('@'));
    this.#folders = [this.folder, ...scopes.map((name) => join(this.folder, name))];
    this.#marks = stampsOf([...this.#folders, ...NOTES.map((name) => join(this.folder, name))]);
    const known = this.#packages;
    const packages = new Map<string, string>();
    for (const path of packagesIn(this.folder, scopes)) {
      yield;
      packages.set(path, stampOf(join(path, 'package.json')));
    }
    this.#packages = packages;
    if (!this.isNews) {
      this.isNews = true;
      return;
    }
    for (const path of known.keys()) if (!packages.has(path)) moved('deleted', join(path, 'package.json'));
    for (const [path, stamp] of packages) {
      if (known.get(path) === stamp) continue;
      for (const file of this.#filesOf(path)) {
        yield;
        moved(known.has(path) ? 'changed' : 'created', file);
      }
    }
  }

  *#filesOf(folder: string): Generator<string> {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== MODULES) yield* this.#filesOf(path);
      } else if (this.isOfInterest(entry.name)) yield path;
    }
  }
}

/** A Python environment. Those who read it look for themselves, once they know that something has moved: the folder is told of, and no file of it. */
export class InstalledEnvironment implements SentinelPath {
  #marks: ReadonlyMap<string, string> = new Map();
  #folders: readonly string[] = [];
  readonly #tag: string;

  constructor(
    private readonly folder: string,
    private isNews: boolean,
  ) {
    this.#tag = join(folder, 'pyvenv.cfg');
  }

  get isGone(): boolean {
    return this.#marks.get(this.#tag) === '';
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  *sweep(moved: LandmarkMoved): Generator<undefined, void> {
    yield;
    const before = this.#marks;
    const { sites, above } = sitePackages(this.folder);
    const now = stampsOf([this.#tag, ...sites]);
    this.#marks = now;
    this.#folders = [this.folder, ...above, ...sites];
    if (!this.isNews) {
      this.isNews = true;
      return;
    }
    for (const path of new Set([...before.keys(), ...now.keys()])) {
      const [was = '', is = ''] = [before.get(path), now.get(path)];
      if (was !== is) moved(was === '' ? 'created' : is === '' ? 'deleted' : 'changed', path);
    }
  }
}

function packagesIn(folder: string, scopes: readonly string[]): string[] {
  const plain = namesIn(folder).filter((name) => !name.startsWith('.') && !name.startsWith('@'));
  return [...plain, ...scopes.flatMap((scope) => namesIn(join(folder, scope)).map((name) => join(scope, name)))].map((name) => join(folder, name));
}

/** `lib/python3.13/site-packages`, on Windows `Lib/site-packages`; and the folders that another one would appear in. */
function sitePackages(environment: string): { readonly sites: readonly string[]; readonly above: readonly string[] } {
  const libraries = namesIn(environment)
    .filter((name) => /^lib(64)?$/i.test(name))
    .map((name) => join(environment, name));
  const below = libraries.flatMap((library) => entriesOf(library).map((entry) => ({ path: join(library, entry.name), isFolder: entry.isDirectory() })));
  const sites = [...libraries, ...below.map(({ path }) => path)]
    .map((folder) => (basename(folder) === 'site-packages' ? folder : join(folder, 'site-packages')))
    .filter((folder) => lookAt(folder).kind === 'folder');
  return { sites, above: [...libraries, ...below.flatMap(({ path, isFolder }) => (isFolder ? [path] : []))] };
}

function stampsOf(paths: readonly string[]): Map<string, string> {
  return new Map(paths.map((path) => [path, stampOf(path)]));
}

/** '' where nothing is. */
function stampOf(path: string): string {
  const seen = lookAt(path);
  return seen.kind === 'nothing' ? '' : `${seen.stat.mtimeNs}:${seen.stat.ctimeNs}:${seen.stat.ino}`;
}

function namesIn(folder: string): string[] {
  return entriesOf(folder).map(({ name }) => name);
}
