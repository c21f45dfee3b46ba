import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ancestors, shown } from './files.ts';
import { SETTINGS_BYTES, statOf } from '../../support/read-file.ts';

/**
 * Names of files that programs read by themselves, as settings or as the description of a project,
 * whatever the language.
 */
const SETTINGS = new RegExp(
  [
    /\.(?:jsonc?|json5|toml|ya?ml|cfg|ini|conf|xml|lock|mod|work|sum|properties|gradle|kts|csproj|props|targets|sln)$/,
    /^\.(?:clang|eslint|prettier|yarn|python-version|tool-versions|sdkmanrc|java-version|pdm-python)/,
    /^(?:setup\.py|requirements.*\.txt|pipfile|compile_flags\.txt|makefile|cmakelists\.txt|eslint\.config\..*|rust-toolchain|gemfile)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Of these, what is written by hand: where it is longer than we read, it was not. */
const BY_HAND =
  /^(?:[jt]sconfig.*\.json|(?:package|pyrightconfig|deno|biome)\.jsonc?|(?:pyproject|cargo|ty|ruff)\.toml|go\.(?:mod|work)|setup\.cfg|\.?mypy\.ini|\.clangd|compile_flags\.txt|\.eslintrc.*|eslint\.config\..*)$/i;

/** What is found in a folder, as of a change of its entries, ms since 1970. */
const known = new Map<string, { readonly changed: number; readonly found: Found }>();

interface Found {
  readonly special: readonly Special[];
  /** Names of regular files that are written by hand: they may become long. */
  readonly byHand: readonly string[];
}

interface Special {
  readonly name: string;
  /** A regular file for `stat`, so programs read it that take care of pipes. */
  readonly isOfSystem: boolean;
}

/** Two changes of a folder within this time may have the same stamp, ms. */
const TICK = 1000;

/**
 * Why no program may be started that reads the settings in `folder` and above: one of them is a
 * pipe, a socket, a device, or what the system makes up. A program that reads it waits for ever, or
 * reads without end. git cannot carry one, but a link to one: `/dev/zero`, `/proc/self/pagemap`. Or it
 * is so long that the program would take minutes and all memory for it.
 *
 * @param reads the names that the program reads where they may be a pipe; without it, all that look
 * like settings
 */
export function unreadableSetting(folder: string, workspaceRoot: string, reads?: RegExp): string | undefined {
  for (const each of ancestors(folder, workspaceRoot)) {
    const { special, byHand } = foundIn(each);
    const found = special.find(({ name, isOfSystem }) => isOfSystem || (reads?.test(name) ?? true));
    const long = byHand.find((name) => (reads?.test(name) ?? true) && isLong(join(each, name)));
    if (long !== undefined)
      return (
        `${shown(join(each, long), workspaceRoot)} has more than ${SETTINGS_BYTES} bytes: a program that ` +
        'reads it may take all memory'
      );
    if (found !== undefined)
      return (
        `${shown(join(each, found.name), workspaceRoot)} is no regular file: a program that reads it may ` +
        'wait for ever'
      );
  }
  return undefined;
}

function isLong(path: string): boolean {
  return (statOf(path)?.size ?? 0) > SETTINGS_BYTES;
}

const NONE: Found = { special: [], byHand: [] };

function foundIn(folder: string): Found {
  const changed = statOf(folder)?.mtimeMs;
  if (changed === undefined) return NONE;
  const last = known.get(folder);
  if (last?.changed === changed) return last.found;
  const found = find(folder);
  if (Date.now() - changed > TICK) known.set(folder, { changed, found });
  return found;
}

function find(folder: string): Found {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory());
    const names = (isOne: (entry: Dirent) => boolean): string[] =>
      entries
        .filter(isOne)
        .map(({ name }) => name)
        .sort();
    return {
      special: names((entry) => !entry.isFile() && SETTINGS.test(entry.name)).flatMap(
        (name) => specialAt(folder, name) ?? [],
      ),
      byHand: names(({ name }) => BY_HAND.test(name)),
    };
  } catch {
    return NONE;
  }
}

function specialAt(folder: string, name: string): Special | undefined {
  const stats = statOf(join(folder, name));
  if (stats === undefined || stats.isDirectory()) return undefined;
  const isOfSystem = stats.dev === statOf('/proc')?.dev;
  return isOfSystem || !stats.isFile() ? { name, isOfSystem } : undefined;
}
