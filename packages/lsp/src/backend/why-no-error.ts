import type { ServerLaunch } from '../client/process/launch.ts';
import type { Diagnostic } from '../types.ts';

/** A file as its server judged it. */
export interface JudgedFile {
  /** Absolute. */
  readonly path: string;
  /** Of its server. */
  readonly root: string;
  /** Read only where it is needed; undefined where it cannot be. */
  text(): string | undefined;
  /** Of its server; see {@link ServerLaunch.configuration}. */
  readonly configuration?: ServerLaunch['configuration'];
}

/**
 * Why a finding is no error of the file: its server does not know the grammar or the runtime of the
 * file, or refuses to judge it. A sentence without its end, about the file; empty where nothing has
 * to be said. Undefined for a finding that counts. Cheap, and never throws.
 */
export type WhyNoError = (finding: Diagnostic, file: JudgedFile) => string | undefined;

/** Of a file, and of those that it takes something from. */
const MOST_TEXTS = 4;
/** Of longer texts only the last one is kept, UTF-16 code units. */
const LONGEST = 1024 * 1024;

/** What a text says, read once for all findings in it. */
export function onceForText<T>(read: (text: string) => T): (text: string) => T {
  let known: readonly { readonly text: string; readonly value: T }[] = [];
  return (text) => {
    const [last] = known;
    if (last?.text === text) return last.value;
    const found = known.find((each) => each.text === text) ?? { text, value: read(text) };
    known = [found, ...known.filter((each) => each !== found && each.text.length <= LONGEST)].slice(
      0,
      MOST_TEXTS,
    );
    return found.value;
  };
}

/** The first reason that one of them has. */
export function firstReason(all: readonly (WhyNoError | undefined)[]): WhyNoError {
  return (finding, file) => {
    for (const each of all) {
      const reason = each?.(finding, file);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}
