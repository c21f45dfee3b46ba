import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { reachableTmp } from '../../../../scripts/lib/ordinary-user.mjs';
import type { DiagnosticsRequest, ToolContext } from '../../src/tools/context.js';

/** A workspace in a temporary folder of its own, with a neighbour `outside`; both go when the test ends. */
export interface Workspace {
  /** Absolute and real. */
  readonly root: string;
  readonly outside: string;
  readonly context: ToolContext;
  /** What the tools asked diagnostics for, with what the disk held at that moment. */
  readonly asked: Asked[];
  path(name: string): string;
  write(name: string, content: string | Buffer): Promise<void>;
  read(name: string): Promise<string>;
  /** Every file by its relative name, hidden and temporary ones included; links as `-> target`. */
  tree(): Promise<Record<string, string>>;
}

export interface Asked {
  readonly success: string;
  readonly request: DiagnosticsRequest;
  readonly disk: Record<string, string>;
}

export const FOUND = '\n\nLSP diagnostics after edit:\nERROR [1:1] broken (1)';

export async function workspace(files: Record<string, string | Buffer> = {}): Promise<Workspace> {
  const top = await realpath(await mkdtemp(join(reachableTmp(), 'tools-')));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const root = join(top, 'workspace');
  const outside = join(top, 'outside');
  await mkdir(root);
  await mkdir(outside);
  const asked: Asked[] = [];
  const made: Workspace = {
    root,
    outside,
    asked,
    context: {
      workspaceRoot: root,
      appendDiagnostics: async (success, request) => {
        asked.push({ success, request, disk: await made.tree() });
        return success + FOUND;
      },
    },
    path: (name) => join(root, name),
    write: async (name, content) => {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    },
    read: (name) => readFile(join(root, name), 'utf8'),
    tree: () => treeOf(root),
  };
  for (const [name, content] of Object.entries(files)) await made.write(name, content);
  return made;
}

export async function treeOf(folder: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isSymbolicLink()) tree[name] = `-> ${await readlink(path)}`;
    else if (entry.isFile()) tree[name] = await readFile(path, 'utf8');
    else if (entry.isDirectory() && (await readdir(path)).length === 0) tree[`${name}/`] = '';
  }
  return tree;
}

/** A patch in the format of its own. */
export function wrapped(body: string): string {
  return `*** Begin Patch\n${body}\n*** End Patch\n`;
}

/** `nobody`. */
export const ORDINARY_USER = 65534;

/** Runs as a user whom permissions hold back: root passes them all, and CI containers run as root. */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0 || process.seteuid === undefined) return work();
  process.seteuid(ORDINARY_USER);
  try {
    return await work();
  } finally {
    process.seteuid(0);
  }
}
