import { isObject, parseJson, type TextEdit } from '@vybestack/llxprt-lsp-core';
import type { AppliedPatch, BridgeRequest, OfSession, PreviousText, WrittenFile } from './protocol.js';

/**
 * Reads one line of a hook.
 *
 * @returns undefined for an unknown request
 */
export function parseRequest(line: string): BridgeRequest | undefined {
  const value = parseJson(line);
  if (!isObject(value)) return undefined;
  const request = asked(value);
  return request && { ...request, ...ofSession(value) };
}

function ofSession({ session, mayRefuse }: Record<string, unknown>): OfSession {
  return { ...(isString(session) && { session }), ...(mayRefuse === true && { mayRefuse }) };
}

function asked(value: Record<string, unknown>): BridgeRequest | undefined {
  const { ask, kind, cwd, files, deleted = [], patch, onlyPatches, args, verbose, all = false, again, prompt, id } = value;
  switch (ask) {
    case 'check':
      if (kind !== 'edit' && kind !== 'write' && kind !== 'patch') return undefined;
      if (typeof cwd !== 'string' || !isListOf(files, isWrittenFile) || !isListOf(deleted, isString)) return undefined;
      return { ask, kind, cwd, files: files.map(writtenFile), deleted, ...(onlyPatches === true && { onlyPatches }), ...(isAppliedPatch(patch) && { patch }) };
    case 'warm':
      return typeof cwd === 'string' && isListOf(files, isString) ? { ask, cwd, files } : undefined;
    case 'settle':
      return typeof again === 'boolean' ? { ask, again, ...(isString(prompt) && { prompt }) } : undefined;
    case 'lsp':
      return typeof args === 'string' ? { ask, args } : undefined;
    case 'status':
      return typeof verbose === 'boolean' && typeof all === 'boolean' ? { ask, verbose, all } : undefined;
    case 'restart':
      return { ask, ...(isString(id) && { id }) };
    default:
      return undefined;
  }
}

type Written = Omit<WrittenFile, 'former'> & { readonly former?: unknown };

function isWrittenFile(value: unknown): value is Written {
  return isObject(value) && typeof value['path'] === 'string' && ['boolean', 'undefined'].includes(typeof value['created']);
}

/** A check without a previous text is better than none, so an unknown form of it is left out. */
function writtenFile({ path, created, former }: Written): WrittenFile {
  const known = isPreviousText(former) ? former : undefined;
  return { path, ...(created !== undefined && { created }), ...(known && { former: known }) };
}

function isPreviousText(value: unknown): value is PreviousText {
  if (!isObject(value)) return false;
  return value['kind'] === 'whole' ? isString(value['text']) : value['kind'] === 'edits' && isListOf(value['edits'], isTextEdit);
}

function isAppliedPatch(value: unknown): value is AppliedPatch {
  return isObject(value) && isString(value['text']) && ['boolean', 'undefined'].includes(typeof value['endsFiles']);
}

function isTextEdit(value: unknown): value is TextEdit {
  return isObject(value) && isString(value['old']) && isString(value['new']);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOf<T>(value: unknown, isOne: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}
