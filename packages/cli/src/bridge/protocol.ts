import type { LspState, TextEdit } from '@vybestack/llxprt-lsp-core';

/**
 * The protocol between hooks and the bridge (`llxprt-lsp mcp`) over its socket. Each connection
 * carries one request, as one line of JSON, and then two lines of answer.
 *
 * The first line comes at once and holds the deadline of the second. So a bridge that hangs costs
 * the hook no more than {@link ACK_MS}. Both sides come from one release, but a session may outlive
 * an update: a request that one side does not know gets an empty answer.
 */

/**
 * Paths are absolute, or relative to `cwd`. The files have been written already and are read from
 * disk.
 */
export type BridgeRequest = OfSession &
  (
    | CheckRequest
    /** Starts the servers of files that may be edited soon; answered before they have. */
    | { readonly ask: 'warm'; readonly cwd: string; readonly files: readonly string[] }
    | SettleRequest
    /** `args`: the text after `/lsp`. */
    | { readonly ask: 'lsp'; readonly args: string }
    /** The same as data: the answer's text is a {@link BridgeStatus} in JSON. */
    | { readonly ask: 'status'; readonly verbose: boolean; readonly all: boolean }
    /** Restarts the servers with this id, or all. Answered in the same form, with what was restarted. */
    | { readonly ask: 'restart'; readonly id?: string }
  );

/**
 * The session of the host that asks. A bridge belongs to the first one that asks it, since what
 * changes have caused is known for each session. One process of a host may run several sessions in
 * one folder, and nothing else tells which bridge it has started for which.
 */
export interface OfSession {
  /** The host's id of it; absent where the host gives none. */
  readonly session?: string;
  /** There are other bridges to ask: this one refuses if it belongs to another session. */
  readonly mayRefuse?: true;
}

export interface CheckRequest {
  readonly ask: 'check';
  /** `write` also reports on other files, unless the setting `otherFiles` excludes that. */
  readonly kind: 'edit' | 'write' | 'patch';
  /** Absolute. */
  readonly cwd: string;
  readonly files: readonly WrittenFile[];
  readonly deleted?: readonly string[];
  /** The host's model has no other tool than patches: they report on other files, as writes do. */
  readonly onlyPatches?: true;
  /** The patch that has written the files, if it was one. */
  readonly patch?: AppliedPatch;
}

/** A turn of the model ends: which errors of the session still stand? */
export interface SettleRequest {
  readonly ask: 'settle';
  /** The host reports that a hook has made the turn go on before: no text comes. */
  readonly again: boolean;
  /**
   * For hosts that do not report that reliably: the user's prompt. After a text, the next end of a
   * turn with the same prompt is the end of what the text has led to.
   */
  readonly prompt?: string;
}

export interface AppliedPatch {
  /** In one of the formats of core's apply_patch. */
  readonly text: string;
  /** The host ends each file that it patches with a line break, whether it had one or not. */
  readonly endsFiles?: boolean;
}

export interface WrittenFile {
  readonly path: string;
  /** The host reports that the file did not exist before. */
  readonly created?: boolean;
  readonly former?: PreviousText;
}

/**
 * What the host passes about a file's previous text. The bridge computes that text from it, or none
 * where it is not certain: a hook has no time for that.
 */
export type PreviousText =
  /** All of it, perhaps with other line endings. */
  | { readonly kind: 'whole'; readonly text: string }
  /** The replacements that the tool has made, in this order. */
  | { readonly kind: 'edits'; readonly edits: readonly TextEdit[] };

/** The first line: the second one comes within so many ms. */
export interface BridgeAck {
  readonly withinMs: number;
}

/** The second line. */
export interface BridgeAnswer {
  /** For the model, or for the user that asked; empty: no text. */
  readonly text: string;
  /** See {@link OfSession.mayRefuse}. */
  readonly refused?: true;
}

/** A session's description of itself for another process of the same release. */
export interface BridgeStatus {
  /** Of `llxprt-lsp`: a process of another release ignores the rest. */
  readonly version: string;
  /** The bridge's own process id. */
  readonly pid: number;
  /** The name that the host gave; absent until then. */
  readonly client?: { readonly name: string; readonly version: string };
  readonly state: LspState;
}

/** A bridge that does not send {@link BridgeAck} within so many ms is taken to hang. */
export const ACK_MS = 1000;

/** Longer requests are not read, bytes. The hook leaves previous texts out of a longer one. */
export const MAX_BRIDGE_REQUEST_BYTES = 1024 * 1024;

/** Longer answers are not read, bytes. */
export const MAX_BRIDGE_ANSWER_BYTES = 1024 * 1024;
