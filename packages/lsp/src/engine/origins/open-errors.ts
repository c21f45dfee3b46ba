import { diskStamp } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { errorsIn } from '../question/report.ts';
import { sortedRecord } from '../base/merge.ts';
import { reportsUnasked } from '../session/abilities.ts';
import type { LedgeredServers } from './ledgers.ts';
import type { Open } from './ledger.ts';
import { stoodBefore } from '../changes/pair.ts';
import { Reach } from './reach.ts';

/**
 * Errors that earlier changes of the session have caused and that still stand, counted by file. No
 * server is asked: for files that are not reported, what was last known counts.
 *
 * @param reported with the origins of the findings
 * @param outdated those that do not count
 */
export function openErrors(
  services: Pick<LedgeredServers, 'workspace' | 'known' | 'ledger'>,
  reported: Readonly<Record<string, readonly Diagnostic[]>> = {},
  outdated: ReadonlySet<Open> = new Set(),
): Record<string, number> {
  const counts = new Map<string, number>();
  for (const [file, diagnostics] of Object.entries(reported))
    counts.set(file, errorsIn([diagnostics.filter(({ origin }) => origin === 'session')]));
  for (const open of services.ledger.open) {
    if (outdated.has(open)) continue;
    const file = services.workspace.folder(open.path);
    if (!Object.hasOwn(reported, file))
      counts.set(file, (counts.get(file) ?? 0) + errorsIn([stillOpen(services, open)]));
  }
  return sortedRecord([...counts].filter(([, count]) => count > 0));
}

/** See `CheckReport.formerNames`. */
export function formerNamesOf(
  { workspace, ledger }: Pick<LedgeredServers, 'workspace' | 'ledger'>,
  reported: Readonly<Record<string, readonly Diagnostic[]>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reported).flatMap(([file, diagnostics]) => {
      if (diagnostics.every(({ origin }) => origin !== 'session')) return [];
      const [former] = workspace.admitted([file]).flatMap((path) => ledger.moved.formerPlace(path) ?? []);
      return former === undefined ? [] : [[file, workspace.folder(former.path)]];
    }),
  );
}

/**
 * Those that a change may have mended since their server reported them, by what imports what. A
 * server whose imports are not read here reports by itself on what a change reaches.
 */
export async function outdatedOpen({
  ledger,
  known,
  graphs,
}: Pick<LedgeredServers, 'ledger' | 'known' | 'graphs'>): Promise<Set<Open>> {
  const outdated = new Set<Open>();
  const reach = new Reach(graphs);
  for (const [session, all] of Map.groupBy(ledger.open, (open) => open.session)) {
    if (session.state.kind !== 'active' || reportsUnasked(session.definition)) continue;
    const knowledge = session.knowledge();
    const lastChange = await reach.lastChange(session.definition, knowledge.history);
    for (const open of all) {
      const finding = known.finding(session, open.path);
      if (
        finding !== undefined &&
        !knowledge.isCurrent(finding) &&
        lastChange(open.path) > (finding.tree ?? 0)
      )
        outdated.add(open);
    }
  }
  return outdated;
}

/** What was caused in this file and, by the last report of the server, still stands. */
export function stillOpen(
  { known }: Pick<LedgeredServers, 'known'>,
  { session, path, findings }: Open,
): readonly Diagnostic[] {
  if (diskStamp(path) === undefined) return [];
  if (session.state.kind !== 'active') return findings.diagnostics;
  const { diagnostics, text } = known.finding(session, path) ?? { diagnostics: [], text: undefined };
  const now = { diagnostics, text: text ?? findings.text };
  const stood = stoodBefore(findings, now, session.definition.sameError);
  return diagnostics.filter((diagnostic) => stood.has(diagnostic));
}
