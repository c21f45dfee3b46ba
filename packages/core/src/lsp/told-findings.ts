import { withoutSuggestion } from '../support/diagnostic-text.js';
import { formatLine } from './format-diagnostics.js';
import type { CheckReport, Diagnostic } from './types.js';

/** Findings that are remembered; more are told again. */
const MOST = 10_000;

/**
 * What the model of a session has read. An error that the session has caused is listed once,
 * whoever changed the file: of one that a shell or an edit has caused elsewhere, no result has told
 * more than the number.
 */
export class ToldFindings {
  readonly #told = new Set<string>();
  readonly #inPart = new Map<string, string>();

  /**
   * The report, where errors of earlier changes that were never told may be of this one, and are
   * not counted among those that still stand.
   */
  withUntold<R extends Pick<CheckReport, 'files' | 'others' | 'open'>>(report: R): R {
    const open = { ...report.open };
    const shown = (found: CheckReport['files']): CheckReport['files'] =>
      Object.fromEntries(
        Object.entries(found).map(([file, diagnostics]) => [
          file,
          diagnostics.map((diagnostic) => {
            if (diagnostic.origin !== 'session' || this.#told.has(keyOf(file, diagnostic))) return diagnostic;
            const { origin: _, ...untold } = diagnostic;
            if (diagnostic.severity === 'error' && open[file] !== undefined)
              open[file] -= diagnostic.count ?? 1;
            return untold;
          }),
        ]),
      );
    const [files, others] = [shown(report.files), shown(report.others)];
    return { ...report, files, others, ...(report.open && { open }) };
  }

  /** Of the files that were not judged whole, those that were not told of, each once until its reason changes. */
  newlyInPart({ files, inPart = {} }: Pick<CheckReport, 'files' | 'inPart'>): Record<string, string> {
    const told = Object.entries(inPart).filter(([file, reason]) => this.#inPart.get(file) !== reason);
    for (const file of Object.keys(files)) if (!Object.hasOwn(inPart, file)) this.#inPart.delete(file);
    for (const [file, reason] of told) if (this.#inPart.size < MOST) this.#inPart.set(file, reason);
    return Object.fromEntries(told);
  }

  /** Remembers those of these findings whose lines stand in the text. */
  add(text: string, ...reported: Readonly<Record<string, readonly Diagnostic[]>>[]): void {
    if (text === '') return;
    for (const files of reported)
      for (const [file, diagnostics] of Object.entries(files))
        for (const diagnostic of diagnostics)
          if (this.#told.size < MOST && text.includes(`\n${formatLine(diagnostic)}\n`))
            this.#told.add(keyOf(file, diagnostic));
  }
}

function keyOf(file: string, { severity, message }: Diagnostic): string {
  return [file, severity, withoutSuggestion(message)].join('\0');
}
