import type { BridgeRequest, WrittenFile } from './protocol.js';

/**
 * Reads one line of a hook's.
 *
 * @returns undefined for what is none of the questions that we know
 */
export function parseRequest(line: string): BridgeRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { ask, kind, cwd, files, deleted = [], args, verbose } = value;
  switch (ask) {
    case 'check':
      if (kind !== 'edit' && kind !== 'write' && kind !== 'patch') return undefined;
      return typeof cwd === 'string' && isListOf(files, isWrittenFile) && isListOf(deleted, isString) ? { ask, kind, cwd, files, deleted } : undefined;
    case 'warm':
      return typeof cwd === 'string' && isListOf(files, isString) ? { ask, cwd, files } : undefined;
    case 'lsp':
      return typeof args === 'string' ? { ask, args } : undefined;
    case 'status':
      return typeof verbose === 'boolean' ? { ask, verbose } : undefined;
    default:
      return undefined;
  }
}

function isWrittenFile(value: unknown): value is WrittenFile {
  return isObject(value) && typeof value['path'] === 'string' && ['boolean', 'undefined'].includes(typeof value['created']);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOf<T>(value: unknown, isOne: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}
