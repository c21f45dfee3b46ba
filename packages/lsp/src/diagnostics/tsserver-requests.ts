import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { LspClient } from '../client/lsp-client.ts';
import { perClient } from '../client/per-client.ts';
import { isObject } from '../json.ts';
import type { Reply } from '../jsonrpc/connection.ts';
import type { Answer } from './source.ts';
import { RequestCancellation } from './request-cancellation.ts';
import { toLspDiagnostic } from './tsserver-findings.ts';

/** What a question is about: a file, and the project that is to answer, where that is not for tsserver to choose. */
export interface Subject {
  readonly file: string;
  readonly projectFileName?: string;
}

/** `unknown`: the project that was asked, or chosen by tsserver, does not hold the file. */
export type Finding = Answer | { readonly kind: 'unknown' };

/** What tsserver says about one file. */
export interface Judgement {
  /** The settings file of the project that answered, or the name of one that tsserver has invented. Undefined where none did. */
  readonly project: string | undefined;
  readonly syntax: Finding;
  readonly types: readonly Finding[];
}

/** Questions that typescript-language-server passes on. tsserver has one thread and keeps the order: what is sent in one turn is answered in that order. */
export class TsserverRequests {
  readonly #interruption: RequestCancellation;
  #reading = 0;

  constructor(private readonly client: LspClient) {
    this.#interruption = new RequestCancellation(client);
    // Quirk(typescript-language-server): it says so of every file that it is asked about and that is not open.
    client.noise = /^Unexpected resource /;
  }

  /** tsserver is at something for which it may look at files that it has not looked at before. */
  get isReading(): boolean {
    return this.#reading > 0;
  }

  /** @param reads false where everything that the answer depends on was read before */
  pass(command: string, argument?: object, reads = true): Promise<Reply> {
    const reply = this.#execute(argument === undefined ? [command] : [command, argument]);
    return reads ? this.reading(reply) : reply;
  }

  /** Until this reply is there, it may look at files that it has not looked at before. */
  reading<Said extends { readonly kind: string }>(reply: Promise<Said>): Promise<Said> {
    this.#reading++;
    void this.#whenRead(reply).finally(() => this.#reading--);
    return reply;
  }

  /** That nobody waits for a reply any more does not keep it from reading. */
  async #whenRead(reply: Promise<{ readonly kind: string }>): Promise<void> {
    const { kind } = await reply.catch(() => ({ kind: 'cancelled' }));
    if (kind === 'cancelled' || kind === 'overtaken') await this.#execute(['status']);
  }

  /**
   * The reply to what was passed last; `cancelled` as soon as nobody waits for it any more, and tsserver works on it no longer. To be called directly
   * after it was passed.
   *
   * @param before the reply to what was passed directly before that
   */
  async until(signal: AbortSignal, before: Promise<Reply>, reply: Promise<Reply>): Promise<Reply> {
    if (signal.aborted) return { kind: 'cancelled' };
    void this.#interruption.follow(signal, before, reply);
    const answered = await Promise.race([reply, whenAborted(signal)]);
    return answered === 'aborted' ? { kind: 'cancelled' } : answered;
  }

  /** Quirk(typescript-language-server): it outlives a tsserver that was killed (for want of memory, say), with nobody left to ask. */
  async areForNobody(): Promise<boolean> {
    const reply = await this.pass('status', undefined, false);
    return reply.kind === 'result' && isObject(reply.result) && reply.result['type'] === 'noServer';
  }

  /** Has it load everything afresh. Quirk(tsserver): it does not always say when that is done, and would be waited for; so it is sent without a reply. */
  reload(): void {
    void this.#execute(['reloadProjects', null, { expectsResult: false }]);
    void this.pass('status');
  }

  /** Has it read a file from disk again, if it holds it: whatever is asked from now on finds what it holds. Takes next to nothing. */
  reread(file: string): void {
    void this.pass('reload', { file }, false);
  }

  #execute(passed: readonly unknown[]): Promise<Reply> {
    return this.client.request('workspace/executeCommand', { command: 'typescript.tsserverRequest', arguments: passed });
  }

  /**
   * Everything there is to ask about a file, in one turn; the cheap questions are answered first.
   *
   * Quirk(tsserver): a `projectFileName` that is not loaded is ignored, and another project answers; only `project` tells.
   *
   * @param text what the file holds; asked for only where something was found
   */
  async judge(subject: Subject, text: () => string, signal: AbortSignal, withSuggestions = false): Promise<Judgement> {
    if (signal.aborted) return CANCELLED;
    const reads = subject.projectFileName === undefined;
    const project = this.pass('projectInfo', { ...subject, needFileNameList: false }, reads);
    const commands = ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync', ...(withSuggestions ? ['suggestionDiagnosticsSync'] : [])];
    const replies = [project];
    for (const command of commands) {
      // Quirk(typescript-language-server): `$/cancelRequest` does not get as far as tsserver, which works on whether somebody listens or not.
      const before = replies.at(-1) ?? project;
      const reply = this.pass(command, { ...subject, includeLinePosition: true }, reads);
      void this.#interruption.follow(signal, before, reply);
      replies.push(reply);
    }
    const answered = await Promise.race([Promise.all(replies), whenAborted(signal)]);
    if (answered === 'aborted') return CANCELLED;
    const [about, ...findings] = answered;
    const [syntax = NOTHING, ...types] = findings.map((reply, index) => findingOf(reply, commands[index] ?? '', text));
    return { project: about === undefined ? undefined : projectOf(about), syntax, types };
  }
}

