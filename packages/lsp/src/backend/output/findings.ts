import { MOST_FINDINGS } from '../../client/bounded-items.ts';
import type { CompilerReport, PrintedFinding } from './output.ts';

export const TOO_MANY = `there are more than ${MOST_FINDINGS} findings: those after the first are left out`;

/** Collects the findings of one run as they arrive. Keeps no more than it returns. */
export class Findings {
  readonly #kept: PrintedFinding[] = [];
  #isCut = false;

  add(finding: PrintedFinding): void {
    if (this.#kept.length < MOST_FINDINGS) this.#kept.push(finding);
    else this.#isCut = true;
  }

  /** Without duplicates, in order of arrival. */
  all(): PrintedFinding[] {
    return once(this.#kept);
  }

  /** @param failure why the run has not checked everything */
  report(failure: string | undefined, findings = this.all()): CompilerReport {
    return { findings, failure: failure ?? (this.#isCut ? TOO_MANY : undefined) };
  }
}

/** Removes duplicates: each project that compiles a file reports it. */
export function once(findings: readonly PrintedFinding[]): PrintedFinding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
