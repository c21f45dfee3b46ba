import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { distinct, leadsThrough, ownFolders, parseJson } from '@vybestack/llxprt-lsp-core';
import { version } from '../package.js';
import type { InstallPlace } from './place.js';
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

type Key = Pick<Receipt, 'host' | 'scope' | 'root'>;

/** What is stored of one host, scope and place. It may hold secrets that stand in the host's own files. */
export interface StoredReceipt {
  readonly kind: 'read';
  /** Where it is written; `text` stands there now. */
  readonly path: string;
  readonly text: string | undefined;
  /** What counts, and where it was found; undefined where nothing is installed. */
  readonly found: { readonly path: string; readonly receipt: Receipt } | undefined;
  /** In other places: an earlier version, or a process with other variables, has written them. */
  readonly elsewhere: readonly { readonly path: string; readonly text: string }[];
}

/**
 * Looks for a receipt in all places. One outside of the workspace, where no model can write it, comes
 * first.
 */
export function findReceipt(
  place: Pick<InstallPlace, 'home' | 'env' | 'workspace'>,
  key: Key,
): StoredReceipt | { readonly kind: 'failed'; readonly path: string; readonly reason: string } {
  const hash = createHash('sha256').update(key.root).digest('hex').slice(0, 12);
  const name = `${key.host}-${key.scope}-${hash}.json`;
  const { state, earlier } = ownFolders(place.home, place.env);
  const all = [...state, earlier].map((folder) => join(folder, 'installed', name));
  const isOutside = (path: string): boolean => !leadsThrough(path, place.workspace);
  // Of two names of one file, the other one must not be removed once this is written.
  const places = distinct([...all.filter(isOutside), ...all]);
  const outside = places.filter(isOutside);
  const path =
    outside.find((each) => dirname(dirname(each)) !== earlier) ?? join(state[0], 'installed', name);
  const stored = places.map((each) => ({ path: each, ...readReceipt(each) }));
  const found = stored.find((each) => each.kind === 'failed' || each.text !== undefined);
  if (found?.kind === 'failed') return found;
  const texts = stored.flatMap((each) =>
    each.kind === 'failed' || each.text === undefined ? [] : [{ path: each.path, text: each.text }],
  );
  return {
    kind: 'read',
    path,
    text: texts.find((each) => each.path === path)?.text,
    found: found?.receipt && { path: found.path, receipt: found.receipt },
    elsewhere: texts.filter((each) => each.path !== path),
  };
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
