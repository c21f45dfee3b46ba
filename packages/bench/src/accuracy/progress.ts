import type { FindingsComparison } from './compare.js';
import type { ShellChange, Unannounced } from './plan/plan.js';
import type { Case } from './results.js';

/** One line about one case, while the run goes on. */
export function progress(
  { number, action, kind, tool, file, unannounced, outcome, others }: Case,
  count: number,
): string {
  const what =
    `${String(number).padStart(String(count).length)}/${count} ` +
    `${[...unannounced.map(untold), action].join(', then ')}, ${kind}, ${tool}, ${file}`;
  if (outcome.kind === 'no answer')
    return `${what}: ${outcome.known === undefined ? 'NO ANSWER' : 'no answer, known'}`;
  const parts = [
    counted(outcome),
    ...(others === undefined
      ? []
      : [`others${others.complete ? '' : ' (cut short)'}: ${counted(others.told)}`]),
    ...(others?.later === undefined ? [] : [`later: ${counted(others.later)}`]),
  ];
  return `${what}: ${parts.join('; ')}`;
}

/** `untold git checkout (mending) of 12 files` */
export function untold({ kind, action, files, example }: Unannounced): string {
  return (
    `untold ${kind}${action === 'mending' ? ' (mending)' : ''} of ` +
    (files === 1 ? example : `${files} files`)
  );
}

function counted({ right, missed, invented, stale, differences }: FindingsComparison): string {
  const wrong = [
    ...(missed.length > 0 ? [`${missed.length} MISSED`] : []),
    ...(invented.length > 0 ? [`${invented.length} INVENTED`] : []),
    ...(stale.length > 0 ? [`${stale.length} STALE`] : []),
    ...(differences.length > 0 ? [`${differences.length} known to differ`] : []),
  ];
  return [`${right} right`, ...wrong].join(', ');
}

export function describe({ kind, action, files }: ShellChange): Unannounced {
  const example = files.map(({ before, after }) => after?.path ?? before?.path ?? '')[0] ?? '';
  return { kind, action, files: files.length, example };
}
