import { resolve } from 'node:path';
import { lspCommand, type StatusOptions } from '@vybestack/llxprt-lsp-core';
import type { Reply } from './listen.js';
import { version } from '../package.js';
import { writtenFiles } from './former.js';
import type { BridgeStatus, CheckRequest } from './protocol.js';
import { parseRequest } from './request.js';
import type { BridgeService } from './service.js';

const NOTHING: Reply = { withinMs: 0, text: Promise.resolve('') };

/** What a session uses to answer requests over its socket. */
export type Asked = Pick<BridgeService, 'patience' | 'toolContext' | 'state' | 'warm' | 'client'>;

/**
 * Answers one line of a hook. An unknown request gets an empty answer.
 *
 * @param gone cancels a check: the hook that asked has hung up
 */
export function answer(service: Asked, line: string, gone: AbortSignal): Reply {
  const request = parseRequest(line);
  switch (request?.ask) {
    case undefined:
      return NOTHING;
    case 'check':
      return { withinMs: service.patience, text: check(service, request, gone) };
    case 'warm':
      service.warm(request.files.map((file) => resolve(request.cwd, file)));
      return NOTHING;
    case 'lsp':
      return { withinMs: service.patience, text: lspCommand(request.args, (options) => service.state(options)) };
    case 'status':
      return { withinMs: service.patience, text: status(service, request) };
  }
}

async function status(service: Asked, { verbose, all }: StatusOptions): Promise<string> {
  const state = await service.state({ verbose, ...(all === true && { all }) });
  const { client } = service;
  return JSON.stringify({ version, pid: process.pid, ...(client && { client }), state } satisfies BridgeStatus);
}

async function check(service: Asked, request: CheckRequest, signal: AbortSignal): Promise<string> {
  const { kind, cwd, deleted = [] } = request;
  const files = await writtenFiles(request);
  return service.toolContext().appendDiagnostics('', { kind, files, deleted: deleted.map((path) => resolve(cwd, path)), signal });
}
