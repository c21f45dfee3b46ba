import { losesWords } from '../../backend/fixes/classify.ts';
import type { TextChange } from '../../backend/fixes/text-changes.ts';
import { positionsIn } from '../../client/documents/text-edit.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type {
  CheckReport,
  Diagnostic,
  FixesParams,
  FixesReport,
  FixName,
  FixParams,
  FixResult,
  TriedFix,
} from '../../types.ts';
import { unansweredBy } from '../question/answer.ts';
import { type Addition, type Put, WAIT } from '../question/after-answer.ts';
import { Deadline } from '../base/deadline.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { isCompiler, reportsAll } from '../session/abilities.ts';
import type { TrialContext } from '../question/trial.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import { type FixCandidate, candidatesFor } from './candidates.ts';
import { changesOf, combined } from '../question/file-changes.ts';
import { staleReason } from './stale-reason.ts';
import { addsImport, chooseFix, removesUnused } from './choose.ts';
import { FixRegistry, type KeptFix } from './registry.ts';
import { Trials, tryFix } from './trials.ts';

/** More findings of a file are not asked about at once, nor more suggestions tried. */
const MOST = { findings: 50, candidates: 100, offered: 6 } as const;

interface Offer {
  readonly errors: readonly Diagnostic[];
  readonly put: Put;
  readonly signal: AbortSignal;
  readonly bound: Deadline;
}

interface Kept {
  readonly fixes: readonly KeptFix[];
  readonly complete: boolean;
}

/**
 * Fixes that servers and compilers suggest, each tried as a proposal before it is offered. Nothing
 * is ever written (REQ-EXCL-020).
 */
export class Fixes {
  readonly #registry = new FixRegistry();

  constructor(private readonly context: TrialContext) {}

  /** See `lsp/fixes`. */
  async list(params: FixesParams, cancel: AbortSignal): Promise<FixesReport> {
    const { fixes, complete } = await this.#all(params, cancel);
    const chosen = new Set(
      Map.groupBy(fixes, ({ finding }) => finding)
        .values()
        .map((ofFinding) => pick(ofFinding, 'safe')),
    );
    return {
      fixes: fixes.map((fix) => ({ ...this.#toTried(fix), ...(chosen.has(fix) && { isChosen: true }) })),
      complete,
    };
  }

  /** See `lsp/fix`. */
  async changes(params: FixParams, cancel: AbortSignal): Promise<FixResult> {
    const { services } = this.context;
    const picked = 'ids' in params ? this.#byId(params.ids) : await this.#ofKind(params, cancel);
    if (typeof picked === 'string') return { refused: picked };
    const stale = picked.flatMap((fix) => staleReason(services.workspace, fix) ?? []).at(0);
    if (stale !== undefined) return { refused: stale };
    const files = combined(picked.map((fix) => fix.files));
    if (typeof files === 'string') return { refused: `these fixes cannot be made together: ${files}` };
    if (picked.length > 1) {
      using deadline = new Deadline(services.config.firstTouchTimeout);
      const trial = await tryFix(services, files, true, AbortSignal.any([cancel, deadline.signal]));
      if (trial === undefined)
        return { refused: 'no server could tell in time what these fixes do together: make them one by one' };
      const error = trial.caused.find(({ severity }) => severity === 'error');
      if (error !== undefined) {
        const where = `${error.file}:${error.line}`;
        return { refused: `together, these fixes would cause an error in ${where}: ${error.message}` };
      }
    }
    const reason = picked.flatMap((fix) => staleReason(services.workspace, fix) ?? []).at(0);
    return reason === undefined
      ? { titles: picked.map(({ title }) => title), changes: changesOf(services.workspace, files) }
      : { refused: reason };
  }

  /**
   * At most one fix for each of these errors, or the names of several that compete. Servers that do
   * not run are not started for it.
   */
  offer(report: CheckReport): Addition {
    return (errors, put, signal, bound) =>
      // The answer is known, and counts whatever becomes of this.
      this.#offer(report, { errors, put, signal, bound }).catch((error: unknown) => {
        this.context.services.log(`no fixes: ${String(error)}`);
      });
  }

  async #offer(report: CheckReport, { errors, put, signal, bound }: Offer): Promise<void> {
    const { services } = this.context;
    const interrupted = services.recheckQueues.interrupt();
    for (const [file, findings] of Map.groupBy(errors, (error) => error.file)) {
      const [path] = services.workspace.admitted([file]);
      const text = path && textOnDisk(path);
      if (path === undefined || text === undefined || this.#isSlow(path, report, bound)) continue;
      const trials = new Trials(
        services,
        { diagnostics: report.files[file] ?? report.others[file] ?? [], text, path },
        signal,
      );
      const { candidates } = await candidatesFor(services, path, findings, false, bound, signal);
      const byFinding = Map.groupBy(
        candidates.filter(({ mark }) => mark === undefined),
        ({ finding }) => finding,
      );
      for (const finding of findings) {
        const tried = await this.#try(
          byFinding.get(finding)?.slice(0, MOST.offered) ?? [],
          trials,
          signal,
          losesWordsElsewhere,
        );
        // Another one might compete.
        if (signal.aborted || !tried.complete) continue;
        const choice = chooseFix(tried.fixes);
        if (choice.kind === 'one') put(finding, { fix: nameOf(choice.fix) });
        if (choice.kind === 'several') put(finding, { alternatives: choice.fixes.map(nameOf) });
      }
    }
    services.recheckQueues.resume(interrupted, services.staleProjects);
    for (const file of new Set(errors.map((error) => error.file))) void this.#reload(file);
  }

