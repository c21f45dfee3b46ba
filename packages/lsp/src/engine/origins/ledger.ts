import { sep } from 'node:path';
import { type AdmittedPath, diskStamp } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { sessionKey } from '../session/pool/client-pool.ts';
import { isFallbackOf } from '../session/abilities.ts';
import type { Knowledge, Judge } from '../session/session.ts';
import { importingNone } from './gone-modules.ts';
import { CLEAN, type TextFindings, stoodBefore } from '../changes/pair.ts';
import { dependsOnPlace } from './moved-base.ts';
import { MovedFiles } from './moved-files.ts';
import { StartTexts } from './start-texts.ts';

/** A change of one file. */
export interface Change {
  readonly path: AdmittedPath;
  /** The former text; null for a file that was created, undefined where it is not known. */
  readonly before: string | null | undefined;
  /** A sweep of the disk has found it. */
  readonly isFound: boolean;
  /** The file is gone. */
  readonly went?: boolean;
  /** The text of a file that came. */
  readonly came?: string | undefined;
}

/** An installation changes thousands of files, which no source imports by a path. */
const PACKAGES = `${sep}node_modules${sep}`;

/** What one server found before the first change of the session. */
interface Start {
  readonly findings: Map<AdmittedPath, TextFindings>;
  /** Which other files were clean. */
  covers: (path: AdmittedPath) => boolean;
}

/** What one server has reported about one file, and the session's changes have caused. */
export interface Open {
  /** The one that reported it. */
  readonly session: Judge;
  readonly path: AdmittedPath;
  readonly findings: TextFindings;
}

/**
 * What stood before the session's first change, and what its changes have caused since. Keyed by
 * server and root, not by process: a server that was shut down, or has crashed, is one of them.
 */
export class Ledger {
  readonly startTexts = new StartTexts();
  readonly moved = new MovedFiles();
  /** The first change of each file. */
  readonly #changes = new Map<AdmittedPath, Change>();
  #isVague = false;
  readonly #starts = new Map<string, Start>();
  /**
   * The first verdict on each file since the first change: what was not in it, and is there now, was caused
   * after it.
   */
  readonly #firstResults = new Map<string, Map<AdmittedPath, TextFindings>>();
  /** What was caused and is still true, as last reported. */
  readonly #open = new Map<string, Map<AdmittedPath, Open>>();

  /** Nothing has changed since the session began. */
  get isUntouched(): boolean {
    return this.#changes.size === 0;
  }

  /** Findings were told apart by what caused them. */
  get isInUse(): boolean {
    return this.#open.size > 0;
  }

  get changed(): Iterable<AdmittedPath> {
    return this.#changes.keys();
  }

  hasChanged(path: AdmittedPath): boolean {
    return this.#changes.has(path);
  }

  /** Former texts, as far as they are known. A file that was created had none. */
  get originals(): ReadonlyMap<AdmittedPath, string> {
    return new Map(
      [...this.#changes.values()].flatMap(({ path, before }) =>
        typeof before === 'string' ? [[path, before] as const] : [],
      ),
    );
  }

  /** The text of a changed file before its first change, if it is known. */
  original(path: AdmittedPath): string | undefined {
    return this.#changes.get(path)?.before ?? undefined;
  }

  /** It is not known what the file was before its first change, or where it was. */
  isUnknown(path: AdmittedPath): boolean {
    const change = this.#changes.get(path);
    return change?.before === undefined && change !== undefined && this.moved.atStart(path) === path;
  }

  /** The session has created it, and not by moving another one. */
  isCreated(path: AdmittedPath): boolean {
    return this.#changes.get(path)?.before === null && this.moved.atStart(path) === path;
  }

  /** The file was judged since the first change, so that what was not caused then stood before. */
  wasJudged({ definition, launch }: Judge, path: AdmittedPath): boolean {
    const first = this.#firstResults.get(sessionKey(definition, launch));
    return first?.has(this.moved.atStart(path)) === true;
  }

  /** The start of some file was asked for without the former state of every changed file. */
  get isVague(): boolean {
    return this.#isVague;
  }

