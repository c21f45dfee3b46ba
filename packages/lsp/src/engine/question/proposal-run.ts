import type { Text } from '../../client/documents/documents.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic, ProposeParams, ServerOutcome } from '../../types.ts';
import { type Answer, rowOf } from './answer.ts';
import { Deadline } from '../base/deadline.ts';
import { diskText, textOnDisk } from '../disk/text-source.ts';
import { changedSymbols } from '../changes/changed-symbols.ts';
import { rank } from '../changes/rank.ts';
import { CLEAN, type TextFindings, goneSince, stoodBefore } from '../changes/pair.ts';
import { isCompiler, reportsAll } from '../session/abilities.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import { digestOf } from '../session/known-files.ts';
import type { Proposal, ProposalResult, ProposedQuestion, Judge } from '../session/session.ts';

/** What one session is asked about a proposal. */
export interface ProposalJob {
  readonly session: Judge;
  readonly texts: readonly Text[];
  readonly deleted: readonly AdmittedPath[];
  /** Those of the changed files that the session is responsible for. */
  readonly asked: readonly AdmittedPath[];
  /** Also asked on the proposed tree, each about one of the texts. */
  readonly questions?: readonly ProposedQuestion[];
  /** ms for its files, and for the others; without it, as long as a check waits for each. */
  readonly limit?: number | undefined;
}

/** What came of the questions. */
export type ProposedAnswers = Pick<ProposalResult, 'outcome' | 'reason' | 'answers'>;

type Findings = ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;

export interface ProposalFindings extends Answer {
  /** Undefined where there were no questions. */
  readonly answers: ProposedAnswers | undefined;
  readonly others: Findings;
  readonly othersComplete: boolean;
  /** What is gone, of each file whose findings of now are known. Empty unless requested. */
  readonly solved: Findings;
}

/** What the proposal has changed in files whose findings of now are known. */
interface Comparison {
  /** With origins. */
  readonly labelled: Findings;
  readonly solved: Findings;
}

interface Others {
  readonly findings: Findings;
  readonly isComplete: boolean;
  /** No other file has findings: the session reports on all files at once. */
  readonly isWhole: boolean;
}

const NO_OTHERS: Others = { findings: new Map(), isComplete: true, isWhole: false };

/** One session's part of a proposal. */
export class ProposalRun {
  readonly #start = performance.now();
  readonly #own: ReadonlySet<AdmittedPath>;

  constructor(
    private readonly services: Pick<SessionServers, 'workspace' | 'graphs' | 'config'>,
    private readonly job: ProposalJob,
    private readonly cancel: AbortSignal,
  ) {
    this.#own = new Set(job.texts.map(({ path }) => path));
  }

