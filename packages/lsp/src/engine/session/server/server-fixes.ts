import type { FixSource, FixTraits, OrganizedImports } from '../../../backend/fixes/source.ts';
import type { OpenDocument, Text } from '../../../client/documents/documents.ts';
import { type ServerDiagnostic, toServerDiagnostic } from '../../../client/documents/to-diagnostic.ts';
import { isAborted } from '../../../support/abort.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { Diagnostic } from '../../../types.ts';
import type { Deadline } from '../../base/deadline.ts';
import type { DocumentSync } from './document-sync.ts';
import type { ServerFindings } from './server-findings.ts';
import type { SessionParts, Suggestion, Suggestions } from '../session.ts';
import { toSuggestion } from '../suggestions.ts';
import type { Turns } from '../turns.ts';

interface ServerFixesParts extends SessionParts {
  readonly documents: DocumentSync;
  readonly findings: ServerFindings;
  readonly fixes: FixSource;
  readonly turns: Turns;
}

/**
 * How long a server may go on, ms, though its caller stopped waiting earlier. Its first answer takes
 * long, and the next ones do not: tsserver 505 and 4.
 */
const GOES_ON = 5000;

const NOTHING: Suggestions = { suggestions: [], complete: false };

/** `late`: there was no answer in time. `ended`: the server does not run any more. */
type TurnResult<T> = { readonly kind: 'answered'; readonly answer: T } | { readonly kind: 'late' | 'ended' };

/** What one language server suggests for its findings. */
export class ServerFixes {
  constructor(private readonly parts: ServerFixesParts) {}

  async suggest(
    text: Text,
    findings: readonly Diagnostic[],
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<Suggestions> {
    const asked = await this.#between(
      (signal) => this.#ask(text, findings, signal, deadline.at),
      deadline,
      cancel,
    );
    return asked.kind === 'answered' ? asked.answer : { suggestions: [], complete: asked.kind === 'ended' };
  }

  async organizeImports(text: Text, deadline: Deadline, cancel: AbortSignal): Promise<OrganizedImports> {
    const { documents, fixes } = this.parts;
    const asked = await this.#between(
      async (signal): Promise<OrganizedImports> => {
        const [document] = await documents.synchronise([text]);
        return document?.text !== text.text || isAborted(signal)
          ? { kind: 'late' }
          : await fixes.organizeImports(document, signal);
      },
      deadline,
      cancel,
    );
    return asked.kind === 'answered'
      ? asked.answer
      : { kind: asked.kind === 'late' ? 'late' : 'not-offered' };
  }

  /** Asks when no other question is on its way; interrupted by one, it begins again. */
  async #between<T>(
    ask: (signal: AbortSignal) => Promise<T>,
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<TurnResult<T>> {
    const { client, turns } = this.parts;
    const waiting = AbortSignal.any([deadline.signal, cancel]);
    const working = AbortSignal.any([
      cancel,
      client.ended,
      AbortSignal.timeout(Math.max(GOES_ON, Math.ceil(deadline.at - performance.now()))),
    ]);
    await waitFor(client.started, waiting);
    if (client.state.kind === 'starting') return { kind: 'late' };
    if (client.state.kind !== 'active') return { kind: 'ended' };
    const turn = turns.proposal(async (interrupted): Promise<TurnResult<T> | undefined> => {
      const signal = AbortSignal.any([working, interrupted]);
      // As soon as it aborts, the server is free for other questions.
      const asked = await waitFor(ask(signal), signal);
      if (asked.kind === 'done' && !isAborted(signal)) return { kind: 'answered', answer: asked.value };
      return isAborted(working) ? { kind: 'late' } : undefined;
    }, waiting);
    const waited = await waitFor(turn, waiting);
    return (waited.kind === 'done' ? waited.value : undefined) ?? { kind: 'late' };
  }

  async #ask(
    text: Text,
    findings: readonly Diagnostic[],
    signal: AbortSignal,
    deadline: number,
  ): Promise<Suggestions> {
    const {
      client,
      session,
      source,
      documents,
      findings: known,
      fixes,
      options: { workspace },
    } = this.parts;
    const asked = Date.now();
    const [document] = await documents.synchronise([text]);
    if (document?.text !== text.text || isAborted(signal)) return NOTHING;
    const traits: FixTraits = session.definition.fixes ?? {};
    const isPassed = traits.byLastPass !== true || known.isOfLastPass(document);
    const current = isPassed || source.barrier !== undefined ? known.items(text.path, text.text) : undefined;
    const items = current ?? (await this.#findings(document, signal, deadline));
    if (items === undefined || isAborted(signal)) return NOTHING;
    if (!isPassed)
      await source.barrier?.pass(
        client.documents.all().map(({ uri }) => uri),
        signal,
      );
    const own = new Map(
      items.flatMap((item) =>
        known.toDiagnostics(document.path, [item]).map((finding) => [keyOf(finding), item]),
      ),
    );
    const suggestions: Suggestion[] = [];
    let complete = true;
    for (const finding of findings) {
      const item =
        own.get(keyOf(finding)) ?? (traits.goesByPlace === true ? toServerDiagnostic(finding) : undefined);
      if (item === undefined) continue;
      if (isAborted(signal) || !client.documents.isCurrent(document)) return { suggestions, complete: false };
      const suggested = await fixes.suggest(document, item, signal);
      complete &&= suggested.complete;
      for (const fix of suggested.fixes) {
        const suggestion = toSuggestion(fix, finding, {
          workspace,
          asked,
          document: (path) => client.documents.get(path),
        });
        if (suggestion !== undefined) suggestions.push(suggestion);
      }
    }
    return { suggestions, complete };
  }

  async #findings(
    document: OpenDocument,
    signal: AbortSignal,
    deadline: number,
  ): Promise<readonly ServerDiagnostic[] | undefined> {
    const answer = await this.parts.source.ask(document, signal, deadline);
    return answer.kind === 'complete' ? answer.items : undefined;
  }
}

/** Of one file. What several servers report in the same words is one finding. */
function keyOf({ line, character, message }: Diagnostic): string {
  return `${line}:${character} ${message}`;
}
