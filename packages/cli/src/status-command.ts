import { formatStatus, type LspState } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from './io.js';
import { withSession, type Place } from './session.js';

export interface StatusCommandOptions extends Place {
  readonly json: boolean;
  readonly verbose: boolean;
}

/** `llxprt-lsp status`: the text of `/lsp status`, for a service that is started to answer this. */
export function status(io: Io, { json, verbose, ...place }: StatusCommandOptions): Promise<ExitCode> {
  return withSession(io, place, (lsp) => lsp, async ({ config, workspaceRoot }) => {
    const state = await config.lspState({ verbose });
    io.out(json ? `${JSON.stringify(toJson(workspaceRoot, state), undefined, 2)}\n` : `${formatStatus(state, { verbose })}\n`);
    return state.kind === 'unavailable' ? 2 : 0;
  });
}

/** `{version: 1, workspace, state: "running" | "disabled" | "unavailable", reason?, servers}`; servers as on the wire. */
export function toJson(workspace: string, state: LspState): Record<string, unknown> {
  return {
    version: 1,
    workspace,
    state: state.kind,
    ...(state.kind === 'unavailable' && { reason: state.reason }),
    servers: state.kind === 'running' ? state.servers : [],
  };
}
