import type { Text } from '../../../client/documents/documents.ts';
import type { CompilerReport } from '../../../backend/output/output.ts';
import { BatchRunQueue } from './batch-run-queue.ts';
import { type CompilerFindings, findingsIn, toFindings, withoutMissing } from './compiler-findings.ts';
import { CompilerProposals } from './compiler-proposals.ts';
import {
  type AdmittedPath,
  type DiskStamp,
  diskStamp,
  isBelow,
  sameStamp,
  touchedSince,
} from '../../../support/paths.ts';
import type { Run } from '../../../client/process/run.ts';
import type { Launch, ServerDefinition } from '../../../backend/definition.ts';
import type { CompilerRun } from '../../../backend/checker/definition.ts';
import type { Diagnostic } from '../../../types.ts';
import { Daemon, isVerdict } from './daemon.ts';
import { type BatchResult, runSteps, type Steps } from './run-steps.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import type { KnownFindings } from '../known-files.ts';
import type { Deadline } from '../../base/deadline.ts';
import type { ChangeEntry } from '../../changes/change-log.ts';
import type { AnnouncedChange } from '../../disk/announced-change.ts';
import type { OwedSearch } from '../../changes/owed-search.ts';
import { NotifiedChanges } from '../notified-changes.ts';
import {
  answerAbout,
  type Proposal,
  type Session,
  type SessionOptions,
  type SessionState,
  type AffectedFiles,
  type Knowledge,
  type SessionAnswer,
  type Suggestions,
} from '../session.ts';
import { toSuggestion } from '../suggestions.ts';
import { type Missing, KnownWorld } from '../world.ts';
import { RequestStats } from '../request-stats.ts';
import { asOnDisk, diskText } from '../../disk/text-source.ts';

type Started = [signal: AbortSignal, started: (run: Run) => void];

/** Of stderr, that may tell why a run failed. */
const MOST_LINES = 20;

/** A text that was read, and the stamp of the file at that time. */
interface Read {
  readonly stamp: DiskStamp;
  readonly text: string;
}

/**
 * A compiler that runs after each change. It checks the project as it is on disk: the edited file,
 * and all that the edit broke elsewhere.
 */
export class CompilerSession implements Session {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  readonly started = Promise.resolve();
  readonly exited: Promise<void>;
  readonly answers = true;
  readonly atATime = 1;
  readonly owed: OwedSearch;
  readonly notified: NotifiedChanges;
  readonly requestStats = new RequestStats();
  firstTouch = true;

  readonly #options: SessionOptions;
  readonly #reads: readonly Bun.Glob[];
  readonly #runs: BatchRunQueue;
  readonly #proposals: CompilerProposals;
  readonly #daemon: Daemon | undefined;
  #world: KnownWorld;
  /** When the last run began whose result this is, ms since 1970; Infinity before the first. */
  #lastBegan = Infinity;
  #lastResult: CompilerFindings = { findings: new Map(), failure: undefined };
  /** Texts of the files with findings. A text that has not changed since is not read again. */
  #texts: ReadonlyMap<AdmittedPath, Read> = new Map();

