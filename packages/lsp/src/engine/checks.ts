import type { Services } from './workspace-service.ts';
import { speaksForOthers } from './session/abilities.ts';
import type { AdmittedPath } from '../support/paths.ts';
import type { CheckParams, CheckReport, Diagnostic } from '../types.ts';
import { type CheckedFile, type CheckResult, prepareFiles, runCheck } from './question/check.ts';
import { errorsIn, pathsOf } from './question/report.ts';
import { uninstalledIn } from './question/uninstalled.ts';
import { mergeServers } from './base/cross-server-duplicates.ts';
import { type Server, resolveServers } from './base/resolve-servers.ts';
import type { Fixes } from './fixes/fixes.ts';
import {
  findOtherFiles,
  type FoundOthers,
  manifestFindings,
  type OtherFiles,
  type Part,
  reportOthers,
} from './others/other-files.ts';
import { enrich } from './question/after-answer.ts';
import { explain } from './enrich/explain.ts';
import { ChangeOrigins } from './origins/change-origins.ts';
import { openErrors, outdatedOpen } from './origins/open-errors.ts';
import { knownErrors } from './status/known-errors.ts';

/** `lsp/check`, from its request to its report. */
export class Checks {
  constructor(
    private readonly services: Services,
    private readonly fixes: Fixes,
  ) {}

  async run(
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
  ): Promise<CheckReport> {
    const { staleProjects, known, recheckQueues, workspace, disk, graphs, ledger } = this.services;
    const checked = await prepareFiles(this.services, files, written);
    const interrupted = recheckQueues.interrupt();
    const gone = workspace.admitted(deleted);
    disk.need([...pathsOf(checked), ...gone]);
    const changeOrigins = new ChangeOrigins(this.services, checked, gone);
    const result = await runCheck(this.services, checked, gone, cancel);
    const found = others ? await this.#othersAfter(checked, result, cancel) : undefined;
    const { jobs, parts } = origins
      ? await this.#labelled(changeOrigins, result, found?.parts ?? [], cancel)
      : { jobs: result.jobs, parts: found?.parts ?? [] };
    const other: OtherFiles =
      found === undefined
        ? { files: await this.#unaskedAfter(checked, result, cancel), complete: true }
        : reportOthers(this.services, { ...found, parts });
    // Rechecks of projects that this change does not concern go on.
    if (!others) recheckQueues.resume(interrupted, staleProjects);
    known.advance();
    for (const { session } of result.jobs) graphs.prepare(session.definition);
    if (origins)
      for (const { session } of result.jobs) void ledger.startTexts.read(disk, session.definition.extensions);
    const own = new Map(
      checked.map(({ key, text }) => [
        key,
        this.#isAskedAbout(text?.path) ? this.#merged(jobs, text?.path) : (other.files[key] ?? []),
      ]),
    );
    const rest = Object.fromEntries(Object.entries(other.files).filter(([file]) => !own.has(file)));
    const uninstalled = uninstalledIn(result.jobs, pathsOf(checked), workspace);
    const report: CheckReport = {
      files: Object.fromEntries(own),
      refused: Object.fromEntries(
        checked.flatMap(({ key, refusal }) => (refusal === undefined ? [] : [[key, refusal]])),
      ),
      others: rest,
      othersComplete: other.complete && (!others || this.#areServed(result.jobs, gone)),
      servers: [...result.servers],
      ...(uninstalled.length > 0 && { uninstalled }),
      ...(counted && {
        knownErrors: this.#countErrors(
          [...own.values(), ...Object.values(rest)],
          others ? undefined : pathsOf(checked),
        ),
      }),
      ...(origins && {
        open: openErrors(
          this.services,
          { ...rest, ...Object.fromEntries(own) },
          await outdatedOpen(this.services),
        ),
      }),
    };
    const additions = [
      ...(explains ? [explain(this.services, checked, jobs)] : []),
      ...(fixes ? [this.fixes.offer(report)] : []),
    ];
    return enrich(report, additions, result.deadline, cancel);
  }

  async #labelled(
    changeOrigins: ChangeOrigins,
    { jobs, isDiskMoved, deadline }: CheckResult,
    parts: readonly Part[],
    cancel: AbortSignal,
  ): Promise<{ jobs: CheckResult['jobs']; parts: readonly Part[] }> {
    const isReported = ({ severity }: Diagnostic): boolean => this.services.severities.has(severity);
    const all = [
      ...jobs,
      ...jobs.map(({ session, remapped }) => ({ session, findings: remapped })),
      ...parts,
    ];
    const labelled = (await changeOrigins.label(all, isReported, isDiskMoved, deadline, cancel)).map(
      ({ findings }) => findings,
    );
    const at = (index: number): ReadonlyMap<AdmittedPath, readonly Diagnostic[]> =>
      labelled[index] ?? new Map<AdmittedPath, readonly Diagnostic[]>();
    return {
      jobs: jobs.map((job, index) => ({ ...job, findings: at(index), remapped: at(jobs.length + index) })),
      parts: parts.map((part, index) => ({ ...part, findings: at(2 * jobs.length + index) })),
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

  #othersAfter(
    checked: readonly CheckedFile[],
    { deadline }: CheckResult,
    cancel: AbortSignal,
  ): Promise<FoundOthers> {
    const { otherFilesTimeout, maxAffectedFiles } = this.services.config;
    const bound = { ms: otherFilesTimeout, files: maxAffectedFiles };
    const except = new Set(
      checked.flatMap(({ text }) => (text !== undefined && this.#isAskedAbout(text.path) ? [text.path] : [])),
    );
    return findOtherFiles(this.services, { bound, except, deadline, cancel });
  }

  /**
   * What servers report about checked files that no server is asked about, where no other files are
   * wanted.
   */
  async #unaskedAfter(
    checked: readonly CheckedFile[],
    { deadline }: CheckResult,
    cancel: AbortSignal,
  ): Promise<Record<string, Diagnostic[]>> {
    const unasked = checked.flatMap(({ text }) =>
      text === undefined || this.#isAskedAbout(text.path) ? [] : [text.path],
    );
    return unasked.length === 0
      ? {}
      : await manifestFindings(this.services, unasked, {
          ms: this.services.config.otherFilesTimeout,
          deadline,
          cancel,
        });
  }

  /**
   * Whether the servers run that judge what depends on the changed files. A broken one is in no search, and
   * no check starts one for a file that is deleted.
   */
  #areServed(jobs: CheckResult['jobs'], gone: readonly AdmittedPath[]): boolean {
    const isRunning = ({ definition, launch }: Server): boolean =>
      !speaksForOthers(definition) || this.services.pool.find(definition, launch)?.state.kind === 'active';
    return (
      !jobs.some(
        ({ session, server }) => server.outcome === 'broken' && speaksForOthers(session.definition),
      ) && gone.every((path) => resolveServers(this.services, path).found.every(isRunning))
    );
  }

  /**
   * False for files that no server is asked about (a go.mod, say). Servers may report findings in
   * those all the same, as far as they report on files that they were not asked about.
   */
  #isAskedAbout(path: AdmittedPath | undefined): boolean {
    return path !== undefined && this.services.registry.forFile(path).length > 0;
  }

  #merged(jobs: CheckResult['jobs'], path: AdmittedPath | undefined): Diagnostic[] {
    if (path === undefined) return [];
    const allFindings = jobs.flatMap(({ session: { definition }, findings, remapped }) =>
      [findings.get(path), remapped.get(path)].flatMap((diagnostics) =>
        diagnostics === undefined ? [] : { definition, diagnostics },
      ),
    );
    return mergeServers(allFindings, this.services.severities);
  }
}
