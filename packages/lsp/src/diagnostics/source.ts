import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { OpenDocument } from '../client/documents.ts';
import type { FileChange } from '../client/registrations.ts';
import type { AdmittedPath } from '../paths.ts';

/**
 * How one server says "that was all".
 *
 * A fixed wait is slow and wrong at once: too long for a warm server, too short for a cold one. So each kind of server is asked in the way
 * whose answer is complete by protocol, and only the last resort (push) waits for silence.
 */
export interface DiagnosticSource {
  /** About how many unopened files it is asked at once; without it, about four. */
  readonly atATime?: number;

  /**
   * Asks about a document that the server already has in this version. Never rejects.
   *
   * `signal` ends the server's work too: it aborts when nobody wants the answer any more, not when somebody stops waiting for it.
   * `deadline` (ms, performance.now) is when the first asker stops waiting; only a source that cannot know the end heeds it.
   */
  ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<Answer>;

  /**
   * Asks about a file that is on disk and not open, as its own project judges it. Without this method, such a file is opened to be asked about.
   * Never rejects; `signal` as above.
   */
  askUnopened?(path: AdmittedPath, signal: AbortSignal): Promise<UnopenedAnswer>;

  /**
   * Resolves to `settled` once the server has published all that it has to say about any file, given what it was sent before the call;
   * from then on its last publishes are the truth about the files that nobody asks about. Takes as long as it takes. Never rejects.
   *
   * @param uris the open documents
   * @param signal aborts when nobody waits for it any more, so that the server is free for the next question
   */
  awaitBarrier?(uris: readonly string[], signal: AbortSignal): Promise<BarrierOutcome>;

  /** The server was sent this text, and nothing after it, not even that it was saved. Sends at once: call it inside the client's queue. */
  textSent?(document: OpenDocument): void;

  /**
   * Files came or went, or files that are not open were changed; the server has been told, and knows the texts of the open ones. Sends at once:
   * call it inside the client's queue.
   */
  filesMoved?(moves: readonly FileMove[]): void;
}

export interface FileMove {
  readonly path: AdmittedPath;
  readonly change: FileChange;
  /** The server had it open when it was told. */
  readonly wasOpen: boolean;
}

/**
 * `outside`: no project of the server holds the file, so no compiler would speak of it. `open-first`: the project by which the server would judge
 * it now may not be its own; opened, it is judged by its own.
 */
export type UnopenedAnswer = Answer | { readonly kind: 'outside' } | { readonly kind: 'open-first' };

/** `refused`: it can in general, but did not this time, so what it published is only a part. */
export type BarrierOutcome = 'settled' | 'refused' | 'not-offered';

export type Answer =
  | { readonly kind: 'complete'; readonly items: readonly Diagnostic[]; readonly related?: ReadonlyMap<string, readonly Diagnostic[]> }
  /** Nothing final came: silence, or a refusal. */
  | { readonly kind: 'unanswered'; readonly why: string }
  /** The server ended meanwhile. */
  | { readonly kind: 'closed' };
