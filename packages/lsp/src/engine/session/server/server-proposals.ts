import type { OpenDocument, Overlay, Text } from '../../../client/documents/documents.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { ProposedTree } from './embedding-imports.ts';
import { othersTurn } from '../../../support/time-slices.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { Diagnostic } from '../../../types.ts';
import { Deadline } from '../../base/deadline.ts';
import { documentOnDisk } from '../../disk/text-source.ts';
import type { NavigationResult } from '../../../backend/navigation/source.ts';
import { isOwn, reportsUnasked, whyNotJudged } from '../abilities.ts';
import type {
  Proposal,
  ProposalProgress,
  ProposedDependents,
  ProposedQuestion,
  SessionAnswer,
  SessionParts,
} from '../session.ts';
import type { Publish } from '../../../client/documents/published.ts';
import type { DocumentSync } from './document-sync.ts';
import type { ServerFindings } from './server-findings.ts';
import type { ServerNavigation } from './server-navigation.ts';
import type { ServerOthers } from './server-others.ts';
import type { Turns } from '../turns.ts';

interface ServerProposalsParts extends SessionParts {
  readonly others: ServerOthers;
  readonly documents: DocumentSync;
  readonly findings: ServerFindings;
  readonly navigation: ServerNavigation;
  readonly turns: Turns;
}

type Findings = Map<AdmittedPath, readonly Diagnostic[]>;

/** What is collected while a tree is shown. */
interface Asking {
  readonly opened: OpenDocument[];
  readonly tree: ProposedTree;
  readonly findings: Findings;
  readonly progress: ProposalProgress | undefined;
}

/** What one language server reports about a tree that is not on disk. It remembers nothing. */
export class ServerProposals {
  constructor(private readonly parts: ServerProposalsParts) {}

