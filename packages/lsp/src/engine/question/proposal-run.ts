import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import type { Diagnostic, ProposeParams } from '../../types.ts';
import { type TreeAnswer, rowOf } from './answer.ts';
import { askedBases, knownBase } from './known.ts';
import type { Part } from './report.ts';
import { Deadline } from '../base/deadline.ts';
import { diskText } from '../disk/text-source.ts';
import { type ChangedSymbols, changedSymbolsOf, INSIDE } from '../changes/changed-symbols.ts';
import { rankedSayers } from '../changes/sayers.ts';
import { CLEAN, type TextFindings, goneSince, stoodBefore } from '../changes/pair.ts';
import { isCompiler, reportsAll, speaksOf } from '../session/abilities.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Judge, Proposal, SessionAnswer } from '../session/session.ts';

/** What one session is asked about a proposal. */
export interface ProposalJob {
  readonly session: Judge;
  /** Asked are those of the changed files that the session is responsible for. */
  readonly proposal: Proposal;
  /** ms for its files, and for the others; without it, as long as a check waits for each. */
  readonly limit: number | undefined;
}

type Findings = ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;

export interface ProposalFindings extends TreeAnswer {
  /** To the questions; undefined where there were none. */
  readonly answers: SessionAnswer | undefined;
  readonly others: Part;
  /** What is gone, of each file whose findings of now are known. Empty unless requested. */
  readonly solved: Findings;
}

/** Of a session that has nothing to report about other files. */
const NO_OTHERS: SessionAnswer = { outcome: 'complete', findings: new Map() };

/** One session's part of a proposal. */
export class ProposalRun {
  readonly #start = performance.now();
  /** The changed files, with their texts. */
  readonly #texts: ReadonlyMap<AdmittedPath, string>;

  constructor(
    private readonly services: Pick<SessionServers, 'workspace' | 'graphs' | 'config'>,
    private readonly job: ProposalJob,
    private readonly cancel: AbortSignal,
  ) {
    this.#texts = new Map(job.proposal.texts.map(({ path, text }) => [path, text]));
  }

