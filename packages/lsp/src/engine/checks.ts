import type { Services } from './workspace-service.ts';
import { speaksForOthers } from './session/abilities.ts';
import type { ServerLocation } from '../backend/definition.ts';
import type { AdmittedPath } from '../support/paths.ts';
import type { CheckParams, CheckReport, Diagnostic, SessionReport } from '../types.ts';
import type { SessionFindings, TreeAnswer } from './question/answer.ts';
import { type CheckResult, runCheck } from './question/check.ts';
import { pathsOf, prepareFiles, refusedIn } from './question/files.ts';
import { holesIn } from './question/holes.ts';
import {
  errorsIn,
  byFileOf,
  type OtherFiles,
  type Part,
  reportOf,
  reportOthers,
  without,
} from './question/report.ts';
import { LateVerdicts, unjudgedIn, unjudgedRows } from './question/unjudged.ts';
import { type ResolvedServers, type Server, resolveServers } from './base/resolve-servers.ts';
import type { Fixes } from './fixes/fixes.ts';
import { findOtherFiles, manifestFindings } from './others/other-files.ts';
import { enrich } from './question/after-answer.ts';
import { explain } from './enrich/explain.ts';
import { ChangeOrigins } from './origins/change-origins.ts';
import { type FoundChanges, FoundSince } from './origins/found-changes.ts';
import { formerNamesOf, openErrors, outdatedOpen } from './origins/open-errors.ts';
import { knownErrors } from './status/known-errors.ts';

/**
 * How long after its answer a first check of a server may wait for what makes its errors easier to
 * mend, ms. The first such question loads, too: it goes on, and the next check has it at once.
 */
const FIRST = 30;

interface Labelled {
  readonly answers: readonly TreeAnswer[];
  readonly parts: readonly Part[];
  readonly late: readonly SessionFindings[];
}

/** `lsp/check`, from its request to its report. */
export class Checks {
  readonly #lateVerdicts: LateVerdicts;
  readonly #foundSince: FoundSince;

  constructor(
    private readonly services: Services,
    private readonly fixes: Fixes,
    seen: Promise<unknown>,
  ) {
    this.#lateVerdicts = new LateVerdicts(services);
    this.#foundSince = new FoundSince(services, seen);
  }

  /** See {@link LateVerdicts.reported}. */
  reported(open: SessionReport['open']): void {
    this.#lateVerdicts.reported(open);
  }

  async run(params: CheckParams, cancel: AbortSignal): Promise<CheckReport> {
    if (params.found !== true) return this.#run(params, cancel);
    const found = await this.#foundSince.take(cancel);
    if (found === undefined) {
      // A command that has changed nothing is a result, too: what has come meanwhile is told with it.
      const isTold = this.services.config.unjudged === 'say' && this.#lateVerdicts.haveCome;
      const { origins = false } = params;
      const { late } = isTold ? await this.#run({ files: [], origins }, cancel) : {};
      return { files: {}, others: {}, othersComplete: true, servers: [], ...(late && { late }) };
    }
    const { files, written, deleted } = found;
    try {
      const report = await this.#run({ ...params, files: [...files], deleted: [...deleted] }, cancel, found);
      return { ...report, found: { written, asked: files.length } };
    } finally {
      if (cancel.aborted) this.#foundSince.giveBack(found);
    }
  }