  /** Has a server load again what a trial has made it load otherwise, unless a check comes first. */
  async #reload(file: string): Promise<void> {
    const { services } = this.context;
    const [path] = services.workspace.admitted([file]);
    if (path === undefined) return;
    for (const { definition, launch } of resolveServers(services, path).found) {
      const session =
        definition.fixes?.loadsImports === true ? services.pool.find(definition, launch) : undefined;
      if (session === undefined) continue;
      using deadline = new Deadline(services.config.diagnosticTimeout);
      await services.recheckQueues.aside((interrupted) => session.recheck(path, deadline, interrupted));
    }
  }

  /**
   * A compiler that runs for each change took longer for this one than a trial may take, or a server likely
   * takes longer.
   */
  #isSlow(path: AdmittedPath, { servers }: CheckReport, bound: Deadline): boolean {
    const { services } = this.context;
    const { found } = resolveServers(services, path);
    const batch = new Set(found.flatMap(({ definition }) => (reportsAll(definition) ? definition.id : [])));
    const left = bound.at - performance.now();
    return (
      servers.some(({ id, ms }) => batch.has(id) && ms > WAIT) ||
      found.some(({ definition, launch }) => {
        const session = isCompiler(definition) ? services.pool.find(definition, launch) : undefined;
        return (session?.likely?.(path) ?? 0) > left;
      })
    );
  }

  async #all({ filePath, line, code }: FixesParams, cancel: AbortSignal): Promise<Kept> {
    const { services, check } = this.context;
    const admission = services.workspace.admit(filePath);
    if (admission.kind === 'refused') return { fixes: [], complete: true };
    const { path, relative } = admission;
    const report = await check({ files: [{ filePath }] }, cancel);
    const text = textOnDisk(path);
    const all = report.files[relative] ?? [];
    const wanted = all.filter(
      (finding) =>
        finding.count === undefined &&
        (line === undefined || finding.line === line) &&
        (code === undefined || finding.code === code),
    );
    if (text === undefined || cancel.aborted) return { fixes: [], complete: text === undefined };
    const findings = wanted.slice(0, MOST.findings);
    using deadline = new Deadline(services.config.firstTouchTimeout);
    const { candidates, complete } = await candidatesFor(services, path, findings, true, deadline, cancel);
    const signal = AbortSignal.any([cancel, deadline.signal]);
    const trials = new Trials(services, { diagnostics: all, text, path }, signal);
    const tried = await this.#try(candidates.slice(0, MOST.candidates), trials, signal, () => true);
    const isAll =
      findings.length === wanted.length &&
      candidates.length <= MOST.candidates &&
      unansweredBy(report.servers).length === 0;
    return { fixes: tried.fixes, complete: complete && tried.complete && isAll };
  }

  async #try(
    candidates: readonly FixCandidate[],
    trials: Trials,
    signal: AbortSignal,
    others: (candidate: FixCandidate) => boolean,
  ): Promise<Kept> {
    const fixes: KeptFix[] = [];
    let complete = true;
    for (const candidate of candidates) {
      if (signal.aborted) return { fixes, complete: false };
      const tried = await trials.of(candidate, others(candidate));
      if (tried.kind === 'kept') fixes.push(this.#registry.keep(candidate, tried));
      complete &&= tried.kind !== 'untold';
    }
    return { fixes, complete };
  }

  #byId(ids: readonly string[]): KeptFix[] | string {
    const fixes: KeptFix[] = [];
    for (const id of new Set(ids)) {
      const fix = this.#registry.find(id);
      if (fix === undefined)
        return (
          `there is no fix ${id}: an id is good until its file changes; ask for the fixes of the file ` +
          'again'
        );
      fixes.push(fix);
    }
    return fixes.length === 0 ? 'no fix is named' : fixes;
  }

  async #ofKind(
    { filePath, all }: Extract<FixParams, { filePath: string }>,
    cancel: AbortSignal,
  ): Promise<KeptFix[] | string> {
    const { fixes, complete } = await this.#all({ filePath }, cancel);
    const picked: KeptFix[] = [];
    for (const ofFinding of Map.groupBy(fixes, ({ finding }) => finding).values()) {
      const fix = pick(ofFinding, all);
      if (fix !== undefined && typeof combined([...picked, fix].map(({ files }) => files)) !== 'string')
        picked.push(fix);
    }
    return picked.length === 0 && !complete
      ? `not all servers have answered in time about ${filePath}, so there may be fixes that are not ` +
          'known: ask again'
      : picked;
  }

  #toTried({ id, title, kind, isPreferred, finding, files, solves, causes, mark }: KeptFix): TriedFix {
    const { line, character, message, code } = finding;
    return {
      id,
      title,
      kind,
      ...(isPreferred && { isPreferred }),
      for: { line, character, message, ...(code !== undefined && { code }) },
      files: changesOf(this.context.services.workspace, files).map(({ file, text }) => ({ file, text })),
      solves,
      causes,
      ...(mark !== undefined && { mark }),
    };
  }
}

