import { once } from 'node:events';
import { escaped, type Escaped, inline, joined, jsonOf } from '@vybestack/llxprt-lsp-core';
import type { ExitCode } from '../io.js';
import { trouble } from '../session.js';
import { Gateway } from './gateway.js';
import { listenOnLoopback } from './http-server.js';
import type { HttpOptions, Serving } from './serving.js';
import { TOKEN_VARIABLE, type Token } from './token.js';

/** Serves every client that has the token, until the command is interrupted or the service dies. */
export async function serveHttp(
  serving: Serving,
  { port, origins, json }: HttpOptions,
  token: Exclude<Token, { kind: 'invalid' }>,
): Promise<ExitCode> {
  const { io, upstream, catalog, workspaceRoot } = serving;
  const { passThrough } = upstream;
  const gateway = new Gateway(
    { token: token.value, origins: new Set(origins), revisions: passThrough.revisions },
    (signalOf) => passThrough.createServer(signalOf),
  );
  const listening = await listenOnLoopback(port, (request) => gateway.answer(request));
  if (listening.kind === 'failed') return trouble(io, `cannot listen: ${listening.reason}`);
  const { url } = listening;
  const generated = token.kind === 'generated' ? { token: token.value } : {};
  const fields = { version: 1, url, ...generated, pid: process.pid, catalog, workspace: workspaceRoot };
  if (json) io.out(escaped`${jsonOf(fields)}\n`);
  else io.err(announce(url, token));
  const interrupted = io.signal.aborted ? Promise.resolve() : once(io.signal, 'abort');
  const death = await Promise.race([interrupted.then(() => undefined), upstream.died]);
  await Promise.all([gateway.close(), listening.close()]);
  if (io.signal.aborted || death === undefined) return 0;
  return trouble(io, `LSP unavailable: ${death}`);
}

function announce(url: string, token: Exclude<Token, { kind: 'invalid' }>): Escaped {
  const example = {
    mcpServers: { lsp: { type: 'http', url, headers: { Authorization: `Bearer <token>` } } },
  };
  const lines = [
    escaped`listening on ${inline(url)}`,
    token.kind === 'generated'
      ? escaped`token: ${inline(token.value)} (shown only this once; ${TOKEN_VARIABLE} sets one of your own)`
      : escaped`token: the value of ${TOKEN_VARIABLE}`,
    escaped`a client's configuration, for example: ${jsonOf(example)}`,
    escaped``,
  ];
  return joined(lines, '\n');
}