  async judge(
    { others = false, origins = false, solved = false }: ProposeParams,
    deadline: Deadline,
  ): Promise<ProposalFindings> {
    const { services, cancel } = this;
    const { session, proposal, limit = services.config.otherFilesTimeout } = this.job;
    const published = others && reportsAll(session.definition);
    const dependents =
      others && !published && isCompiler(session.definition)
        ? { find: () => this.#candidates(), ms: limit }
        : undefined;
    const answer = await session.propose(
      { ...proposal, published, ...(dependents && { dependents }) },
      deadline,
      cancel,
    );
    const { outcome, reason } = answer;
    const own = new Map([...answer.findings].filter(([path]) => proposal.asked.includes(path)));
    const rest = others ? this.#others(answer) : NO_OTHERS;
    const elsewhere = new Map(
      [...rest.findings].filter(([path]) => !this.#texts.has(path) && speaksOf(session, path)),
    );
    using end = new Deadline(
      Math.max(deadline.at - performance.now(), solved ? services.config.otherFilesTimeout : 0),
    );
    const compared = new Map(
      [...(origins || solved ? own : []), ...elsewhere].filter(([, found]) => solved || found.length > 0),
    );
    const isCompared = compared.size > 0 || solved;
    const bases = isCompared
      ? await this.#onDisk([...compared.keys()], rest.isWhole === true, end)
      : new Map<AdmittedPath, TextFindings>();
    const labelled = new Map(
      [...compared].map(([path, found]) => [path, this.#labelled(path, found, bases.get(path))]),
    );
    const changed = [...elsewhere].filter(([path]) =>
      labelled.get(path)?.some(({ origin }) => origin !== 'before'),
    );
    const shown = (all: Iterable<readonly [AdmittedPath, readonly Diagnostic[]]>): Findings =>
      new Map([...all].map(([path, found]) => [path, origins ? (labelled.get(path) ?? found) : found]));
    return {
      session,
      server: rowOf(services.workspace, session, outcome, reason, this.#start),
      answered: new Set(own.keys()),
      answers: (proposal.questions ?? []).length === 0 ? undefined : answer,
      findings: shown(own),
      others: {
        session,
        findings: shown(changed),
        judged:
          rest.outcome === 'complete' && (!solved || [...elsewhere.keys()].every((path) => bases.has(path))),
        mayMiss: false,
      },
      solved: solved
        ? new Map(
            [...bases].map(([path, base]) => [
              path,
              goneSince(
                base,
                this.#proposed(path, compared.get(path) ?? [], base),
                session.definition.sameError,
              ),
            ]),
          )
        : new Map(),
    };
  }

  /**
   * What the server reports on the proposed tree about the files that depend on the changed ones.
   *
   * @param own its answer about the changed files
   */
  #others(own: SessionAnswer): SessionAnswer {
    const { definition } = this.job.session;
    if (reportsAll(definition)) return { ...own, outcome: own.isWhole === true ? 'complete' : 'timed-out' };
    if (!isCompiler(definition)) return NO_OTHERS;
    return (
      own.ofDependents ?? {
        outcome: own.outcome === 'complete' ? 'timed-out' : own.outcome,
        findings: new Map(),
      }
    );
  }

  /** Undefined where the imports of the language cannot be read. */
  async #candidates(): Promise<AdmittedPath[] | undefined> {
    const { session, proposal } = this.job;
    const graph = await this.services.graphs.of(session.definition);
    if (graph === undefined) return undefined;
    const changes = new Map<AdmittedPath, ChangedSymbols>();
    const unknown = new Set(proposal.deleted);
    const timeSlices = new TimeSlices();
    for (const { path, text } of proposal.texts) {
      if (timeSlices.due) await timeSlices.pause();
      const before = await diskText(path);
      if (before.kind === 'text')
        changes.set(path, changedSymbolsOf(path, before.content.text, text, graph.language));
      else unknown.add(path);
    }
    const inside = new Set([...changes].flatMap(([path, names]) => (names === INSIDE ? path : [])));
    for (const path of inside) changes.delete(path);
    const ranked = await rankedSayers(graph, { changes, inside, unknown, everything: false });
    return ranked.flatMap(({ path, group }) =>
      group === 'unreachable' || this.#texts.has(path) || proposal.deleted.includes(path) ? [] : [path],
    );
  }

  /** The findings with their origins, where those of now are known. */
  #labelled(
    path: AdmittedPath,
    found: readonly Diagnostic[],
    base: TextFindings | undefined,
  ): readonly Diagnostic[] {
    if (base === undefined) return found;
    const { sameError } = this.job.session.definition;
    const stood = stoodBefore(base, this.#proposed(path, found, base), sameError);
    return found.map((diagnostic) => ({ ...diagnostic, origin: stood.has(diagnostic) ? 'before' : 'edit' }));
  }

  #proposed(path: AdmittedPath, diagnostics: readonly Diagnostic[], base: TextFindings): TextFindings {
    return { diagnostics, text: this.#texts.get(path) ?? base.text };
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
    const {
      session,
      proposal: { asked },
    } = this.job;
    const knowledge = session.knowledge();
    const bases = new Map<AdmittedPath, TextFindings>();
    const unknown = new Map<AdmittedPath, string>();
    for (const path of new Set([...paths, ...(isWhole ? knowledge.findings.keys() : [])])) {
      const source = await diskText(path);
      // Nothing stands in a file that does not exist.
      if (source.kind === 'refused' && source.reason === 'not readable') bases.set(path, CLEAN);
      if (source.kind === 'refused') continue;
      const { text } = source.content;
      const base = await knownBase(knowledge, path, text);
      if (base?.isExact === true) bases.set(path, { ...base.findings, text });
      else unknown.set(path, text);
    }
    if (unknown.size === 0 && (!isWhole || [...this.#texts.keys()].some((path) => knowledge.covers(path))))
      return bases;
    const wanted = isWhole ? asked.filter((path) => !bases.has(path)) : [...unknown.keys()];
    const answer = await askedBases(
      session,
      { texts: [], deleted: [], asked: wanted, published: isWhole },
      { deadline, cancel: this.cancel },
    );
    for (const [path, { findings }] of answer.bases) bases.set(path, findings);
    if (isWhole && answer.outcome === 'complete')
      for (const [path, text] of unknown) bases.getOrInsert(path, { diagnostics: [], text });
    return bases;
  }
}
