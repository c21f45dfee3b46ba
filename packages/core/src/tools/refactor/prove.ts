import { nameInTags, proseInTags } from '../../lsp/in-tags.js';
import { counted } from '../../support/counted.js';
import { withoutSuggestion } from '../../support/diagnostic-text.js';
import { type Escaped, escaped, joined } from '../../support/escaped.js';
import type { CheckFileParams, CheckReport, Diagnostic, Proof } from '../../lsp/types.js';
import type { ToolContext } from '../context.js';
import { ok, refuse, type Outcome } from '../outcome.js';

/** What was written, and what has to hold now. */
export interface Written {
  readonly files: CheckFileParams[];
  /** Absolute. */
  readonly deleted: string[];
  readonly proof: Proof;
}

/** How many errors a refusal names. */
const MOST_NAMED = 5;
const MAX_MESSAGE = 200;

/**
 * Refuses a change that has caused an error, or about which a server could not answer in time. Its
 * files are on disk already: the caller takes them back. Never rejects.
 */
export async function whyNotProven(
  context: Pick<ToolContext, 'check'>,
  { files, deleted, proof }: Written,
  refused: Escaped,
  signal: AbortSignal | undefined,
): Promise<Outcome<undefined>> {
  const unchanged = proof.files.map((filePath) => ({ filePath }));
  const report = await context.check?.(
    { files: [...files, ...unchanged], deleted, others: true, origins: true },
    signal,
  );
  const answered = new Set(
    report?.servers.flatMap(({ id, outcome }) => (outcome === 'complete' ? [id] : [])),
  );
  const late = proof.servers.filter((id) => !answered.has(id));
  if (report === undefined || late.length > 0)
    return takenBack(
      refused,
      escaped`${
        late.length === 0
          ? 'no language server'
          : joined(
              late.map((id) => nameInTags(id)),
              ', ',
            )
      } could not tell in time what it breaks`,
    );
  const caused = causedErrors(report, proof);
  if (caused.length === 0) return ok(undefined);
  const named = caused
    .slice(0, MOST_NAMED)
    .map(
      ({ file, line, character, message }) =>
        escaped`${nameInTags(file, MAX_MESSAGE)}:${line}:${character} ${proseInTags(message, MAX_MESSAGE)}`,
    );
  const more = caused.length > MOST_NAMED ? [escaped`and ${caused.length - MOST_NAMED} more`] : [];
  return takenBack(
    refused,
    joined(
      [escaped`it causes ${counted(caused.length, 'error')} (\`force\` allows them):`, ...named, ...more],
      '\n',
    ),
  );
}

function takenBack(refused: Escaped, why: Escaped): Outcome<never> {
  return refuse(
    'change_refused',
    escaped`${refused}, and what was written was taken back: ${why}${why.includes('\n') ? '' : '.'}`,
  );
}

/**
 * Of the files that were asked about, what did not stand before; of others, what is known to come of
 * this change. A standing error may have moved to another line.
 */
function causedErrors({ files, others }: CheckReport, { standing, othersKnown }: Proof): Diagnostic[] {
  const left = new Map<string, number>();
  for (const diagnostic of standing) left.set(keyOf(diagnostic), (left.get(keyOf(diagnostic)) ?? 0) + 1);
  const isNew = (diagnostic: Diagnostic): boolean => {
    const count = left.get(keyOf(diagnostic)) ?? 0;
    left.set(keyOf(diagnostic), count - 1);
    return count <= 0;
  };
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
  return [
    ...Object.values(files)
      .flat()
      .filter((one) => isError(one) && one.origin !== 'before' && isNew(one)),
    ...Object.values(others)
      .flat()
      .filter(
        (one) =>
          isError(one) && (one.origin === 'edit' || (othersKnown && one.origin !== 'before')) && isNew(one),
      ),
  ];
}

/** A suggestion that comes or goes may change the code, too. */
function keyOf({ file, message }: Diagnostic): string {
  return JSON.stringify([file, withoutSuggestion(message)]);
}
