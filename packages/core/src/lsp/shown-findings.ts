import { relative, sep } from 'node:path';
import { withoutSuggestion } from '../support/diagnostic-text.js';
import { nativeRealPath } from '../support/real-path.js';
import { formatLine } from './format-diagnostics.js';
import type { CheckReport, Diagnostic, Hole, Unjudged } from './types.js';

/** Findings that are remembered; more are shown again. */
const MOST = 10_000;

/**
 * What the model of a session has read. An error that the session has caused is listed once,
 * whoever changed the file: of one that a shell or an edit has caused elsewhere, no result has shown
 * more than the number.
 */
export class ShownFindings {
  readonly #shown = new Set<string>();
  readonly #inPart = new Map<string, string>();
  readonly #ended = new Set<string>();
  readonly #holes = new Map<string, string>();
  /** Files of changes that the service has not answered to, named as reports name them. */
  readonly #unanswered = new Set<string>();
  #isAnswering = true;

  /** @param workspaceRoot absolute */
  constructor(private readonly workspaceRoot: string) {}

  /**
   * The service has not answered to a change of these files, which are absolute.
   *
   * @returns whether it had answered to the change before
   */
  unanswered(files: readonly string[]): boolean {
    const wasAnswering = this.#isAnswering;
    this.#isAnswering = false;
    for (const file of files)
      if (this.#unanswered.size < MOST) this.#unanswered.add(this.#nameInReports(file));
    return wasAnswering;
  }

  /** By its real path from the workspace, with slashes. */
  #nameInReports(file: string): string {
    const real = (path: string): string => nativeRealPath(path) ?? path;
    return relative(real(this.workspaceRoot), real(file)).replaceAll(sep, '/');
  }

  /**
   * The report, where errors of earlier changes that were never shown may be of this one, and are
   * not counted among those that still stand. What another service calls older may be of a change that
   * the former one has not answered to.
   */
  withNew<R extends Pick<CheckReport, 'files' | 'others' | 'open' | 'late' | 'formerNames'>>(report: R): R {
    this.#isAnswering = true;
    const wasShown = (file: string, diagnostic: Diagnostic): boolean =>
      [file, report.formerNames?.[file]].some(
        (name) => name !== undefined && this.#shown.has(keyOf(name, diagnostic)),
      );
    const open = { ...report.open };
    const owed = new Set(
      // Once: a report about it has come.
      [report.files, report.others].flatMap(Object.keys).filter((file) => this.#unanswered.delete(file)),
    );
    const isOlder = (file: string, { origin }: Diagnostic): boolean =>
      origin === 'session' || (origin === 'before' && owed.has(file));
    const marked = (found: CheckReport['files']): CheckReport['files'] =>
      Object.fromEntries(
        Object.entries(found).map(([file, diagnostics]) => [
          file,
          diagnostics.map((diagnostic) => {
            if (!isOlder(file, diagnostic)) return diagnostic;
            if (wasShown(file, diagnostic)) {
              if (this.#shown.size < MOST) this.#shown.add(keyOf(file, diagnostic));
              return diagnostic;
            }
            const { origin, ...unseen } = diagnostic;
            if (origin === 'session' && diagnostic.severity === 'error' && open[file] !== undefined)
              open[file] -= diagnostic.count ?? 1;
            return unseen;
          }),
        ]),
      );
    const [files, others] = [marked(report.files), marked(report.others)];
    const late = report.late && marked(report.late);
    return { ...report, files, others, ...(late && { late }), ...(report.open && { open }) };
  }

  /** All of these findings were shown. */
  has(reported: Readonly<Record<string, readonly Diagnostic[]>>): boolean {
    return Object.entries(reported).every(([file, diagnostics]) =>
      diagnostics.every((diagnostic) => this.#shown.has(keyOf(file, diagnostic))),
    );
  }

  /** What is to be said of servers that have not judged: that one has ended, once. */
  newlyUnjudged({ servers, unjudged = [] }: Pick<CheckReport, 'servers' | 'unjudged'>): Unjudged[] {
    for (const server of servers) if (server.outcome !== 'broken') this.#ended.delete(serverKey(server));
    const fresh = unjudged.filter(
      ({ state, ...server }) => state !== 'ended' || !this.#ended.has(serverKey(server)),
    );
    for (const { state, ...server } of fresh) if (state === 'ended') this.#ended.add(serverKey(server));
    return fresh;
  }

  /** Of the files that were not judged whole, each once until its reason changes. */
  newlyInPart({ files, inPart = {} }: Pick<CheckReport, 'files' | 'inPart'>): Record<string, string> {
    const fresh = Object.entries(inPart).filter(([file, reason]) => this.#inPart.get(file) !== reason);
    for (const file of Object.keys(files)) if (!Object.hasOwn(inPart, file)) this.#inPart.delete(file);
    for (const [file, reason] of fresh) if (this.#inPart.size < MOST) this.#inPart.set(file, reason);
    return Object.fromEntries(fresh);
  }

  /** Of what servers do not know, each once until it changes, or other errors follow from it. */
  newHoles({ files, holes = [] }: Pick<CheckReport, 'files' | 'holes'>): Hole[] {
    const about = Object.keys(files).sort().join('\0');
    return holes.filter(({ file, what, errors, command = '' }) => {
      const key = [file, what].join('\0');
      const now = errors === 0 ? command : [command, errors, about].join('\0');
      const isKnown = this.#holes.get(key) === now || (errors === 0 && this.#holes.has(key));
      if (!isKnown && this.#holes.size < MOST) this.#holes.set(key, now);
      return !isKnown;
    });
  }

  /** Remembers those of these findings whose lines stand in the text. */
  add(text: string, ...reported: Readonly<Record<string, readonly Diagnostic[]>>[]): void {
    if (text === '') return;
    for (const files of reported)
      for (const [file, diagnostics] of Object.entries(files))
        for (const diagnostic of diagnostics)
          if (this.#shown.size < MOST && text.includes(`\n${formatLine(diagnostic)}\n`))
            this.#shown.add(keyOf(file, diagnostic));
  }
}

function serverKey({ id, root }: Pick<Unjudged, 'id' | 'root'>): string {
  return [id, root].join('\0');
}

function keyOf(file: string, { severity, message }: Diagnostic): string {
  return [file, severity, withoutSuggestion(message)].join('\0');
}
