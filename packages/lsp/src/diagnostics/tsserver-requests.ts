import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { LspClient } from '../client/lsp-client.ts';
import { isObject } from '../json.ts';
import type { Reply } from '../jsonrpc/connection.ts';
import type { Answer } from './source.ts';
import { toLspDiagnostic } from './tsserver-findings.ts';

/** What a question is about: a file, and the project that is to answer, where that is not for tsserver to choose. */
export interface Subject {
  readonly file: string;
  readonly projectFileName?: string;
}

interface Passing {
  /** Ends the wait, not the work. */
  readonly signal?: AbortSignal | undefined;
  /** False where everything that the answer depends on was read before. */
  readonly reads?: boolean;
}

/** `unknown`: the project that was asked, or chosen by tsserver, does not hold the file. */
export type Finding = Answer | { readonly kind: 'unknown' };

/** Questions that typescript-language-server passes on. tsserver has one thread and keeps the order: what is sent in one turn is answered in that order. */
export class TsserverRequests {
  #reading = 0;

  constructor(private readonly client: LspClient) {
    // Quirk(typescript-language-server): it says so of every file that it is asked about and that is not open.
    client.noise = /^Unexpected resource /;
  }

  /** tsserver is at something for which it may look at files that it has not looked at before. */
  get isReading(): boolean {
    return this.#reading > 0;
  }

  async pass(command: string, argument?: object, { signal, reads = true }: Passing = {}): Promise<Reply> {
    if (signal?.aborted) return { kind: 'cancelled' };
    if (reads) this.#reading++;
    // Quirk(typescript-language-server): `$/cancelRequest` does not get as far as tsserver, which works on whether somebody listens or not.
    const reply = this.#execute(argument === undefined ? [command] : [command, argument]).then((answer) => {
      if (reads) this.#reading--;
      return answer;
    });
    return signal === undefined ? reply : Promise.race([reply, whenAborted(signal)]);
  }

  /** Has it load everything afresh. Quirk(tsserver): it does not always say when that is done, and would be waited for; so it is sent without a reply. */
  reload(): void {
    void this.#execute(['reloadProjects', null, { expectsResult: false }]);
    void this.pass('status');
  }

  #execute(passed: readonly unknown[]): Promise<Reply> {
    return this.client.request('workspace/executeCommand', { command: 'typescript.tsserverRequest', arguments: passed });
  }

  /** @param text what the file holds; asked for only where something was found */
  async findings(command: string, subject: Subject, text: () => string, signal?: AbortSignal): Promise<Finding> {
    const reply = await this.pass(command, { ...subject, includeLinePosition: true }, { signal, reads: subject.projectFileName === undefined });
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

  /**
   * The settings file of the project that answers about a file, or the name of one that tsserver has invented. Undefined where none does.
   *
   * Quirk(tsserver): a `projectFileName` that is not loaded is ignored, and another project answers; only this tells.
   */
  async projectOf(subject: Subject, signal?: AbortSignal): Promise<string | undefined> {
    const reads = subject.projectFileName === undefined;
    const body = bodyOf(await this.pass('projectInfo', { ...subject, needFileNameList: false }, { signal, reads }));
    return isObject(body) && typeof body['configFileName'] === 'string' ? body['configFileName'] : undefined;
  }
}

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
export function isInvented(project: string): boolean {
  return project.startsWith('/dev/null/');
}

/** Not translated: tsserver says so to itself. The latter of a file that another project holds. */
const NOT_IN_PROJECT = /Could not find source file|Project .* does not contain document/;

function bodyOf(reply: Reply): unknown {
  return reply.kind === 'result' && isObject(reply.result) ? reply.result['body'] : undefined;
}

function itemsOf(body: readonly unknown[], text: string): Diagnostic[] {
  return body.flatMap((item) => toLspDiagnostic(item, text));
}

function whenAborted(signal: AbortSignal): Promise<Reply> {
  const aborted = Promise.withResolvers<Reply>();
  signal.addEventListener('abort', () => {
    aborted.resolve({ kind: 'cancelled' });
  });
  return aborted.promise;
}
