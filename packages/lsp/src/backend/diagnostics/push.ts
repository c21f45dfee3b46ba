import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import type { Publish } from '../../client/documents/published.ts';
import { perKey } from '../../support/per-key.ts';
import type { DiagnosticsResult, DiagnosticSource } from './source.ts';

/**
 * How long a publish may be outstanding before its absence counts as "nothing changed", ms. Many
 * servers publish nothing where an edit leaves the list as it was.
 */
const LATENESS = 10_000;

/** How long a publish without a version must stay the last one, ms (REQ-TIME-050). */
const DEBOUNCE = 150;

/**
 * How long before the caller's deadline the last publish is taken, ms: two timers for the same
 * moment fire in either order.
 */
const MARGIN = 10;

/**
 * A server that has published nothing for any document, in so many questions that waited to their
 * end, finds nothing of its own: then no edit waits for it longer than this, ms.
 */
const MUTE_AFTER = 2;
const MUTE_WAIT = 1000;

/** State of one document, for as long as it is open. */
interface Memory {
  latest?: Publish;
  /** The version that had been sent when `latest` came. */
  publishedFor?: number;
  /** How many have come since that version was sent. */
  publishes?: number;
  /**
   * For the version that was asked about last. `holds`: its first publish may be about the version
   * before, which was sent shortly before and had got no publish.
   */
  staleFirst?: { readonly version: number; readonly holds: boolean };
  /**
   * The version whose possibly stale publish was followed by no other one until the deadline. That
   * publish counts as the answer after all.
   */
  waitedOut?: number;
}

/**
 * For servers that only publish.
 *
 * A publish with the document's version, or a later one, is the answer; of a server with a `silence`
 * of its own, which publishes several for a version, it is the last one. Without versions, nothing
 * shows which text a publish is about. Then the last publish counts once no other one has come for
 * the debounce period, clamped to the deadline (REQ-TIMING-010). There are two exceptions. The
 * first empty publish of a document that was just opened is not an answer. The first publish after
 * a change is not one either, if the previous change was shortly before and had got no publish. If
 * only such publishes come until the deadline, the document is unanswered, never "clean".
 *
 * Some servers only navigate, and never publish. Each question to them would take the whole time
 * that an edit may wait, so after two such questions they are waited for briefly, until they
 * publish something.
 */
export class PushSource implements DiagnosticSource {
  readonly answersOnRequest = false;
  /** By {@link OpenDocument.opening}. */
  readonly #memory = perKey<object, Memory>(() => ({}));
  #isOrdered = false;
  /** How many questions waited to their end; `published` once anything was published. */
  #unheard: number | 'published' = 0;

  constructor(
    private readonly client: LspClient,
    private readonly traits: {
      readonly publishesEmptyFirst?: boolean;
      readonly silence?: number | undefined;
    } = {},
  ) {
    client.published.listen((publish) => {
      this.#isOrdered ||= publish.version !== undefined;
      this.#unheard = 'published';
      const document = client.documents.get(publish.path);
      if (document === undefined) return;
      const memory = this.#memory(document.opening);
      // Whoever asks later has to know what was owed when it came.
      mayGetLatePublish(document, memory);
      memory.latest = publish;
      memory.publishes = memory.publishedFor === document.version ? (memory.publishes ?? 0) + 1 : 1;
      memory.publishedFor = document.version;
    });
  }

  /** The server versions its publishes, as far as it has published. */
  get isOrdered(): boolean {
    return this.#isOrdered;
  }

  ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    const isMute = this.#unheard !== 'published' && this.#unheard >= MUTE_AFTER;
    const lastMoment = Math.min(deadline - MARGIN, isMute ? performance.now() + MUTE_WAIT : Infinity);
    const memory = this.#memory(document.opening);
    const { latest, waitedOut } = memory;
    if (latest !== undefined && waitedOut === document.version)
      return Promise.resolve({ kind: 'complete', items: latest.items });
    const isLatePublishDue = mayGetLatePublish(document, memory);
    const mayPublishEmptyFirst = document.before === undefined && this.traits.publishesEmptyFirst !== false;
    return new Promise((resolve) => {
      let candidate: Publish | undefined;
      // The version may have been sent long before this question: by another check, or as found on disk.
      const isFollowed = memory.publishedFor === document.version && (memory.publishes ?? 0) > 1;
      let mayBeStale = (isLatePublishDue || mayPublishEmptyFirst) && !isFollowed;
      let silence: ReturnType<typeof setTimeout> | undefined;

      const settle = (answer: DiagnosticsResult): void => {
        clearTimeout(silence);
        clearTimeout(limit);
        unlisten();
        signal.removeEventListener('abort', abandon);
        this.client.ended.removeEventListener('abort', end);
        resolve(answer);
      };
      const complete = (publish: Publish): void => {
        settle({ kind: 'complete', items: publish.items });
      };
      const abandon = (): void => {
        settle({ kind: 'unanswered', why: 'cancelled' });
      };
      const end = (): void => {
        settle({ kind: 'closed' });
      };
      const expire = (): void => {
        if (candidate !== undefined) memory.waitedOut = document.version;
        if (this.#unheard !== 'published') this.#unheard += 1;
        if (candidate !== undefined && !mayBeStale) complete(candidate);
        else
          settle({
            kind: 'unanswered',
            why: candidate === undefined ? 'nothing published' : 'only a first, doubtful publish',
          });
      };
      const consider = (publish: Publish): void => {
        if (publish.path !== document.path || publish.serial <= document.publishesBefore) return;
        if (publish.version !== undefined) {
          if (publish.version < document.version) return;
          if (this.traits.silence === undefined) {
            complete(publish);
            return;
          }
        }
        const hasFindings = mayPublishEmptyFirst && publish.items.length > 0;
        if (candidate !== undefined || hasFindings || publish.version !== undefined) mayBeStale = false;
        candidate = publish;
        if (mayBeStale) return;
        clearTimeout(silence);
        silence = setTimeout(
          complete,
          Math.min(publish.at + (this.traits.silence ?? DEBOUNCE), lastMoment) - performance.now(),
          publish,
        );
      };

      const limit = setTimeout(expire, Math.max(0, lastMoment - performance.now()));
      const unlisten = this.client.published.listen(consider);
      signal.addEventListener('abort', abandon);
      this.client.ended.addEventListener('abort', end);
      if (this.client.ended.aborted) end();
      else if (signal.aborted) abandon();
      else if (latest !== undefined) consider(latest);
    });
  }
}

/** Decided once for each version, before it has a publish of its own. */
function mayGetLatePublish({ version, before }: OpenDocument, memory: Memory): boolean {
  if (memory.staleFirst?.version !== version) {
    const owed =
      before !== undefined &&
      (memory.publishedFor ?? -Infinity) < before.version &&
      performance.now() - before.sentAt < LATENESS;
    memory.staleFirst = { version, holds: owed };
  }
  return memory.staleFirst.holds;
}
