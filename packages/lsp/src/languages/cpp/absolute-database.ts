import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { temporaryFolder } from '../../client/process/temporary-folder.ts';
import { isObject } from '../../support/json.ts';
import { type DiskStamp, diskStamp, sameStamp } from '../../support/paths.ts';
import { readTextFile, SOURCE_BYTES } from '../../support/read-file.ts';

const NAME = 'compile_commands.json';
const PLACES = [NAME, join('build', NAME)];

/** A quick look: most databases have absolute folders only. */
const RELATIVE = /"directory"\s*:\s*"(?![/\\]|[A-Za-z]:)/;

interface Copied {
  readonly stamp: DiskStamp;
  /** Undefined where the database is as clangd needs it. */
  readonly folder: string | undefined;
}

const copies = new Map<string, Copied>();

/**
 * Quirk(clangd): a relative folder of a command counts from nowhere, so that no header is found and
 * nothing says so. The folder of a copy in which all are absolute; undefined where there is no need.
 *
 * @param root that holds the database
 */
export function absoluteDatabase(root: string): string | undefined {
  for (const place of PLACES) {
    const path = join(root, place);
    const stamp = diskStamp(path);
    if (stamp === undefined) continue;
    const known = copies.get(path);
    const folder = known !== undefined && sameStamp(known.stamp, stamp) ? known.folder : copied(path, root);
    copies.set(path, { stamp, folder });
    return folder;
  }
  return undefined;
}

function copied(path: string, root: string): string | undefined {
  const read = readTextFile(path, SOURCE_BYTES);
  if (read.kind !== 'text' || !RELATIVE.test(read.text)) return undefined;
  const text = withAbsolute(read.text, [join(path, '..'), root]);
  return text === undefined ? undefined : writtenDatabase(path, text);
}

/**
 * The folder of a database that we write; undefined where that fails.
 *
 * @param path that tells it from others
 */
export function writtenDatabase(path: string, text: string): string | undefined {
  const [temporary] = Object.values(temporaryFolder());
  if (temporary === undefined) return undefined;
  const folder = join(temporary, `clangd-${createHash('sha256').update(path).update(text).digest('hex')}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, NAME), text);
  } catch {
    return undefined;
  }
  return folder;
}

/** @param bases what a relative folder may count from, the likeliest first */
function withAbsolute(text: string, bases: readonly string[]): string | undefined {
  let commands: unknown;
  try {
    commands = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(commands)) return undefined;
  return JSON.stringify(
    commands.map((command: unknown) => {
      if (!isObject(command) || typeof command['directory'] !== 'string') return command;
      const { directory, file } = command;
      if (isAbsolute(directory)) return command;
      const folders = bases.map((base) => resolve(base, directory));
      const found = folders.find((folder) =>
        existsSync(typeof file === 'string' ? resolve(folder, file) : folder),
      );
      return { ...command, directory: found ?? folders[0] };
    }),
  );
}
