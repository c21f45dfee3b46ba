import { applyChanges } from '../../backend/fixes/text-changes.ts';
import { bothWays } from '../../backend/same-error.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { type Diagnostic, SEVERITIES } from '../../types.ts';
import { type TextFindings, stoodBefore } from '../changes/pair.ts';
import { tryChanges, type TriedChanges } from '../question/trial.ts';
import { isCompiler, speaksForItself } from '../session/abilities.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { ChangedFile } from '../session/session.ts';
import { type FixCandidate, contentKey } from './candidates.ts';

export type TriedCandidate =
  | { readonly kind: 'kept'; readonly solves: number; readonly causes: number }
  | { readonly kind: 'dropped' | 'untold' };

/**
 * Undefined if no compiler, or not all of them, could tell.
 *
 * @param linter the id of the linter that has to answer, too
 */
export async function tryFix(
  services: SessionServers,
  files: readonly ChangedFile[],
  others: boolean,
  cancel: AbortSignal,
  linter?: string,
): Promise<TriedChanges | undefined> {
  const tried = await tryChanges(services, { files, others }, cancel);
  const needed = tried.rowsOf((definition) => definition.id === linter || speaksForItself(definition));
  const isJudged =
    !cancel.aborted &&
    needed.length > 0 &&
    needed.every(({ outcome }) => outcome === 'complete') &&
    Object.keys(tried.report.refused ?? {}).length === 0;
  return isJudged ? tried : undefined;
}

/** The findings of a file as it is on disk. */
export interface FindingsOnDisk extends TextFindings {
  readonly path: AdmittedPath;
}

/**
 * Tries suggestions for one text of a file, each once. A fix is kept if its finding is gone with it,
 * and no finding has come that is as severe.
 */
export class Trials {
  readonly #trials = new Map<string, Promise<TriedChanges | undefined>>();

  constructor(
    private readonly services: SessionServers,
    private readonly base: FindingsOnDisk,
    private readonly signal: AbortSignal,
  ) {}

  /** @param others the other files that depend on the changed ones count, too */
  async of(candidate: FixCandidate, others: boolean): Promise<TriedCandidate> {
    const { base } = this;
    const { finding, files } = candidate;
    const own = files.find(({ path }) => path === base.path) ?? {
      path: base.path,
      former: base.text,
      changes: [],
    };
    const trial = await this.#trial(candidate, files.includes(own) ? files : [own, ...files], others);
    if (trial === undefined) return { kind: 'untold' };
    const { report, caused } = trial;
    const left = stoodBefore(
      { diagnostics: report.files[finding.file] ?? [], text: applyChanges(base.text, own.changes) },
      base,
      bothWays(this.services.registry.all().map(({ sameError }) => sameError)),
    );
    const isAsSevere = ({ severity }: Diagnostic): boolean =>
      SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(finding.severity);
    if (left.has(finding) || caused.some(isAsSevere)) return { kind: 'dropped' };
    return { kind: 'kept', solves: base.diagnostics.length - left.size, causes: caused.length };
  }

  /** The fix of one finding is often that of others, too: an import. */
  #trial(
    { server }: FixCandidate,
    files: readonly ChangedFile[],
    others: boolean,
  ): Promise<TriedChanges | undefined> {
    const { services, signal } = this;
    const definition = services.registry.all().find(({ id }) => id === server);
    const linter = definition === undefined || isCompiler(definition) ? undefined : server;
    const key = JSON.stringify([contentKey(files), others, linter]);
    return this.#trials.getOrInsertComputed(key, () => tryFix(services, files, others, signal, linter));
  }
}
