import { expect } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { RefactorResult } from '../../src/types.ts';
import type { Lab } from '../harness/lab.ts';
import type { Workspace } from '../harness/workspace.ts';

type Changed = Extract<RefactorResult, { readonly changes: unknown }>;

/** The new texts by file, and where files come from; or the reason. */
export function moved(result: RefactorResult): Record<string, string> | string {
  if ('refused' in result) return result.refused;
  return Object.fromEntries(
    result.changes.map((change) => [
      'from' in change ? `${change.from} -> ${change.file}` : change.file,
      change.text ?? '',
    ]),
  );
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
  for (const change of changes)
    if ('from' in change) removeEmpty(dirname(workspace.path(change.from)), workspace.root);
}

/** Writes it, and checks it as core does. Returns the errors that it has caused. */
export async function writeAndProve({ sidecar, workspace }: Lab, result: Changed): Promise<string[]> {
  const before = new Map(
    result.changes.map(({ file }) => [
      file,
      existsSync(workspace.path(file)) ? readFileSync(workspace.path(file), 'utf8') : undefined,
    ]),
  );
  write(workspace, result);
  const changes = result.changes.flatMap(({ file, text }) =>
    text === undefined
      ? []
      : [
          {
            filePath: file,
            text,
            ...(before.get(file) === undefined ? { created: true } : { before: before.get(file) ?? '' }),
          },
        ],
  );
  const { files = [], servers = [], standing = [], othersKnown = false } = result.proveAfterwards ?? {};
  const deleted = result.changes.flatMap((change) => ('from' in change ? [change.from] : []));
  const report = await sidecar.request('lsp/check', {
    files: [...changes, ...files.map((filePath) => ({ filePath }))],
    deleted,
    others: true,
    origins: true,
  });
  expect(report.servers.filter(({ id, outcome }) => servers.includes(id) && outcome !== 'complete')).toEqual(
    [],
  );
  const stood = new Set(standing.map(({ file, message }) => file + message));
  const found = [
    ...Object.values(report.files).flat(),
    ...Object.values(report.others)
      .flat()
      .filter(({ origin }) => origin === 'edit' || othersKnown),
  ];
  return found
    .filter(
      ({ severity, origin, file, message }) =>
        severity === 'error' && origin !== 'before' && !stood.has(file + message),
    )
    .map(({ file, line, message }) => `${file}:${line} ${message}`);
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
