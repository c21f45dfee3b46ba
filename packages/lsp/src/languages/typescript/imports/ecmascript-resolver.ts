import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { type Aliases, aliased, elsewhere, readAliases } from './aliases.ts';
import { isPath } from './ecmascript-imports.ts';
import { Folders, type ListingOf } from '../../../backend/imports/folders.ts';
import type { ModuleResolver } from '../../../backend/imports/imports.ts';
import { JsonFiles } from './json-files.ts';
import { type NamedFiles, readNamedFiles } from './named-files.ts';
import type { TimeSlices } from '../../../support/time-slices.ts';
import { WorkspacePackage } from './workspace-package.ts';

const SETTINGS = /^(?:package\.json|[tj]sconfig(?:\..*)?\.json)$/;
const ENDING = /\.(?:d\.)?(?:[cm]?[jt]sx?|json)$/;
const MAY_HAVE_TAGS = /\.(?:tsx|jsx|[cm]?js)$/;
/** Others have some where settings say so. */
const IS_FOR_TAGS = /\.[tj]sx$/;
const INDEX = `${sep}index`;
const ENDINGS = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.d.mts', '.d.cts'];

/**
 * Keys modules by three kinds of names:
 * - their paths without endings, on both sides, so that `./a.js`, `./a` and `./a/index.ts` need no
 *   disk access;
 * - the aliases of every tsconfig.json above the importer;
 * - the names of the packages in the workspace, however node_modules finds them.
 *
 * Names that lead out of the workspace stay as they are: an ambient `declare module` may declare
 * them.
 */
export class EcmascriptResolver implements ModuleResolver {
  readonly #json = new JsonFiles();
  readonly #folders: Folders;
  readonly #exists: (path: string) => boolean;
  #aliases: ReadonlyMap<string, readonly Aliases[]> = new Map();
  #packages: ReadonlyMap<string, WorkspacePackage> = new Map();
  #programs: readonly NamedFiles[] = [];
  #byName: ReadonlyMap<string | undefined, readonly WorkspacePackage[]> = new Map();
  readonly #aliasesAbove = new Map<string, readonly Aliases[]>();
  readonly #wholes = new Map<string, readonly string[]>();
  readonly #ofPackages = new Map<string, readonly string[]>();

  /** @param exists whether the graph holds this file */
  constructor(root: string, exists: (path: string) => boolean, listingOf: ListingOf) {
    this.#folders = new Folders(root, (name) => SETTINGS.test(name), listingOf);
    this.#exists = exists;
  }

