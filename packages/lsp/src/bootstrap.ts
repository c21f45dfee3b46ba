import { statSync } from 'node:fs';
import { isObject } from './support/json.ts';
import type { Bootstrap, SharedPlace } from './types.ts';

/** The decoded envelope: a folder, and settings that serve.ts has yet to check. */
export type Envelope = Omit<Bootstrap, 'config'> & { readonly config?: unknown };

export type BootstrapResult =
  | { readonly kind: 'valid'; readonly envelope: Envelope }
  | { readonly kind: 'invalid'; readonly problem: string };

/**
 * Reads the one environment variable that configures the process (REQ-START-030) and checks it
 * (REQ-START-040).
 *
 * By hand and without node:fs: everything that is loaded here delays `lsp/ready` after the spawn.
 *
 * @param json the value of `LSP_BOOTSTRAP`
 */
export function readBootstrap(json: string | undefined): BootstrapResult {
  if (json === undefined || json === '')
    return invalid('is not set; it holds {"workspaceRoot": "/absolute/folder", "config": {...}}');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return invalid(`is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(value))
    return invalid('is not an object; it holds {"workspaceRoot": "/absolute/folder", "config": {...}}');
  const { workspaceRoot, config, nodePath, otherNodes, catalog, trusted, share } = value;
  if (typeof workspaceRoot !== 'string' || workspaceRoot === '')
    return invalid('workspaceRoot: expected the path of a folder');
  if (config !== undefined && config !== true && !isObject(config))
    return invalid('config: expected an object');
  if (nodePath !== undefined && typeof nodePath !== 'string') return invalid('nodePath: expected a path');
  if (otherNodes !== undefined && !arePaths(otherNodes)) return invalid('otherNodes: expected paths');
  if (catalog !== undefined && catalog !== 'lsp' && catalog !== 'vscode')
    return invalid('catalog: expected "lsp" or "vscode"');
  if (trusted !== undefined && typeof trusted !== 'boolean')
    return invalid('trusted: expected true or false');
  if (share !== undefined && !isPlace(share))
    return invalid('share: expected {"socket": "/a/path", "key": "..."}');
  if (!isFolder(workspaceRoot)) return invalid(`workspaceRoot: no such folder: ${workspaceRoot}`);
  return {
    kind: 'valid',
    envelope: {
      workspaceRoot,
      config,
      trusted: trusted !== false,
      ...(nodePath !== undefined && { nodePath }),
      ...(otherNodes !== undefined && { otherNodes }),
      ...(catalog !== undefined && { catalog }),
      ...(share !== undefined && { share }),
    },
  };
}

function invalid(problem: string): BootstrapResult {
  return { kind: 'invalid', problem: `LSP_BOOTSTRAP: ${problem}` };
}

function arePaths(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isPlace(value: unknown): value is SharedPlace {
  return isObject(value) && typeof value['socket'] === 'string' && typeof value['key'] === 'string';
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
