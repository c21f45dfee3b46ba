import { type AdmittedPath, diskStamp } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { keyOf } from '../session/client-pool.ts';
import type { Session } from '../session/session.ts';
import { type Findings, stoodBefore } from './pair.ts';
import { StartTexts } from './start-texts.ts';

/** What one server found before the first change of the session. */
interface Start {
  readonly findings: Map<AdmittedPath, Findings>;
  /** Which other files were clean. */
  covers: (path: AdmittedPath) => boolean;
}

/** What one server has reported that the session's changes have caused. */
export interface Open {
  readonly session: Session;
  readonly files: Map<AdmittedPath, Findings>;
}

const CLEAN: Findings = { diagnostics: [], text: '' };

/**
 * What stood before the session's first change, and what its changes have caused since. Keyed by
 * server and root, not by process: a server that was shut down, or has crashed, is one of them.
 */
export class Ledger {
  readonly startTexts = new StartTexts();
  /** The former text of each changed file; undefined if there was none, or it is unknown. */
  readonly #originals = new Map<AdmittedPath, { readonly text: string | undefined }>();
  #isVague = false;
  readonly #starts = new Map<string, Start>();
  /** What was caused and is still true, as last reported. */
  readonly #open = new Map<string, Open>();

  /** Nothing has changed since the session began. */
  get isUntouched(): boolean {
    return this.#originals.size === 0;
  }

  get changed(): Iterable<AdmittedPath> {
    return this.#originals.keys();
  }

  /** Former texts, as far as they are known. A file that was created had none. */
  get originals(): ReadonlyMap<AdmittedPath, string> {
    return new Map([...this.#originals].flatMap(([path, { text }]) => (text === undefined ? [] : [[path, text] as const])));
  }

  /** The start of some file was asked for without the former state of every changed file. */
  get isVague(): boolean {
    return this.#isVague;
  }

  /** The text of a changed file before its first change, if it is known. */
  original(path: AdmittedPath): string | undefined {
    return this.#originals.get(path)?.text;
  }

  /** The first change of a file counts; `before` is null for a file that was created. */
  change(path: AdmittedPath, before: string | null | undefined): void {
    if (this.#originals.has(path)) return;
    this.#originals.set(path, { text: this.startTexts.of(path) ?? before ?? undefined });
  }

  /** What the session found before the first change, as far as it is known. */
  start(session: Session, path: AdmittedPath): Findings | undefined {
    const start = this.#starts.get(keyOf(session.definition, session.launch));
    return start?.findings.get(path) ?? (start?.covers(path) === true ? CLEAN : undefined);
  }

  /** The first one of each file counts. */
  setStart(session: Session, path: AdmittedPath, findings: Findings): void {
    const { findings: known } = this.#startOf(session);
    if (!known.has(path)) known.set(path, findings);
  }

  /** Like `setStart`, with findings on a tree that has the originals. */
  setStartByOriginals(session: Session, path: AdmittedPath, findings: Findings): void {
    // Quirk(tsserver): an unopened importer does not see the overlay of a file that was deleted.
    this.#isVague ||= [...this.#originals].some(([changed, { text }]) => text === undefined || diskStamp(changed) === undefined);
    this.setStart(session, path, findings);
  }

  /** Call it only while nothing has changed. */
  setCovered(session: Session, covers: (path: AdmittedPath) => boolean): void {
    this.#startOf(session).covers = covers;
  }

  /**
   * What of these findings the session has caused. Where its start is not known: those that were
   * reported as caused before.
   */
  caused(session: Session, path: AdmittedPath, now: Findings): readonly Diagnostic[] {
    const start = this.start(session, path);
    if (start !== undefined) {
      const stood = stoodBefore(start, now);
      return now.diagnostics.filter((diagnostic) => !stood.has(diagnostic));
    }
    const open = this.#open.get(keyOf(session.definition, session.launch))?.files.get(path);
    return open === undefined ? [] : [...stoodBefore(open, now)];
  }

  /** A new report about the file. */
  setOpen(session: Session, path: AdmittedPath, findings: Findings): void {
    const key = keyOf(session.definition, session.launch);
    const { files } = this.#open.get(key) ?? { files: new Map<AdmittedPath, Findings>() };
    this.#open.set(key, { session, files });
    if (findings.diagnostics.length === 0) files.delete(path);
    else files.set(path, findings);
  }

  /** By server and root; the session is the last one that reported. */
  get open(): Iterable<Open> {
    return this.#open.values();
  }

  #startOf(session: Session): Start {
    const key = keyOf(session.definition, session.launch);
    const start = this.#starts.get(key) ?? { findings: new Map<AdmittedPath, Findings>(), covers: () => false };
    this.#starts.set(key, start);
    return start;
  }
}
