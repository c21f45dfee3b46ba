import { resolve } from 'node:path';
import type { HostChange } from '@vybestack/llxprt-lsp-core';
import type { Args } from './opencode.js';

/** No line of a file's content begins with a star. */
const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/gm;

/**
 * What one of opencode's own tools changes; undefined for those that write no file. opencode names
 * files relative to the folder that it was started in.
 */
export function changeOf(tool: string, args: Args, directory: string): HostChange | undefined {
  if (tool === 'apply_patch') return patched(args['patchText'], directory);
  const path = fileOf(args, directory);
  return (tool === 'edit' || tool === 'write') && path !== undefined
    ? { kind: tool, written: [path] }
    : undefined;
}

/** The file of a call of `read`, `edit` or `write`, absolute. */
export function fileOf({ filePath }: Args, directory: string): string | undefined {
  return typeof filePath === 'string' && filePath !== '' ? resolve(directory, filePath) : undefined;
}

function patched(patch: unknown, directory: string): HostChange | undefined {
  if (typeof patch !== 'string') return undefined;
  const written = new Set<string>();
  const deleted = new Set<string>();
  let updated = '';
  for (const [, verb, name = ''] of patch.matchAll(HEADER)) {
    const path = resolve(directory, name.trim());
    if (verb === 'Move to') move(updated, path);
    else if (verb === 'Delete File') deleted.add(path);
    else written.add((updated = path));
  }
  // opencode gives a model either this tool or `edit` and `write`.
  return { kind: 'patch', written: [...written], deleted: [...deleted], onlyPatches: true };

  function move(from: string, to: string): void {
    written.delete(from);
    deleted.add(from);
    written.add(to);
  }
}