  /**
   * Call it before any server is notified of the changes. The first change of a file counts. A
   * change may be found on disk before its tool announces it.
   *
   * @param known what the sessions know of the tree before these changes
   * @returns the files that had not changed before
   */
  change(changes: readonly Change[], known: () => ReadonlyMap<Judge, Knowledge>): Set<AdmittedPath> {
    if (this.isUntouched && changes.length > 0)
      for (const [session, knowledge] of known()) this.#begin(session, knowledge);
    this.#noteMoves(changes, known);
    const first = new Set<AdmittedPath>();
    for (const change of changes) {
      const { path, before, isFound } = change;
      const earlier = this.#changes.get(path);
      const isAnnounced = isFound && before !== undefined;
      // A file that was away and came back is not new.
      const isSame = earlier?.isFound === true && isAnnounced && before !== null;
      if (earlier === undefined || isSame) {
        first.add(path);
        this.#changes.set(path, {
          path,
          before: this.startTexts.of(path) ?? before,
          isFound: isFound && !isAnnounced,
        });
      } else if (earlier.isFound) this.#changes.set(path, { ...earlier, isFound: false });
    }
    return first;
  }

  /** What the session found before the first change, as far as it is known. */
  start(session: Judge, path: AdmittedPath): TextFindings | undefined {
    const name = this.moved.atStart(path);
    if (this.#changes.get(name)?.before === null) return CLEAN;
    const start = this.#starts.get(sessionKey(session.definition, session.launch));
    return start?.findings.get(name) ?? (start?.covers(name) === true ? CLEAN : undefined);
  }

  /** The first one of each file counts. */
  setStart(session: Judge, path: AdmittedPath, findings: TextFindings): void {
    this.#startOf(session).findings.getOrInsert(this.moved.atStart(path), findings);
  }

  /** Files that were there before the first change. */
  get gone(): AdmittedPath[] {
    return [...this.#changes.values()]
      .filter(
        ({ path, before }) => before !== null && !path.includes(PACKAGES) && diskStamp(path) === undefined,
      )
      .map(({ path }) => path);
  }

  /**
   * Like `setStart`, with findings on a tree that has the originals. There a file that was moved is where
   * it is now.
   *
   * @param isReached whether a file that is gone may have altered the findings of this one
   */
  setStartsByOriginals(
    session: Judge,
    starts: ReadonlyMap<AdmittedPath, { readonly findings: TextFindings }>,
    isReached: (path: AdmittedPath) => boolean,
  ): void {
    if (starts.size === 0) return;
    // Quirk(tsserver): an unopened importer does not see the overlay of a file that was deleted.
    const { gone } = this;
    this.#isVague ||=
      gone.length > 0 || [...this.#changes.values()].some(({ before }) => typeof before !== 'string');
    for (const [path, { findings }] of starts) {
      const stood = { ...findings, diagnostics: importingNone(gone, path, findings) };
      // What was not there before the file was gone, and no import tells of.
      const open = isReached(path) ? this.#openOf(session, path) : undefined;
      const isOpen = open && stoodBefore(open, stood, session.definition.sameError);
      stood.diagnostics = stood.diagnostics.filter((diagnostic) => isOpen?.has(diagnostic) !== true);
      if (this.moved.atStart(path) === path || !dependsOnPlace(stood)) this.setStart(session, path, stood);
    }
  }

  /**
   * What of these findings the session has caused. Where its start is not known: those that were
   * reported as caused before, and those that the first verdict did not have.
   */
  caused(session: Judge, path: AdmittedPath, now: TextFindings): readonly Diagnostic[] {
    const { sameError } = session.definition;
    const start = this.start(session, path);
    if (start !== undefined) {
      const stood = stoodBefore(start, now, sameError);
      return now.diagnostics.filter((diagnostic) => !stood.has(diagnostic));
    }
    const key = sessionKey(session.definition, session.launch);
    const open = this.#openOf(session, path);
    const first = this.#firstResults.get(key)?.get(this.moved.atStart(path));
    const known = open === undefined ? new Set<Diagnostic>() : stoodBefore(open, now, sameError);
    const stood = first === undefined ? undefined : stoodBefore(first, now, sameError);
    return now.diagnostics.filter((diagnostic) => known.has(diagnostic) || stood?.has(diagnostic) === false);
  }

  #openOf({ definition, launch }: Judge, path: AdmittedPath): TextFindings | undefined {
    return this.#open.get(sessionKey(definition, launch))?.get(path)?.findings;
  }

  /** A verdict on the file as it is now. */
  judged({ definition, launch }: Judge, path: AdmittedPath, now: TextFindings): void {
    this.#firstResults
      .getOrInsertComputed(sessionKey(definition, launch), () => new Map())
      .getOrInsert(this.moved.atStart(path), now.diagnostics.length === 0 ? CLEAN : now);
  }

  /** A new report about the file. What a fallback server has reported about it counts no more. */
  setOpen(session: Judge, path: AdmittedPath, findings: TextFindings): void {
    const { definition, launch } = session;
    const files = this.#open.getOrInsertComputed(sessionKey(definition, launch), () => new Map());
    if (findings.diagnostics.length === 0) files.delete(path);
    else files.set(path, { session, path, findings });
    for (const others of this.#open.values()) {
      const other = others.get(path)?.session.definition;
      if (other !== undefined && isFallbackOf(other, definition)) others.delete(path);
    }
  }

  get open(): Open[] {
    return [...this.#open.values()].flatMap((files) => [...files.values()]);
  }

  #noteMoves(changes: readonly Change[], known: () => ReadonlyMap<Judge, Knowledge>): void {
    const went = changes.filter((change) => change.went === true);
    const knowledge = went.length > 0 ? [...known().values()] : [];
    const textOf = (path: AdmittedPath): string =>
      lastText(path, knowledge) ?? this.startTexts.of(path) ?? '';
    this.moved.note(
      new Map(went.map(({ path }) => [path, textOf(path)])),
      new Map(changes.flatMap(({ path, came }) => (came === undefined ? [] : [[path, came] as const]))),
    );
  }

  #begin(session: Judge, { findings, covers, isCurrent }: Knowledge): void {
    const start = this.#startOf(session);
    const unknown = new Set<AdmittedPath>();
    for (const [path, finding] of findings) {
      const { diagnostics, text } = finding;
      if (text !== undefined && isCurrent(finding)) start.findings.set(path, { diagnostics, text });
      else unknown.add(path);
    }
    start.covers = (path) => covers(path) && !unknown.has(path);
  }

  #startOf(session: Judge): Start {
    return this.#starts.getOrInsertComputed(sessionKey(session.definition, session.launch), () => ({
      findings: new Map(),
      covers: () => false,
    }));
  }
}

/** The text that some server was asked about last. */
function lastText(path: AdmittedPath, knowledge: readonly Knowledge[]): string | undefined {
  for (const { textOf, findings } of knowledge) {
    const text = textOf(path) ?? findings.get(path)?.text;
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}
