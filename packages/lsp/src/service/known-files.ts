import { Condition } from '../condition.ts';
import type { AdmittedPath } from '../paths.ts';
import type { Diagnostic } from '../types.ts';

/** What one server holds about one file. */
export interface Finding {
  readonly diagnostics: readonly Diagnostic[];
  /** The text that was judged; undefined for a file that the server read by itself. */
  readonly text: string | undefined;
}

/**
 * The known files: those for which a running server holds diagnostics, pushed, pulled or asked for alike (REQ-KNOWN-010).
 *
 * Answers and pushes of one server are kept apart: a server that answers for a file also pushes for it, later and about nobody knows which
 * text, so its pushes count only for files that it was never asked about.
 */
export class KnownFiles<Server extends object> {
  readonly #answers = new Map<Server, Map<AdmittedPath, Finding>>();
  readonly #pushes = new Map<Server, Map<AdmittedPath, Finding>>();
  readonly #advanced = new Condition();
  #epoch = 0;

  /** Grows with everything that is learnt (BR-83). */
  get epoch(): number {
    return this.#epoch;
  }

  /** An answer, clean ones too: they tell that pushes no longer count. */
  answered(server: Server, path: AdmittedPath, finding: Finding): void {
    slot(this.#answers, server).set(path, finding);
    this.advance();
  }

  pushed(server: Server, path: AdmittedPath, diagnostics: readonly Diagnostic[]): void {
    const pushes = slot(this.#pushes, server);
    if (diagnostics.length === 0) pushes.delete(path);
    else pushes.set(path, { diagnostics, text: undefined });
    this.advance();
  }

  forget(server: Server, path: AdmittedPath): void {
    this.#answers.get(server)?.delete(path);
    this.#pushes.get(server)?.delete(path);
    this.advance();
  }

  /** The server ended: it holds nothing any more (REQ-KNOWN-020). */
  drop(server: Server): void {
    this.#answers.delete(server);
    this.#pushes.delete(server);
    this.advance();
  }

  clear(): void {
    this.#answers.clear();
    this.#pushes.clear();
    this.advance();
  }

  finding(server: Server, path: AdmittedPath): Finding | undefined {
    return this.#answers.get(server)?.get(path) ?? this.#pushes.get(server)?.get(path);
  }

  /** Files for which this server holds at least one diagnostic. */
  pathsOf(server: Server): AdmittedPath[] {
    const answers = this.#answers.get(server);
    const paths: AdmittedPath[] = [];
    for (const [path, { diagnostics }] of answers ?? []) if (diagnostics.length > 0) paths.push(path);
    for (const path of this.#pushes.get(server)?.keys() ?? []) if (answers?.has(path) !== true) paths.push(path);
    return paths;
  }

  /** Also called where a check ends that learnt nothing new. */
  advance(): void {
    this.#epoch++;
    this.#advanced.changed();
  }

  /** Resolves to true once the epoch is past `epoch`, to false when `signal` aborts. */
  whenPast(epoch: number, signal: AbortSignal): Promise<boolean> {
    return this.#advanced.until(() => this.#epoch > epoch, signal);
  }
}

function slot<Server extends object>(store: Map<Server, Map<AdmittedPath, Finding>>, server: Server): Map<AdmittedPath, Finding> {
  const known = store.get(server);
  if (known !== undefined) return known;
  const made = new Map<AdmittedPath, Finding>();
  store.set(server, made);
  return made;
}
