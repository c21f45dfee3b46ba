import type { Verdict } from './edits.js';
import type { Comparison } from './stats.js';

/** Everything that a run has found; times in ms, sizes in bytes. What `--json` writes. */
export interface BenchResult {
  readonly machine: Machine;
  /** `quick` shows that it works, not how fast. */
  readonly effort: 'full' | 'quick';
  readonly startup: StartupResult;
  readonly plainEdit: PlainEditResult;
  readonly subjects: readonly SubjectResult[];
  readonly leftOut: readonly LeftOut[];
}

/** A subject that could not be measured on this machine. */
export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

export interface Machine {
  readonly cores: number;
  readonly memory: number;
  readonly platform: string;
  readonly node: string;
  readonly bun: string;
  /** Versions of the programs that the subjects need, by name. */
  readonly programs: Readonly<Record<string, string>>;
  /** Processes that wanted a core when the run began, over the last minute: 0 on a quiet machine. Of several runs, the most. */
  readonly load: number;
}

/** `floor` is a Bun script that sends one notification. */
export interface StartupResult {
  /** Spawn to `lsp/ready`. */
  readonly ready: Comparison;
  /** Spawn to the answer to a first request, beside the script's notification: by then everything is loaded. */
  readonly answer: Comparison;
  /** After that answer. */
  readonly resident: Comparison;
}

/** An edit of a file that no server serves; `floor` is the same edit without LSP. */
export interface PlainEditResult {
  readonly edit: Comparison;
}

export interface SubjectResult {
  readonly id: string;
  readonly title: string;
  readonly files: number;
  readonly lines: number;
  readonly cold: Comparison;
  readonly warm: Comparison;
  readonly batch: Comparison;
  /** Where other files can be asked about. */
  readonly others?: OthersResult;
  readonly verdicts: Readonly<Record<'ours' | 'floor', Tally>>;
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

export interface Tally {
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
