import { MOST_RELATED, relatedTo } from '../../client/documents/related.ts';
import { countedFindings, Room } from '../../client/documents/bounded-items.ts';
import { compareText } from '../../support/compare.ts';
import { Condition } from '../../support/condition.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { workFor } from './duration-estimate.ts';

/** Findings that one server holds about one file. */
export interface KnownFindings {
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The text that was checked. Undefined if the server published by itself: the text is then
   * unknown.
   */
  readonly text: string | undefined;
  /** {@link digestOf} the text; undefined where the text is unknown. */
  readonly digest?: number | bigint;
  /**
   * The tree that the server was asked about, as the session numbers them; undefined where it is
   * unknown.
   */
  readonly tree?: number;
}

/** Equal for equal texts; of other texts, one in 2^64 has the same. */
export const digestOf = (text: string): number | bigint => Bun.hash(text);

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/**
 * The known files: those for which a running server holds diagnostics, whether pushed, pulled or
 * requested (REQ-KNOWN-010).
 */
export class KnownFiles<Server extends object> {
  readonly #findings = new Map<Server, Map<AdmittedPath, KnownFindings>>();
  /** Of servers that report file by file; one run of a compiler is bounded when it is read. */
  readonly #rooms = new Map<Server, Room>();
  readonly #advanced = new Condition();
  #epoch = 0;

  /** Grows with every new result (BR-83). */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Kept for files without findings, too: it records that the server was asked. No text has to be
   * stored for it.
   *
   * @param tree see {@link KnownFindings.tree}
   */
  answered(
    server: Server,
    path: AdmittedPath,
    diagnostics: readonly Diagnostic[],
    text: string,
    tree?: number,
  ): void {
    this.#keep(server, path, {
      diagnostics,
      text: diagnostics.length === 0 ? '' : text,
      digest: digestOf(text),
      ...(tree !== undefined && { tree }),
    });
    this.advance();
  }

  /** A result for the whole project. With `all`, every file that it does not name is clean. */
  judged(server: Server, findings: ReadonlyMap<AdmittedPath, KnownFindings>, all: boolean): void {
    const before = all ? [] : (this.#findings.get(server) ?? []);
    this.#findings.set(server, new Map([...before, ...findings]));
    this.advance();
  }

  published(server: Server, path: AdmittedPath, diagnostics: readonly Diagnostic[], tree?: number): void {
    if (diagnostics.length === 0) this.#drop(server, path);
    else this.#keep(server, path, { diagnostics, text: undefined, ...(tree !== undefined && { tree }) });
    this.advance();
  }

  /** Takes out what does not count any more. */
  keepOnly(server: Server, counts: (path: AdmittedPath, finding: Diagnostic) => boolean): void {
    for (const [path, known] of [...this.findings(server)]) {
      const diagnostics = known.diagnostics.filter((finding) => counts(path, finding));
      if (diagnostics.length < known.diagnostics.length) this.#keep(server, path, { ...known, diagnostics });
    }
  }

  forget(server: Server, path: AdmittedPath): void {
    this.#drop(server, path);
    this.advance();
  }

  /** The server ended: it holds nothing any more (REQ-KNOWN-020). */
  drop(server: Server): void {
    this.#findings.delete(server);
    this.#rooms.delete(server);
    this.advance();
  }

  clear(): void {
    this.#findings.clear();
    this.#rooms.clear();
    this.advance();
  }

  /** The server holds findings about so many files that some of them are not known at all. */
  isOverfull(server: Server): boolean {
    return this.#rooms.get(server)?.isOverfull === true;
  }

  /** All that the server holds. */
  findings(server: Server): ReadonlyMap<AdmittedPath, KnownFindings> {
    return this.#findings.get(server) ?? new Map<AdmittedPath, KnownFindings>();
  }

  finding(server: Server, path: AdmittedPath): KnownFindings | undefined {
    return this.#findings.get(server)?.get(path);
  }

  /** Only an answer of the server about this file counts, not a publish. */
  wasAnswered(server: Server, path: AdmittedPath): boolean {
    return this.finding(server, path)?.text !== undefined;
  }

  /** Files for which this server holds at least one diagnostic. */
  pathsOf(server: Server): AdmittedPath[] {
    return [...(this.#findings.get(server) ?? [])].flatMap(([path, { diagnostics }]) =>
      diagnostics.length > 0 ? [path] : [],
    );
  }

  /**
   * The same. First come those whose request is likely to confirm the most errors in the same time, then the
   * most other findings.
   *
   * @param perFile see {@link ServerTraits.perFile}
   */
  densestOf(server: Server, perFile?: number): AdmittedPath[] {
    const ofFile = (path: AdmittedPath): { path: AdmittedPath; errors: number; all: number } => {
      const { diagnostics = [] } = this.finding(server, path) ?? {};
      const work = workFor(path, perFile);
      return { path, errors: diagnostics.filter(isError).length / work, all: diagnostics.length / work };
    };
    return this.pathsOf(server)
      .map(ofFile)
      .sort((a, b) => b.errors - a.errors || b.all - a.all || compareText(a.path, b.path))
      .map(({ path }) => path);
  }

  hasErrors(server: Server, path: AdmittedPath): boolean {
    return this.finding(server, path)?.diagnostics.some(isError) === true;
  }

  /** Some finding of a file says where something is in one of these other ones; in doubt, it does. */
  pointInto(server: Server, path: AdmittedPath, others: ReadonlySet<string>): boolean {
    return (
      this.finding(server, path)?.diagnostics.some((finding) => {
        const places = relatedTo(finding);
        return places.length >= MOST_RELATED || places.some((place) => others.has(place.path));
      }) === true
    );
  }

  /** Also called at the end of a check that brought no new result. */
  advance(): void {
    this.#epoch++;
    this.#advanced.changed();
  }

  /** Resolves to true once the epoch is past `epoch`, to false when `signal` aborts. */
  whenPast(epoch: number, signal: AbortSignal): Promise<boolean> {
    return this.#advanced.until(() => this.#epoch > epoch, signal);
  }

  #keep(server: Server, path: AdmittedPath, finding: KnownFindings): void {
    const diagnostics = this.#rooms
      .getOrInsertComputed(server, () => new Room())
      .take(path, finding.diagnostics, countedFindings);
    if (diagnostics === undefined) this.#findings.get(server)?.delete(path);
    else this.#of(server).set(path, { ...finding, diagnostics });
  }

  #drop(server: Server, path: AdmittedPath): void {
    this.#rooms.get(server)?.leave(path);
    this.#findings.get(server)?.delete(path);
  }

  #of(server: Server): Map<AdmittedPath, KnownFindings> {
    return this.#findings.getOrInsertComputed(server, () => new Map());
  }
}
