import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readBytesSoon, SETTINGS_BYTES, SOURCE_BYTES } from '@vybestack/llxprt-lsp-core';

/**
 * Whether git's index holds exactly this text under the name of this file, because it was checked
 * out or added. Does not run git, which would run programs that the repository configures. False
 * for an index in an unknown format. Never rejects.
 */
export async function isStaged(file: string, text: string): Promise<boolean> {
  try {
    const real = await realpath(file);
    const found = await gitFolder(dirname(real));
    if (found === undefined) return false;
    const index = join(found.git, 'index');
    // An index of a million files is larger.
    const read = await readBytesSoon(index, SOURCE_BYTES);
    return (
      read.kind === 'bytes' &&
      read.bytes.includes(entryOf(relative(found.root, real).split(sep).join('/'), text))
    );
  } catch {
    return false;
  }
}

/**
 * The end of an index entry, after git's data about the file on disk. It holds the text's hash,
 * flags of which none is set but the name's length, and the name.
 */
function entryOf(name: string, text: string): Buffer {
  const bytes = Buffer.from(text);
  const hash = createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest();
  const path = Buffer.from(`${name}\0`);
  const flags = Buffer.alloc(2);
  flags.writeUInt16BE(Math.min(path.byteLength - 1, LONGEST_NAME));
  return Buffer.concat([hash, flags, path]);
}

const LONGEST_NAME = 0xfff;

interface GitFolder {
  readonly root: string;
  readonly git: string;
}

/** In a linked work tree, `.git` is a file that names the folder. */
async function gitFolder(root: string): Promise<GitFolder | undefined> {
  const git = join(root, '.git');
  const found = await stat(git).catch(() => undefined);
  if (found?.isDirectory() === true) return { root, git };
  if (found !== undefined) {
    const file = await readBytesSoon(git, SETTINGS_BYTES);
    const [, named] =
      file.kind === 'bytes' ? (/^gitdir: (.+)$/m.exec(file.bytes.toString('utf8')) ?? []) : [];
    return named === undefined ? undefined : { root, git: resolve(root, named) };
  }
  const above = dirname(root);
  return above === root ? undefined : gitFolder(above);
}