  async judge(
    { others = false, origins = false, solved = false }: ProposeParams,
    deadline: Deadline,
  ): Promise<ProposalFindings> {
    const { services, cancel } = this;
    const { session, questions = [], limit } = this.job;
    const isAll = reportsAll(session.definition);
    const {
      outcome,
      reason,
      findings,
      isWhole = false,
      answers,
    } = await session.propose(
      { ...this.#proposal(this.job.asked, others && isAll), questions },
      deadline,
      cancel,
    );
    using bound = new Deadline(
      Math.min(limit ?? services.config.otherFilesTimeout, deadline.at - performance.now()),
    );
    const own = new Map([...findings].filter(([path]) => this.job.asked.includes(path)));
    const rest = !others
      ? NO_OTHERS
      : isAll
        ? { findings: this.#notOwn(findings), isComplete: isWhole, isWhole }
        : await this.#others(outcome, bound);
    using end = new Deadline(
      Math.max(deadline.at - performance.now(), solved ? services.config.otherFilesTimeout : 0),
    );
    const compared = [...(origins || solved ? own : []), ...rest.findings].filter(
      ([, diagnostics]) => solved || diagnostics.length > 0,
    );
    const comparison = await this.#compare(new Map(compared), solved, rest.isWhole, end);
    const changed = [...comparison.labelled].filter(
      ([path, diagnostics]) =>
        rest.findings.has(path) && diagnostics.some(({ origin }) => origin !== 'before'),
    );
    return {
      session,
      server: rowOf(services.workspace, session, outcome, reason, this.#start),
      answered: new Set(own.keys()),
      answers:
        questions.length === 0
          ? undefined
          : { outcome, ...(reason !== undefined && { reason }), ...(answers && { answers }) },
      findings: origins
        ? new Map([...own].map(([path, diagnostics]) => [path, comparison.labelled.get(path) ?? diagnostics]))
        : own,
      others: new Map(
        changed.map(([path, diagnostics]) => [path, origins ? diagnostics : (rest.findings.get(path) ?? [])]),
      ),
      othersComplete:
        rest.isComplete &&
        (!solved || [...rest.findings.keys()].every((path) => comparison.solved.has(path))),
      solved: solved ? comparison.solved : new Map(),
    };
  }

  #proposal(asked: readonly AdmittedPath[], published = false): Proposal {
    const { texts, deleted } = this.job;
    return { texts, deleted, asked, published };
  }

  /**
   * What the server reports on the proposed tree about the files that depend on the changed ones.
   *
   * @param own the outcome for the changed files
   */
  async #others(own: ServerOutcome, bound: Deadline): Promise<Others> {
    const { session } = this.job;
    if (!isCompiler(session.definition)) return NO_OTHERS;
    if (own !== 'complete') return { ...NO_OTHERS, isComplete: false };
    const candidates = await this.#candidates();
    if (candidates?.length === 0) return NO_OTHERS;
    const {
      outcome,
      findings,
      isWhole = false,
    } = await session.propose(this.#proposal(candidates ?? [], true), bound, this.cancel);
    return { findings: this.#notOwn(findings), isComplete: outcome === 'complete', isWhole };
  }

  #notOwn(findings: Findings): Findings {
    return new Map([...findings].filter(([path]) => !this.#own.has(path)));
  }

  /** Undefined where the imports of the language cannot be read. */
  async #candidates(): Promise<AdmittedPath[] | undefined> {
    const graph = await this.services.graphs.of(this.job.session.definition);
    if (graph === undefined) return undefined;
    const before = await Promise.all(
      this.job.texts.map(async ({ path }) => ({ path, source: await diskText(path) })),
    );
    const texts = new Map(this.job.texts.map(({ path, text }) => [path, text]));
    const changes = new Map(
      before.flatMap(({ path, source }) =>
        source.kind === 'text'
          ? [[path, changedSymbols(source.content.text, texts.get(path) ?? '', graph.language)] as const]
          : [],
      ),
    );
    const unknown = new Set([
      ...before.flatMap(({ path, source }) => (source.kind === 'text' ? [] : [path])),
      ...this.job.deleted,
    ]);
    const ranked = rank(graph, { changes, unknown, everything: false });
    return ranked.flatMap(({ path, group }) =>
      group === 'unreachable' || this.#own.has(path) || this.job.deleted.includes(path) ? [] : [path],
    );
  }

  /**
   * @param solved files without findings are compared, too
   * @param isWhole files that are not in `found` have no findings, either
   */
  async #compare(
    found: Findings,
    solved: boolean,
    isWhole: boolean,
    deadline: Deadline,
  ): Promise<Comparison> {
    const texts = new Map(this.job.texts.map(({ path, text }) => [path, text]));
    const bases =
      found.size === 0 && !solved
        ? new Map<AdmittedPath, TextFindings>()
        : await this.#onDisk([...found.keys()], isWhole, deadline);
    const labelled = new Map<AdmittedPath, readonly Diagnostic[]>();
    const gone = new Map<AdmittedPath, readonly Diagnostic[]>();
    for (const path of new Set([...found.keys(), ...bases.keys()])) {
      const diagnostics = found.get(path) ?? [];
      const base = bases.get(path);
      if (base === undefined) {
        labelled.set(path, diagnostics);
        continue;
      }
      const now = { diagnostics, text: texts.get(path) ?? base.text };
      const stood = stoodBefore(base, now);
      labelled.set(
        path,
        diagnostics.map((diagnostic) => ({
          ...diagnostic,
          origin: stood.has(diagnostic) ? 'before' : 'edit',
        })),
      );
      gone.set(path, goneSince(base, now));
    }
    return { labelled, solved: gone };
  }

  /**
   * What the session reports about these files as they are on disk, and with `isWhole` about all
   * others. A file whose findings are not known in time is left out.
   */
  async #onDisk(
    paths: readonly AdmittedPath[],
    isWhole: boolean,
    deadline: Deadline,
  ): Promise<Map<AdmittedPath, TextFindings>> {
    const { session, asked } = this.job;
    const knowledge = session.knowledge();
    const bases = new Map<AdmittedPath, TextFindings>();
    const unknown = new Map<AdmittedPath, string>();
    for (const path of new Set([...paths, ...(isWhole ? knowledge.findings.keys() : [])])) {
      const source = await diskText(path);
      // Nothing stands in a file that does not exist.
      if (source.kind === 'refused' && source.reason === 'not readable') bases.set(path, CLEAN);
      if (source.kind === 'refused') continue;
      const { text } = source.content;
      const known = knowledge.findings.get(path);
      if (
        known !== undefined &&
        knowledge.isCurrent(known) &&
        (known.digest === undefined || known.digest === digestOf(text))
      )
        bases.set(path, { diagnostics: known.diagnostics, text });
      else if (known === undefined && knowledge.covers(path)) bases.set(path, { diagnostics: [], text });
      else unknown.set(path, text);
    }
    if (unknown.size === 0 && (!isWhole || [...this.#own].some((path) => knowledge.covers(path))))
      return bases;
    const wanted = isWhole ? asked.filter((path) => !bases.has(path)) : [...unknown.keys()];
    const { outcome, findings } = await session.propose(
      { texts: [], deleted: [], asked: wanted, published: isWhole },
      deadline,
      this.cancel,
    );
    const answered =
      isWhole && outcome === 'complete' ? new Set([...unknown.keys(), ...findings.keys()]) : findings.keys();
    for (const path of answered) {
      const text = unknown.get(path) ?? textOnDisk(path);
      if (text !== undefined) bases.set(path, { diagnostics: findings.get(path) ?? [], text });
    }
    return bases;
  }
}