  /** @param found the log has these changes already */
  async #run(
    {
      files,
      deleted = [],
      others = false,
      counted = false,
      written = false,
      origins = false,
      explain: explains = false,
      fixes = false,
    }: CheckParams,
    cancel: AbortSignal,
    found?: FoundChanges,
  ): Promise<CheckReport> {
    const { known, workspace, disk, graphs, ledger, registry, config } = this.services;
    const prepared = await prepareFiles(this.services, files, written || found !== undefined);
    const checked = found ? prepared.map((file) => ({ ...file, isLogged: true as const })) : prepared;
    const gone = workspace.admitted(deleted);
    const changeOrigins = new ChangeOrigins(this.services, checked, gone, found);
    const result = await runCheck(this.services, checked, found ? [] : gone, cancel);
    const answered = performance.now();
    // No server is asked about some files (a go.mod, say). Servers may report findings in those all the
    // same, as far as they report on files that they were not asked about.
    const { asked = [], unasked = [] } = Object.groupBy(pathsOf(checked), (path) =>
      registry.forFile(path).length > 0 ? 'asked' : 'unasked',
    );
    const bound = { ms: config.otherFilesTimeout, files: config.maxAffectedFiles };
    const question = {
      except: new Set(asked),
      bound,
      deadline: result.deadline,
      cancel,
      ofNewest: checked.length > 0 && found === undefined,
      skipsLoading: config.unjudged === 'say',
    };
    const broken = others ? await findOtherFiles(this.services, question) : undefined;
    const unjudged = unjudgedIn(result);
    this.#lateVerdicts.checked(pathsOf(checked), unjudged);
    const come = config.unjudged === 'say' ? this.#lateVerdicts.take() : [];
    const { answers, parts, late } = origins
      ? await this.#labelled(changeOrigins, result, broken?.parts ?? [], come, cancel)
      : { answers: result.answers, parts: broken?.parts ?? [], late: come };
    const other: OtherFiles =
      broken === undefined
        ? { files: await manifestFindings(this.services, unasked, question), complete: true }
        : reportOthers(this.services, {
            ...broken,
            parts,
            judged: broken.judged && this.#areServed(result, pathsOf(checked), gone),
          });
    // Rechecks of projects that this change does not concern go on.
    if (!others) result.resume();
    known.advance();
    for (const { session } of result.answers) graphs.prepare(session.definition);
    if (origins)
      for (const { session } of result.answers)
        void ledger.startTexts.read(disk, session.definition.extensions);
    const all = new Map(Object.entries({ ...other.files, ...reportOf(this.services, answers) }));
    const own = new Map(checked.map(({ key }) => [key, all.get(key) ?? []]));
    const rest = Object.fromEntries(Object.entries(other.files).filter(([file]) => !own.has(file)));
    const ofEarlier = without(reportOf(this.services, late), all);
    const reported = byFileOf(ofEarlier, { ...rest, ...Object.fromEntries(own) });
    const formerNames = formerNamesOf(this.services, reported);
    const report: CheckReport = {
      files: Object.fromEntries(own),
      refused: refusedIn(checked),
      others: rest,
      othersComplete: other.complete,
      ...(other.isCut === true && { othersPending: true }),
      servers: [...result.servers],
      ...unjudgedRows(workspace, unjudged),
      ...(Object.keys(ofEarlier).length > 0 && { late: ofEarlier }),
      ...holesIn(result.answers, pathsOf(checked), workspace),
      ...(counted && {
        knownErrors: this.#countErrors(
          [...own.values(), ...Object.values(rest)],
          others ? undefined : pathsOf(checked),
        ),
      }),
      ...(origins && {
        open: openErrors(this.services, reported, await outdatedOpen(this.services)),
      }),
      ...(Object.keys(formerNames).length > 0 && { formerNames }),
    };
    const additions = [
      ...(explains ? [explain(this.services, checked, answers)] : []),
      ...(fixes ? [this.fixes.offer(report)] : []),
    ];
    const end = result.isFirst ? answered + FIRST : Infinity;
    return enrich(report, additions, Math.min(end, result.deadline), cancel);
  }

  async #labelled(
    changeOrigins: ChangeOrigins,
    { answers, isDiskMoved, deadline }: CheckResult,
    parts: readonly Part[],
    late: readonly SessionFindings[],
    cancel: AbortSignal,
  ): Promise<Labelled> {
    const isReported = ({ severity }: Diagnostic): boolean => this.services.severities.has(severity);
    const all = [...answers, ...parts, ...late];
    const labelled = await changeOrigins.label(all, isReported, isDiskMoved, deadline, cancel);
    const at = (index: number): Partial<TreeAnswer> => ({ findings: labelled[index]?.findings ?? new Map() });
    return {
      answers: answers.map((answer, index) => ({ ...answer, ...at(index) })),
      parts: parts.map((part, index) => ({ ...part, ...at(answers.length + index) })),
      late: late.map((part, index) => ({ ...part, ...at(answers.length + parts.length + index) })),
    };
  }

  /**
   * @param checked given where only these files are among those reported: then the errors of the
   * other files count, too
   */
  #countErrors(
    reported: readonly (readonly Diagnostic[])[],
    checked: ReadonlySet<AdmittedPath> | undefined,
  ): number {
    // Errors count even where the settings leave them out of the reports.
    if (!this.services.severities.has('error')) return knownErrors(this.services, new Set());
    return errorsIn(reported) + (checked === undefined ? 0 : knownErrors(this.services, checked));
  }

  /**
   * Whether the servers run that judge what depends on the changed files. A broken one is in no search, one
   * whose program is missing is never asked, and no check starts one for a file that is deleted.
   */
  #areServed(
    { answers, servers }: CheckResult,
    checked: Iterable<AdmittedPath>,
    gone: readonly AdmittedPath[],
  ): boolean {
    const isRunning = ({ definition, launch }: Server): boolean =>
      !speaksForOthers(definition) || this.services.pool.find(definition, launch)?.state.kind === 'active';
    const isBroken = answers.some(
      ({ session, server }) => server.outcome === 'broken' && speaksForOthers(session.definition),
    );
    if (isBroken) return false;
    const looked = new Map<string, ServerLocation>();
    const resolved = (path: AdmittedPath): ResolvedServers => resolveServers(this.services, path, looked);
    const isMissing = servers.some(({ outcome }) => outcome === 'unavailable');
    if (isMissing && [...checked].some((path) => this.#lacksJudge(resolved(path)))) return false;
    return gone.map(resolved).every((each) => !this.#lacksJudge(each) && each.found.every(isRunning));
  }

  /** The only servers that would tell what a change of the file breaks cannot be started. */
  #lacksJudge({ found, unavailable }: ResolvedServers): boolean {
    if (unavailable.length === 0 || found.some(({ definition }) => speaksForOthers(definition))) return false;
    const missing = new Set(unavailable.map(({ id }) => id));
    return this.services.registry.all().some((each) => missing.has(each.id) && speaksForOthers(each));
  }
}
