import type { Verdict } from './edits.js';
import type { Results } from './frame/measurement.js';
import type { Comparison } from './stats.js';

/** One row of what `npm run bench` finds; times in ms, sizes in bytes. */
export type BenchRow = CodeBaseResult | SmallResult | StartupResult | PlainEditResult;

/** The same, by kind. */
export interface BenchResult {
  readonly startup: StartupResult | undefined;
  readonly plainEdit: PlainEditResult | undefined;
  readonly subjects: readonly CodeBaseResult[];
  readonly small: readonly SmallResult[];
}

export function byKind({ results }: Pick<Results<BenchRow>, 'results'>): BenchResult {
  return {
    startup: results.find((one) => one.kind === 'startup'),
    plainEdit: results.find((one) => one.kind === 'plain edit'),
    subjects: results.flatMap((one) => (one.kind === 'code base' ? [one] : [])),
    small: results.flatMap((one) => (one.kind === 'one file' ? [one] : [])),
  };
}

/** `floor` is a Bun script that sends one notification. */
export interface StartupResult {
  readonly id: string;
  readonly kind: 'startup';
  /** Spawn to `lsp/ready`. */
  readonly ready: Comparison;
  /**
   * Spawn to the answer to a first request, beside the script's notification: by then everything is
   * loaded.
   */
  readonly answer: Comparison;
  /** After that answer. */
  readonly resident: Comparison;
}

/** An edit of a file that no server serves; `floor` is the same edit without LSP. */
export interface PlainEditResult {
  readonly id: string;
  readonly kind: 'plain edit';
  readonly edit: Comparison;
}

/** The first check in a workspace of one file. */
export interface SmallResult {
  readonly id: string;
  readonly kind: 'one file';
  readonly title: string;
  /** Of the bare findings. */
  readonly cold: Comparison;
  /** With all that a host's result has; `floor` is the same. */
  readonly host: Comparison;
  readonly verdicts: Readonly<Record<'ours' | 'floor', VerdictTally>>;
}

export interface CodeBaseResult {
  readonly id: string;
  readonly kind: 'code base';
  readonly title: string;
  readonly files: number;
  readonly lines: number;
  /** Processes that wanted a core when it began, over the last minute: 0 on a quiet machine. */
  readonly load: number;
  readonly cold: Comparison;
  readonly warm: Comparison;
  readonly batch: Comparison;
  /** Where other files can be asked about. */
  readonly others?: OthersResult;
  readonly verdicts: Readonly<Record<'ours' | 'floor', VerdictTally>>;
  /** How many of our answers a session with the default settings would not have waited for. */
  readonly late: number;
  /** The servers' include what they have started; 0 where nothing runs between two questions. */
  readonly resident: { readonly sidecar: number; readonly server: number; readonly floorServer: number };
}

/** A change that breaks other files. `ours` is with a question about those, `floor` is ours without; ms. */
export interface OthersResult {
  /** From the question to the answer. */
  readonly change: Comparison;
  /** The check of another file right after it; of `floor`, as long after the change. */
  readonly next: Comparison;
  /** The same a second later, while the search goes on. */
  readonly later: Comparison;
  /** How many other files with errors came with the answer, at most. */
  readonly found: number;
  /** How often the bound cut the search short, of `count`. */
  readonly cutShort: number;
  readonly count: number;
}

export interface VerdictTally {
  readonly count: number;
  readonly wrong: readonly WrongVerdict[];
}

export interface WrongVerdict {
  readonly phase: 'cold' | 'warm' | 'batch';
  readonly file: string;
  readonly verdict: Exclude<Verdict, 'right'>;
  /** What was expected and what came, in words. */
  readonly detail: string;
}
