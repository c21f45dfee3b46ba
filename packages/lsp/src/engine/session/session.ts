import type { DiagnosticSource } from '../../backend/diagnostics/source.ts';
import type { OrganizedImports } from '../../backend/fixes/source.ts';
import type { TextChange } from '../../backend/fixes/text-changes.ts';
import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { Text } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import type { Log } from '../../support/log.ts';
import type { NavigationResult, Question } from '../../backend/navigation/source.ts';
import type { Search } from '../../backend/program/search.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Launch, ServerDefinition } from '../../backend/definition.ts';
import type { Diagnostic, ServerOutcome } from '../../types.ts';
import type { KnownFindings, KnownFiles } from './known-files.ts';
import type { ChangeLog } from '../changes/change-log.ts';
import type { OwedSearch } from '../changes/owed-search.ts';
import type { AnnouncedChange } from '../disk/announced-change.ts';
import type { Deadline } from '../base/deadline.ts';
import type { NotifiedChanges } from './notified-changes.ts';
import type { SettingsRead } from './settings-read.ts';
import type { RequestStats } from './request-stats.ts';
import type { Missing } from './world.ts';
import type { Workspace } from '../base/workspace.ts';

export interface SessionOptions {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  readonly workspace: Workspace;
  readonly known: KnownFiles<Judge>;
  /** Of this server, root and toolchain, whichever process serves them. */
  readonly owed: OwedSearch;
  readonly search: Search;
  /**
   * The import graph of this server's language, as the files are on disk; undefined where imports are
   * not read, or there are too many files.
   */
  importGraph(definition: ServerDefinition): Promise<ImportGraph | undefined>;
  /** The files of the workspace with these endings, as of the last scan. */
  readonly filesOf: (endings: readonly string[]) => readonly AdmittedPath[];
  /** Those of the workspace alone, or of a nested work tree. */
  readonly filesIn: (endings: readonly string[], tree: string | undefined) => readonly AdmittedPath[];
  /** See {@link LeavesTo}: the judge runs for this file, and has not failed. */
  isJudgedByOther(definition: ServerDefinition, path: AdmittedPath): boolean;
  /** The session judges again after a run in which it had judged nothing. */
  judgesAgain(session: Session): void;
  /** The servers whose files embed the language of this one; see {@link ServerDefinition.embeds}. */
  embeddersOf(id: string): readonly ServerDefinition[];
  readonly changes: ChangeLog;
  /** See {@link DiskIndex.aliasesOf}. */
  aliasesOf(path: AdmittedPath): readonly AdmittedPath[];
  /** See {@link DiskIndex.read}. */
  hasRead(session: Judge, files: readonly string[]): void;
  /** The position of the tree that the session begins with. */
  readonly from: number;
  /**
   * What the session has read is stale for good: its process has to be replaced by another one, which begins
   * with the tree as it is now. It ends before this returns.
   */
  isLost(session: Session, why: string): void;
  readonly maxOpenDocuments: number;
  /** How long after the last request a process is no longer kept, ms; 0: never. */
  readonly idleShutdown: number;
  /** Hints were asked for. */
  readonly withSuggestions: boolean;
  readonly startLimit: number;
  readonly log: Log;
}

/** What the parts of a language server's session share. */
export interface SessionParts {
  readonly session: Session;
  readonly options: SessionOptions;
  readonly client: LspClient;
  readonly source: DiagnosticSource;
  readonly notified: NotifiedChanges;
  readonly settingsRead: SettingsRead;
}

/** A tree that is not on disk: the workspace with these changes. */
export interface Proposal {
  readonly texts: readonly Text[];
  readonly deleted: readonly AdmittedPath[];
  /** All files of the proposed tree that have a text there, also those of other servers. */
  readonly written?: ReadonlySet<string> | undefined;
  /** The files to ask about, changed or not. */
  readonly asked: readonly AdmittedPath[];
  /** Also what the session reports unasked about any file, if it can tell when that is all. */
  readonly published?: boolean;
  /** Also asked on the proposed tree, each about one of the texts. */
  readonly questions?: readonly ProposedQuestion[];
  /** Asked once all of that is answered: a server is shown the tree once. */
  readonly dependents?: ProposedDependents;
  readonly progress?: ProposalProgress | undefined;
}

/** Told about which files servers are asked, and which of them are answered. */
export interface ProposalProgress {
  asked(paths: readonly AdmittedPath[]): void;
  answered(path: AdmittedPath): void;
}

/** The files that a proposed tree may break. */
export interface ProposedDependents {
  /** Undefined where nothing tells which they are. */
  readonly find: () => Promise<readonly AdmittedPath[] | undefined>;
  /** How long they may take from then on, ms; no longer than the proposal. */
  readonly ms: number;
}

export interface ProposedQuestion {
  readonly path: AdmittedPath;
  readonly question: Question;
}

