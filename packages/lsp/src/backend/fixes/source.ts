import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { OpenDocument } from '../../client/documents/documents.ts';
import type { FileEdits } from './workspace-edit.ts';

/** A change that a server or a compiler suggests for a finding. It was not tried yet. */
export interface SuggestedFix {
  readonly title: string;
  /** LSP's CodeActionKind: `quickfix`. */
  readonly kind: string;
  /** The server says that it is the most likely one. */
  readonly isPreferred: boolean;
  readonly files: readonly FileEdits[];
}

export interface SuggestedFixes {
  readonly fixes: readonly SuggestedFix[];
  /** False where the server did not answer in time, or with an error. */
  readonly complete: boolean;
}

/**
 * What a server would do to a file's imports. `nothing`: they are as it would have them.
 * `not-offered`: it has nothing to do with imports. `late`: it did not answer in time.
 */
export type OrganizedImports =
  | { readonly kind: 'edits'; readonly files: readonly FileEdits[] }
  | { readonly kind: 'nothing' | 'not-offered' | 'late' }
  | { readonly kind: 'refused'; readonly reason: string };

/** How one server is asked for fixes. It never changes a file. */
export interface FixSource {
  /**
   * The texts are those of the files on disk, and the server is sent nothing else meanwhile. Never
   * rejects.
   *
   * @param finding as the server itself gave it
   */
  suggest(document: OpenDocument, finding: Diagnostic, signal: AbortSignal): Promise<SuggestedFixes>;
  /** LSP's `source.organizeImports`, under the same conditions. Never rejects. */
  organizeImports(document: OpenDocument, signal: AbortSignal): Promise<OrganizedImports>;
}

/** What is known of the fixes of a server, as data. */
/** Imports that are to keep their places while others are sorted. */
export interface ImportsApart {
  /** A text in which the server does not exchange them; undefined where there are none. */
  readonly before: (text: string) => string | undefined;
  /** Without what was put into that text. */
  readonly after: (organized: string) => string;
  /** What they import, in their order. */
  readonly order: (text: string) => readonly string[];
}

export interface FixTraits {
  /**
   * Commands that do nothing but send one `workspace/applyEdit`. No other command is run: some write
   * files themselves.
   */
  readonly commands?: readonly string[];
  /**
   * It also suggests fixes for the findings of other compilers, as it goes by the place of a finding
   * alone.
   */
  readonly goesByPlace?: true;
  /**
   * It loads packages when imports change, and again when that is taken back. So it is asked once more
   * after a trial, or the next check would wait for that.
   */
  readonly loadsImports?: true;
  /** It would exchange imports whose order counts. */
  readonly apart?: ImportsApart;
  /** It organizes no imports, whatever it offers: the id of a server of its language that does. */
  readonly importsBy?: string;
  /**
   * It knows only the fixes for the findings of its last pass. After a proposal it needs another one:
   * up to its barrier, or for an answer about the file.
   */
  readonly byLastPass?: true;
}