/** Whoever asks one tsserver knows what others have it read. */
export const tsserverRequests = perClient((client) => new TsserverRequests(client));

/** One answer of several; the first that is none counts for all. */
export function inOne(parts: readonly Finding[]): Finding {
  const items: Diagnostic[] = [];
  for (const part of parts) {
    if (part.kind !== 'complete') return part;
    items.push(...part.items);
  }
  return { kind: 'complete', items };
}

/** tsserver's own project for files that no settings file holds: neither their paths nor their types nor their strictness count in it. */
export function isInferredProject(project: string): boolean {
  return project.startsWith('/dev/null/');
}

/** Not translated: tsserver says so to itself. The latter of a file that another project holds. */
export const NOT_IN_PROJECT = /Could not find source file|Project .* does not contain document/;

const NOTHING: Finding = { kind: 'unanswered', why: 'nothing was asked' };
const CANCELLED: Judgement = { project: undefined, syntax: { kind: 'unanswered', why: 'cancelled' }, types: [] };

function findingOf(reply: Reply, command: string, text: () => string): Finding {
  switch (reply.kind) {
    case 'result': {
      const body = bodyOf(reply);
      // Quirk(typescript-language-server): a question that tsserver refuses is a reply without a body; so is one that was cut short.
      if (!Array.isArray(body)) return { kind: 'unanswered', why: `${command}: no body` };
      return { kind: 'complete', items: body.length === 0 ? [] : itemsOf(body, text()) };
    }
    case 'closed':
      return { kind: 'closed' };
    case 'cancelled':
      return { kind: 'unanswered', why: `${command}: cancelled` };
    case 'error':
      return NOT_IN_PROJECT.test(reply.error.message) ? { kind: 'unknown' } : { kind: 'unanswered', why: `${command}: ${reply.error.message}` };
  }
}

export function projectOf(reply: Reply): string | undefined {
  const body = bodyOf(reply);
  return isObject(body) && typeof body['configFileName'] === 'string' ? body['configFileName'] : undefined;
}

export function bodyOf(reply: Reply): unknown {
  return reply.kind === 'result' && isObject(reply.result) ? reply.result['body'] : undefined;
}

function itemsOf(body: readonly unknown[], text: string): Diagnostic[] {
  return body.flatMap((item) => toLspDiagnostic(item, text));
}

function whenAborted(signal: AbortSignal): Promise<'aborted'> {
  const aborted = Promise.withResolvers<'aborted'>();
  signal.addEventListener('abort', () => {
    aborted.resolve('aborted');
  });
  return aborted.promise;
}
