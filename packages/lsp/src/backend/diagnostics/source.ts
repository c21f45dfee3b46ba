import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { OpenDocument } from '../../client/documents/documents.ts';
import type { FileChangeType } from '../../client/protocol/registrations.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { BarrierRequest } from './barrier.ts';

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

  /** For all other files, whichever way the source asks about one. */
  readonly barrier?: BarrierRequest;

  /**
   * The server was sent this text, and nothing after it, not even the save. Sends at once: call it
   * inside the client's queue.
   */
  textSent?(document: OpenDocument): void;

  /**
   * The files that the program of this document has read, wherever they are; undefined where that is not to
   * be had. Never rejects.
   */
  programFiles?(document: OpenDocument): Promise<readonly string[] | undefined>;

  /**
   * Files were created or deleted, or unopened files were changed. The server was notified of it,
   * and has the texts of the open files. Sends at once: call it inside the client's queue.
   */
  filesMoved?(moves: readonly NotifiedMove[]): void;
}

export interface NotifiedMove {
  readonly path: AdmittedPath;
  readonly change: FileChangeType;
  /** The server had the file open when it was notified. */
  readonly wasOpen: boolean;
}

/**
 * `outside`: no project of the server holds the file, so no compiler would report on it.
 * `open-first`: the project by which the server would check the file now may not be the file's own.
 * Once opened, the file is checked by its own.
 */
export type UnopenedResult =
  DiagnosticsResult | { readonly kind: 'outside' } | { readonly kind: 'open-first' };

export type DiagnosticsResult =
  | {
      readonly kind: 'complete';
      readonly items: readonly Diagnostic[];
      readonly related?: ReadonlyMap<string, readonly Diagnostic[]>;
    }
  /**
   * No final answer came: nothing was published, or the server refused. `isRefusal`: it has said so,
   * and nobody has waited for it.
   */
  | { readonly kind: 'unanswered'; readonly why: string; readonly isRefusal?: boolean }
  /** The server ended before it answered. */
  | { readonly kind: 'closed' };
