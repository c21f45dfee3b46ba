import { join, sep } from 'node:path';
import type { Launch, ServerDefinition } from '../../../backend/definition.ts';
import type { CompilerRun } from '../../../backend/checker/definition.ts';
import type { CompilerReport } from '../../../backend/output/output.ts';
import type { Search } from '../../../backend/program/search.ts';
import { ProjectShadow } from '../../../backend/shadow/project-shadow.ts';
import { temporaryFolder } from '../../../client/process/temporary-folder.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { Deadline } from '../../base/deadline.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import { runSteps, type Steps } from './run-steps.ts';
import type { KnownWorld } from '../world.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { BatchRunQueue } from './batch-run-queue.ts';
import { type CompilerFindings, findingsIn, toFindings, withoutMissing } from './compiler-findings.ts';
import type { Proposal, SessionAnswer } from '../session.ts';

export interface CompilerProposalsOptions {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  readonly run: CompilerRun;
  readonly runs: BatchRunQueue;
  readonly search: Search;
  readonly workspace: Workspace;
}

/** Cleaners remove old files from temporary folders one by one. Older copies are made anew, ms. */
const OLDEST = 24 * 60 * 60 * 1000;

/** A run that outlasts its deadline is killed after this time, ms. */
const LONGEST = 2 * 60 * 1000;

interface Copy {
  readonly shadow: ProjectShadow;
  readonly temporary: string;
  /** ms since 1970. */
  readonly made: number;
}

/**
 * What a compiler reports about a tree that is not on disk: it compiles a copy of the project, in
 * the sidecar's temporary folder. Nothing in the workspace, nor in what is built for it, changes.
 */
export class CompilerProposals {
  #copy: Copy | undefined;
  /** Nothing of an interrupted proposal runs or writes any more. Never rejects. */
  #over: Promise<unknown> = Promise.resolve();
  readonly #stopped = new AbortController();

  /** @param world makes one for one run */
  constructor(
    private readonly options: CompilerProposalsOptions,
    private readonly world: () => KnownWorld,
  ) {}

