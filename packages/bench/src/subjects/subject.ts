import type { Corpus } from '../corpora.js';
import type { Break } from '../edits.js';

export type ServerKind = 'tsserver' | 'typescript7' | 'pyright' | 'eslint' | 'gopls' | 'cargo';

/**
 * A code base, the server that judges it, and the edits that are made. All its files that are
 * edited are clean.
 */
export interface BenchSubject {
  readonly id: string;
  /** For people: code base, version, server. */
  readonly title: string;
  readonly server: ServerKind;
  readonly corpus: Corpus;
  /** The file of the alternating edits, relative to the workspace. */
  readonly edited: string;
  readonly breaks: readonly [Break, ...Break[]];
  readonly batch: Batch;
  /** Where the server can be asked about files that a change broke. */
  readonly hub?: Hub;
}

/** A name that other files import, and the edit that takes it away; clean but for that. */
export interface Hub extends Omit<Break, 'code'> {
  /** Relative to the workspace; not the edited file. */
  readonly file: string;
}

/** The files of one patch over many: each is broken by the same line at its end. */
interface Batch {
  /** Which files may be in it, relative to the workspace. */
  readonly accepts: (file: string) => boolean;
  readonly line: Pick<Break, 'put' | 'code'>;
}

export const BATCH_SIZE = 20;

/** The files of the batch: spread evenly over all that it accepts, so that no folder fills it. */
export function batchFiles({ batch, edited }: BenchSubject, files: readonly string[]): string[] {
  const accepted = files.filter((file) => file !== edited && batch.accepts(file)).sort();
  if (accepted.length < BATCH_SIZE)
    throw new Error(`${accepted.length} files for a patch over ${BATCH_SIZE}`);
  return accepted.filter(
    (_, index) =>
      Math.floor((index * BATCH_SIZE) / accepted.length) !==
      Math.floor(((index - 1) * BATCH_SIZE) / accepted.length),
  );
}
