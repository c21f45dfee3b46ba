import type { MovedPaths } from './imports/moved-imports.ts';
import type { ServerLaunch } from '../client/process/launch.ts';
import type { AdmittedPath } from '../support/paths.ts';
import type { FixTraits } from './fixes/source.ts';
import type { RenameAnswer, RenameQuestion } from './fixes/rename-answer.ts';
import type { KindOf } from './kinds.ts';
import type { PackageTraits } from './packages.ts';
import type { SameError } from './same-error.ts';
import type { SymbolMoves } from './symbols/symbol-moves.ts';
import type { SymbolSyntax } from './symbols/syntax.ts';
import type { WhyNoError } from './why-no-error.ts';
import type { WorldTraits } from './world.ts';

/**
 * How the end of a server's diagnostics is recognized; see diagnostics/source.ts.
 *
 * `auto` decides by what the server offers: a pull provider, else its publishes. `settled-pull`
 * waits until the server reports that it has loaded the project. `push-once` is for servers that
 * publish once for each text: their first empty publish of a document counts as an answer.
 * `pull-any` is for servers that answer for unopened documents as well as for open ones.
 * `pull-unoffered` is for servers that answer pulls but do not announce it.
 */
export type SourceKind =
  'auto' | 'pull' | 'settled-pull' | 'push' | 'push-once' | 'pull-any' | 'pull-unoffered';

/**
 * A request that the server answers only after it has published every diagnostic that the texts
 * sent before it changed. A command is not used where the server does not list it. Any other
 * request is not repeated once the server has answered that it knows no such method.
 */
export type Barrier = BarrierCommand | BarrierRequestMethod;

interface AnyBarrier {
  /**
   * How long the first one of a process may take because of what the server begins with, ms: what is asked
   * behind it is late by that, also if no check waits for the barrier any more.
   */
  readonly first?: number;
}

interface BarrierRequestMethod extends AnyBarrier {
  readonly kind: 'request';
  readonly method: string;
}

interface BarrierCommand extends AnyBarrier {
  readonly kind: 'command';
  /** For `workspace/executeCommand`. */
  readonly command: string;
  /**
   * Another command, without arguments, for a server that answers nothing during the barrier and
   * cannot cancel the barrier. It runs first: it computes what the barrier will report, and can be
   * cancelled.
   */
  readonly ahead?: string;
  /**
   * How long the server goes on with what was cancelled, ms: a request meanwhile has to wait, so a
   * barrier is cancelled that much earlier.
   */
  readonly windingDown?: number;
  /**
   * @param uris the open documents
   * @param root the server's root folder
   */
  arguments(uris: readonly string[], root: string): readonly unknown[];
}

/** What a navigation request has to know of its server; see navigation/. */
export interface NavigationTraits {
  /**
   * How the caller knows that the server has loaded what its answers need. `held`: the server holds
   * each request back until then. `status`: the server sends `experimental/serverStatus`, and
   * answers wrongly before. `shown`: the server knows the files that were opened in it, once its
   * barrier has been passed. `progress`, the default: the server reports with `$/progress` what it
   * loads. A pattern: the server writes such a line into its editor's log.
   */
  readonly loading?: 'held' | 'status' | 'shown' | 'progress' | RegExp;
  /** The errors by which the server reports that it found nothing at a position. */
  readonly notFoundErrors?: RegExp;
  /**
   * The server lists at most this many workspace symbols, and does not report that there are more.
   */
  readonly mostSymbols?: number;
  /**
   * In the texts that such a match opens, up to the bracket that closes its last one, the server may
   * lose references. Global.
   */
  readonly losesUses?: RegExp;
}

/**
 * How far a text reaches that is shown to the server and is not on disk. `itself`, the default: into
 * the findings of that file alone. `importers`: of the files that import it, too. `created`: so does
 * the text of a file that does not exist.
 */
export type OverlayReach = 'itself' | 'importers' | 'created';

/** A method that keeps its name. */
export interface Override {
  readonly path: AdmittedPath;
  /** 0-based. */
  readonly line: number;
}

export interface OverrideQuestion {
  readonly name: string;
  /** All files of the language; `changed`: the lines on which the name is replaced, 0-based. */
  readonly files: Iterable<{
    readonly path: AdmittedPath;
    readonly text: string;
    readonly changed: ReadonlySet<number>;
  }>;
}