  async judge(proposal: Proposal, deadline: Deadline, cancel: AbortSignal): Promise<SessionAnswer> {
    const { client, turns } = this.parts;
    const signal = AbortSignal.any([deadline.signal, cancel]);
    await waitFor(client.started, signal);
    if (client.state.kind === 'starting') return { outcome: 'starting', findings: new Map() };
    const unable = this.#unable(proposal);
    if (unable !== undefined) return unable;
    let own: SessionAnswer | undefined;
    const answer = await turns.proposal(
      async (interrupted) =>
        this.#unable(proposal) ??
        (await this.#onOverlay(proposal, deadline, signal, interrupted, (complete) => {
          own = complete;
        })),
      signal,
    );
    return (
      answer ??
      own ?? { outcome: client.state.kind === 'active' ? 'timed-out' : 'broken', findings: new Map() }
    );
  }

  /** Undefined where it can be asked now. */
  #unable(proposal: Proposal): SessionAnswer | undefined {
    const { client, session } = this.parts;
    const findings: Findings = new Map();
    if (client.state.kind !== 'active') return { outcome: 'broken', findings };
    const reason = !client.documents.areRead
      ? 'it reads files only from disk'
      : this.parts.source.isOrdered === false
        ? 'it publishes its findings without saying about which text they are'
        : whyNotJudged(session.definition, proposal);
    return reason === undefined ? undefined : { outcome: 'unavailable', reason, findings };
  }

  /** Undefined where it was interrupted. */
  async #onOverlay(
    proposal: Proposal,
    deadline: Deadline,
    given: AbortSignal,
    interrupted: AbortSignal,
    answered: (own: SessionAnswer) => void,
  ): Promise<SessionAnswer | undefined> {
    const { client, documents } = this.parts;
    const { texts, deleted, dependents } = proposal;
    const signal = AbortSignal.any([given, interrupted, client.ended]);
    const isOver = (): boolean => interrupted.aborted || client.ended.aborted;
    await documents.synchronise([]);
    const opened: OpenDocument[] = [];
    const overlays = await client.queue.write(() => this.#show(texts, deleted));
    // They are looked for while the server is at the questions about the texts.
    const found = dependents && { ms: dependents.ms, paths: othersTurn().then(() => dependents.find()) };
    found?.paths.catch(() => undefined);
    try {
      const answer = await this.#ask(proposal, opened, deadline, signal);
      if (isOver()) return undefined;
      if (found === undefined || answer.outcome !== 'complete') return answer;
      // It stands, whether or not the dependents are answered in time.
      answered(answer);
      using bound = new Deadline(Math.min(found.ms, deadline.at - performance.now()));
      const ofDependents = await this.#askDependents(
        proposal,
        found.paths,
        opened,
        bound,
        AbortSignal.any([signal, bound.signal]),
      );
      if (isOver()) return undefined;
      return { ...answer, ofDependents };
    } finally {
      await client.queue.write(() => {
        for (const document of opened) client.documents.close(document.path);
        for (const overlay of overlays.toReversed()) client.documents.restore(overlay);
        return Promise.resolve();
      });
    }
  }

  async #ask(
    { texts, deleted, written, asked, published = false, questions = [], progress }: Proposal,
    opened: OpenDocument[],
    deadline: Deadline,
    signal: AbortSignal,
  ): Promise<SessionAnswer> {
    const { client, session, source, others } = this.parts;
    const findings: Findings = new Map();
    const tree = { deleted, written };
    let refusal: string | undefined;
    let isWhole = false;
    const answers: NavigationResult[] = [];
    const judge = async (): Promise<boolean> => {
      refusal = await this.#askAll(asked, { opened, tree, findings, progress }, deadline, signal);
      for (const question of questions) answers.push(await this.#answer(question, texts, signal));
      const settled = published
        ? await source.barrier?.pass(
            client.documents.all().map(({ uri }) => uri),
            signal,
          )
        : undefined;
      isWhole = settled === 'settled' && reportsUnasked(session.definition);
      if (isWhole) for (const publish of others.published()) this.#learn(publish, findings, tree);
      return (isWhole || asked.length > 0 || !published) && asked.every((path) => findings.has(path));
    };
    const judged = await waitFor(judge(), signal);
    if (judged.kind === 'done' && judged.value) return { outcome: 'complete', findings, isWhole, answers };
    return judged.kind === 'done' && refusal !== undefined
      ? { outcome: 'unavailable', reason: refusal, findings }
      : { outcome: 'timed-out', findings, isWhole };
  }

  async #askDependents(
    { texts, deleted, written, progress }: Proposal,
    dependents: ReturnType<ProposedDependents['find']>,
    opened: OpenDocument[],
    deadline: Deadline,
    signal: AbortSignal,
  ): Promise<SessionAnswer> {
    const found = await waitFor(dependents, signal);
    if (found.kind === 'gave-up') return { outcome: 'timed-out', findings: new Map() };
    if (found.value?.length === 0) return { outcome: 'complete', findings: new Map() };
    const proposal = { texts, deleted, written, asked: found.value ?? [], published: true, progress };
    return this.#unable(proposal) ?? (await this.#ask(proposal, opened, deadline, signal));
  }

  async #answer(
    { path, question }: ProposedQuestion,
    texts: readonly Text[],
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    const document = this.parts.client.documents.get(path);
    if (document === undefined || signal.aborted) return { kind: 'cancelled' };
    return this.parts.navigation.onOverlay(
      question,
      document,
      new Set(texts.map((text) => text.path)),
      signal,
    );
  }

  #learn({ path, items }: Publish, findings: Findings, tree: ProposedTree): void {
    const admission = this.parts.options.workspace.admit(path);
    if (admission.kind === 'admitted' && !findings.has(admission.path))
      findings.set(admission.path, this.parts.findings.toDiagnostics(admission.path, items, tree));
  }

  /** Open documents are asked about at once, the others one by one. Returns why one was refused. */
  async #askAll(
    asked: readonly AdmittedPath[],
    { opened, tree, findings, progress }: Asking,
    deadline: Deadline,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { client, source } = this.parts;
    let refusal: string | undefined;
    const found = (path: AdmittedPath, items: readonly unknown[]): void => {
      findings.set(path, this.parts.findings.toDiagnostics(path, items, tree));
      progress?.answered(path);
    };
    const ask = async (document: OpenDocument): Promise<void> => {
      const answer = await source.ask(document, signal, deadline.at);
      if (answer.kind === 'complete') found(document.path, answer.items);
      else if (answer.kind === 'unanswered' && !signal.aborted) refusal ??= answer.why;
    };
    progress?.asked(asked);
    const open = asked.flatMap((path) => client.documents.get(path) ?? []);
    const { created = [], old = [] } = Object.groupBy(open, ({ isProposed }) =>
      isProposed ? 'created' : 'old',
    );
    // Quirk(tsserver): only the answer about a new file shows whether the others see it.
    for (const documents of [created, old]) await Promise.all(documents.map((document) => ask(document)));
    for (const path of asked) {
      if (client.documents.get(path) !== undefined) continue;
      const answer = await source.askUnopened?.(path, signal);
      if (signal.aborted) return undefined;
      if (answer?.kind === 'complete') found(path, answer.items);
      if (answer?.kind === 'outside') found(path, []);
      if (answer !== undefined && answer.kind !== 'open-first') continue;
      const document = await client.queue.write(() => this.#open(path, opened, signal));
      if (document !== undefined) await ask(document);
    }
    return refusal;
  }

  /**
   * Quirk(tsserver): a new file belongs to a project only if a file of the project imports it when it
   * is opened. So new files come last.
   */
  async #show(texts: readonly Text[], deleted: readonly AdmittedPath[]): Promise<Overlay[]> {
    const { client, session } = this.parts;
    const own = deleted.filter((path) => isOwn(session.definition, path));
    const gone = await Promise.all(own.map((path) => documentOnDisk(session.definition, path)));
    const emptied = gone.flatMap((onDisk) =>
      onDisk === undefined ? [] : [{ text: { ...onDisk, text: '' }, onDisk }],
    );
    const shown = await Promise.all(
      texts.map(async (text) => ({ text, onDisk: await documentOnDisk(session.definition, text.path) })),
    );
    const { old = [], created = [] } = Object.groupBy(shown, ({ onDisk }) =>
      onDisk === undefined ? 'created' : 'old',
    );
    return client.documents.overlay([...emptied, ...old, ...created]);
  }

  /** The document is open for this proposal alone, unless it was open before. */
  async #open(
    path: AdmittedPath,
    opened: OpenDocument[],
    signal: AbortSignal,
  ): Promise<OpenDocument | undefined> {
    const {
      session,
      client: { documents },
    } = this.parts;
    const open = documents.get(path);
    if (open !== undefined) return open;
    const text = await documentOnDisk(session.definition, path);
    if (text === undefined || signal.aborted) return undefined;
    const document = documents.put(text);
    opened.push(document);
    return document;
  }
}
