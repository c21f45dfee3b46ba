import { judge, type Finding, type MadeError } from '../edits.js';
import type { Tally, WrongVerdict } from '../results.js';

/** Counts one side's verdicts. */
export class TallyKeeper {
  #count = 0;
  readonly #wrong: WrongVerdict[] = [];

  /** @param made the error that is in the file now; without it the file is clean */
  judge(phase: WrongVerdict['phase'], file: string, findings: readonly Finding[], made?: MadeError): void {
    this.#count += 1;
    const verdict = judge(findings, made);
    if (verdict === 'right') return;
    const expected = made === undefined ? 'nothing' : describe(made);
    const detail = `expected ${expected}, got ${findings.slice(0, 5).map(describe).join(', ') || 'nothing'}`;
    this.#wrong.push({ phase, file, verdict, detail });
  }

  result(): Tally {
    return { count: this.#count, wrong: this.#wrong };
  }
}

function describe({ line, code }: Finding): string {
  return `${code ?? 'an error'} in line ${line}`;
}
