import type { LspState, TextEdit } from '@vybestack/llxprt-lsp-core';

/**
 * What hooks ask the bridge (`llxprt-lsp mcp`) over its socket: one request a connection, as one line of JSON; then two lines of answer.
 *
 * The first line says how long the second may take, and comes at once: a bridge that hangs costs the hook no more than {@link ACK_MS}. Both sides come
 * from one release, but a session may outlive an update: what one of them does not know, it answers with nothing to say.
 */

/** Paths are absolute, or relative to `cwd`. The files have been written already and are read from disk. */
export type BridgeRequest =
  | CheckRequest
  /** Starts the servers of files that may be edited soon; answered before they have. */
  | { readonly ask: 'warm'; readonly cwd: string; readonly files: readonly string[] }
  /** `args`: what stands behind `/lsp`. */
  | { readonly ask: 'lsp'; readonly args: string }
  /** The same as data: the answer's text is a {@link BridgeStatus} in JSON. */
  | { readonly ask: 'status'; readonly verbose: boolean; readonly all: boolean };

export interface CheckRequest {
  readonly ask: 'check';
  /** `write` also reports on other files, unless the setting `otherFiles` says otherwise. */
  readonly kind: 'edit' | 'write' | 'patch';
  /** Absolute. */
  readonly cwd: string;
  readonly files: readonly WrittenFile[];
  readonly deleted?: readonly string[];
  /** What has written the files, where it was a patch. */
  readonly patch?: AppliedPatch;
}

export interface AppliedPatch {
  /** In one of the formats of core's apply_patch. */
  readonly text: string;
  /** The host ends each file that it patches with a line break, whether it had one or not. */
  readonly endsFiles?: boolean;
}

export interface WrittenFile {
  readonly path: string;
  /** The host says that it did not exist before. */
  readonly created?: boolean;
  readonly former?: FormerText;
}

/** What the host tells of the text that a file held before. The bridge makes that text of it, or nothing where a doubt is left: a hook has no time for it. */
export type FormerText =
  /** All of it, perhaps with other line endings. */
  | { readonly kind: 'whole'; readonly text: string }
  /** What the tool has exchanged in it, in this order. */
  | { readonly kind: 'edits'; readonly edits: readonly TextEdit[] };

/** The first line: the second one comes within so many ms. */
export interface BridgeAck {
  readonly withinMs: number;
}

/** The second line. */
export interface BridgeAnswer {
  /** For the model, or for the person who asked; empty: nothing to say. */
  readonly text: string;
}

/** A session, as it describes itself to another process of the same release. */
export interface BridgeStatus {
  /** Of `llxprt-lsp`: who has another one reads no further. */
  readonly version: string;
  /** The bridge's own process id. */
  readonly pid: number;
  /** What the host calls itself; absent until it has said so. */
  readonly client?: { readonly name: string; readonly version: string };
  readonly state: LspState;
}

/** A bridge says {@link BridgeAck} within so many ms, or is taken to hang. */
export const ACK_MS = 1000;

/** Longer requests are not read, bytes; what tells of former texts is left out before. */
export const MAX_BRIDGE_REQUEST_BYTES = 1024 * 1024;

/** Longer answers are not read, bytes. */
export const MAX_BRIDGE_ANSWER_BYTES = 1024 * 1024;
