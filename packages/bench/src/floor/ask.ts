import { fileURLToPath } from 'node:url';
import { ResponseError, type MessageConnection } from 'vscode-jsonrpc/node';
import type { LineFinding } from '../edits.js';

/** The fastest request of a server whose answer is exactly the errors of a document as it was sent last. */
export type Question = 'pull' | 'tsserver';

export function ask(question: Question, connection: MessageConnection, uri: string): Promise<LineFinding[]> {
  return question === 'tsserver' ? askTsserver(connection, uri) : pull(connection, uri);
}

interface Report {
  readonly items: readonly {
    readonly severity?: number;
    readonly code?: string | number;
    readonly range: { readonly start: { readonly line: number } };
  }[];
}

const SERVER_CANCELLED = -32802;

async function pull(connection: MessageConnection, uri: string): Promise<LineFinding[]> {
  try {
    const { items } = await connection.sendRequest<Report>('textDocument/diagnostic', {
      textDocument: { uri },
    });
    return items
      .filter(({ severity = 1 }) => severity === 1)
      .map(({ range, code }) => ({ line: range.start.line + 1, code }));
  } catch (error) {
    if (error instanceof ResponseError && error.code === SERVER_CANCELLED) return pull(connection, uri);
    throw error;
  }
}

interface TsserverReply {
  readonly body?: readonly {
    readonly category: string;
    readonly code: number;
    readonly startLocation: { readonly line: number };
  }[];
}

async function askTsserver(connection: MessageConnection, uri: string): Promise<LineFinding[]> {
  const request = (command: string): Promise<TsserverReply> =>
    connection.sendRequest<TsserverReply>('workspace/executeCommand', {
      command: 'typescript.tsserverRequest',
      arguments: [command, { file: fileURLToPath(uri), includeLinePosition: true }],
    });
  const replies = await Promise.all([
    request('syntacticDiagnosticsSync'),
    request('semanticDiagnosticsSync'),
  ]);
  return replies
    .flatMap(({ body = [] }) => body)
    .filter(({ category }) => category === 'error')
    .map(({ startLocation, code }) => ({ line: startLocation.line, code }));
}
