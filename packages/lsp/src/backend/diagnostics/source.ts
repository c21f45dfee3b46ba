import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { OpenDocument } from '../../client/documents.ts';
import type { FileChange } from '../../client/registrations.ts';
import type { AdmittedPath } from '../../support/paths.ts';

/**
 * How one server is asked so that its answer is known to be complete.
 *
 * A fixed wait is both slow and wrong: too long for a warm server, too short for a cold one. So
 * each kind of server is asked in the way whose answer is complete by protocol. Only the last
 * resort (push) waits for a time without publishes.
 */
export interface DiagnosticSource {
  /** Its answers are separate from what the server publishes. */
  readonly answersOnRequest: boolean;

  /**
   * An answer is about the text that was sent before the request, however soon another one
   * follows. Absent: it is.
   */
  readonly isOrdered?: boolean;

  /** How many unopened files the server is asked about at once. About four where it is not set. */
  readonly atATime?: number;

  /**
   * Asks about a document that the server already has in this version. Never rejects.
   *
   * `signal` ends the server's work too: it aborts when no caller needs the answer any more, not
   * when one caller stops waiting. `deadline` (ms, performance.now) is when the first caller stops
   * waiting; only a source that cannot know the end uses it.
   */
  ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult>;

  /**
   * Asks about a file that is on disk and not open, as checked by its own project. Without this
   * method, such a file is opened for the request. Never rejects; `signal` as above.
   */
  askUnopened?(path: AdmittedPath, signal: AbortSignal): Promise<UnopenedResult>;

  /**
   * Resolves to `settled` once the server has published all diagnostics of all files that follow
   * from what it was sent before the call. From then on its last publishes are right for files
   * without a request of their own. Has no deadline. Never rejects.
   *
   * @param uris the open documents
   * @param signal aborts when no caller waits any more, so that the server is free for the next
   * request
   */
  awaitBarrier?(uris: readonly string[], signal: AbortSignal): Promise<BarrierOutcome>;

  /** How long the server goes on with a barrier that was cancelled, ms. */
  readonly windingDown?: number;

  /**
   * The server was sent this text, and nothing after it, not even the save. Sends at once: call it
   * inside the client's queue.
   */
  textSent?(document: OpenDocument): void;

  /**
   * Files were created or deleted, or unopened files were changed. The server was notified of it,
   * and has the texts of the open files. Sends at once: call it inside the client's queue.
   */
  filesMoved?(moves: readonly FileMove[]): void;
}

export interface FileMove {
  readonly path: AdmittedPath;
  readonly change: FileChange;
  /** The server had the file open when it was notified. */
  readonly wasOpen: boolean;
}

/**
 * `outside`: no project of the server holds the file, so no compiler would report on it.
 * `open-first`: the project by which the server would check the file now may not be the file's own.
 * Once opened, the file is checked by its own.
 */
export type UnopenedResult = DiagnosticsResult | { readonly kind: 'outside' } | { readonly kind: 'open-first' };

/**
 * `refused`: the server supports it, but did not do it this time, so what it published is only a
 * part.
 */
export type BarrierOutcome = 'settled' | 'refused' | 'not-offered';

export type DiagnosticsResult =
  | { readonly kind: 'complete'; readonly items: readonly Diagnostic[]; readonly related?: ReadonlyMap<string, readonly Diagnostic[]> }
  /** No final answer came: nothing was published, or the server refused. */
  | { readonly kind: 'unanswered'; readonly why: string }
  /** The server ended before it answered. */
  | { readonly kind: 'closed' };
