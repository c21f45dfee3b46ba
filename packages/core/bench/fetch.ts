import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Tarball } from './corpora.js';

const run = promisify(execFile);

/**
 * The unpacked package, fetched with npm if the cache does not hold it yet.
 *
 * @param cache folder, made if missing
 * @returns its `package` folder, absolute if `cache` is
 */
export async function fetchPackage(tarball: Tarball, cache: string): Promise<string> {
  const id = `${tarball.name}-${tarball.version}`.replace('@', '').replace('/', '-');
  const unpacked = join(cache, id);
  if (existsSync(unpacked)) return join(unpacked, 'package');
  mkdirSync(cache, { recursive: true });
  // Unpacked beside its place and moved there when complete, so that an interrupted run leaves no half of it.
  const scratch = mkdtempSync(join(cache, 'fetch-'));
  try {
    const file = await pack(tarball, scratch);
    verify(tarball, readFileSync(join(scratch, file)));
    mkdirSync(join(scratch, 'content'));
    await run('tar', ['-xzf', file, '-C', 'content'], { cwd: scratch });
    renameSync(join(scratch, 'content'), unpacked);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return join(unpacked, 'package');
}

/** Returns the name of the file. */
async function pack({ name, version }: Tarball, cwd: string): Promise<string> {
  const id = `${name}@${version}`;
  try {
    const { stdout } = await run('npm', ['pack', id, '--silent'], { cwd, shell: process.platform === 'win32' });
    return stdout.trim();
  } catch (error) {
    throw new Error(`npm could not fetch ${id}; is the registry in reach? ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Throws if the bytes are not the pinned ones. */
export function verify({ name, version, integrity }: Tarball, bytes: Uint8Array): void {
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${version} is not what was pinned: ${found}, not ${integrity}`);
}
