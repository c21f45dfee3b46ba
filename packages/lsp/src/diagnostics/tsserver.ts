import { type Diagnostic, type DiagnosticSeverity } from 'vscode-languageserver-protocol';
import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import { isObject } from '../jsonrpc/connection.ts';
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
    const reply = await this.client.request(
      'workspace/executeCommand',
      { command: 'typescript.tsserverRequest', arguments: [command, { file: document.path, includeLinePosition: true }] },
      signal,
    );
    switch (reply.kind) {
      case 'result': {
        const body: unknown = isObject(reply.result) ? reply.result['body'] : undefined;
        // Quirk(typescript-language-server): a tsserver that refuses or has died shows as a reply without a body.
        if (!Array.isArray(body)) return { kind: 'unanswered', why: `${command}: no body` };
        return { kind: 'complete', items: body.flatMap(toLspDiagnostic) };
      }
      case 'closed':
        return { kind: 'closed' };
      case 'cancelled':
        return { kind: 'unanswered', why: `${command}: cancelled` };
      case 'error':
        return { kind: 'unanswered', why: `${command}: ${reply.error.message}` };
    }
  }
}

/** From tsserver's `DiagnosticWithLinePosition`; locations there are 1-based. */
function toLspDiagnostic(item: unknown): Diagnostic[] {
  if (!isObject(item) || typeof item['message'] !== 'string') return [];
  const start = toPosition(item['startLocation']);
  const end = toPosition(item['endLocation']);
  if (start === undefined || end === undefined) return [];
  return [
    {
      range: { start, end },
      severity: SEVERITY[String(item['category'])] ?? 1,
      message: item['message'],
      source: 'ts',
      ...(typeof item['code'] === 'number' ? { code: item['code'] } : {}),
    },
  ];
}

const SEVERITY: Readonly<Record<string, DiagnosticSeverity>> = { error: 1, warning: 2, message: 3, suggestion: 4 };

function toPosition(location: unknown): { line: number; character: number } | undefined {
  if (!isObject(location)) return undefined;
  const { line, offset } = location;
  return typeof line === 'number' && typeof offset === 'number' ? { line: line - 1, character: offset - 1 } : undefined;
}
