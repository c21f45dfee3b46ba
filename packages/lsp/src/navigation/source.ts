import type { ImportGraph } from '../affected/import-graph.ts';
import type { OpenDocument } from '../client/documents.ts';
import type { Reply } from '../jsonrpc/connection.ts';
import type { AdmittedPath } from '../paths.ts';

/** A navigation request, as LSP has it. */
export interface Question {
  /** The server capability that offers it: `definitionProvider`. */
  readonly provider: string;
  readonly method: string;
  /** `file`: what it asks about lies in one document, and what answers it in that one or its imports. `workspace`: any file may hold an answer. */
  readonly scope: 'file' | 'workspace';
  /** It is about no document; some file of the language is open all the same, as many servers load nothing without one. */
  readonly workspaceWide?: true;
  /** @param uri of the document that it is about; '' where it is about none */
  params(uri: string): object;
}

/** `overtaken`: the document has become another one before the server could be asked. */
export type Said = Reply | { readonly kind: 'overtaken' };

/** `cut-short`: there are more results than the server lists. */
export type Answered = Said | { readonly kind: 'cut-short' };

/**
 * How one server is asked so that its first answer is complete: what it has to have loaded by then, and how one knows that it has.
 *
 * Measured elsewhere: references asked for before the project was loaded gave none, then 1, then 30.
 */
export interface NavigationSource {
  /**
   * Waits until the server has loaded what answers the question, and asks. Never rejects; `cancelled` once `signal` has aborted, which ends the
   * server's work too.
   *
   * @param document that the question is about, as the server has it; undefined where it is about none
   */
  ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Answered>;
}

/** What a source may want to know of the workspace. */
export interface WorkspaceView {
  /** The files of the server's languages below the workspace root, ignored ones excepted, as the disk was last seen; in no particular order. */
  files(): readonly AdmittedPath[];
  /** Who imports whom among them, and which words each says; undefined where nobody knows. */
  importGraph(): Promise<ImportGraph | undefined>;
  /** How many documents the server may have open at once. */
  readonly room: number;
  /** Has the server open these files as they are on disk; others may be closed for them. */
  show(paths: readonly AdmittedPath[]): Promise<void>;
  /** Has the server close those of these files that nobody else asks about. */
  release(paths: readonly AdmittedPath[]): Promise<void>;
}
