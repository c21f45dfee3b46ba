/**
 * Finds the programs that we start for ourselves: git, shells, Node, Bun. A language's own tools
 * are looked for elsewhere. Core has a copy of this source.
 */
import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import { devNull, homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { withoutSecrets } from './environment.js';
import { isPathWithin, nativeRealPath } from './real-path.js';

export interface ProgramPlace {
  /** Absolute; may be a link. What a stranger or a model may have written. */
  readonly workspaceRoot: string;
  /**
   * All of a user's own programs may lie in a workspace that holds the home folder. With trust they
   * count.
   */
  readonly trusted: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The first program of that name on PATH, absolute. Never one in the workspace, by its name or by a
 * link, and none by way of an entry of PATH that {@link ownPath} leaves out.
 *
 * @param accepts refuses a file that is not the program
 */
export function findProgram(
  name: string,
  place: ProgramPlace,
  accepts: (path: string) => boolean = () => true,
): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return ownFolders(place)
    .map((folder) => join(folder, file))
    .find((path) => isRunnable(path) && !isTheirs(path, place) && accepts(path));
}

/**
 * PATH for what such a program starts in its turn. Empty and relative entries are left out: they
 * mean the current folder. So is what lies in the workspace, and every `node_modules`: npx and npm
 * put those of a project there, and of the folders above it.
 */
export function ownPath(place: ProgramPlace): string {
  // To some, an empty PATH is the current folder, too.
  return ownFolders(place).join(delimiter) || devNull;
}

/** The environment for such a program: with that PATH, and without secrets. */
export function ownEnvironment(place: ProgramPlace): Record<string, string | undefined> {
  const others = Object.entries(withoutSecrets(place.env)).filter(([name]) => !isPath(name));
  return { ...Object.fromEntries(others), PATH: ownPath(place) };
}

/**
 * Whether a path, or a link on the way to what is there, lies in the folder: who can write in the
 * folder decides what the path is.
 *
 * @param path absolute
 * @param folder absolute
 */
export function leadsThrough(path: string, folder: string): boolean {
  const root = realPath(folder);
  return [...wayTo(path), realPath(dirname(path)), realPath(path)].some((each) => isPathWithin(each, root));
}

function ownFolders(place: ProgramPlace): string[] {
  const [, path = ''] =
    Object.entries(place.env).find(([name, value]) => isPath(name) && value !== undefined) ?? [];
  const folders = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => resolve(folder));
  return [...new Set(folders)].filter((folder) => !isOfPackages(folder) && !isTheirs(folder, place));
}

/** Windows spells it `Path`, and compares names in any case. */
const isPath = (name: string): boolean =>
  name === 'PATH' || (process.platform === 'win32' && name.toUpperCase() === 'PATH');

function isTheirs(path: string, { workspaceRoot, trusted }: ProgramPlace): boolean {
  return (
    leadsThrough(path, workspaceRoot) &&
    !(trusted && isPathWithin(realPath(homedir()), realPath(workspaceRoot)))
  );
}

const isOfPackages = (folder: string): boolean =>
  [folder, realPath(folder)].some((path) => path.split(sep).includes('node_modules'));

/** As many as Linux follows. */
const MOST_LINKS = 40;

/** Every name that the system looks up on the way to a file, each in a folder without links. */
function wayTo(path: string): string[] {
  const way: string[] = [];
  let at = parse(path).root;
  const names = namesOf(path);
  for (let links = 0; names.length > 0 && links <= MOST_LINKS;) {
    // `..` is the folder above the one that a link has led to.
    const next = join(at, names.shift() ?? '');
    way.push(next);
    const target = targetOf(next);
    if (target === undefined) {
      at = next;
      continue;
    }
    links += 1;
    if (isAbsolute(target)) at = parse(target).root;
    names.unshift(...namesOf(target));
  }
  return way;
}

const namesOf = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((name) => name !== '');

/** Of a link; undefined for all else. */
function targetOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** The path itself where there is nothing. */
const realPath = (path: string): string => nativeRealPath(path) ?? path;

/** A file that this process may run. */
export function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
