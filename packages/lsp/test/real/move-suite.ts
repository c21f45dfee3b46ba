import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { RefactorResult } from '../../src/types.ts';
import type { Lab } from '../harness/lab.ts';
import type { Workspace } from '../harness/workspace.ts';

type Changed = Extract<RefactorResult, { readonly changes: unknown }>;

/** The new texts by file, and where files come from; or the reason. */
export function moved(result: RefactorResult): Record<string, string> | string {
  if ('refused' in result) return result.refused;
  return Object.fromEntries(result.changes.map((change) => ['from' in change ? `${change.from} -> ${change.file}` : change.file, change.text ?? '']));
}

export function move(lab: Lab, from: string, to: string, force = false): Promise<RefactorResult> {
  return lab.sidecar.request('lsp/refactor', { kind: 'move', from, to, ...(force && { force }) });
}

/** Moves by the service, or throws the reason. */
export async function changed(lab: Lab, from: string, to: string): Promise<Changed> {
  const result = await move(lab, from, to);
  if ('refused' in result) throw new Error(result.refused);
  return result;
}

/** As core does it: the files, and no empty folder. */
export function write(workspace: Workspace, { changes }: Changed): void {
  for (const change of changes) {
    if ('from' in change) {
      mkdirSync(dirname(workspace.path(change.file)), { recursive: true });
      renameSync(workspace.path(change.from), workspace.path(change.file));
    }
    if (change.text !== undefined) workspace.write(change.file, change.text);
  }
  for (const change of changes) if ('from' in change) removeEmpty(dirname(workspace.path(change.from)), workspace.root);
}

function removeEmpty(folder: string, root: string): void {
  for (let at = folder; at !== root; at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch {
      return;
    }
  }
}

/** All files and their texts, without packages and what tools have written. */
export function treeOf(workspace: Workspace): Record<string, string> {
  const tree: Record<string, string> = {};
  const walk = (below: string): void => {
    for (const entry of readdirSync(workspace.path(below), { withFileTypes: true })) {
      if (['node_modules', 'target', '__pycache__'].includes(entry.name)) continue;
      const path = join(below, entry.name);
      if (entry.isDirectory()) walk(path);
      else tree[path] = readFileSync(workspace.path(path), 'utf8');
    }
  };
  walk('');
  return tree;
}
