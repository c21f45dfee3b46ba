import type { Text } from '../client/documents.ts';
import type { AdmittedPath } from '../support/paths.ts';
import type { CheckedServer, Diagnostic, ProposeParams, ServerOutcome } from '../types.ts';
import { deadlineFor, versionOf } from './check/job.ts';
import { Deadline } from './deadline.ts';
import { diskText } from './disk/text-source.ts';
import { changedSymbols } from './impact/changed-symbols.ts';
import type { ImportGraphs } from './impact/import-graphs.ts';
import { rank } from './impact/rank.ts';
import { CLEAN, type Findings as FileFindings, stoodBefore } from './origins/pair.ts';
import type { Services } from './services.ts';
import { digestOf } from './session/known-files.ts';
import type { Proposal, Session } from './session/session.ts';

/** What one session is asked about a proposal. */
export interface ProposalJob {
  readonly session: Session;
  readonly texts: readonly Text[];
  readonly deleted: readonly AdmittedPath[];
  /** Those of the changed files that the session is responsible for. */
  readonly asked: readonly AdmittedPath[];
}

type Findings = ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;

export interface ProposalFindings {
  readonly session: Session;
  readonly server: CheckedServer;
  readonly own: Findings;
  readonly others: Findings;
  readonly othersComplete: boolean;
}

interface Others {
  readonly findings: Findings;
  readonly isComplete: boolean;
}

const NO_OTHERS: Others = { findings: new Map(), isComplete: true };

/** One session's part of a proposal. */
export class ProposalRun {
  readonly #start = performance.now();
  readonly #own: ReadonlySet<AdmittedPath>;

  constructor(
    private readonly services: Services,
    private readonly graphs: ImportGraphs,
    private readonly job: ProposalJob,
    private readonly cancel: AbortSignal,
  ) {
    this.#own = new Set(job.texts.map(({ path }) => path));
  }

  async judge({ others = false, origins = false }: ProposeParams): Promise<ProposalFindings> {
    const { services, cancel } = this;
    const { session } = this.job;
    using deadline = deadlineFor(services, session);
    // A compiler reports on all files at once.
    const isBatch = session.definition.run !== undefined;
    const { outcome, reason, findings, isWhole = false } = await session.propose(this.#proposal(this.job.asked, others && isBatch), deadline, cancel);
    using bound = new Deadline(Math.min(services.config.otherFilesTimeout, deadline.at - performance.now()));
    const own = new Map([...findings].filter(([path]) => this.job.asked.includes(path)));
    const rest = !others ? NO_OTHERS : isBatch ? { findings: this.#notOwn(findings), isComplete: isWhole } : await this.#others(outcome, bound);
    const version = versionOf(session);
    return {
      session,
      server: {
        id: session.definition.id,
        root: services.workspace.folder(session.launch.root),
        outcome,
        ms: Math.round((performance.now() - this.#start) * 10) / 10,
        ...(version !== undefined && { version }),
        ...(reason !== undefined && { reason }),
      },
      own: origins ? await this.#labelled(own, deadline) : own,
      others: await this.#changed(rest.findings, bound, origins),
      othersComplete: rest.isComplete,
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
    if (session.definition.role === 'linter') return NO_OTHERS;
    if (own !== 'complete') return { ...NO_OTHERS, isComplete: false };
    const candidates = await this.#candidates();
    const { outcome, findings } = await session.propose(this.#proposal(candidates ?? [], true), bound, this.cancel);
    return { findings: this.#notOwn(findings), isComplete: outcome === 'complete' };
  }

  #notOwn(findings: Findings): Findings {
    return new Map([...findings].filter(([path]) => !this.#own.has(path)));
  }

  /** Undefined where the imports of the language cannot be read. */
  async #candidates(): Promise<AdmittedPath[] | undefined> {
    const { imports } = this.job.session.definition;
    const graph = imports && (await this.graphs.of(imports));
    if (imports === undefined || graph === undefined) return undefined;
    const before = await Promise.all(this.job.texts.map(async ({ path }) => ({ path, source: await diskText(path) })));
    const texts = new Map(this.job.texts.map(({ path, text }) => [path, text]));
    const changes = new Map(before.flatMap(({ path, source }) => (source.kind === 'text' ? [[path, changedSymbols(source.content.text, texts.get(path) ?? '', imports)] as const] : [])));
    const unknown = new Set([...before.flatMap(({ path, source }) => (source.kind === 'text' ? [] : [path])), ...this.job.deleted]);
    const ranked = rank(graph, { changes, unknown, everything: false });
    return ranked.flatMap(({ path, group }) => (group === 'unreachable' || this.#own.has(path) ? [] : [path]));
  }

  /** Those of these files in which the proposal would cause a finding. */
  async #changed(found: Findings, deadline: Deadline, origins: boolean): Promise<Findings> {
    const labelled = await this.#labelled(new Map([...found].filter(([, diagnostics]) => diagnostics.length > 0)), deadline);
    const changed = [...labelled].filter(([, diagnostics]) => diagnostics.some(({ origin }) => origin !== 'before'));
    return origins ? new Map(changed) : new Map(changed.map(([path]) => [path, found.get(path) ?? []]));
  }

  async #labelled(found: Findings, deadline: Deadline): Promise<Findings> {
    const texts = new Map(this.job.texts.map(({ path, text }) => [path, text]));
    const bases = await this.#onDisk([...found].flatMap(([path, { length }]) => (length === 0 ? [] : [path])), deadline);
    const labelled = new Map<AdmittedPath, readonly Diagnostic[]>();
    for (const [path, diagnostics] of found) {
      const base = bases.get(path);
      const stood = base && stoodBefore(base, { diagnostics, text: texts.get(path) ?? base.text });
      labelled.set(path, stood === undefined ? diagnostics : diagnostics.map((diagnostic) => ({ ...diagnostic, origin: stood.has(diagnostic) ? 'before' : 'edit' })));
    }
    return labelled;
  }

  /** What the session reports about these files as they are on disk. */
  async #onDisk(paths: readonly AdmittedPath[], deadline: Deadline): Promise<Map<AdmittedPath, FileFindings>> {
    const { session } = this.job;
    const knowledge = session.knowledge();
    const bases = new Map<AdmittedPath, FileFindings>();
    const unknown = new Map<AdmittedPath, string>();
    for (const path of paths) {
      const source = await diskText(path);
      // Nothing stands in a file that does not exist.
      if (source.kind === 'refused' && source.reason === 'not readable') bases.set(path, CLEAN);
      if (source.kind === 'refused') continue;
      const { text } = source.content;
      const known = knowledge.findings.get(path);
      if (known !== undefined && knowledge.isCurrent(known) && (known.digest === undefined || known.digest === digestOf(text))) bases.set(path, { diagnostics: known.diagnostics, text });
      else if (known === undefined && knowledge.covers(path)) bases.set(path, { diagnostics: [], text });
      else unknown.set(path, text);
    }
    const answer = unknown.size === 0 ? undefined : await session.propose({ texts: [], deleted: [], asked: [...unknown.keys()] }, deadline, this.cancel);
    for (const [path, text] of unknown) {
      const diagnostics = answer?.findings.get(path);
      if (diagnostics !== undefined) bases.set(path, { diagnostics, text });
    }
    return bases;
  }
}
