import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckReport, Diagnostic, SessionReport, Unjudged } from '../../types.ts';
import type { Workspace } from '../base/workspace.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { isFallbackOf, speaksForItself } from '../session/abilities.ts';
import { digestOf, type KnownFindings } from '../session/known-files.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Judge } from '../session/session.ts';
import type { SessionFindings, TreeAnswer } from './answer.ts';
import type { CheckResult } from './check.ts';

/** What a server has not judged, though no other one speaks for it. */
export interface UnjudgedFiles extends Pick<Unjudged, 'state' | 'waited' | 'reason'> {
  readonly session: Judge;
  readonly paths: readonly AdmittedPath[];
  readonly judgedByOthers: boolean;
}

export function unjudgedIn({ jobs, answers }: Pick<CheckResult, 'jobs' | 'answers'>): UnjudgedFiles[] {
  return answers.flatMap((answer) => {
    const { session, server, unanswered } = answer;
    if (unanswered === undefined || !speaksForItself(session.definition)) return [];
    const isAnswered = ({ session: { definition }, answered }: TreeAnswer, path: AdmittedPath): boolean =>
      (definition === session.definition || isFallbackOf(definition, session.definition)) &&
      answered.has(path);
    const texts = jobs.find((job) => job.session === session)?.texts ?? [];
    const paths = texts.flatMap(({ path }) => (answers.some((each) => isAnswered(each, path)) ? [] : path));
    const { reason } = server;
    const judgedByOthers = paths.every((path) =>
      answers.some((each) => speaksForItself(each.session.definition) && each.answered.has(path)),
    );
    return paths.length === 0
      ? []
      : [{ session, paths, judgedByOthers, ...unanswered, ...(reason !== undefined && { reason }) }];
  });
}

/** The rows of a report. */
export function unjudgedRows(
  workspace: Workspace,
  unjudged: readonly UnjudgedFiles[],
): Pick<CheckReport, 'unjudged'> {
  const rows = unjudged.map(({ session, paths, judgedByOthers, ...rest }): Unjudged => {
    const { definition, launch } = session;
    return {
      id: definition.id,
      language: definition.language,
      root: workspace.folder(launch.root),
      ...rest,
      files: paths.map((path) => workspace.folder(path)),
      ...(judgedByOthers && { judgedByOthers }),
    };
  });
  return rows.length === 0 ? {} : { unjudged: rows };
}

/** Of one host session: verdicts that were not there in time, until they come. */
export class LateVerdicts {
  /** By file and server, with what the server knew of the file when it was late. */
  readonly #owed = new Map<AdmittedPath, Map<Judge, KnownFindings | undefined>>();

  constructor(private readonly services: Pick<SessionServers, 'known' | 'workspace'>) {}

  /** After a check of these files. */
  checked(paths: Iterable<AdmittedPath>, unjudged: readonly UnjudgedFiles[]): void {
    for (const path of paths) this.#owed.delete(path);
    for (const { session, state, paths: late } of unjudged)
      for (const path of state === 'ended' ? [] : late)
        this.#owed
          .getOrInsertComputed(path, () => new Map())
          .set(session, this.services.known.finding(session, path));
  }

  /** The caller has got these findings of files otherwise: a verdict of which all stand there is reported. */
  reported(open: SessionReport['open']): void {
    for (const [path, sessions] of this.#owed) {
      const count = open[this.services.workspace.folder(path)]?.length ?? 0;
      for (const [session, before] of sessions) {
        const known = this.services.known.finding(session, path);
        if (known !== undefined && known !== before && known.diagnostics.length <= count)
          sessions.delete(session);
      }
    }
  }

  /** Whether {@link take} would return any. */
  get haveCome(): boolean {
    return [...this.#owed].some(([path, sessions]) =>
      [...sessions].some(([session, before]) => {
        const known = this.services.known.finding(session, path);
        return known !== before && known !== undefined && known.diagnostics.length > 0;
      }),
    );
  }

  /** Those that have come since, each once. */
  take(): SessionFindings[] {
    const come = new Map<Judge, Map<AdmittedPath, readonly Diagnostic[]>>();
    for (const [path, sessions] of this.#owed) {
      const text = textOnDisk(path);
      for (const [session, before] of sessions) {
        const known = this.services.known.finding(session, path);
        const isNew =
          known !== before && (known?.digest === undefined || known.digest === digestOf(text ?? ''));
        const isGone =
          text === undefined || session.state.kind === 'broken' || session.state.kind === 'stopped';
        if (!isGone && known !== undefined && isNew && known.diagnostics.length > 0)
          come.getOrInsertComputed(session, () => new Map()).set(path, known.diagnostics);
        if (isGone || (isNew && known !== undefined) || (known === undefined && session.hasFreshResult(path)))
          sessions.delete(session);
      }
      if (sessions.size === 0) this.#owed.delete(path);
    }
    return [...come].map(([session, findings]) => ({ session, findings }));
  }
}
