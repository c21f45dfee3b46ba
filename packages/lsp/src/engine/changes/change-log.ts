import type { ImportLanguage } from '../../backend/imports/imports.ts';
import type { FileChangeType } from '../../client/protocol/registrations.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { AnnouncedChange } from '../disk/announced-change.ts';
import { type FileState, isSameFile, stateOnDisk } from '../disk/disk-state.ts';
import type { ChangedSymbols } from './changed-symbols.ts';
import { type ChangedTexts, TextChanges } from './text-changes.ts';

/**
 * Who saw a change first. `tool`: the caller of a check, which has made it. `sweep`: a look at the disk.
 * `document`: a server's open document, or one that it opens, whose file holds another text.
 */
export type ChangeSource = 'tool' | 'sweep' | 'document';

/** A change, and the file as its writer saw it afterwards. */
export interface SeenChange extends AnnouncedChange {
  /** Undefined for a file that is gone, and for a package, whose change has no state. */
  readonly state: FileState | undefined;
  /** The last state of a deleted file, where it is known. */
  readonly was?: FileState;
  readonly texts?: ChangedTexts;
}

export interface ChangeEntry extends Omit<SeenChange, 'texts'> {
  /** Of the entry in the log: 1 for the first one. */
  readonly position: number;
  readonly source: ChangeSource;
  /** The file is in another state than after its entry before. */
  readonly isOther: boolean;
}

export interface ChangeLogOptions {
  /** How a file differs from what the last sweep saw; see {@link DiskIndex.changeOf}. */
  changeOf(path: AdmittedPath): FileChangeType | 'none' | 'unknown';
  /** The languages whose imports may lead to a file. */
  languagesOf(path: AdmittedPath): readonly ImportLanguage[];
  /** Called before anything else can read these entries. */
  appended(entries: readonly ChangeEntry[]): void;
}

/**
 * More changes at once are not told apart, and no import graph is asked about them: then anything may have
 * changed.
 */
export const MANY = 1000;

/** How many entries are kept. What comes together is kept together, even where it is more. */
const MOST = 20_000;

/**
 * Everything that changed in the workspace, in the order in which it was seen. A position in it is the clock
 * of the engine: who remembers one asks later what came since.
 */
export class ChangeLog {
  readonly #entries: ChangeEntry[] = [];
  /** The last entry of each file, of those that are kept. */
  readonly #latest = new Map<AdmittedPath, ChangeEntry>();
  readonly #texts: TextChanges;
  #position = 0;
  #lastText = 0;
  #lastFiles = 0;

  constructor(
    private readonly options: ChangeLogOptions,
    private readonly most = MOST,
  ) {
    this.#texts = new TextChanges((path) => options.languagesOf(path));
  }

  /** Of the last entry; 0 before the first. */
  get position(): number {
    return this.#position;
  }

  /** The position before the oldest entry that is kept. */
  get beginning(): number {
    return this.#position - this.#entries.length;
  }

  /** The position after which no text has changed. */
  get lastText(): number {
    return this.#lastText;
  }

  /** The position after which no file came or went. */
  get lastFiles(): number {
    return this.#lastFiles;
  }

  /** The last entry of a file, unless it is too old to be kept. */
  latest(path: AdmittedPath): ChangeEntry | undefined {
    return this.#latest.get(path);
  }

  /** The last entry of the file has this state already. A package has none, so each of its changes is new. */
  knows({ path, change, state }: SeenChange): boolean {
    const latest = this.#latest.get(path);
    if (latest === undefined || change === 'deleted') return latest?.change === 'deleted';
    return state !== undefined && isSameFile(latest.state, state);
  }

  /** How the file differs now from what the log and the last sweep know of it, if it does. */
  unseen(path: AdmittedPath): SeenChange | undefined {
    const state = stateOnDisk(path);
    const latest = this.#latest.get(path);
    if (latest === undefined) {
      const change = this.options.changeOf(path);
      return change === 'none' || change === 'unknown' ? undefined : { path, change, state };
    }
    // A text may be given for a file that is not there.
    if (state === undefined && latest.state === undefined) return undefined;
    const change =
      state === undefined ? 'deleted' : latest.change === 'deleted' ? 'created' : ('changed' as const);
    return this.knows({ path, change, state }) ? undefined : { path, change, state };
  }

  /** Changes that the log knows already are left out. */
  appendUnseen(changes: readonly SeenChange[]): void {
    this.append(
      'document',
      changes.filter((change) => !this.knows(change)),
    );
  }

  append(source: ChangeSource, changes: readonly SeenChange[]): void {
    if (changes.length === 0) return;
    this.#trim();
    const appended = changes.map(({ texts, ...change }): ChangeEntry => {
      const entry = { ...change, source, position: ++this.#position, isOther: this.#isOther(source, change) };
      if (texts !== undefined) this.#keep(entry, texts);
      this.#latest.set(entry.path, entry);
      this.#entries.push(entry);
      if (entry.change === 'changed') this.#lastText = entry.position;
      else this.#lastFiles = entry.position;
      return entry;
    });
    this.options.appended(appended);
  }

  /** The names that a change may have broken elsewhere; undefined where nothing tells. */
  namesOf({ position, change }: ChangeEntry, language: ImportLanguage): ChangedSymbols | undefined {
    return change === 'changed' ? this.#texts.namesAt(position, language) : undefined;
  }

  /** What came after this position; undefined where not all of it is kept: anything may have changed. */
  since(position: number): readonly ChangeEntry[] | undefined {
    const kept = this.beginning;
    return position < kept ? undefined : this.#entries.slice(position - kept);
  }

  /** Between a write and the question about it, others may have seen the file: it is the same change. */
  #keep({ path, position, state }: ChangeEntry, texts: ChangedTexts): void {
    const latest = this.#latest.get(path);
    const isSeenBefore =
      latest?.change === 'changed' &&
      state !== undefined &&
      isSameFile(latest.state, state) &&
      texts.before !== texts.after &&
      !this.#texts.has(latest.position);
    if (isSeenBefore) this.#texts.keep(latest.position, path, texts);
    this.#texts.keep(position, path, texts);
  }

  #isOther(source: ChangeSource, change: SeenChange): boolean {
    if (this.#latest.has(change.path)) return !this.knows(change);
    return source === 'sweep' || this.options.changeOf(change.path) !== 'none';
  }

  #trim(): void {
    for (const entry of this.#entries.splice(0, this.#entries.length - this.most))
      if (this.#latest.get(entry.path) === entry) this.#latest.delete(entry.path);
    this.#texts.forget(this.#position - this.#entries.length);
  }
}
