import { applyChanges, textAfter } from '../../backend/fixes/text-changes.ts';
import { bothWays } from '../../backend/same-error.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { type CheckReport, type Diagnostic, SEVERITIES } from '../../types.ts';
import { type TextFindings, stoodBefore } from '../changes/pair.ts';
import type { Proposing } from '../question/proposing.ts';
import { isCompiler, speaksForItself } from '../session/abilities.ts';
import type { ChangedFile } from '../session/session.ts';
import { type FixCandidate, contentKey } from './candidates.ts';

type Context = Pick<Proposing, 'services' | 'propose'>;

/** What became of a tree with a change in it. `untold`: no compiler, or not all of them, could tell. */
export type Trial =
  | { readonly kind: 'judged'; readonly report: CheckReport; readonly caused: readonly Diagnostic[] }
  | { readonly kind: 'untold' };

export type TriedCandidate =
  | { readonly kind: 'kept'; readonly solves: number; readonly causes: number }
  | { readonly kind: 'dropped' | 'untold' };

/** @param linter the id of the linter that has to answer, too */
export async function tryFix(
  { services, propose }: Context,
  files: readonly ChangedFile[],
  others: boolean,
  cancel: AbortSignal,
  linter?: string,
): Promise<Trial> {
  const texts = files.map((file) => ({ filePath: file.path, text: textAfter(file) }));
  const { report } = await propose({ files: texts, others, origins: true }, {}, cancel);
  const speaking = services.registry.all().filter(speaksForItself);
  const isNeeded = (id: string): boolean => id === linter || speaking.some((one) => one.id === id);
  const needed = report.servers.filter(
    ({ id, outcome, reason }) => isNeeded(id) && (outcome !== 'unavailable' || reason !== undefined),
  );
  if (
    cancel.aborted ||
    needed.length === 0 ||
    needed.some(({ outcome }) => outcome !== 'complete') ||
    Object.keys(report.refused ?? {}).length > 0
  )
    return { kind: 'untold' };
  const caused = [...Object.values(report.files), ...Object.values(report.others)]
    .flat()
    .filter(({ origin }) => origin !== 'before');
  return { kind: 'judged', report, caused };
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
  readonly #trials = new Map<string, Trial>();

  constructor(
    private readonly context: Context,
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
    if (trial.kind === 'untold') return trial;
    const { report, caused } = trial;
    const left = stoodBefore(
      { diagnostics: report.files[finding.file] ?? [], text: applyChanges(base.text, own.changes) },
      base,
      bothWays(this.context.services.registry.all().map(({ sameError }) => sameError)),
    );
    const isAsSevere = ({ severity }: Diagnostic): boolean =>
      SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(finding.severity);
    if (left.has(finding) || caused.some(isAsSevere)) return { kind: 'dropped' };
    return { kind: 'kept', solves: base.diagnostics.length - left.size, causes: caused.length };
  }

  /** The fix of one finding is often that of others, too: an import. */
  async #trial({ server }: FixCandidate, files: readonly ChangedFile[], others: boolean): Promise<Trial> {
    const { context, signal } = this;
    const definition = context.services.registry.all().find(({ id }) => id === server);
    const linter = definition === undefined || isCompiler(definition) ? undefined : server;
    const key = JSON.stringify([contentKey(files), others, linter]);
    const known = this.#trials.get(key);
    if (known !== undefined) return known;
    const trial = await tryFix(context, files, others, signal, linter);
    this.#trials.set(key, trial);
    return trial;
  }
}