  async refresh(sources: ReadonlySet<string>, timeSlices: TimeSlices): Promise<'keys' | undefined> {
    const foldersChanged = await this.#folders.refresh(sources, timeSlices);
    if (!(await this.#json.moved(timeSlices)) && !foldersChanged) return undefined;
    const aliases = new Map<string, Aliases[]>();
    const packages = new Map<string, WorkspacePackage>();
    const programs: NamedFiles[] = [];
    for (const path of this.#folders.settings()) {
      if (timeSlices.due) await timeSlices.pause();
      const folder = dirname(path);
      if (basename(path) === 'package.json')
        packages.set(folder, new WorkspacePackage(folder, this.#json.read(path) ?? {}));
      else {
        aliases.set(folder, [
          ...(aliases.get(folder) ?? []),
          readAliases(path, this.#json, (other) => this.#folders.has(other)),
        ]);
        programs.push(...readNamedFiles(path, this.#json));
      }
    }
    this.#aliases = aliases;
    this.#programs = programs;
    this.#packages = packages;
    this.#byName = Map.groupBy(packages.values(), ({ name }) => name);
    this.#aliasesAbove.clear();
    this.#ofPackages.clear();
    this.#wholes.clear();
    return 'keys';
  }

  keys(from: string, specifier: string): Set<string> {
    const folder = dirname(from);
    const ending = /\.\w+$/.exec(specifier)?.[0];
    const keys = new Set(ending === undefined || ENDING.test(specifier) ? [] : [`*${ending}`]);
    const add = (paths: readonly string[]): void => {
      for (const path of paths) for (const key of this.#pathKeys(path)) keys.add(key);
    };
    const aliases = this.#aliasesFor(folder);
    if (isPath(specifier)) {
      const path = resolve(folder, specifier);
      add([path, ...aliases.flatMap((one) => elsewhere(one, path))]);
      return withSuffixes(keys, aliases);
    }
    keys.add(specifier);
    add(aliases.flatMap((one) => aliased(one, specifier)));
    const names = specifier.startsWith('#') ? this.#imported(folder, specifier) : [specifier];
    for (const name of names) {
      if (isPath(name)) add([name]);
      else for (const key of this.#packageKeys(name)) keys.add(key);
    }
    return withSuffixes(keys, aliases);
  }

  implied(from: string): string[] {
    if (!MAY_HAVE_TAGS.test(from)) return [];
    const sources = new Set(this.#aliasesFor(dirname(from)).flatMap((one) => one.jsxSources));
    if (IS_FOR_TAGS.test(from)) sources.add('react');
    return [...sources].flatMap((source) => [source, `${source}/jsx-runtime`, `${source}/jsx-dev-runtime`]);
  }

  mayHold(path: string): boolean {
    return this.#programs.some((program) => program.names(path));
  }

  mayHoldBelow(folder: string): boolean {
    return this.#programs.some((program) => program.namesBelow(folder));
  }

  isJudgedByTypes(path: string, asking: Iterable<string>): boolean {
    const holding = this.#programs.filter((program) => program.names(path));
    if (holding.some(({ checksJavaScript }) => checksJavaScript)) return true;
    // Without settings, whatever is open may be in one program.
    const all = holding.length > 0 ? holding : [{ names: (other: string) => isJavaScript(other) }];
    for (const other of asking) if (all.some((program) => program.names(other))) return true;
    return false;
  }

  isSetting(path: string): boolean {
    return this.#json.has(path);
  }

  names(path: string): string[] {
    const stem = withoutEnding(path);
    const names = [stem];
    const inner = withoutEnding(stem);
    // `./a.js` may mean a.js.ts.
    if (inner !== stem) names.push(inner);
    if (stem.endsWith(INDEX)) names.push(withoutEnding(dirname(stem)));
    // `./a.d` and, with allowArbitraryExtensions, `./a.css`.
    const declaration = path.includes('.d.') ? /^(.+)\.d(\.\w+)?\.[cm]?ts$/.exec(path) : null;
    if (declaration !== null) names.push(`${declaration[1] ?? ''}${declaration[2] ?? '.d'}`);
    names.push(...this.#packagesAbove(dirname(path)));
    return names;
  }

  /** A key for each whole package that a folder belongs to. */
  #packagesAbove(folder: string): readonly string[] {
    let all = this.#wholes.get(folder);
    if (all === undefined) {
      all = [...this.#folders.above(folder)]
        .filter((above) => this.#packages.has(above))
        .map((above) => join(above, '*'));
      this.#wholes.set(folder, all);
    }
    return all;
  }

  #pathKeys(path: string): string[] {
    const real = this.#folders.real(path);
    const entries = this.#packages.get(real)?.entries('.') ?? [];
    // The link may come to lead elsewhere.
    const linked = real === path ? [] : [withoutEnding(path)];
    return [withoutEnding(real), ...linked, ...entries.map(withoutEnding)];
  }

  /** All tsconfig files above a folder: only the server knows which of them applies to a file. */
  #aliasesFor(folder: string): readonly Aliases[] {
    let all = this.#aliasesAbove.get(folder);
    if (all === undefined) {
      all = [...this.#folders.above(folder)].flatMap((above) => this.#aliases.get(above) ?? []);
      this.#aliasesAbove.set(folder, all);
    }
    return all;
  }

  /** The `imports` of the nearest packages. */
  #imported(folder: string, specifier: string): string[] {
    return [...this.#folders.above(folder)].flatMap(
      (above) => this.#packages.get(above)?.imports(specifier) ?? [],
    );
  }

  #packageKeys(specifier: string): readonly string[] {
    let keys = this.#ofPackages.get(specifier);
    if (keys === undefined) {
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
      const subpath = `.${specifier.slice(name.length)}`;
      keys = (this.#byName.get(name) ?? []).flatMap((one) => {
        const entries = [...new Set(one.entries(subpath).map(withoutEnding))];
        // The build's sources are unknown: any file of the package may be one.
        return !one.offers(subpath) || entries.some((entry) => this.#isFile(entry))
          ? entries
          : [...entries, join(one.folder, '*')];
      });
      this.#ofPackages.set(specifier, keys);
    }
    return keys;
  }

  #isFile(stem: string): boolean {
    return ENDINGS.some(
      (ending) => this.#exists(stem + ending) || this.#exists(join(stem, `index${ending}`)),
    );
  }
}

const isJavaScript = (path: string): boolean => /\.[cm]?jsx?$/.test(path);

/** With what the settings let these stand for: `a.ios` for `a`. */
function withSuffixes(keys: Set<string>, aliases: readonly Aliases[]): Set<string> {
  const suffixes = aliases.flatMap((one) => one.suffixes);
  const paths = suffixes.length === 0 ? [] : [...keys].filter((key) => isAbsolute(key) && !key.endsWith('*'));
  for (const path of paths)
    for (const suffix of suffixes) keys.add(path + suffix).add(join(path, `index${suffix}`));
  return keys;
}

function withoutEnding(path: string): string {
  return path.replace(ENDING, '');
}
