import type { ImportGraph } from '../imports/import-graph.ts';
import type { OpenDocument } from '../../client/documents/documents.ts';
import type { Response } from '../../jsonrpc/connection.ts';
import type { AdmittedPath } from '../../support/paths.ts';

/** A navigation request, as LSP has it. */
export interface Question {
  /** The server capability that offers it: `definitionProvider`. */
  readonly provider: string;
  readonly method: string;
  /**
   * `file`: the request is about one document, and the answer lies in it or its imports.
   * `workspace`: any file may hold an answer.
   */
  readonly scope: 'file' | 'workspace';
  /**
   * The request is about no document. Some file of the language is opened all the same, as many
   * servers load nothing without one.
   */
  readonly workspaceWide?: true;
  /** Most likely nothing else is asked about the document: if it was opened for this, it is closed after. */
  readonly isPassing?: true;
  /**
   * Whether what the server has registered covers the request; without this function it does.
   *
   * @param options of the registration
   */
  isCovered?(options: Record<string, unknown>): boolean;
  /** @param uri of the document that the request is about; '' where there is none */
  params(uri: string): object;
}

/**
 * How a navigation request ended. `superseded`: the document changed before the server could be
 * asked. `cut-short`: there are more results than the server lists. `not-offered`: the server does
 * not answer such requests. `stalled`: it has done nothing for a while.
 */
export type NavigationResult =
  Response | { readonly kind: 'superseded' | 'cut-short' | 'not-offered' | 'stalled' };

/**
 * How one server is asked so that its first answer is complete: what it must have loaded by then,
 * and how the gateway can tell.
 *
 * Measured elsewhere: references requested before the project was loaded gave none, then 1, then
 * 30.
 */
export interface NavigationSource {
  /**
   * Waits until the server has loaded what the answer needs, then asks. Never rejects. `cancelled`
   * once `signal` has aborted, which ends the server's work too.
   *
   * @param document that the request is about, as the server has it; undefined where there is none
   */
  ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<NavigationResult>;
}

/** What a source can learn about the workspace. */
export interface WorkspaceView {
  /**
   * The files of the server's languages below the workspace root, without ignored ones, as last
   * seen on disk. In no particular order. Of nested work trees only the one that `around` is in, or,
   * without it, the server's root.
   */
  files(around?: AdmittedPath): readonly AdmittedPath[];
  /** Those of these files that are in the same work tree as `around`. */
  beside(around: AdmittedPath, paths: readonly AdmittedPath[]): readonly AdmittedPath[];
  /**
   * The import graph of these files, with the words that each contains. Undefined where it is not
   * known.
   */
  importGraph(): Promise<ImportGraph | undefined>;
  /** How many documents the server may have open at once. */
  readonly room: number;
  /** Has the server open these files as they are on disk. Others may be closed to make room. */
  show(paths: readonly AdmittedPath[]): Promise<void>;
  /** Has the server close those of these files that no other request needs. */
  release(paths: readonly AdmittedPath[]): Promise<void>;
}
