import { compareFindings, type FindingsComparison, type Rules } from './compare.js';
import { isError, type Finding, type Judgement } from './finding.js';

export interface OthersComparison extends FindingsComparison {
  /** Of what was missed: the compiler had it before this edit already. */
  readonly older: readonly Finding[];
}

/** The compiler's words before. */
export interface Former {
  /** Before the first edit of the run. */
  readonly first: readonly Finding[];
  /** Before this edit, and what happened to the disk just before it. */
  readonly last: readonly Finding[];
}

const NEVER_TOUCHED =
  'the code base had this error before the first edit, in a file that no edit named since';

/**
 * What the tool says of all files but the edited one, beside the compiler: errors only.
 *
 * @param reported errors of other files
 * @param edited the file whose own answer is compared elsewhere
 */
export function compareOthers(
  reported: readonly Finding[],
  edited: string,
  judgement: Judgement,
  { first, last }: Former,
  rules: Rules,
): OthersComparison {
  const errors = judgement.findings.filter((finding) => isError(finding) && finding.file !== edited);
  const { alone } = judgement;
  const expected =
    alone === undefined ? errors.filter((finding) => !first.some((known) => isSame(known, finding))) : [];
  const untouched = {
    name: alone ?? NEVER_TOUCHED,
    findings: errors.filter((finding) => !expected.includes(finding)),
  };
  const judged = { ...judgement, findings: expected, echoes: [...(judgement.echoes ?? []), untouched] };
  const files = [...new Set([...reported, ...expected].map(({ file }) => file))].sort();
  const parts = files.map((file) =>
    compareFindings(
      file,
      reported.filter((finding) => finding.file === file),
      judged,
      last.filter((finding) => finding.file === file),
      rules,
    ),
  );
  const missed = parts.flatMap((part) => part.missed);
  return {
    right: parts.reduce((sum, { right }) => sum + right, 0),
    missed,
    invented: parts.flatMap(({ invented }) => invented),
    stale: parts.flatMap(({ stale }) => stale),
    differences: parts.flatMap(({ differences }) => differences),
    older: missed.filter((finding) => last.some((known) => isSame(known, finding))),
  };
}

function isSame(one: Finding, other: Finding): boolean {
  return (
    one.file === other.file &&
    one.line === other.line &&
    one.code === other.code &&
    one.message === other.message
  );
}
