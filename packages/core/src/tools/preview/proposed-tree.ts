import { type Escaped, escaped, inline } from '../../support/escaped.js';
import type { ProposeParams } from '../../lsp/types.js';
import type { Change } from '../change.js';
import { readForUpdate } from '../disk-file.js';
import type { Mutation } from '../mutation.js';
import { ok, type Outcome } from '../outcome.js';
import { decodeText } from '../text.js';

/** A mutation as a tree that is not on disk. */
export interface ProposedTree {
  readonly params: Pick<ProposeParams, 'files' | 'deleted'>;
  /** A clause for each file whose new content is no text. */
  readonly unreadable: readonly Escaped[];
}

/** Reads what is moved; writes nothing. */
export async function proposedTree({
  changes,
  deleted = [],
}: Pick<Mutation, 'changes' | 'deleted'>): Promise<ProposedTree> {
  const files: ProposeParams['files'] = [];
  const unreadable: Escaped[] = [];
  for (const change of changes) {
    if (change.kind === 'remove') continue;
    const { real, shown } = change.path;
    const bytes = await newBytes(change);
    const text = bytes.ok ? decodeText(bytes.value, shown) : bytes;
    // Compilers read byte order marks, so the text has it.
    if (bytes.ok && text.ok) files.push({ filePath: real, text: bytes.value.toString('utf8') });
    else if (!text.ok)
      unreadable.push(escaped`${shown} was not looked at: ${inline(text.refusal.type.replaceAll('_', ' '))}`);
  }
  return { params: { files, ...(deleted.length > 0 && { deleted }) }, unreadable };
}

function newBytes(change: Exclude<Change, { kind: 'remove' }>): Promise<Outcome<Buffer>> {
  return change.kind === 'rename' ? readForUpdate(change.from) : Promise.resolve(ok(change.bytes));
}
