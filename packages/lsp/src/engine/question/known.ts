import type { AdmittedPath } from '../../support/paths.ts';
import type { Deadline } from '../base/deadline.ts';
import type { TextFindings } from '../changes/pair.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { digestOf, type KnownFindings } from '../session/known-files.ts';
import type { Judge, Knowledge, Proposal, SessionAnswer } from '../session/session.ts';

/** Findings of another state, for comparison. */
export interface Base {
  readonly findings: TextFindings;
  /** Exactly that state. If not, what is missing in it may be older all the same. */
  readonly isExact: boolean;
}

/** How long an answer is of use. */
export interface Wait {
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}

/**
 * What a session knows about a text of the file.
 *
 * @param isUnreached where they are not current: no change since may have altered these findings
 */
export async function knownBase(
  { findings, covers, isCurrent }: Knowledge,
  path: AdmittedPath,
  text: string | undefined,
  isUnreached?: (known: KnownFindings) => Promise<boolean>,
): Promise<Base | undefined> {
  const known = findings.get(path);
  if (known === undefined)
    return covers(path) ? { findings: { diagnostics: [], text: '' }, isExact: true } : undefined;
  const { diagnostics, digest } = known;
  const about = known.text ?? text;
  if (about === undefined) return undefined;
  // The text of a clean file is not kept, and not needed.
  const isSameText =
    text !== undefined &&
    (digest === undefined ? [undefined, text].includes(known.text) : digest === digestOf(text));
  return {
    findings: { diagnostics, text: diagnostics.length === 0 ? '' : about },
    isExact: isSameText && (isCurrent(known) || (await isUnreached?.(known)) === true),
  };
}

/** What it reports if it is asked about files in a tree, each with its text there. */
export async function askedBases(
  session: Judge,
  proposal: Proposal,
  { deadline, cancel }: Wait,
): Promise<{ readonly outcome: SessionAnswer['outcome']; readonly bases: Map<AdmittedPath, Base> }> {
  const { outcome, findings } = await session.propose(proposal, deadline, cancel);
  const texts = new Map(proposal.texts.map(({ path, text }) => [path, text]));
  const bases = new Map<AdmittedPath, Base>();
  for (const [path, diagnostics] of findings) {
    const text = texts.get(path) ?? textOnDisk(path);
    if (text !== undefined) bases.set(path, { findings: { diagnostics, text }, isExact: true });
  }
  return { outcome, bases };
}
