import { withoutSuggestion } from '../support/diagnostic-text.ts';
import type { Diagnostic } from '../types.ts';

/** What tells findings of one place apart. */
export type ComparedFinding = Pick<Diagnostic, 'code' | 'message'>;

/**
 * Another code and other words for a finding: the same for two that are one error, whose words
 * depend on something else in the program. For comparisons only.
 */
export type SameError = (finding: ComparedFinding) => ComparedFinding & {
  /**
   * It is about a form that the file as a whole may have: where one stood, a further one on another
   * line is no other error.
   */
  readonly isOfFile?: true;
};

/** In every language, a suggestion makes no other error of it. */
export const BY_SUGGESTION: SameError = ({ code, message }) => ({
  ...(code !== undefined && { code }),
  message: withoutSuggestion(message),
});

/** UTF-16 code units. Patterns take time that grows faster than a text. */
const LONGEST = 10_000;

/** As the server's findings are compared; a longer message as it stands. */
export function comparable(finding: ComparedFinding, sameError: SameError): ReturnType<SameError> {
  return finding.message.length > LONGEST ? finding : sameError(finding);
}

/** For findings of several servers. */
export function bothWays(all: Iterable<SameError | undefined>): SameError {
  const distinct = new Set([...all, BY_SUGGESTION].filter((each) => each !== undefined));
  return (finding) =>
    [...distinct].reduce<ReturnType<SameError>>(
      (wording, each) => ({ ...wording, ...each(wording) }),
      finding,
    );
}
