import type { Text } from '../client/documents.ts';
import { compareText } from '../support/compare.ts';
import type { AdmittedPath } from '../support/paths.ts';
import type { CheckReport, CheckedServer, Diagnostic, ProposeParams, Severity } from '../types.ts';
import { type CheckedFile, assign, prepareFiles } from './check/check.ts';
import { deadlineFor, versionOf } from './check/job.ts';
import { type ServerFindings, withoutCrossServerDuplicates } from './cross-server-duplicates.ts';
import { Deadline } from './deadline.ts';
import { notifyOfDiskChanges } from './disk/disk-notifications.ts';
import { diskText } from './disk/text-source.ts';
import { changedSymbols } from './impact/changed-symbols.ts';
import type { ImportGraphs } from './impact/import-graphs.ts';
import { rank } from './impact/rank.ts';
import { merge, sortedRecord } from './merge.ts';
import { stoodBefore } from './origins/pair.ts';
import type { Services } from './services.ts';
import { digestOf } from './session/known-files.ts';
import type { Proposal, Session } from './session/session.ts';

interface ProposalJob {
  readonly session: Session;
  readonly texts: readonly Text[];
}

type Findings = ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;

interface SessionVerdict {
  readonly session: Session;
  readonly server: CheckedServer;
  readonly own: Findings;
  readonly others: Findings;
  readonly othersComplete: boolean;
}

/** `lsp/propose`, from its request to its report. */
export async function runProposal(services: Services, graphs: ImportGraphs, params: ProposeParams, cancel: AbortSignal): Promise<CheckReport> {
  const { recheckQueues, staleProjects, workspace, config } = services;
  await notifyOfDiskChanges(services);
  const files = await prepareFiles(services, params.files, false);
  const interrupted = recheckQueues.interrupt();
  const deleted = workspace.admitted(params.deleted ?? []);
  const { jobs, fallbacks, unavailable } = assign(services, files);
  const all: ProposalJob[] = [...jobs, ...fallbacks.map(({ definition, launch, texts }) => ({ session: services.pool.session(definition, launch), texts }))];
  const judged = await Promise.all(all.map((job) => new ProposalRun(services, graphs, job, deleted, cancel).judge(params)));
  for (const queue of interrupted) if (staleProjects.about(queue.session) === queue.staleMark) recheckQueues.begin(queue);
  const severities: ReadonlySet<Severity> = new Set(config.includeSeverities);
  const merged = (found: readonly ServerFindings[]): Diagnostic[] => merge(withoutCrossServerDuplicates(found, severities), severities);
  const of = (part: 'own' | 'others', path: AdmittedPath): Diagnostic[] =>
    merged(judged.flatMap((each) => (each[part].has(path) ? [{ definition: each.session.definition, diagnostics: each[part].get(path) ?? [] }] : [])));
  const others = new Set(judged.flatMap((each) => [...each.others.keys()]));
  const asked = new Set(judged.map(({ session }) => session));
  const servers = [...judged.map(({ server }) => server), ...unavailable];
  return {
    files: Object.fromEntries(files.map(({ key, text }) => [key, text === undefined ? [] : of('own', text.path)])),
    refused: Object.fromEntries(files.flatMap(({ key, refusal }) => (refusal === undefined ? [] : [[key, refusal]]))),
    others: sortedRecord([...others].map((path) => [workspace.folder(path), of('others', path)] as const).filter(([, found]) => found.length > 0)),
    othersComplete: judged.every(({ othersComplete }) => othersComplete) && (params.others !== true || !services.pool.active().some((session) => !asked.has(session) && mayDepend(session, files, deleted, all))),
    servers: servers.sort((a, b) => compareText(a.id, b.id) || compareText(a.root, b.root)),
  };
}

/** The session is not asked about the proposed files, and its findings may depend on them. */
function mayDepend(session: Session, files: readonly CheckedFile[], deleted: readonly AdmittedPath[], asked: readonly ProposalJob[]): boolean {
  if (session.definition.role !== 'compiler') return false;
  const changes = [...files.flatMap(({ text }) => (text === undefined ? [] : [{ path: text.path, change: 'changed' as const }])), ...deleted.map((path) => ({ path, change: 'deleted' as const }))];
  return session.isConcernedBy(changes) || (session.definition.sharesFiles === true && asked.some(({ session: { definition } }) => definition.id === session.definition.id));
}

