import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readBytes, SETTINGS_BYTES } from '@vybestack/llxprt-lsp-core';

export type ReadText =
  | { readonly kind: 'read'; readonly text: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string };

/** Reads a file whose bytes come back when its text is written; `text` is undefined without a file. */
export function readText(path: string): ReadText {
  const file = readBytes(path, SETTINGS_BYTES);
  if (file.kind === 'none') return { kind: 'read', text: undefined };
  if (file.kind === 'unreadable') return { kind: 'failed', reason: `cannot be read: ${file.reason}` };
  const text = file.bytes.toString('utf8');
  return Buffer.from(text).equals(file.bytes)
    ? { kind: 'read', text }
    : { kind: 'failed', reason: 'is not UTF-8' };
}

export type RealFile =
  { readonly kind: 'real'; readonly path: string } | { readonly kind: 'failed'; readonly reason: string };

/** The file behind links; its folder need not exist. */
export function realFile(path: string): RealFile {
  try {
    return { kind: 'real', path: realpathSync(path) };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      return { kind: 'failed', reason: `cannot be written: ${messageOf(error)}` };
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return { kind: 'failed', reason: 'is a link to a file that does not exist' };
  const folder = dirname(path);
  if (folder === path) return { kind: 'real', path };
  const parent = realFile(folder);
  return parent.kind === 'real' ? { kind: 'real', path: join(parent.path, basename(path)) } : parent;
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
