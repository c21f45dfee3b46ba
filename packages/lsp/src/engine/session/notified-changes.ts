import type { AdmittedPath } from '../../support/paths.ts';
import type { ChangeEntry, ChangeLog } from '../changes/change-log.ts';
import type { AnnouncedChange } from '../disk/announced-change.ts';

/** Which changes of the log one server was notified of: it reads the log. */
export class NotifiedChanges {
  #position: number;
  #last: number;
  #looked: number;
  #latest: number;

  /**
   * @param from the position of the tree that the server begins with
   * @param searched the position of the tree that another process was searched about
   * @param concerns its findings may depend on such a change
   */
  constructor(
    private readonly log: ChangeLog,
    from: number,
    searched: number,
    readonly concerns: (change: AnnouncedChange) => boolean,
  ) {
    this.#position = from;
    this.#last = from;
    this.#looked = searched;
    this.#latest = searched;
  }

  /** The server was notified of everything up to here that concerns it. */
  get position(): number {
    return this.#position;
  }

  /** The last change that it was notified of: a number for the tree that it was asked about since. */
  get last(): number {
    return this.#last;
  }

  /** The last change that concerns it, notified or not. */
  get latest(): number {
    const changes = this.log.since(this.#looked);
    this.#looked = this.log.position;
    if (changes === undefined) this.#latest = this.#looked;
    else this.#latest = changes.findLast(this.concerns)?.position ?? this.#latest;
    return this.#latest;
  }

  /** Something concerns it that it was not notified of. */
  get isBehind(): boolean {
    return this.latest > this.#position;
  }

  /**
   * What the caller notifies the server of now; undefined where that is more than the log keeps.
   *
   * @param also files whose changes concern the server this time
   */
  take(also: ReadonlySet<AdmittedPath> = new Set()): readonly ChangeEntry[] | undefined {
    const changes = this.log.since(this.#position);
    this.#position = this.log.position;
    if (changes === undefined) {
      this.#last = this.#position;
      return undefined;
    }
    const own = changes.filter((entry) => also.has(entry.path) || this.concerns(entry));
    this.#last = own.at(-1)?.position ?? this.#last;
    this.#latest = Math.max(this.#latest, this.#last);
    return own;
  }

  /** What concerns it since then; undefined where that is more than the log keeps. */
  since(position: number): readonly ChangeEntry[] | undefined {
    return this.log.since(position)?.filter(this.concerns);
  }
}
