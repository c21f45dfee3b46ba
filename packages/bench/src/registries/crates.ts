import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Package, RegistryClient } from './package.js';
import { outputOf } from '../run.js';

const metadata = z.object({
  packages: z.array(z.object({ name: z.string(), version: z.string(), manifest_path: z.string() })),
});

export const crates: RegistryClient = {
  /** Cargo fetches what a package depends on, so one that depends on the wanted crate is made for it. */
  async fetch(wanted, scratch) {
    writeFileSync(join(scratch, 'Cargo.toml'), manifestOf(wanted));
    writeFileSync(join(scratch, 'lib.rs'), '');
    const answer = await outputOf('cargo', ['metadata', '--format-version', '1'], { cwd: scratch });
    const { packages } = metadata.parse(JSON.parse(answer));
    const found = packages.find(({ name, version }) => name === wanted.name && version === wanted.version);
    if (found === undefined) throw new Error(`cargo metadata does not name ${wanted.name}@${wanted.version}`);
    const folder = join(scratch, 'content');
    cpSync(dirname(found.manifest_path), folder, { recursive: true });
    return { folder, integrity: checksumIn(readFileSync(join(scratch, 'Cargo.lock'), 'utf8'), wanted) };
  },

  async fetchLocked(folder) {
    // Of a crate's C code alone, nothing is locked.
    if (!existsSync(join(folder, 'Cargo.toml'))) return;
    await outputOf('cargo', ['fetch', '--locked'], { cwd: folder });
  },
};

function manifestOf({ name, version }: Package): string {
  return `[package]
name = "fetch"
version = "0.0.0"
edition = "2021"

[lib]
path = "lib.rs"

[dependencies]
${name} = { version = "=${version}", default-features = false }

[workspace]
`;
}

/** @param lock the text of a Cargo.lock */
export function checksumIn(lock: string, { name, version }: Package): string {
  const entry = lock
    .split('[[package]]')
    .find((text) => text.includes(`\nname = "${name}"\nversion = "${version}"\n`));
  return /^checksum = "([0-9a-f]+)"$/m.exec(entry ?? '')?.[1] ?? 'no checksum';
}
