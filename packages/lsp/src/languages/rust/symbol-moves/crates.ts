import { basename, dirname, join, relative, sep } from 'node:path';
import { readTextFile } from '../../../support/read-file.ts';
import { moduleText } from '../modules.ts';

/** Where a file is among the modules of a crate. */
export interface ModulePlace {
  /** The file that the crate begins with. */
  readonly crate: string;
  /** The folder of its package. */
  readonly folder: string;
  /** The names of the modules around it and its own; none for the crate's first file. */
  readonly path: readonly string[];
}

type IsFile = (path: string) => boolean;

/** A manifest is small, bytes. */
const MOST_MANIFEST = 1_000_000;

/** Undefined for a file that no `mod` leads to. */
export function placeInCrate(file: string, root: string, isFile: IsFile): ModulePlace | undefined {
  const folder = packageAbove(file, root, isFile);
  if (folder === undefined) return undefined;
  for (const crate of [join(folder, 'src/lib.rs'), join(folder, 'src/main.rs')]) {
    const path = isFile(crate) ? pathBelow(crate, file) : undefined;
    if (path !== undefined && fileOf(crate, path, isFile) === file) return { crate, folder, path };
  }
  const isCrate = /^(?:(?:tests|benches|examples|src\/bin)\/(?:[^/]+|[^/]+\/main)\.rs|build\.rs)$/;
  return isCrate.test(relative(folder, file).split(sep).join('/'))
    ? { crate: file, folder, path: [] }
    : undefined;
}

/** The module that a file would be, and the one that has to declare it; undefined without such a one. */
export function futurePlace(
  file: string,
  { crate, folder }: ModulePlace,
  isFile: IsFile,
): { readonly place: ModulePlace; readonly parent: string } | undefined {
  const path = pathBelow(crate, file);
  const parent = path && path.length > 0 ? fileOf(crate, path.slice(0, -1), isFile) : undefined;
  return path === undefined || parent === undefined ? undefined : { place: { crate, folder, path }, parent };
}

/** How other crates call the library of a package. */
export function libraryName(folder: string): string {
  const read = readTextFile(join(folder, 'Cargo.toml'), MOST_MANIFEST);
  const text = read.kind === 'text' ? read.text : '';
  const named = (section: string): string | undefined =>
    new RegExp(String.raw`^\[${section}\][^[]*?^name\s*=\s*["']([^"'\n]+)["']`, 'm').exec(text)?.[1];
  return (named('lib') ?? named('package') ?? basename(folder)).replace(/-/g, '_');
}

function packageAbove(file: string, root: string, isFile: IsFile): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (isFile(join(folder, 'Cargo.toml'))) return folder;
    if (folder === root || dirname(folder) === folder) return undefined;
  }
}

/** By the usual layout. */
function pathBelow(crate: string, file: string): string[] | undefined {
  if (file === crate) return [];
  const inside = relative(dirname(crate), file);
  if (inside.startsWith('..') || !inside.endsWith('.rs')) return undefined;
  const parts = inside.slice(0, -'.rs'.length).split(sep);
  const path = parts.at(-1) === 'mod' ? parts.slice(0, -1) : parts;
  return path.length > 0 && path.every((part) => /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(part))
    ? path
    : undefined;
}

/** The file of a module, by the `mod` lines that lead to it. */
function fileOf(crate: string, path: readonly string[], isFile: IsFile): string | undefined {
  let file = crate;
  for (const [at] of path.entries()) {
    const stem = join(dirname(crate), ...path.slice(0, at + 1));
    const links = moduleText(file, file === crate)?.links ?? [];
    const next = [`${stem}.rs`, join(stem, 'mod.rs')].find(
      (one) => isFile(one) && links.some(({ files }) => files.includes(one)),
    );
    if (next === undefined) return undefined;
    file = next;
  }
  return file;
}
