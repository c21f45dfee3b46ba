import { once } from 'node:events';
import { ADAPTER_DEFAULTS, debugLogger } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { PROTOCOL_REVISIONS } from '../serve/limits.js';
import { speakStdio } from '../serve/stdio.js';
import { createToolServer } from '../serve/tool-server.js';
import { printError, openSettings, trouble, type WorkspaceOptions } from '../session.js';
import { answer } from './answer.js';
import { endpointFor, NO_ENDPOINT } from './endpoint.js';
import { listenForHooks, removeStale, type HookListening } from './listen.js';
import { hostDeath } from './running.js';
import { BridgeService } from './service.js';
import { BridgeTools } from './tools.js';

export interface BridgeOptions extends WorkspaceOptions {
  readonly applyPatch: boolean;
  /** The process id of the host, where the host is not the parent process. */
  readonly hostPid: number | undefined;
}

/** A patch may hold whole files. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/**
 * `llxprt-lsp mcp`: the session of one host. It serves MCP to the host and answers the host's hooks
 * until the host ends, in whatever way. The service starts in the background; if it fails or dies,
 * the session goes on.
 */
export async function bridge(io: Io, { applyPatch, hostPid, ...place }: BridgeOptions): Promise<ExitCode> {
  const hostDied = hostDeath(hostPid);
  const opened = openSettings(io, place, ADAPTER_DEFAULTS);
  if (opened === undefined) return 2;
  const service = new BridgeService(opened);
  try {
    const listening = await listenFor(hostPid ?? process.ppid, service);
    if (listening.kind === 'failed') printError(io, `hooks cannot ask: ${listening.reason}`);
    try {
      return await serve(io, service, applyPatch, hostDied);
    } finally {
      // First, so that no hook asks a session that is about to end.
      if (listening.kind === 'listening') listening.close();
    }
  } finally {
    await service.shutdown();
  }
}

async function listenFor(hostPid: number, service: BridgeService): Promise<HookListening> {
  await removeStale();
  const address = endpointFor(hostPid, service.workspaceRoot);
  if (address === undefined) return { kind: 'failed', reason: NO_ENDPOINT };
  const listening = await listenForHooks(address, (line, gone) => answer(service, line, gone));
  debugLogger.debug(`bridge: ${listening.kind}: ${address}`);
  return listening;
}

async function serve(
  io: Io,
  service: BridgeService,
  applyPatch: boolean,
  hostDied: Promise<void>,
): Promise<ExitCode> {
  const tools = new BridgeTools(service, { applyPatch });
  const server = createToolServer(tools, { revisions: PROTOCOL_REVISIONS });
  const interrupted = io.signal.aborted ? Promise.resolve() : once(io.signal, 'abort');
  const { over } = await speakStdio(io, server, MAX_MESSAGE_BYTES);
  service.onToolsChanged(() => {
    if (tools.isOutdated && server.isConnected())
      server.server
        .sendToolListChanged()
        .catch((error: unknown) => debugLogger.debug(`bridge: ${String(error)}`));
  });
  const how = await Promise.race([
    over,
    hostDied.then(() => 'host died' as const),
    interrupted.then(() => 'interrupted' as const),
  ]);
  debugLogger.debug(`bridge: ends: ${how}`);
  await server.close();
  return how === 'too-long' ? trouble(io, `A message was longer than ${MAX_MESSAGE_BYTES} bytes`) : 0;
}
