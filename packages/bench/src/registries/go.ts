import { chmodSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CACHE } from '../places.js';
import type { RegistryClient } from './package.js';
import { outputOf } from '../run.js';

/**
 * What makes `go`, and programs that run it, find the modules that were fetched, in a folder that
 * can be deleted like any other.
 */
export const GO_ENVIRONMENT = { GOMODCACHE: join(CACHE, 'go-modules'), GOFLAGS: '-modcacherw' } as const;

const downloaded = z.object({ Dir: z.string(), Sum: z.string() });

export const goRegistry: RegistryClient = {
  async fetch({ name, version }, scratch) {
    const answer = await outputOf('go', ['mod', 'download', '-json', `${name}@${version}`], {
      cwd: scratch,
      env: GO_ENVIRONMENT,
    });
    const { Dir, Sum } = downloaded.parse(JSON.parse(answer));
    const folder = join(scratch, 'content');
    cpSync(Dir, folder, { recursive: true });
    makeWritable(folder);
    return { folder, integrity: Sum };
  },

  async fetchLocked(folder) {
    await outputOf('go', ['mod', 'download'], { cwd: folder, env: GO_ENVIRONMENT });
  },
};

/** Go marks the files of its cache as read-only. */
function makeWritable(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}
