import type { ImportGraph } from '../affected/import-graph.ts';
import type { Text } from '../client/documents.ts';
import type { FileChange } from '../client/registrations.ts';
import type { Log } from '../log.ts';
import type { Answered, Question } from '../navigation/source.ts';
import type { AdmittedPath } from '../paths.ts';
import type { ImportSyntax, Launch, ServerDefinition } from '../registry/definition.ts';
import type { Diagnostic } from '../types.ts';
import type { KnownFiles } from './known-files.ts';
import type { Deadline } from './deadline.ts';
import type { RequestStats } from './request-stats.ts';
import type { Workspace } from './workspace.ts';

export interface SessionOptions {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  readonly workspace: Workspace;
  readonly known: KnownFiles<Session>;
  /** Who imports whom in the workspace, as the files are on disk; undefined where there are too many to know. */
  importGraph(syntax: ImportSyntax): Promise<ImportGraph | undefined>;
  /** The files of the workspace with these endings, as the disk was last seen. */
  filesOf(endings: readonly string[]): readonly AdmittedPath[];
  /** How a file differs from what every session was told of it; see {@link DiskIndex.newsOf}. */
  newsOf(path: AdmittedPath): FileChange | 'none' | 'unknown';
  /** Open documents turned out to hold something else than when they were shown to it. */
  textsMoved(changes: readonly AnnouncedChange[]): void;
  readonly maxOpenDocuments: number;
  /** How long after the last question a process is no longer kept, ms; 0: never. */
  readonly idleShutdown: number;
  /** Hints were asked for. */
  readonly withSuggestions: boolean;
  readonly startLimit: number;
  readonly log: Log;
}

export interface AnnouncedChange {
  readonly path: AdmittedPath;
  readonly change: FileChange;
}

/** What one document got out of its server. */
export type Verdict =
  | { readonly kind: 'complete'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'broken' };

/** What a navigation question came to: a reply, or that the server does not answer such questions. */
export type Navigated = Answered | { readonly kind: 'not-offered' };

export interface AffectedFiles {
  /** What it says about other files is known already, and true: these need not be asked about. */
  readonly knownOthers?: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
  /** The others, those first that are the likeliest to have changed. */
  readonly paths: readonly AdmittedPath[];
  /** False where the session was to say more, and had no time to. */
  readonly complete: boolean;
  /** Nothing says whether there are more: the server tells of no other files, and the imports of its language are not read. */
  readonly mayMiss?: boolean;
  /** Those that nobody had the time to look for, as soon as they are found. Never rejects. */
  readonly more?: Promise<readonly AdmittedPath[]>;
  /** To be called once it has been asked about all of these, and was told of no change since: they are suspected no longer. */
  readonly clear?: () => void;
}

/** domain-model 2.2; `stopped` is our own doing, `broken` is not and is for ever (REQ-LIFE-070). */
export type SessionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'active' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** Whoever judges the files below one root, by whichever mechanism: what it is asked, and what it is known to have found. */
export interface Session {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  /** The first check may wait longer, whatever comes of it (REQ-TIMING-020). */
  firstTouch: boolean;
  /** Since it was made: what it was asked, and how it answered. */
  readonly requestStats: RequestStats;

  readonly state: SessionState;
  /** Of the process that runs now. */
  readonly pid: number | undefined;
  /** Why it cannot answer at present, though it is active: its project does not load. */
  readonly problem: string | undefined;
  /** As the program itself told it, if it did. */
  readonly version: string | undefined;
  /** Resolves once the session can be asked, or never will be. Never rejects. */
  readonly started: Promise<void>;
  /** Resolves once nothing of it runs any more, and nothing will. Never rejects. */
  readonly exited: Promise<unknown>;
  /** Resolves once nobody has asked it anything for `idleShutdown`. A session that keeps no process between questions has none. */
  readonly idle?: Promise<void>;
  /** Resolves once `state` tells why the session is broken, if it is: 100 ms after it broke at the latest. Never rejects. */
  readonly explained: Promise<void>;
  /** How many documents it holds open. */
  readonly openDocuments: number;
  /** The last lines of its stderr, oldest first. */
  stderr(lines: number): string[];

  /** It can be asked about a file, so what it once said about another can be verified. */
  readonly answers: boolean;
  /** About how many other files it is asked at once. Answers come nearest first; all at once they would arrive together at the end. */
  readonly atATime: number;
  /** What it holds may depend on these files. */
  isConcernedBy(changes: readonly AnnouncedChange[]): boolean;
  /**
   * Tells it what changed, and what moved on disk behind us.
   *
   * @param guests texts of files that another session is asked about: this one imports them, and what it says of them counts for nothing
   */
  tell(changes: readonly AnnouncedChange[], guests?: readonly Text[]): Promise<void>;
  /** Has it make ready for the questions about a file to come; without a text where there is none yet. */
  warm(text: Text | undefined): Promise<void>;
  /**
   * Tells it what changed and asks about each text; waits as long as `patience` does. What a late answer brings joins the known files.
   * Cancelled for good when `cancel` aborts. A file without a verdict is not in the answer.
   */
  check(texts: readonly Text[], changes: readonly AnnouncedChange[], deadline: Deadline, cancel: AbortSignal): Promise<ReadonlyMap<AdmittedPath, Verdict>>;
  /**
   * Files about which it may say something else than before, now that it was told of a change, the likeliest first. A session that can find out
   * by itself which files that broke does so first, for as long as `patience` lasts.
   */
  affectedFiles(deadline: Deadline, cancel: AbortSignal): Promise<AffectedFiles>;
  /** What it says now about a file that is on disk; undefined where it does not say so in time. */
  recheck(path: AdmittedPath, deadline: Deadline, cancel: AbortSignal): Promise<readonly Diagnostic[] | undefined>;
  /** It has judged this file as it is now, as far as it was told. */
  hasFreshResult(path: AdmittedPath): boolean;

  /**
   * Shows it the text, unless it knows it, and asks something else than what is wrong, once it has loaded what the answer takes. Who is no language
   * server has no such method. Never rejects; `cancelled` once `cancel` has aborted, which ends the server's work too.
   */
  navigate?(question: Question, text: Text | undefined, cancel: AbortSignal): Promise<Navigated>;

  /** Ends it for good, with all that it runs. Never rejects. */
  stop(): Promise<void>;
}