  constructor(options: SessionOptions, run: CompilerRun) {
    this.#options = options;
    this.definition = options.definition;
    this.launch = options.launch;
    this.owed = options.owed;
    this.notified = new NotifiedChanges(options.changes, options.from, this.owed.searched, (change) =>
      this.isConcernedBy(change),
    );
    this.#reads = run.reads.map((glob) => new Bun.Glob(glob));
    this.#world = worldOf(options);
    this.#daemon = daemonOf(options.launch);
    this.#runs = new BatchRunQueue({
      judge: (signal, started) => this.#judge(projectOf(options.launch), signal, started),
      invalidateBuildCache: () => run.invalidateBuildCache?.(options.launch),
      concluded: (report, began) => this.#learn(report, began),
    });
    this.exited = this.#runs.ended;
    this.#proposals = new CompilerProposals({ ...options, run, runs: this.#runs }, () => worldOf(options));
  }

  get state(): SessionState {
    const state = this.#runs.state;
    if (state.kind !== 'ended') return { kind: 'active' };
    return state.problem === undefined ? { kind: 'stopped' } : { kind: 'broken', reason: state.problem };
  }

  get problem(): string | undefined {
    return this.#lastResult.failure;
  }

  get pid(): number | undefined {
    const state = this.#runs.state;
    return state.kind === 'running' ? state.pid : this.#daemon?.pid;
  }

  get hasFailed(): boolean {
    return (
      this.state.kind === 'broken' || (this.problem !== undefined && this.#lastResult.findings.size === 0)
    );
  }

  /** Where without a package the whole project is not judged, no import is told from another. */
  missing(path: AdmittedPath): Missing {
    if (this.problem === undefined) return this.#world.of(path);
    const { packages, world } = this.definition;
    const why = [[this.problem, ...this.stderr(MOST_LINES)].join('\n'), this.launch.root] as const;
    const found = packages?.uninstalledProject?.(...why);
    if (found !== undefined) return { uninstalled: [{ ...found, module: undefined }], holes: [] };
    const hole = world?.holeOfProject?.(...why);
    return { uninstalled: [], holes: hole === undefined ? [] : [{ ...hole, errors: 0 }] };
  }

  stderr(lines: number): string[] {
    return this.#runs.stderr(lines);
  }

  /**
   * Sources of other projects in the workspace count too: they may be dependencies. Build scripts
   * and macros read files of every kind, so any file below the root may have fixed a finding.
   * Members of the project may lie outside the root.
   */
  isConcernedBy({ path }: AnnouncedChange): boolean {
    if (this.#isSource(path)) return true;
    const { root } = this.launch;
    const found = this.#options.known.pathsOf(this);
    return (isBelow(path, root) && found.length > 0) || found.some((known) => !isBelow(known, root));
  }

  catchUp(): Promise<void> {
    const changes = this.#takeChanges();
    if (changes?.length === 0) return Promise.resolve();
    this.#runs.change();
    // Only a changed source ends a run in progress. After other changes that run may end first.
    if (changes?.some(({ path }) => this.#isSource(path)) !== false) this.#runs.supersede();
    return Promise.resolve();
  }

  /** The next request is answered by a run that begins after it. */
  lookAgain(): Promise<void> {
    this.#runs.change();
    return Promise.resolve();
  }

  /** The first run compiles the dependencies. */
  async warm(): Promise<void> {
    if (this.#runs.latestChange === 0)
      await this.#runs.answered(this.#runs.change(), new AbortController().signal);
  }

  async check(
    texts: readonly Text[],
    _swept: Promise<unknown>,
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<SessionAnswer> {
    const findings = new Map<AdmittedPath, readonly Diagnostic[]>();
    if (cancel.aborted) return answerAbout(texts, findings);
    // A text that is only proposed, not written, is no change for a compiler.
    const stand = (await Promise.all(texts.map(asOnDisk))).filter((text) => text !== undefined);
    const { changes } = this.#options;
    changes.appendUnseen(stand.flatMap(({ path }) => changes.unseen(path) ?? []));
    // A build script may read any file that the caller has written.
    const announced = changes.since(this.notified.position)?.filter(({ source }) => source === 'tool') ?? [];
    const own = new Set([...stand, ...announced].map(({ path }) => path));
    const isUnseen = this.#takeChanges(own)?.length !== 0;
    if (stand.length === 0 && !isUnseen) return answerAbout(texts, findings);
    // A run in progress that has seen all these changes is not restarted. A run that is over may
    // have missed changes of which the session was not notified.
    const change =
      isUnseen || this.#runs.state.kind !== 'running' ? this.#runs.change() : this.#runs.latestChange;
    this.#runs.supersede();
    if (stand.length === 0) return answerAbout(texts, findings);
    const answered = await this.#runs.answered(change, deadline.signal);
    if (this.state.kind === 'broken') return { outcome: 'broken', findings };
    for (const text of stand) {
      const diagnostics = answered ? this.#resultFor(text) : undefined;
      if (diagnostics !== undefined) findings.set(text.path, diagnostics);
    }
    const reason = answered ? this.problem : undefined;
    return answerAbout(texts, findings, { outcome: 'timed-out', ...(reason !== undefined && { reason }) });
  }

  /** One run reports all files. Without its result: the files that the last run named. */
  async affectedFiles(deadline: Deadline, cancel: AbortSignal): Promise<AffectedFiles> {
    // A session that never ran has no result yet.
    const change = this.#runs.latestChange === 0 ? this.#runs.change() : this.#runs.latestChange;
    const answered = await this.#runs.answered(change, AbortSignal.any([deadline.signal, cancel]));
    if (!answered) return { paths: this.#options.known.pathsOf(this), complete: false };
    return {
      knownOthers: this.#lastResult.findings,
      paths: [],
      complete: this.#lastResult.failure === undefined,
      clear: () => {
        this.owed.first.clear();
      },
    };
  }

  recheck(path: AdmittedPath): Promise<readonly Diagnostic[] | undefined> {
    return Promise.resolve(
      this.hasFreshResult(path) ? (this.#lastResult.findings.get(path) ?? []) : undefined,
    );
  }

  hasFreshResult(path: AdmittedPath): boolean {
    return this.#runs.upToDate && findingsIn(this.#lastResult, path) !== undefined;
  }

  knowledge(): Knowledge {
    const { known } = this.#options;
    const isCurrent = this.#runs.upToDate;
    const { failure, excludes } = this.#lastResult;
    const began = this.#lastBegan;
    const texts = this.#texts;
    const has = (path: AdmittedPath): boolean => began !== Infinity && !touchedSince(path, began);
    return {
      history: { changes: [], before: 0 },
      isCurrent: () => isCurrent,
      findings: new Map(known.findings(this)),
      textOf: (path) => texts.get(path)?.text,
      covers: (path) => isCurrent && failure === undefined && excludes?.(path) !== true,
      has,
    };
  }

  propose(proposal: Proposal, deadline: Deadline, cancel: AbortSignal): Promise<SessionAnswer> {
    return this.#proposals.judge(proposal, deadline, cancel);
  }

  /** What the last run has printed, as far as its files have not changed since. */
  suggest(text: Text, findings: readonly Diagnostic[]): Promise<Suggestions> {
    const { workspace } = this.#options;
    if (!this.hasFreshResult(text.path)) return Promise.resolve({ suggestions: [], complete: false });
    const context = { workspace, asked: this.#lastBegan, document: () => undefined };
    const printed = (this.#lastResult.fixes ?? []).filter(
      ({ finding }) => workspace.admitted([finding.path])[0] === text.path,
    );
    const suggestions = findings.flatMap((wanted) =>
      printed.flatMap((fix) => {
        const { line, character, message } = fix.finding;
        const isIts = line === wanted.line && character === wanted.character && message === wanted.message;
        return isIts ? (toSuggestion(fix, wanted, context) ?? []) : [];
      }),
    );
    return Promise.resolve({ suggestions, complete: true });
  }

  async stop(): Promise<void> {
    await Promise.all([this.#runs.stop(), this.#proposals.stop(), this.#daemon?.stop()]);
  }

  /** Changes that a run in progress has not seen; undefined where that is anything. */
  #takeChanges(also?: ReadonlySet<AdmittedPath>): readonly ChangeEntry[] | undefined {
    const changes = this.notified.take(also)?.filter(({ isOther }) => isOther);
    const lastEnd = BigInt(this.#runs.lastEnd) * 1_000_000n;
    // The content is new, but the file is not newer than the end of the last run.
    if (changes?.some(({ state }) => state !== undefined && state.mtimeNs <= lastEnd) !== false)
      this.#runs.invalidateBuildCache();
    return changes;
  }

  #isSource(path: AdmittedPath): boolean {
    return this.#reads.some((glob) => glob.match(path));
  }

  /**
   * Findings for this text from a run that began after the text was written. Undefined if the run
   * did not check exactly this text.
   */
  #resultFor({ path, stamp }: Text): readonly Diagnostic[] | undefined {
    if (!sameStamp(stamp, diskStamp(path))) {
      this.#log('no answer for a file: it changed while the compiler ran');
      return undefined;
    }
    return findingsIn(this.#lastResult, path);
  }

  async #learn(report: CompilerReport, began: number): Promise<void> {
    const { workspace, known } = this.#options;
    const { hasFailed } = this;
    // What a file lacks is known as of this run.
    this.#world = worldOf(this.#options);
    this.#lastResult = withoutMissing(toFindings(report, workspace), this.#world, textOnDisk);
    this.#lastBegan = began;
    const { findings } = this.#lastResult;
    const judged = await this.#judgedTexts(findings, began);
    if (this.state.kind !== 'active') return;
    known.judged(this, judged, this.#lastResult.failure === undefined);
    if (hasFailed && !this.hasFailed) this.#options.judgesAgain(this);
    this.#log(
      `${report.findings.length} findings in ${findings.size} files after ${Date.now() - began} ` +
        `ms${this.problem === undefined ? '' : `; not all was judged: ${this.problem}`}`,
    );
  }

  async #judge(project: Steps, ...rest: Started): Promise<BatchResult> {
    const step = this.#daemon?.ask();
    if (step !== undefined) {
      const result = await runSteps({ ...project, steps: [step] }, ...rest);
      if (result.kind === 'cancelled') return result;
      this.#daemon?.answered();
      if (isVerdict(result)) return result;
      this.#daemon?.drop();
    }
    const result = await runSteps(project, ...rest);
    if (result.kind === 'judged' && isVerdict(result) && this.state.kind === 'active')
      this.#daemon?.hasRun(result.ms);
    return result;
  }

  /**
   * Adds to each file's findings the text that they are about, so that they can be remapped later.
   * Leaves out a file that changed during the run: its findings may be about either text.
   */
  async #judgedTexts(
    found: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>,
    began: number,
  ): Promise<Map<AdmittedPath, KnownFindings>> {
    const judged = new Map<AdmittedPath, KnownFindings>();
    const texts = new Map<AdmittedPath, Read>();
    await Promise.all(
      [...found].map(async ([path, diagnostics]) => {
        const stamp = diskStamp(path);
        const before = this.#texts.get(path);
        const text =
          before !== undefined && sameStamp(before.stamp, stamp) ? before.text : await textOf(path);
        if (stamp === undefined || text === undefined || touchedSince(path, began)) return;
        texts.set(path, { stamp, text });
        judged.set(path, { diagnostics, text });
      }),
    );
    this.#texts = texts;
    return judged;
  }

  #log(what: string): void {
    this.#options.log(`${this.definition.id}: ${what}`);
  }
}

function projectOf({ root, command, args, env, batch }: Launch): Steps {
  if (batch === undefined) throw new Error(`a compiler without a reader of its output: ${command}`);
  // A file that the configuration leaves out is judged all the same if another one imports it.
  const { output, excludes: _, ...rest } = batch;
  return { root, ...rest, steps: [{ command, args, ...(env !== undefined && { env }), output }] };
}

/** What else is missing is known of the project alone. */
function worldOf({ definition, search, filesOf }: SessionOptions): KnownWorld {
  return new KnownWorld(definition, { search, filesOf });
}

/** A person's own arguments are for the compiler alone. */
function daemonOf({ root, args, env, batch }: Launch): Daemon | undefined {
  const daemon = batch?.daemon;
  return daemon === undefined || args.length !== daemon.replaces
    ? undefined
    : new Daemon(daemon, root, env ?? {});
}

async function textOf(path: AdmittedPath): Promise<string | undefined> {
  const source = await diskText(path);
  return source.kind === 'text' ? source.content.text : undefined;
}
