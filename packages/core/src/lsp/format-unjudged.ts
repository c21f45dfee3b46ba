import { counted } from '../support/counted.js';
import { TEXT_CAPS } from '../support/diagnostic-text.js';
import { type Escaped, escaped, joined } from '../support/escaped.js';
import { fileList } from './format-origins.js';
import { nameInTags, proseInTags } from './in-tags.js';
import type { CheckReport, Unjudged } from './types.js';

/** How many servers have a line; the others are counted. */
const MAX_SERVERS = 5;

/**
 * What a model reads where servers have not judged what was written, a line for each; '' if all have:
 *
 * `typescript is still loading src; this edit was not checked.`
 *
 * After a command the files are named: nothing else tells what it has changed.
 */
export function describeUnjudged(
  unjudged: readonly Unjudged[],
  { files, found }: Pick<CheckReport, 'files' | 'found'>,
): Escaped {
  const edited = found === undefined ? Object.keys(files).length : Infinity;
  const shown = unjudged
    .slice(0, MAX_SERVERS)
    .map((server) => escaped`${nameInTags(server.id)} ${predicateOf(server, edited)}.`);
  const left = unjudged.length - shown.length;
  return joined([...shown, ...(left > 0 ? [escaped`... and ${counted(left, 'more server')}`] : [])], '\n');
}

function predicateOf(server: Unjudged, edited: number): Escaped {
  const by = server.judgedByOthers === true ? escaped` by it` : escaped``;
  if (server.state === 'ended')
    return escaped`has ended; ${nameInTags(server.language)} files are no longer checked${by}`;
  const what =
    server.files.length >= edited
      ? escaped`this edit was`
      : escaped`${fileList(server.files)} ${server.files.length === 1 ? 'was' : 'were'}`;
  return escaped`${stateOf(server)}; ${what} not checked${by}`;
}

function stateOf({ state, root, waited, reason }: Unjudged): Escaped {
  if (state === 'starting') return escaped`is still starting`;
  if (state === 'loading')
    return escaped`is still loading ${root === '.' ? escaped`the workspace` : nameInTags(root)}`;
  if (reason !== undefined) return escaped`has given no answer (${proseInTags(reason, TEXT_CAPS.aside)})`;
  return waited === undefined
    ? escaped`has given no answer yet`
    : escaped`did not answer within ${Math.max(1, Math.round(waited / 100)) / 10} s`;
}

const SILENT = escaped`The language service has not answered in time`;
/** The service itself has not answered: what its servers say is not known. */
export const UNANSWERED = escaped`${SILENT}; this edit was not checked.`;
/** Whether the command has changed anything is not known either. */
export const UNANSWERED_COMMAND = escaped`${SILENT}; what commands change is not checked until it does.`;

/**
 * What has become of a service since the last result: another one was joined or started; it has
 * ended and stays so; it has ended once more than it is started again.
 */
export type ServiceFate = 'restarted' | 'ended' | 'given up';

/** What a model reads of it, once. */
export function describeFate(fate: ServiceFate): Escaped {
  switch (fate) {
    case 'restarted':
      return escaped`The language service was restarted; earlier errors of this session are not remembered.`;
    case 'ended':
      return escaped`The language service has ended; ${UNCHECKED}`;
    case 'given up':
      return escaped`The language service has ended again and again; ${UNCHECKED}`;
  }
}

const UNCHECKED = escaped`edits are no longer checked. The user can bring it back: /lsp restart.`;
