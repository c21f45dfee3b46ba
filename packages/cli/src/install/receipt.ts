import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '@vybestack/llxprt-lsp-core';
import { version } from '../package.js';
import { readText, realFile } from './read-text.js';
import type { Written } from './target.js';

export const SCOPES = ['user', 'project'] as const;
export type Scope = (typeof SCOPES)[number];

const text = z.union([z.string(), z.null()]).transform((value) => value ?? undefined);

const schema = z.object({
  version: z.literal(1),
  program: z.string(),
  host: z.string(),
  scope: z.enum(SCOPES),
  root: z.string(),
  files: z.array(
    z.object({ path: z.string(), before: text, written: z.string(), earlier: z.string().optional() }),
  ),
  folders: z.array(z.string()),
});

/** What an installation has written, and what stood there before. Byte for byte. */
export interface Receipt {
  readonly host: string;
  readonly scope: Scope;
  /** The host's own folder, or the project. */
  readonly root: string;
  /** By absolute path, as the host names it. */
  readonly files: ReadonlyMap<string, Written>;
  /** Those that were made for it, each after the one that it is in. */
  readonly folders: readonly string[];
}

/** One for each host, scope and place. It may hold secrets that stand in the host's own files. */
export function receiptPath(
  home: string,
  { host, scope, root }: Pick<Receipt, 'host' | 'scope' | 'root'>,
): string {
  const place = createHash('sha256').update(root).digest('hex').slice(0, 12);
  return join(home, '.llxprt', 'installed', `${host}-${scope}-${place}.json`);
}

export type ReadReceipt =
  | { readonly kind: 'read'; readonly text: string | undefined; readonly receipt: Receipt | undefined }
  | { readonly kind: 'failed'; readonly reason: string };

/** `receipt` is undefined where nothing is installed. */
export function readReceipt(path: string): ReadReceipt {
  const file = readText(path);
  if (file.kind === 'failed') return file;
  if (file.text === undefined) return { kind: 'read', text: undefined, receipt: undefined };
  const parsed = schema.safeParse(parseJson(file.text));
  if (!parsed.success)
    return {
      kind: 'failed',
      reason: 'is no receipt of this version of llxprt-lsp: delete that file, then install again',
    };
  const { host, scope, root, files, folders } = parsed.data;
  return {
    kind: 'read',
    text: file.text,
    receipt: {
      host,
      scope,
      root,
      folders,
      files: new Map(
        files.map(({ path: file, before, written, earlier }) => [
          file,
          { before, written, ...(earlier !== undefined && { earlier }) },
        ]),
      ),
    },
  };
}

export function receiptText({ files, ...rest }: Receipt): string {
  const list = [...files].map(([path, { before, ...texts }]) => ({ path, before: before ?? null, ...texts }));
  return `${JSON.stringify({ version: 1, program: version, ...rest, files: list }, undefined, 2)}\n`;
}

export interface KnownFile {
  /** As the receipt names it. */
  readonly shown: string;
  readonly known: Written;
}

/** The files of a receipt, by what stands behind links now: people make links later, too. */
export function knownFiles(receipt: Receipt | undefined): ReadonlyMap<string, KnownFile> {
  return new Map([...(receipt?.files ?? [])].map(([shown, known]) => [behindLinks(shown), { shown, known }]));
}

/** The path itself where a link leads nowhere. */
export function behindLinks(path: string): string {
  const real = realFile(path);
  return real.kind === 'real' ? real.path : path;
}
