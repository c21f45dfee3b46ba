import { LSP_DEFAULTS } from '@vybestack/llxprt-lsp-core';
import { judge, type LineFinding, type MadeError } from '../edits.js';
import type { VerdictTally, WrongVerdict } from '../results.js';

type Phase = WrongVerdict['phase'];

/** What a session waits at most, ms. */
const PATIENCE: Readonly<Record<Phase, number>> = {
  cold: LSP_DEFAULTS.firstTouchTimeout,
  warm: LSP_DEFAULTS.diagnosticTimeout,
  batch: LSP_DEFAULTS.diagnosticTimeout,
};

/** Counts one side's verdicts. */
export class TallyKeeper {
  #count = 0;
  readonly #wrong: WrongVerdict[] = [];
  #late = 0;

  /** @param made the error that is in the file now; without it the file is clean */
  judge(phase: Phase, file: string, findings: readonly LineFinding[], made?: MadeError): void {
    this.#count += 1;
    const verdict = judge(findings, made);
    if (verdict === 'right') return;
    const expected = made === undefined ? 'nothing' : describe(made);
    const detail = `expected ${expected}, got ${findings.slice(0, 5).map(describe).join(', ') || 'nothing'}`;
    this.#wrong.push({ phase, file, verdict, detail });
  }

  clock(phase: Phase, ms: number): void {
    if (ms > PATIENCE[phase]) this.#late += 1;
  }

  /** How many answers took longer than a session waits. */
  get late(): number {
    return this.#late;
  }

  result(): VerdictTally {
    return { count: this.#count, wrong: this.#wrong };
  }
}

function describe({ line, code }: LineFinding): string {
  return `${code ?? 'an error'} in line ${line}`;
}