function nameOf({ id, title }: KeptFix): FixName {
  return { id, title };
}

/** Of the fixes for one finding. */
function pick(fixes: readonly KeptFix[], all: 'imports' | 'unused' | 'safe'): KeptFix | undefined {
  if (all === 'unused') return fixes.find(removesUnused);
  const choice = chooseFix(all === 'safe' ? fixes : fixes.filter(addsImport));
  return choice.kind === 'one' ? choice.fix : undefined;
}

/**
 * What only adds words breaks no other file, nor does a change of the very words that the finding is
 * about: nothing can depend on those.
 */
function losesWordsElsewhere({ files, finding }: FixCandidate): boolean {
  const isElsewhere = (at: ReturnType<typeof positionsIn>, { start, end }: TextChange): boolean => {
    const [from, to] = [at(start), at(end)];
    const { line, character, endLine = line, endCharacter = character } = finding;
    const isBefore = from.line + 1 < line || (from.line + 1 === line && from.character + 1 < character);
    const isAfter = to.line + 1 > endLine || (to.line + 1 === endLine && to.character + 1 > endCharacter);
    return isBefore || isAfter;
  };
  if (files.length > 1) return true;
  return losesWords(
    files.map(({ former = '', changes }) => {
      const at = positionsIn(former);
      return { former, changes: changes.filter((change) => isElsewhere(at, change)) };
    }),
  );
}