/** About the tree on disk, or a proposal. */
export interface SessionAnswer {
  readonly outcome: ServerOutcome;
  /** Why it cannot judge the proposal, if it is `unavailable`, or why more time would not help. */
  readonly reason?: string;
  /** Of the files that were answered; `complete` if all were. */
  readonly findings: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
  /** To the questions, in their order; absent if the outcome is not `complete`. */
  readonly answers?: readonly NavigationResult[];
  /** From a session that reports on all files at once: whether it could judge all of them. */
  readonly isWhole?: boolean;
  /** About the dependents; absent where they were not asked about. */
  readonly ofDependents?: SessionAnswer;
}

/**
 * A session's answer is complete if that about each of the files is.
 *
 * @param otherwise what it is if not
 */
export function answerAbout(
  texts: readonly Text[],
  findings: SessionAnswer['findings'],
  otherwise: Pick<SessionAnswer, 'outcome' | 'reason'> = { outcome: 'timed-out' },
): SessionAnswer {
  const isComplete = texts.every(({ path }) => findings.has(path));
  return { ...(isComplete ? { outcome: 'complete' } : otherwise), findings };
}

/** Which changes a session was notified of. */
export interface History {
  /** Changed files, each with the position of its last change, in this order. */
  readonly changes: readonly (readonly [AdmittedPath, number])[];
  /** Up to this position, others have changed that are not listed. */
  readonly before: number;
}

/** A change that a session suggests for a finding. Its files are in the workspace. */
export interface Suggestion {
  readonly title: string;
  readonly kind: string;
  readonly isPreferred: boolean;
  readonly finding: Diagnostic;
  readonly files: readonly ChangedFile[];
}

export interface ChangedFile {
  readonly path: AdmittedPath;
  /** The text on disk without a byte order mark; undefined for a file that is created. */
  readonly former: string | undefined;
  /** In the order of the text, without overlaps; of the empty text for a file that is created. */
  readonly changes: readonly TextChange[];
}

export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  /** False where there may be more: it did not answer in time. */
  readonly complete: boolean;
}

/** What a session knows at one moment. */
export interface Knowledge {
  readonly history: History;
  /** No change since may have altered the findings. */
  readonly isCurrent: (finding: KnownFindings) => boolean;
  readonly findings: ReadonlyMap<AdmittedPath, KnownFindings>;
  /** The text of the file that the session was sent last, or that its findings are about. */
  readonly textOf: (path: AdmittedPath) => string | undefined;
  /** A file that is not among the findings is clean, now. */
  readonly covers: (path: AdmittedPath) => boolean;
  /**
   * The session has read this text of the file, or was sent it.
   *
   * @param text read only where it is needed
   */
  readonly has: (path: AdmittedPath, text: () => string | undefined) => boolean;
}

export interface AffectedFiles {
  /** Findings of other files that are known and fresh: these files need no request. */
  readonly knownOthers?: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
  /** The others, those first whose findings are the likeliest to have changed. */
  readonly paths: readonly AdmittedPath[];
  /** Of the paths, those for which no check has waited yet. Absent: all. */
  readonly untried?: readonly AdmittedPath[];
  /** Call it once a check has waited for these. */
  readonly tried?: () => void;
  /** False where the session had more to report, and no time for it. */
  readonly complete: boolean;
  /**
   * Nothing tells whether there are more: the server reports on no other files, and the imports of
   * its language are not read.
   */
  readonly mayMiss?: boolean;
  /**
   * Searches for those that there was no time to search for; undefined where that fails. Never rejects.
   */
  readonly more?: () => Promise<readonly AdmittedPath[] | undefined>;
  /**
   * Call it once the session was asked about all of these, and was notified of no change since:
   * they are stale no longer.
   *
   * @param unasked files that it was not asked about again
   */
  readonly clear?: (unasked: ReadonlySet<AdmittedPath>) => void;
}

/**
 * domain-model 2.2. `stopped`: we ended it. `broken`: we did not, and it is for ever
 * (REQ-LIFE-070).
 */
export type SessionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'active' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** A server or another program that checks the files below one root. */
export interface Served {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  /** Since the session was made: its requests, and how it answered. */
  readonly requestStats: RequestStats;
  readonly state: SessionState;
  /** As the program itself reported it, if it did. */
  readonly version?: string | undefined;
  /** Resolves once the session can be asked, or never will be. Never rejects. */
  readonly started: Promise<void>;
}

/** Its process, for those who watch and end it. */
export interface ProcessView extends Served {
  /** Of the process that runs now. */
  readonly pid: number | undefined;
  /** Why it cannot answer at present, though it is active: its project does not load. */
  readonly problem: string | undefined;
  /** Of a compiler: it cannot be run, or its last run has judged nothing at all. */
  readonly hasFailed?: boolean;
  /** Resolves once nothing of it runs any more, and nothing will. Never rejects. */
  readonly exited: Promise<unknown>;
  /**
   * Resolves once it was asked nothing for `idleShutdown`. Absent, as the next four are, for a
   * session that keeps no process between requests.
   */
  readonly idle?: Promise<void>;
  /** Time since its last request, ms; 0 while one, a warm-up or its start is in progress. */
  readonly unused?: number;
  /** How many documents it holds open. */
  readonly openDocuments?: number;
  /** Kills its process, for good: the session is broken, for this reason. */
  giveUp?(reason: string): void;
  /**
   * Resolves once `state` tells why the session is broken, if it is: at the latest 100 ms after it
   * broke. Never rejects.
   */
  readonly explained?: Promise<void>;
  /** The last lines of its stderr, oldest first. */
  stderr(lines: number): string[];
  /** Ends it for good, with all that it runs. Never rejects. */
  stop(): Promise<void>;
}