/** A name that is made of a symbol's: `ExampleStack_Push`. Offsets of the file's text. */
export interface NamedAfter {
  readonly path: AdmittedPath;
  readonly start: number;
  readonly end: number;
  /** What takes its place; undefined where it stays, and is only listed. */
  readonly text?: string;
}

export interface NamedAfterQuestion {
  readonly oldName: string;
  readonly newName: string;
  /** The line that declares the symbol, from its first character, and its file. */
  readonly declaration: string;
  readonly path: AdmittedPath;
  /** All files of the language. */
  readonly files: Iterable<{ readonly path: AdmittedPath; readonly text: string }>;
}

/** How a server is asked, as data. */
export interface ServerTraits {
  readonly overlays?: OverlayReach;
  /** It finds a file that does not exist only in a folder that does. */
  readonly needsFolders?: true;
  /** Files that import an empty one get the same errors as if it were gone, in other words. */
  readonly emptyIsGone?: true;
  readonly source: SourceKind;
  readonly barrier?: Barrier;
  /**
   * It publishes once for a document that was opened, with its version, and that is complete: the barrier
   * is passed for changes alone.
   */
  readonly publishesOpened?: true;
  /**
   * Of a file that is open it needs its text alone: that the text was saved, or that the file has changed
   * on disk, tells it nothing, and makes it work.
   */
  readonly textsSuffice?: true;
  /**
   * As many bytes of its own text take as long as what the server reads anew for every file besides: what it
   * includes. Default: few.
   */
  readonly perFile?: number;
  readonly navigation?: NavigationTraits;
  readonly fixes?: FixTraits;
  /** Set where a server's answer to a rename is not yet what is to be written. */
  readonly completeRename?: (question: RenameQuestion) => Promise<RenameAnswer>;
  /** Set where other names are made of a symbol's, and go along with it. */
  readonly namedAfter?: (question: NamedAfterQuestion) => NamedAfter[];
  /** Paths in texts that follow what moves, of a language whose imports are not read. */
  readonly movedPaths?: MovedPaths;
  /** Stands right before the name of what its file must be called after. */
  readonly namesFile?: RegExp;
  /** Set where a rename leaves overrides behind: finds them by the text. */
  readonly leftOverrides?: (question: OverrideQuestion) => Override[];
  /** Set where one error has several codes, or words that the end of a message does not tell. */
  readonly sameError?: SameError;
  /** Of a server beside which others find the same. */
  readonly kindOf?: KindOf;
  /** How definitions stand in the text: then single symbols can be replaced, inserted and deleted. */
  readonly symbols?: SymbolSyntax;
  /** How a definition gets to another file, and its imports follow. */
  readonly symbolMoves?: SymbolMoves;
  /**
   * Why a file cannot get another path, if so, where the server changes no imports for it. Both
   * paths are absolute. Without this function nothing but the language's `imports` knows.
   */
  readonly whyNotMoved?: (from: string, to: string) => string | undefined;
  /** Set where not every finding of the server is an error of its file. */
  readonly whyNoError?: WhyNoError;
  /**
   * Why the server judges nothing of a file, or not all of it, whatever its text: the build leaves it
   * out, or it is written for another runtime. A sentence without its end, about the file. Reads
   * small files, and never throws.
   */
  readonly whyInPart?: (
    path: string,
    server: Pick<ServerLaunch, 'root' | 'args' | 'env' | 'configuration'>,
  ) => string | undefined;
  /** Set where its findings can tell that packages of the project are not installed. */
  readonly packages?: PackageTraits;
  /** Set where something else than packages may be missing that it needs to judge a file. */
  readonly world?: WorldTraits;
  /** What is written before a name that is a keyword otherwise. The server writes it by itself. */
  readonly rawName?: string;
  /** Words that are no names, where its imports are not read. */
  readonly reserved?: ReadonlySet<string>;
  /**
   * For a server that names no places beside its errors: the names in an error's message whose
   * declarations explain it, the best first.
   *
   * @param code that the error is about, on its first line
   * @param before the code before that, in the same line
   */
  readonly namesIn?: (message: string, code: string, before: string) => readonly string[];
  /**
   * How long it must have published nothing, ms, for a publish without a version to count. Default:
   * 150.
   */
  readonly silence?: number;
}
