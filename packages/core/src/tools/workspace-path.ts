import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type Escaped, escaped } from '../support/escaped.js';
import { nameInTags } from '../lsp/in-tags.js';
import { errnoOf, ioRefusal } from './io-error.js';
import { ok, refuse, type Outcome } from './outcome.js';

/**
 * A path that has been admitted: both its name and the target of its symbolic links are in the
 * workspace.
 */
export interface WorkspacePath {
  /** Absolute, every symbolic link resolved: where the bytes are, or will be. */
  readonly real: string;
  /**
   * Absolute: the name itself in its resolved folder. Differs from `real` if the name is a symbolic
   * link.
   */
  readonly entry: string;
  /** Relative to the workspace root, with `/`, as {@link nameInTags} shows it: for messages. */
  readonly shown: Escaped;
}

/** The limit of Linux. */
const MAX_LINKS = 40;

/**
 * Admits a path that a model named, absolute or relative to the workspace root. The file need not
 * exist.
 *
 * Both paths are resolved before they are compared (REQ-BOUNDARY-030), and compared by segments
 * (REQ-PATH-010). A `..` is resolved by name, before links are followed, as editors do.
 */
export async function admitPath(workspaceRoot: string, path: string): Promise<Outcome<WorkspacePath>> {
  if (path.trim() === '') return refuse('invalid_path', escaped`The path is empty.`);
  if (path.includes('\0'))
    return refuse('invalid_path', escaped`The path ${nameInTags(path)} holds a NUL character.`);
  try {
    const root = await realRoot(workspaceRoot);
    if (root === undefined)
      return refuse(
        'workspace_not_found',
        escaped`The workspace folder ${nameInTags(workspaceRoot)} does not exist.`,
      );
    const named = resolve(workspaceRoot, path);
    const entry = join(await followLinks(dirname(named), 0), basename(named));
    const real = await followLinks(named, 0);
    if (real === root)
      return refuse(
        'is_directory',
        escaped`${nameInTags(path)} is the workspace folder itself; name a file in it.`,
      );
    if (!isInside(root, entry) || !isInside(root, real)) {
      const workspace = escaped`the workspace ${nameInTags(workspaceRoot)}`;
      return refuse(
        'path_outside_workspace',
        escaped`${nameInTags(path)} is outside ${workspace}${detour(named, real)}; nothing was changed.`,
      );
    }
    if (path.endsWith('/') || path.endsWith(sep))
      return refuse('is_directory', escaped`${nameInTags(path)} names a folder; name a file.`);
    const shown = isInside(resolve(workspaceRoot), named)
      ? relative(workspaceRoot, named)
      : relative(root, entry);
    return ok({ real, entry, shown: nameInTags(shown.split(sep).join('/')) });
  } catch (error) {
    return ioRefusal(error, escaped`find ${nameInTags(path)}`);
  }
}

/**
 * Whether `path` is below `folder`: the character after the prefix must be a separator. Both are
 * absolute and normalised.
 */
export function isInside(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function detour(named: string, real: string): Escaped {
  return named === real ? escaped`` : escaped` (it leads to ${nameInTags(real)})`;
}

async function realRoot(workspaceRoot: string): Promise<string | undefined> {
  try {
    return await realpath(workspaceRoot);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Like realpath, but also for files that do not exist yet. Dangling links are followed explicitly:
 * a write through one would create the file that it names, wherever that is.
 */
async function followLinks(path: string, links: number): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || links > MAX_LINKS) throw error;
  }
  const folder = await followLinks(dirname(path), links);
  const target = await linkTarget(path);
  return target === undefined
    ? join(folder, basename(path))
    : followLinks(resolve(folder, target), links + 1);
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch {
    return undefined;
  }
}
