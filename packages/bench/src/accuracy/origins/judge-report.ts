import type { CheckReport } from '@vybestack/llxprt-lsp-core';
import type { SessionReport } from '../../../../core/src/lsp/types.js';
import { isError } from '../finding.js';
import type { Subject } from '../subject.js';
import { compareOrigins, toReported, type Compared, type Reported } from './compare-origins.js';
import type { Judged, OriginOutcome, SessionOutcome } from './results.js';
import type { Reply } from './service.js';
import type { Trees, Truth } from './truth.js';

/** @param file the edited one's name after the change */
export function judgeReport(
  reply: Reply<CheckReport>,
  file: string,
  trees: Trees,
  { server, rules }: Pick<Subject, 'server' | 'rules'>,
): OriginOutcome {
  if (reply.kind === 'no answer') return reply;
  const { files, others, othersComplete, servers } = reply.value;
  const asked = servers.filter(({ id }) => id === server);
  if (asked.some(({ outcome }) => outcome === 'unavailable')) return { kind: 'unavailable' };
  const late = asked.find(({ outcome }) => outcome !== 'complete');
  if (late !== undefined || asked.length === 0 || files[file] === undefined) {
    const known = trees.after.judgement.unjudged?.(file);
    return {
      kind: 'no answer',
      reason: `${server}: ${late?.outcome ?? 'not asked'}`,
      ...(known !== undefined && { known }),
    };
  }
  const own = files[file];
  const all = [...own, ...Object.values(others).flat()];
  const compared = compareOrigins(all.flatMap(toReported), [file, ...Object.keys(others)], trees, rules);
  // What a report says of other files is about the change, and its search for them is bounded.
  const isMissed = ({ finding, origin }: Truth): boolean =>
    finding.file === file || (othersComplete && origin === 'edit');
  return {
    ...countsOf(compared),
    missed: compared.missed.filter(isMissed),
    diagnostics: all.length,
    absent: all.filter(({ origin }) => origin === undefined).length,
  };
}

function countsOf({
  right,
  withoutOrigin,
  older,
  notJudged,
  wrong,
  hidden,
  invented,
}: Compared): Omit<Judged, 'missed' | 'diagnostics' | 'absent'> {
  return {
    kind: 'judged',
    right: right.length,
    withoutOrigin: withoutOrigin.length,
    older: older.length,
    confused: older.filter(({ confused }) => confused).length,
    olderWithoutOrigin: older.filter(({ reported }) => reported.origin === undefined).length,
    notJudged: notJudged.length,
    wrong,
    hidden,
    invented,
  };
}

/** @param trees `before` is the tree at the session's start, too: open is what is new since then */
export function judgeSession(
  reply: Reply<SessionReport>,
  trees: Trees,
  { rules }: Pick<Subject, 'rules'>,
): SessionOutcome {
  if (reply.kind === 'no answer') return reply;
  const { open, complete } = reply.value;
  const reported = Object.values(open)
    .flat()
    .flatMap(toReported)
    .map((one): Reported => ({ ...one, origin: 'edit' }));
  const files = [
    ...Object.keys(open),
    ...trees.after.judgement.findings.filter(isError).map(({ file }) => file),
  ];
  const { right, wrong, invented, missed } = compareOrigins(reported, files, trees, rules);
  return {
    kind: 'compared',
    complete,
    right: right.length,
    wrong: [...wrong, ...invented],
    missed: missed.filter(({ origin }) => origin === 'edit'),
  };
}
