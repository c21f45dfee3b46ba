import type { Diagnostic } from 'vscode-languageserver-protocol';
import { boundedItems } from '../../../client/documents/bounded-items.ts';
import type { LspClient } from '../../../client/lsp-client.ts';
import { perKey } from '../../../support/per-key.ts';
import { isObject } from '../../../support/json.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { Response } from '../../../jsonrpc/connection.ts';
import type { DiagnosticsResult } from '../../../backend/diagnostics/source.ts';
import { RequestCancellation } from './request-cancellation.ts';
import { toLspDiagnostics } from './tsserver-findings.ts';

/**
 * What a request is about: a file, and the project that has to answer, where tsserver must not
 * choose it.
 */
export interface Subject {
  readonly file: string;
  readonly projectFileName?: string;
}

/** `unknown`: the project that was asked, or that tsserver chose, does not hold the file. */
export type TsserverFindings = DiagnosticsResult | { readonly kind: 'unknown' };

/** What tsserver reports about one file. */
export interface FileFindings {
  /**
   * The config file of the project that answered, or the name of an inferred project. Undefined
   * where none answered.
   */
  readonly project: string | undefined;
  readonly syntax: TsserverFindings;
  readonly types: readonly TsserverFindings[];
}

/**
 * Requests that typescript-language-server passes on. tsserver has one thread and keeps the order:
 * requests sent in one turn are answered in that order.
 */
export class TsserverRequests {
  readonly #cancellation: RequestCancellation;
  #reading = 0;

  constructor(private readonly client: LspClient) {
    this.#cancellation = new RequestCancellation(client);
    // Quirk(typescript-language-server): it logs this for every file that is asked about and not
    // open.
    client.noise = /^Unexpected resource /;
  }

  /** tsserver is at work for which it may look at files that it has not looked at before. */
  get isReading(): boolean {
    return this.#reading > 0;
  }

  /** @param reads false where everything that the answer depends on was read before */
  pass(command: string, argument?: object, reads = true): Promise<Response> {
    const reply = this.#execute(argument === undefined ? [command] : [command, argument]);
    return reads ? this.reading(reply) : reply;
  }

  /** Until this reply comes, tsserver may look at files that it has not looked at before. */
  reading<Result extends { readonly kind: string }>(reply: Promise<Result>): Promise<Result> {
    this.#reading++;
    void this.#whenRead(reply).finally(() => this.#reading--);
    return reply;
  }

  /** A request that its caller cancelled may still read. */
  async #whenRead(reply: Promise<{ readonly kind: string }>): Promise<void> {
    const { kind } = await reply.catch(() => ({ kind: 'cancelled' }));
    if (kind === 'cancelled' || kind === 'superseded') await this.#execute(['status']);
  }

  /**
   * The reply to what was passed last. `cancelled` as soon as `signal` aborts; tsserver's work on
   * it ends then, too. Call it directly after the request was passed.
   *
   * @param before the reply to what was passed directly before that
   */
  async until(signal: AbortSignal, before: Promise<Response>, reply: Promise<Response>): Promise<Response> {
    if (signal.aborted) return { kind: 'cancelled' };
    void this.#cancellation.follow(signal, before, reply);
    const waited = await waitFor(reply, signal);
    return waited.kind === 'done' ? waited.value : { kind: 'cancelled' };
  }

  /**
   * Quirk(typescript-language-server): it outlives a tsserver that was killed (for want of memory,
   * for example). Requests then have no tsserver to go to.
   */
  async areUnawaited(): Promise<boolean> {
    const reply = await this.pass('status', undefined, false);
    return reply.kind === 'result' && isObject(reply.result) && reply.result['type'] === 'noServer';
  }

  /**
   * Makes tsserver load everything again. Quirk(tsserver): it does not always report when that is
   * done, and the command would wait for it. So it is sent without a reply.
   */
  reload(): void {
    void this.#execute(['reloadProjects', null, { expectsResult: false }]);
    void this.pass('status');
  }

  /**
   * Makes tsserver read a file from disk again, if it holds it: all later requests see the new
   * text. Costs next to nothing.
   */
  reread(file: string): void {
    void this.pass('reload', { file }, false);
  }

  #execute(passed: readonly unknown[]): Promise<Response> {
    return this.client.request('workspace/executeCommand', {
      command: 'typescript.tsserverRequest',
      arguments: passed,
    });
  }

  /**
   * All requests about a file, in one turn. The cheap ones are answered first.
   *
   * Quirk(tsserver): it ignores a `projectFileName` that is not loaded, and another project
   * answers; only `project` shows that.
   *
   * @param text the file's text; called only where something was found
   */
  async judge(
    subject: Subject,
    text: () => string,
    signal: AbortSignal,
    withSuggestions = false,
  ): Promise<FileFindings> {
    if (signal.aborted) return CANCELLED;
    const reads = subject.projectFileName === undefined;
    const project = this.pass('projectInfo', { ...subject, needFileNameList: false }, reads);
    const commands = [
      'syntacticDiagnosticsSync',
      'semanticDiagnosticsSync',
      ...(withSuggestions ? ['suggestionDiagnosticsSync'] : []),
    ];
    const replies = [project];
    for (const command of commands) {
      // Quirk(typescript-language-server): `$/cancelRequest` does not reach tsserver, which works
      // on even if no caller waits.
      const before = replies.at(-1) ?? project;
      const reply = this.pass(command, { ...subject, includeLinePosition: true }, reads);
      void this.#cancellation.follow(signal, before, reply);
      replies.push(reply);
    }
    const waited = await waitFor(Promise.all(replies), signal);
    if (waited.kind === 'gave-up') return CANCELLED;
    const [about, ...findings] = waited.value;
    const [syntax = NOTHING, ...types] = findings.map((reply, index) =>
      findingOf(reply, commands[index] ?? '', text),
    );
    return { project: about === undefined ? undefined : projectOf(about), syntax, types };
  }
}