/** What it is asked, and what it knows. What it can be asked: abilities.ts. */
export interface Judge extends Served {
  /** The first check may wait longer, whatever its outcome (REQ-TIMING-020). */
  firstTouch: boolean;
  /**
   * False: of what it publishes nothing tells which text it is about, or it reads the disk alone. It cannot
   * be asked what it found in a former text.
   */
  readonly takesTexts?: boolean;
  /** It can be asked about a file, so its earlier findings in another file can be verified. */
  readonly answers: boolean;
  /**
   * About how many other files it is asked at once. Answers come nearest first. If all were asked
   * at once, they would arrive together at the end.
   */
  readonly atATime: number;
  /**
   * It reports itself that it loads its project, and has answered nothing since it began. Never of a
   * session that is no language server.
   */
  readonly isLoading?: boolean;
  /** Its findings may depend on this file. */
  isConcernedBy(change: AnnouncedChange): boolean;
  /** Which changes it was notified of. */
  readonly notified: NotifiedChanges;
  /** Which changes no complete search for affected files has covered. */
  readonly owed: OwedSearch;
  /** The text of the file that it was sent last. */
  textOf?(path: AdmittedPath): string | undefined;
  /**
   * Notifies it of all changes that concern it, once it has started.
   *
   * @param foreignDocuments texts of files that another session is asked about: this one imports them, and
   * its findings in them do not count
   */
  catchUp(foreignDocuments?: readonly Text[]): Promise<void>;
  /** Anything may have changed that nobody could see: it looks at the disk, or runs again. */
  lookAgain(): Promise<void>;
  /** Prepares it for requests about a file to come; without a text where there is none yet. */
  warm(text: Text | undefined): Promise<void>;
  /**
   * Notifies it of all changes and asks about each text; waits until the deadline. If changes from before
   * the check were found after the question, it asks once more. A late answer joins the known files.
   * Cancelled for good when `cancel` aborts.
   *
   * @param swept resolves once the disk was looked at; never rejects
   */
  check(
    texts: readonly Text[],
    swept: Promise<unknown>,
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<SessionAnswer>;
  /**
   * Files for which its findings may have changed since it was notified of a change, the likeliest
   * first. A session that can find out by itself which files the change broke does so first, until
   * the deadline.
   */
  affectedFiles(deadline: Deadline, cancel: AbortSignal): Promise<AffectedFiles>;
  /** What it reports now about a file on disk; undefined where it does not answer in time. */
  recheck(
    path: AdmittedPath,
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<readonly Diagnostic[] | undefined>;
  /** It has checked this file as it is now, as far as it was notified. */
  hasFreshResult(path: AdmittedPath): boolean;
  /**
   * How long an answer about the file likely takes it, ms; 0 where nothing tells. Absent in a session that is
   * no language server.
   */
  likely?(path: AdmittedPath): number;
  /**
   * It was asked about the file as it is now, and has not answered yet. Absent in a session that is no
   * language server.
   */
  isPending?(path: AdmittedPath): boolean;

  /** What is not there that it needs to judge the file, as of its last answer. */
  missing(path: AdmittedPath): Missing;

  /** What it knows now. Later answers do not change the result. */
  knowledge(): Knowledge;
  /**
   * What it would report about a tree that is not on disk. Any other request interrupts this one,
   * which then begins again, until the deadline. Nothing is remembered. Never rejects.
   */
  propose(proposal: Proposal, deadline: Deadline, cancel: AbortSignal): Promise<SessionAnswer>;

  /**
   * What it suggests for findings in this text, which is the one on disk. Nothing is changed. Like a
   * proposal, it waits for other requests and is interrupted by them. Never rejects.
   */
  suggest(
    text: Text,
    findings: readonly Diagnostic[],
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<Suggestions>;

  /**
   * What it would do to the imports of this text, which is the one on disk; otherwise as `suggest`. A
   * session that is no language server has no such method.
   */
  organizeImports?(text: Text, deadline: Deadline, cancel: AbortSignal): Promise<OrganizedImports>;

  /**
   * Shows it the text, unless it knows it, and sends a request for something else than diagnostics,
   * once it has loaded what the answer takes. A session that is no language server has no such
   * method. Never rejects; `cancelled` once `cancel` has aborted, which ends the server's work too.
   *
   * @param asked called with the position of the tree that the request is about, before it is sent
   */
  navigate?(
    question: Question,
    text: Text | undefined,
    cancel: AbortSignal,
    asked?: (position: number) => void,
  ): Promise<NavigationResult>;
}

export interface Session extends Judge, ProcessView {}
