import type { Diagnostic, DiagnosticSeverity, Range } from 'vscode-languageserver-protocol';
import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import { hasLineSeparators, positionAt } from '../client/text-edit.ts';
import { isObject } from '../json.ts';
import { type Reply } from '../jsonrpc/connection.ts';
import type { Answer, DiagnosticSource } from './source.ts';

/**
 * typescript-language-server with TypeScript 6 and below neither pulls nor versions its publishes, but it passes questions on to tsserver,
 * which answers them in order and for the text that it was told last.
 */
export class TsserverSource implements DiagnosticSource {
  /** @param withSuggestions also ask for what tsserver shows as hints: unused names, deprecations */
  constructor(
    private readonly client: LspClient,
    private readonly withSuggestions: boolean,
  ) {}

  async ask(document: OpenDocument, signal: AbortSignal): Promise<Answer> {
    const answer = await this.#diagnostics(document, signal);
    if (answer.kind !== 'unanswered' || signal.aborted) return answer;
    if (await this.#isGone(signal)) {
      this.client.giveUp('tsserver has ended');
      return { kind: 'closed' };
    }
    return (await this.#reopened(document)) ? this.#diagnostics(document, signal) : answer;
  }

  /**
   * Quirk(tsserver): it learns from the disk which files there are, up to a second late, and what it then learns about open files it does not
   * believe. So an import of a file that was opened as soon as it was created stays unresolved for good.
   */
  filesMoved(): void {
    void this.#pass('reloadProjects', new AbortController().signal);
  }

  async #diagnostics(document: OpenDocument, signal: AbortSignal): Promise<Answer> {
    // tsserver has one thread and keeps the order: the questions go out together, and the cheap one is answered first.
    const commands = ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync', ...(this.withSuggestions ? ['suggestionDiagnosticsSync'] : [])];
    const parts = await Promise.all(commands.map((command) => this.#request(command, document, signal)));
    const items: Diagnostic[] = [];
    for (const part of parts) {
      if (part.kind !== 'complete') return part;
      items.push(...part.items);
    }
    return { kind: 'complete', items };
  }

  async #request(command: string, document: OpenDocument, signal: AbortSignal): Promise<Answer> {
    const reply = await this.#pass(command, signal, { file: document.path, includeLinePosition: true });
    switch (reply.kind) {
      case 'result': {
        const body: unknown = isObject(reply.result) ? reply.result['body'] : undefined;
        // Quirk(typescript-language-server): a question that tsserver refuses is a reply without a body.
        if (!Array.isArray(body)) return { kind: 'unanswered', why: `${command}: no body` };
        return { kind: 'complete', items: body.flatMap((item) => toLspDiagnostic(item, document.text)) };
      }
      case 'closed':
        return { kind: 'closed' };
      case 'cancelled':
        return { kind: 'unanswered', why: `${command}: cancelled` };
      case 'error':
        return { kind: 'unanswered', why: `${command}: ${reply.error.message}` };
    }
  }

  /**
   * Quirk(tsserver): a new file that an open one already imports when it is opened belongs to the project by that import alone. Once the import
   * is gone, every question is refused with "No Project", until the file is opened anew.
   */
  #reopened(document: OpenDocument): Promise<boolean> {
    const { documents, queue } = this.client;
    return queue.write(() => Promise.resolve(documents.reopen(document)));
  }

  /** Quirk(typescript-language-server): it outlives a tsserver that was killed (for want of memory, say), with nobody left to ask. */
  async #isGone(signal: AbortSignal): Promise<boolean> {
    const reply = await this.#pass('status', signal);
    return reply.kind === 'result' && isObject(reply.result) && reply.result['type'] === 'noServer';
  }

  #pass(command: string, signal: AbortSignal, ...args: object[]): Promise<Reply> {
    return this.client.request('workspace/executeCommand', { command: 'typescript.tsserverRequest', arguments: [command, ...args] }, signal);
  }
}

/** From tsserver's `DiagnosticWithLinePosition`. */
function toLspDiagnostic(item: unknown, text: string): Diagnostic[] {
  if (!isObject(item) || typeof item['message'] !== 'string') return [];
  const range = rangeOf(item, text);
  if (range === undefined) return [];
  return [
    {
      range,
      severity: SEVERITY[String(item['category'])] ?? 1,
      message: item['message'],
      source: 'ts',
      ...(typeof item['code'] === 'number' ? { code: item['code'] } : {}),
    },
  ];
}

const SEVERITY: Readonly<Record<string, DiagnosticSeverity>> = { error: 1, warning: 2, message: 3, suggestion: 4 };

function rangeOf({ start, length, startLocation, endLocation }: Record<string, unknown>, text: string): Range | undefined {
  // Quirk(tsserver): of a text that was edited it places the end behind the last line break, not below it, as tsc does.
  const isAtEnd = typeof start === 'number' && start >= text.length;
  if ((hasLineSeparators(text) || isAtEnd) && typeof start === 'number' && typeof length === 'number') {
    const lines = text.replace(/\r(?!\n)/g, '\n');
    return { start: positionAt(lines, start), end: positionAt(lines, start + length) };
  }
  const from = toPosition(startLocation);
  const to = toPosition(endLocation);
  return from === undefined || to === undefined ? undefined : { start: from, end: to };
}

/** Locations of tsserver are 1-based. */
function toPosition(location: unknown): { line: number; character: number } | undefined {
  if (!isObject(location)) return undefined;
  const { line, offset } = location;
  return typeof line === 'number' && typeof offset === 'number' ? { line: line - 1, character: offset - 1 } : undefined;
}
