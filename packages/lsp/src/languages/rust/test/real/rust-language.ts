import { existsSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { CheckFileParams, CheckReport, LspConfig } from '../../../../types.ts';
import type { Lab } from '../../../../../test/harness/lab.ts';
import type { Tree, Workspace } from '../../../../../test/harness/workspace.ts';
import { type Define, testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

export function manifest(name: string, more = ''): string {
  return `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`;
}

export const VALUE = {
  number: 'pub fn value() -> i32 {\n    1\n}\n',
  text: 'pub fn value() -> String {\n    String::new()\n}\n',
};

/** Two crates without dependencies from elsewhere: `top` uses what `base` gives. */
export const CRATES: Tree = {
  'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["base", "top"]\n',
  'base/Cargo.toml': manifest('base'),
  'base/src/lib.rs': VALUE.number,
  'top/Cargo.toml': manifest('top', '[dependencies]\nbase = { path = "../base" }\n'),
  'top/src/main.rs': 'fn main() {\n    let wanted: i32 = base::value();\n    println!("{wanted}");\n}\n',
};

/** What `top` says as soon as the value is a text. */
export const MISMATCH = '2:23 E0308 mismatched types: expected `i32`, found `String`';

export interface RustOptions {
  servers?: readonly string[];
  files?: Tree;
  config?: Omit<LspConfig, 'servers'>;
  name?: string;
  root?: (workspace: Workspace) => string;
  env?: Readonly<Record<string, string>>;
}

export function openRust({ servers = ['cargo'], files = CRATES, ...rest }: RustOptions = {}): Promise<Lab> {
  return openReal({ servers, files, ...rest });
}

/** Writes files as the tools do, and asks about them and all others in one question. */
export function check(
  lab: Lab,
  files: Record<string, string>,
  { created = false, deleted = [] }: { created?: boolean; deleted?: string[] } = {},
): Promise<CheckReport> {
  const asked = Object.entries(files).map(([filePath, text]): CheckFileParams => {
    lab.workspace.write(filePath, text);
    return { filePath, text, ...(created ? { created } : {}) };
  });
  return lab.sidecar.request('lsp/check', { files: asked, deleted, others: true });
}

/** For a build script: says that it runs, beside the workspace. Its crate is a folder of it. */
export const SAY_STARTED = 'std::fs::write("../../started", "").unwrap();';

/** Resolves when a build script has said so. */
export function started({ workspace: { outside } }: Lab): Promise<void> {
  const said = join(outside, 'started');
  return new Promise((resolve) => {
    const look = (): void => {
      if (!existsSync(said)) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(dirname(said), look);
    look();
  });
}

/** Gives this file's sidecars a cache folder of their own, which is where cargo's output goes unless told otherwise. Its path is there with the tests. */
export function ownCache({ beforeAll, afterAll }: Define = testWith()): () => string {
  const before = process.env['XDG_CACHE_HOME'];
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lsp-cache-'));
    process.env['XDG_CACHE_HOME'] = folder;
  });
  afterAll(() => {
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return () => folder;
}
