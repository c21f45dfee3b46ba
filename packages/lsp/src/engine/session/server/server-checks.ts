import type { OpenDocument, Text } from '../../../client/documents/documents.ts';
import { type AdmittedPath, touchedSince } from '../../../support/paths.ts';
import { Condition } from '../../../support/condition.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { Deadline } from '../../base/deadline.ts';
import type { ChangeEntry } from '../../changes/change-log.ts';
import { answerAbout, type SessionAnswer, type SessionParts } from '../session.ts';
import type { DocumentRequests } from './document-requests.ts';
import type { DocumentSync } from './document-sync.ts';
import type { FileResult } from './pending-requests.ts';
import { ProgramFiles } from './program-files.ts';
import type { Recheck } from './recheck.ts';

interface ServerChecksParts extends SessionParts {
  readonly documents: DocumentSync;
  readonly requests: DocumentRequests;
  readonly recheck: Recheck;
}

const NEVER = new AbortController().signal;

/** Checks by one language server: it is asked until its answer is about what was on disk. */
export class ServerChecks {
  readonly #programFiles: ProgramFiles;
  #coming = 0;
  readonly #sent = new Condition();

  constructor(private readonly parts: ServerChecksParts) {
    this.#programFiles = new ProgramFiles(parts);
  }

  /**
   * Resolves once every check that was called for has sent its texts: with them, the server is notified of
   * all changes. Whoever does so before knows less of these files.
   */
  get whenSent(): Promise<unknown> {
    return this.#sent.until(() => this.#coming === 0, NEVER);
  }

  /** A check is called for. Call what it returns once its texts were sent, or will not be. */
  begin(): () => void {
    this.#coming++;
    let isOver = false;
    return () => {
      if (!isOver) this.#coming--;
      isOver = true;
      this.#sent.changed();
    };
  }

  async run(
    texts: readonly Text[],
    swept: Promise<unknown>,
    deadline: Deadline,
    cancel: AbortSignal,
    sent: () => void,
  ): Promise<SessionAnswer> {
    this.parts.options.owed.asked(texts);
    const results = await this.#run(texts, swept, deadline, cancel, sent);
    const findings = new Map(
      [...results].flatMap(([path, result]) =>
        result.kind === 'complete' ? [[path, result.diagnostics] as const] : [],
      ),
    );
    const all = [...results.values()];
    const [reason] = all.flatMap((result) => (result.kind === 'timed-out' ? (result.why ?? []) : []));
    return answerAbout(
      texts,
      findings,
      all.some(({ kind }) => kind === 'broken')
        ? { outcome: 'broken' }
        : { outcome: 'timed-out', ...(reason !== undefined && { reason }) },
    );
  }

  /**
   * Asks at once, and lets the disk be looked at meanwhile. An answer does not count that was asked for
   * before the server was notified of what was on disk when this check began: found by the look, then it is
   * not awaited, or announced by another check. What is written later is no concern of it. Without proof
   * there is no verdict.
   */
  async #run(
    texts: readonly Text[],
    swept: Promise<unknown>,
    deadline: Deadline,
    cancel: AbortSignal,
    sent: () => void,
  ): Promise<Map<AdmittedPath, FileResult>> {
    // Rounded up: what is announced once too often costs a question, what is missed a wrong answer.
    const start = Date.now() + 1;
    const own = new Set(texts.map(({ path }) => path));
    const looked = waitFor(swept, deadline.signal);
    const isOutdated = (
      { position }: { readonly position: number | undefined },
      by: (change: ChangeEntry) => boolean,
    ): boolean => position !== undefined && this.parts.notified.since(position)?.some(by) !== false;
    // Of what is gone, nothing tells since when.
    const isFromBefore = ({ path, change }: ChangeEntry): boolean =>
      change === 'deleted' || !touchedSince(path, start);
    // It has to know first what was changed behind it.
    if (this.parts.options.launch.reopensAfter !== undefined) await looked;
    const abort = new AbortController();
    let asked = this.#ask(texts, deadline, AbortSignal.any([cancel, abort.signal]), sent);
    if ((await looked).kind === 'gave-up') return new Map();
    if (
      isOutdated(asked, (entry) => entry.source !== 'tool' && (own.has(entry.path) || isFromBefore(entry)))
    ) {
      abort.abort();
      asked = this.#ask(texts, deadline, cancel);
    }
    const results = await asked.results;
    const isAnswered = [...results.values()].some(({ kind }) => kind === 'complete');
    const isOvertaken = isOutdated(asked, (entry) => !own.has(entry.path) && isFromBefore(entry));
    if (!isAnswered || cancel.aborted || !isOvertaken) return results;
    return deadline.over
      ? new Map([...results].filter(([, { kind }]) => kind !== 'complete'))
      : this.#ask(texts, deadline, cancel).results;
  }

  /** `position` is that of the tree that it was asked about, once it was. */
  #ask(
    texts: readonly Text[],
    deadline: Deadline,
    cancel: AbortSignal,
    sent?: () => void,
  ): { position: number | undefined; readonly results: Promise<Map<AdmittedPath, FileResult>> } {
    const results = new Map<AdmittedPath, FileResult>();
    // More files than may be open at once are asked about in batches. All of them are on disk and
    // announced before the first.
    const { maxOpenDocuments } = this.parts.options;
    const askAll = async (): Promise<Map<AdmittedPath, FileResult>> => {
      for (let at = 0; at < texts.length && (at === 0 || !deadline.over); at += maxOpenDocuments) {
        const batch = texts.slice(at, at + maxOpenDocuments);
        const documents = await this.parts.documents.synchronise(batch);
        asked.position ??= this.parts.notified.position;
        sent?.();
        const signal = AbortSignal.any([deadline.signal, cancel]);
        const renewed: OpenDocument[] = [];
        for (const document of documents) {
          const now = await this.parts.recheck.renewed(document, signal);
          if (now === undefined) results.set(document.path, { kind: 'timed-out' });
          else renewed.push(now);
        }
        const answers = await Promise.all(
          renewed.map((document) => this.parts.requests.ask(document, deadline, cancel)),
        );
        void this.#programFiles.list(documents, asked.position);
        renewed.forEach(({ path }, index) => {
          const result = answers[index];
          if (result !== undefined) results.set(path, result);
        });
      }
      return results;
    };
    const asked: { position: number | undefined; readonly results: Promise<typeof results> } = {
      position: undefined,
      results: Promise.resolve().then(askAll),
    };
    return asked;
  }
}
