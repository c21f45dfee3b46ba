/**
 * Finds more than anything reads: `FLOOD n` is so many hints and then as many errors, `LONG n` an answer of so many bytes, `FILES n` a thousand
 * errors in each of so many other files. Asked by pull; with `--pushes` it publishes, with versions. `--id-last` writes the id of an answer behind it.
 */

import type { Diagnostic } from 'vscode-languageserver-protocol';

import { frame } from '../harness/framing.ts';
import { type FakeServer, INCREMENTAL, PULLS, serve } from './base.ts';
import { judge, order } from './language.ts';

const pushes = process.argv.includes('--pushes');

function found(text: string): Diagnostic[] {
  const many = Number(order(text, 'FLOOD') ?? 0);
  const flood = (severity: 1 | 4): Diagnostic[] =>
    Array.from({ length: many }, (_, line) => ({
      range: { start: { line, character: 0 }, end: { line, character: 1 } },
      severity,
      message: `flood ${line}`,
    }));
  const long = Number(order(text, 'LONG') ?? 0);
  const own = judge(text).map((one) => (long === 0 ? one : { ...one, message: 'x'.repeat(long) }));
  return [...flood(4), ...flood(1), ...own];
}

function publishOthers(uri: string, server: FakeServer): void {
  const files = Number(order(server.text(uri), 'FILES') ?? 0);
  for (let file = 0; file < files; file++)
    server.publish(
      new URL(`other-${file}.fake`, uri).href,
      found('FLOOD 1000').filter(({ severity }) => severity === 1),
    );
}

function publish(uri: string, server: FakeServer): void {
  if (!pushes) return;
  publishOthers(uri, server);
  server.publish(uri, found(server.text(uri)), server.documents.get(uri)?.version);
}

/** The protocol's own order is no rule of JSON. */
class IdLast {
  readonly result: unknown;

  constructor(result: unknown) {
    this.result = result;
  }
}

const server = await serve(pushes ? { textDocumentSync: INCREMENTAL } : PULLS, {
  'textDocument/didOpen': ({ textDocument }, to) => publish(textDocument.uri, to),
  'textDocument/didChange': ({ textDocument }, to) => publish(textDocument.uri, to),
  'textDocument/diagnostic': ({ textDocument: { uri } }) => {
    const report = { kind: 'full', items: found(server.text(uri)) };
    return process.argv.includes('--id-last') ? new IdLast(report) : report;
  },
});

const { send } = server;
server.send = (message: { id?: unknown; result?: unknown }): void => {
  if (message.result instanceof IdLast)
    process.stdout.write(frame({ jsonrpc: '2.0', result: message.result.result, id: message.id }));
  else send.call(server, message);
};
