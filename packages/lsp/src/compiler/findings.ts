import type { CompilerReport, PrintedFinding } from './output.ts';

/** Nobody reads more of one run, and where a package is missing there may be a hundred thousand. */
export const MOST_FINDINGS = 10_000;

export const TOO_MANY = `there are more than ${MOST_FINDINGS} findings: those after the first are left out`;

/** What one run finds, as it comes; no more is held than is handed out. */
export class Findings {
  readonly #kept: PrintedFinding[] = [];
  #isCut = false;

  add(finding: PrintedFinding): void {
    if (this.#kept.length < MOST_FINDINGS) this.#kept.push(finding);
    else this.#isCut = true;
  }

  /** Each once, in the order in which they came. */
  all(): PrintedFinding[] {
    return once(this.#kept);
  }

  /** @param failure why it has not judged everything */
  report(failure: string | undefined, findings = this.all()): CompilerReport {
    return { findings, failure: failure ?? (this.#isCut ? TOO_MANY : undefined) };
  }
}

/** Files that several projects compile are judged by each of them. */
export function once(findings: readonly PrintedFinding[]): PrintedFinding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
