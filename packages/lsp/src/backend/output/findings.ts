import { MOST_FINDINGS } from '../../client/documents/bounded-items.ts';
import type { CompilerReport, PrintedFinding } from './output.ts';

export const TOO_MANY = `there are more than ${MOST_FINDINGS} findings: those after the first are left out`;

/** How long the texts of one run's findings may be, together; UTF-16 code units. */
const MOST_TEXT = 16 * 1024 * 1024;

/** What one run may report: so many findings, and so much text. */
export class FindingsBudget {
  #findings = 0;
  #text = 0;
  #isSpent = false;

  /** Something was left out. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Whether there is room for one more. */
  take({ path, message }: Pick<PrintedFinding, 'path' | 'message'>): boolean {
    this.#findings += 1;
    this.#text += path.length + message.length;
    const fits = this.#findings <= MOST_FINDINGS && this.#text <= MOST_TEXT;
    this.#isSpent ||= !fits;
    return fits;
  }
}

/** Collects the findings of one run as they arrive. Keeps no more than it returns. */
export class Findings {
  readonly #kept: PrintedFinding[] = [];
  readonly #budget = new FindingsBudget();

  add(finding: PrintedFinding): void {
    if (this.#budget.take(finding)) this.#kept.push(finding);
  }

  /** Without duplicates, in order of arrival. */
  all(): PrintedFinding[] {
    return once(this.#kept);
  }

  /** @param failure why the run has not checked everything */
  report(failure: string | undefined, findings = this.all()): CompilerReport {
    return { findings, failure: failure ?? (this.#budget.isSpent ? TOO_MANY : undefined) };
  }
}

/** Removes duplicates: each project that compiles a file reports it. */
export function once(findings: readonly PrintedFinding[]): PrintedFinding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