/** One session's part of a proposal. */
class ProposalRun {
  readonly #start = performance.now();
  readonly #own: ReadonlySet<AdmittedPath>;

  constructor(
    private readonly services: Services,
    private readonly graphs: ImportGraphs,
    private readonly job: ProposalJob,
    private readonly deleted: readonly AdmittedPath[],
    private readonly cancel: AbortSignal,
  ) {
    this.#own = new Set(job.texts.map(({ path }) => path));
  }

  async judge({ others = false, origins = false }: ProposeParams): Promise<SessionVerdict> {
    const { services, cancel } = this;
    const { session } = this.job;
    using deadline = deadlineFor(services, session);
    const { outcome, reason, findings } = await session.propose(this.#proposal([...this.#own]), deadline, cancel);
    using bound = new Deadline(Math.min(services.config.otherFilesTimeout, deadline.at - performance.now()));
    const isAbleToSay = outcome === 'complete' && session.definition.role === 'compiler';
    const found = others && isAbleToSay ? await this.#others(bound) : { findings: new Map<AdmittedPath, never>(), isComplete: !others || session.definition.role === 'linter' };
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
      own: origins ? await this.#labelled(findings, deadline) : findings,
      others: await this.#changed(found.findings, bound, origins),
      othersComplete: found.isComplete,
    };
  }

  #proposal(asked: readonly AdmittedPath[], published = false): Proposal {
    return { texts: this.job.texts, deleted: this.deleted, asked, published };
  }

  /** What the session reports on the proposed tree about the files that depend on the changed ones. */
  async #others(bound: Deadline): Promise<{ findings: Findings; isComplete: boolean }> {
    const { session } = this.job;
    const candidates = await this.#candidates();
    const { outcome, findings } = await session.propose(this.#proposal(candidates ?? [], true), bound, this.cancel);
    const isTold = candidates !== undefined || outcome === 'complete';
    return { findings: new Map([...findings].filter(([path]) => !this.#own.has(path))), isComplete: isTold && outcome === 'complete' };
  }

  /** Undefined where the imports of the language cannot be read. */
  async #candidates(): Promise<AdmittedPath[] | undefined> {
    const { imports } = this.job.session.definition;
    const graph = imports && (await this.graphs.of(imports));
    if (imports === undefined || graph === undefined) return undefined;
    const before = await Promise.all(this.job.texts.map(async ({ path }) => ({ path, source: await diskText(path) })));
    const texts = new Map(this.job.texts.map(({ path, text }) => [path, text]));
    const changes = new Map(before.flatMap(({ path, source }) => (source.kind === 'text' ? [[path, changedSymbols(source.content.text, texts.get(path) ?? '', imports)] as const] : [])));
    const unknown = new Set([...before.flatMap(({ path, source }) => (source.kind === 'text' ? [] : [path])), ...this.deleted]);
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
    const labelled = new Map<AdmittedPath, readonly Diagnostic[]>();
    for (const [path, diagnostics] of found) {
      const base = diagnostics.length === 0 ? undefined : await this.#onDisk(path, deadline);
      const stood = base && stoodBefore(base, { diagnostics, text: texts.get(path) ?? base.text });
      labelled.set(path, stood === undefined ? diagnostics : diagnostics.map((diagnostic) => ({ ...diagnostic, origin: stood.has(diagnostic) ? 'before' : 'edit' })));
    }
    return labelled;
  }

  /** What the session reports about the file as it is on disk. */
  async #onDisk(path: AdmittedPath, deadline: Deadline): Promise<{ diagnostics: readonly Diagnostic[]; text: string } | undefined> {
    const { session } = this.job;
    const source = await diskText(path);
    // Nothing stands in a file that does not exist.
    if (source.kind === 'refused') return source.reason === 'not readable' ? { diagnostics: [], text: '' } : undefined;
    const { text } = source.content;
    const { findings, covers } = session.knowledge();
    const known = findings.get(path);
    if (known?.changedSince()?.length === 0 && (known.digest === undefined || known.digest === digestOf(text))) return { diagnostics: known.diagnostics, text };
    if (known === undefined && covers(path)) return { diagnostics: [], text };
    const answer = await session.propose({ texts: [], deleted: [], asked: [path] }, deadline, this.cancel);
    const diagnostics = answer.findings.get(path);
    return diagnostics && { diagnostics, text };
  }
}