  async judge(proposal: Proposal, deadline: Deadline, cancel: AbortSignal): Promise<SessionAnswer> {
    const { run, runs } = this.options;
    const ended = AbortSignal.any([cancel, this.#stopped.signal]);
    const signal = AbortSignal.any([deadline.signal, ended]);
    // The first run for a crate may take longer than any deadline. Where the next one is faster for
    // it, it goes on.
    const killed =
      run.shadow?.built === undefined ? signal : AbortSignal.any([ended, AbortSignal.timeout(LONGEST)]);
    const none = (): SessionAnswer => ({
      outcome: runs.state.kind === 'ended' ? 'broken' : 'timed-out',
      findings: new Map(),
    });
    const turn = runs.turns.proposal(
      async (interrupted) =>
        runs.state.kind === 'ended' ? none() : this.#begin(proposal, AbortSignal.any([killed, interrupted])),
      signal,
    );
    const judged = await waitFor(turn, signal);
    return (judged.kind === 'done' ? judged.value : undefined) ?? none();
  }

  /** Kills the run of a proposal and removes the copy. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#over;
    await this.#remove();
  }

  /** Undefined as soon as `signal` aborts. Whatever still runs then is killed, and not waited for. */
  async #begin(proposal: Proposal, signal: AbortSignal): Promise<SessionAnswer | undefined> {
    const judged = this.#over
      .then(() => this.#judgeCopy(proposal, signal))
      .catch((error: unknown) => this.#giveUp(error));
    this.#over = judged;
    const waited = await waitFor(judged, signal);
    return waited.kind === 'done' && !signal.aborted ? waited.value : undefined;
  }

  async #judgeCopy(proposal: Proposal, signal: AbortSignal): Promise<SessionAnswer | undefined> {
    const { runs, workspace } = this.options;
    const copy = await this.#upToDate();
    if (copy === undefined) return unavailable('no temporary folder can be made');
    const { shadow } = copy;
    const reason = await shadow.update(proposal, runs.isCacheInvalid, signal);
    if (reason !== undefined) return unavailable(reason);
    if (signal.aborted) return undefined;
    const project = this.#stepsOf(copy);
    if (typeof project === 'string') return unavailable(project);
    shadow.begin();
    const result = await runSteps(project, signal);
    if (result.kind === 'cancelled') return undefined;
    if (result.kind === 'broken') return unavailable(result.reason);
    if (!result.isCut) shadow.end();
    const report: CompilerReport = {
      findings: result.isCut ? [] : result.findings,
      failure: result.failure,
      excludes: result.excludes,
    };
    const missing = shadow.missing(report, proposal);
    if (missing !== undefined) return unavailable(missing);
    const texts = new Map(proposal.texts.map(({ path, text }) => [path, text]));
    const textOf = (path: AdmittedPath): string | undefined => texts.get(path) ?? textOnDisk(path);
    const findings = toFindings(shadow.original(report), workspace);
    return toResult(proposal, withoutMissing(findings, this.world(), textOf));
  }

  /** How the copy is compiled, as if it were the workspace; a text: why it is not. */
  #stepsOf({ shadow, temporary }: Copy): Steps | string {
    const { definition, launch, search } = this.options;
    const { workspaceRoot } = search;
    const root = shadow.copyOf(launch.root);
    const location = definition.locate(root, { ...search, workspaceRoot: shadow.copyOf(workspaceRoot) });
    if (location.kind !== 'found') return location.reason;
    const { command, args, env, batch, root: found } = location.launch;
    if (found !== root || batch === undefined) return 'it changes which project its files belong to';
    const isInside = (word: string): boolean =>
      word.endsWith(workspaceRoot) || word.includes(workspaceRoot + sep);
    const named = [...args, ...Object.values(env ?? {})].find((word) =>
      isInside(word.replaceAll(temporary, '')),
    );
    if (named !== undefined) return `its settings name a place in the workspace: ${named}`;
    // As in a run of the workspace.
    const { output, excludes: _, ...rest } = batch;
    return { root, ...rest, steps: [{ command, args, env: { ...env, ...shadow.env }, output }] };
  }

  /** Undefined where there is no temporary folder. */
  async #upToDate(): Promise<Copy | undefined> {
    const [temporary] = Object.values(temporaryFolder());
    const { definition, launch, run, search } = this.options;
    const before = this.#copy;
    if (before !== undefined && before.temporary === temporary && before.made > Date.now() - OLDEST)
      return before;
    await this.#remove();
    if (temporary === undefined) return undefined;
    const folder = join(
      temporary,
      `shadow-${Bun.hash(`${definition.id}\0${launch.root}\0${launch.toolchain ?? ''}`).toString(36)}`,
    );
    const shadow = new ProjectShadow({
      folder,
      launch,
      workspaceRoot: search.workspaceRoot,
      leftOut: [temporary],
      run,
    });
    const copy = { shadow, temporary, made: Date.now() };
    this.#copy = copy;
    return copy;
  }

  async #giveUp(error: unknown): Promise<SessionAnswer> {
    await this.#remove();
    return unavailable(
      `its project cannot be copied: ${error instanceof Error ? error.message : String(error)}`,
    );
  }

  async #remove(): Promise<void> {
    await this.#copy?.shadow.remove().catch(() => undefined);
    this.#copy = undefined;
  }
}

function toResult({ asked, published = false }: Proposal, found: CompilerFindings): SessionAnswer {
  const answers = asked.map((path) => [path, findingsIn(found, path)] as const);
  const findings = new Map([
    ...(published ? found.findings : []),
    ...answers.flatMap(([path, own]) => (own === undefined ? [] : [[path, own] as const])),
  ]);
  const isWhole = found.failure === undefined;
  const isAnswered = answers.every(([, own]) => own !== undefined);
  if (isAnswered && (isWhole || asked.length > 0)) return { outcome: 'complete', findings, isWhole };
  return { ...unavailable(found.failure ?? 'it does not compile the file'), findings };
}

function unavailable(reason: string): SessionAnswer {
  return { outcome: 'unavailable', reason, findings: new Map() };
}
