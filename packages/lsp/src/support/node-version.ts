import { join } from 'node:path';
import { readTextFile, SETTINGS_BYTES } from './read-file.js';
import { nativeRealPath } from './real-path.js';

/** The oldest one that hosts may run on: what a Node whose version is not known counts as. */
export const OLDEST_NODE = '20.19.0';

/**
 * The version of this Node, read without running it: version managers have it in the path, and the official
 * archives include the headers.
 */
export function nodeVersionOf(node: string): string | undefined {
  const real = nativeRealPath(node);
  if (real === undefined) return undefined;
  const named = /[/\\](?:node[-/\\])?v?(\d+\.\d+\.\d+)(?:_\d+)?[/\\]/.exec(real)?.[1];
  if (named !== undefined) return named;
  const header = readTextFile(join(real, '..', '..', 'include', 'node', 'node_version.h'), SETTINGS_BYTES);
  if (header.kind !== 'text') return undefined;
  const parts = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`NODE_${part}_VERSION (\\d+)`).exec(header.text)?.[1],
  );
  return parts.includes(undefined) ? undefined : parts.join('.');
}
