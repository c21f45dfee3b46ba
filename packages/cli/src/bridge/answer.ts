import { resolve } from 'node:path';
import { lspCommand, type LspState, type StatusOptions } from '@vybestack/llxprt-lsp-core';
import type { PendingAnswer } from './listen.js';
import { version } from '../package.js';
import { writtenFiles } from './previous-text.js';
import type { BridgeStatus } from './protocol.js';
import { parseRequest, type CheckRequest } from './request.js';
import type { BridgeService } from './service.js';

const NOTHING: PendingAnswer = { withinMs: 0, text: Promise.resolve('') };
const REFUSED: PendingAnswer = { ...NOTHING, refused: true };

/** What a session uses to answer requests over its socket. */
export type HookService = Pick<
  BridgeService,
  | 'timeout'
  | 'toolContext'
  | 'agents'
  | 'workspaceRoot'
  | 'state'
  | 'isOf'
  | 'warm'
  | 'settleTimeout'
  | 'settle'
  | 'client'
  | 'restart'
  | 'restartTimeout'
>;

/**
 * Answers one line of a hook. An unknown request gets an empty answer.
 *
 * @param gone cancels a check: the hook that asked has hung up
 */
export function answer(service: HookService, line: string, gone: AbortSignal): PendingAnswer {
  const request = parseRequest(line);
  const cwd = request !== undefined && 'cwd' in request ? request.cwd : undefined;
  if (request?.session !== undefined && !service.isOf(request.session, cwd) && request.mayRefuse)
    return REFUSED;
  switch (request?.ask) {
    case undefined:
      return NOTHING;
    case 'check':
      return { withinMs: service.timeout, text: check(service, request, gone) };
    case 'warm':
      service.warm(request.files.map((file) => resolve(request.cwd, file)));
      return NOTHING;
    case 'settle':
      return { withinMs: service.settleTimeout, text: service.settle(request) };
    case 'lsp':
      return {
        withinMs: service.restartTimeout,
        text: lspCommand(
          request.args,
          (options) => service.state(options),
          (id) => service.restart(id),
        ),
      };
    case 'status':
      return { withinMs: service.timeout, text: status(service, request) };
    case 'restart':
      return {
        withinMs: service.restartTimeout,
        text: service.restart(request.id).then((state) => described(service, state)),
      };
  }
}

async function status(service: HookService, { verbose, all }: StatusOptions): Promise<string> {
  return described(service, await service.state({ verbose, ...(all === true && { all }) }));
}

function described({ client }: HookService, state: LspState): string {
  return JSON.stringify({
    version,
    pid: process.pid,
    ...(client && { client }),
    state,
  } satisfies BridgeStatus);
}

async function check(
  service: HookService,
  request: CheckRequest & { readonly agent?: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const { kind, cwd, deleted = [], onlyPatches, agent } = request;
  const changed = (root: string, paths: readonly string[]): void =>
    service.agents.changed(
      agent,
      paths.map((path) => resolve(root, path)),
    );
  const isCommand = kind === 'command';
  if (!isCommand)
    changed(
      cwd,
      request.files.map(({ path }) => path),
    );
  const files = await writtenFiles(request);
  return service.toolContext().appendDiagnostics('', {
    kind,
    ...(onlyPatches && { onlyPatches }),
    files,
    deleted: deleted.map((path) => resolve(cwd, path)),
    ...(isCommand && { onFound: (paths) => changed(service.workspaceRoot, paths) }),
    signal,
  });
}
