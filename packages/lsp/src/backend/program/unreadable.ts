import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ancestors, shown } from './files.ts';
import { statOf } from '../../support/read-file.ts';

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

/** What is found in a folder, as of a change of its entries, ms since 1970. */
const known = new Map<string, { readonly changed: number; readonly found: readonly Special[] }>();

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
 * reads without end. git cannot carry one, but a link to one: `/dev/zero`, `/proc/self/pagemap`.
 *
 * @param reads the names that the program reads where they may be a pipe; without it, all that look
 * like settings
 */
export function unreadableSetting(folder: string, workspaceRoot: string, reads?: RegExp): string | undefined {
  for (const each of ancestors(folder, workspaceRoot)) {
    const found = specialIn(each).find(({ name, isOfSystem }) => isOfSystem || (reads?.test(name) ?? true));
    if (found !== undefined)
      return (
        `${shown(join(each, found.name), workspaceRoot)} is no regular file: a program that reads it may ` +
        'wait for ever'
      );
  }
  return undefined;
}

function specialIn(folder: string): readonly Special[] {
  const changed = statOf(folder)?.mtimeMs;
  if (changed === undefined) return [];
  const last = known.get(folder);
  if (last?.changed === changed) return last.found;
  const found = find(folder);
  if (Date.now() - changed > TICK) known.set(folder, { changed, found });
  return found;
}

function find(folder: string): Special[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => !entry.isFile() && !entry.isDirectory() && SETTINGS.test(entry.name),
    );
    return entries
      .map(({ name }) => name)
      .sort()
      .flatMap((name) => specialAt(folder, name) ?? []);
  } catch {
    return [];
  }
}

function specialAt(folder: string, name: string): Special | undefined {
  const stats = statOf(join(folder, name));
  if (stats === undefined || stats.isDirectory()) return undefined;
  const isOfSystem = stats.dev === statOf('/proc')?.dev;
  return isOfSystem || !stats.isFile() ? { name, isOfSystem } : undefined;
}