/** All requests to one tsserver share what is known about its reading. */
export const tsserverRequests = perKey((client: LspClient) => new TsserverRequests(client));

/** Merges several answers. The first one that is not complete counts for all. */
export function inOne(parts: readonly TsserverFindings[]): TsserverFindings {
  let items: readonly Diagnostic[] = [];
  for (const part of parts) {
    if (part.kind !== 'complete') return part;
    items = [...items, ...part.items];
  }
  return { kind: 'complete', items };
}

/**
 * tsserver's inferred project, for files that no config file holds. The config files' `paths`,
 * types and strictness do not apply in it.
 */
export function isInferredProject(project: string): boolean {
  return project.startsWith('/dev/null/');
}

/**
 * Not translated: tsserver uses the messages internally. The second one is for a file that another
 * project holds.
 */
export const NOT_IN_PROJECT = /Could not find source file|\bdoes not contain document/;

const NOTHING: TsserverFindings = { kind: 'unanswered', why: 'nothing was asked' };
const CANCELLED: FileFindings = {
  project: undefined,
  syntax: { kind: 'unanswered', why: 'cancelled' },
  types: [],
};

function findingOf(reply: Response, command: string, text: () => string): TsserverFindings {
  switch (reply.kind) {
    case 'result': {
      const body = bodyOf(reply);
      // Quirk(typescript-language-server): a request that tsserver refuses gets a reply without a
      // body. So does one that was cut short.
      if (!Array.isArray(body)) return { kind: 'unanswered', why: `${command}: no body` };
      return {
        kind: 'complete',
        items: body.length === 0 ? [] : boundedItems(toLspDiagnostics(body, text())),
      };
    }
    case 'closed':
      return { kind: 'closed' };
    case 'cancelled':
      return { kind: 'unanswered', why: `${command}: cancelled` };
    case 'error':
      return NOT_IN_PROJECT.test(reply.error.message)
        ? { kind: 'unknown' }
        : { kind: 'unanswered', why: `${command}: ${failureIn(reply.error.message)}`, isRefusal: true };
  }
}

/** Behind its first lines comes where in its own code that was. */
function failureIn(message: string): string {
  return message
    .replace(/^<\w+> /, '')
    .split('\n', 2)
    .join(': ');
}

export function projectOf(reply: Response): string | undefined {
  const body = bodyOf(reply);
  return isObject(body) && typeof body['configFileName'] === 'string' ? body['configFileName'] : undefined;
}

export function bodyOf(reply: Response): unknown {
  return reply.kind === 'result' && isObject(reply.result) ? reply.result['body'] : undefined;
}
