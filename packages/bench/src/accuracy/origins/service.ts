import type { CheckParams, CheckReport } from '@vybestack/llxprt-lsp-core';
import { launch } from '../../../../core/src/lsp/launch.js';
import type { Sidecar } from '../../../../core/src/lsp/sidecar.js';
import type {
  FixesParams,
  FixesReport,
  FixParams,
  FixResult,
  LspRequests,
  ProposeParams,
  ServerConfig,
  SessionReport,
} from '../../../../core/src/lsp/types.js';
import { CONFIG, DEADLINE_MS } from '../host.js';

export type Reply<T> =
  { readonly kind: 'answered'; readonly value: T } | { readonly kind: 'no answer'; readonly reason: string };

/** One session of the sidecar. Paths are relative to the workspace. */
export interface OriginsService {
  check(params: CheckParams): Promise<Reply<CheckReport>>;
  propose(params: ProposeParams): Promise<Reply<CheckReport>>;
  session(): Promise<Reply<SessionReport>>;
  /** The model has read this file. */
  read(filePath: string): void;
  close(): Promise<void>;
}

/** One that is asked about fixes, too. */
export interface FixesService extends OriginsService {
  fixes(params: FixesParams): Promise<Reply<FixesReport>>;
  fix(params: FixParams): Promise<Reply<FixResult>>;
}

const CLOSE_MS = 2000;

/** @param servers settings of servers, besides those of every run */
export async function startService(
  workspace: string,
  servers: Readonly<Record<string, ServerConfig>> = {},
): Promise<FixesService> {
  const result = await launch({
    workspaceRoot: workspace,
    config: { ...CONFIG, servers: { ...CONFIG.servers, ...servers } },
    readyTimeout: DEADLINE_MS,
    logger: { debug: () => undefined },
  });
  if (result.kind === 'failed') throw new Error(`the sidecar did not start: ${result.reason}`);
  const { sidecar } = result;
  return {
    check: (params) => call(sidecar, 'lsp/check', params),
    propose: (params) => call(sidecar, 'lsp/propose', params),
    session: () => call(sidecar, 'lsp/session', {}),
    fixes: (params) => call(sidecar, 'lsp/fixes', params),
    fix: (params) => call(sidecar, 'lsp/fix', params),
    read: (filePath) => sidecar.notify('lsp/warm', { filePath, findings: true }),
    close: async () => {
      await sidecar.shutdown(CLOSE_MS);
    },
  };
}

async function call<M extends keyof LspRequests>(
  sidecar: Sidecar,
  method: M,
  params: LspRequests[M]['params'],
): Promise<Reply<LspRequests[M]['result']>> {
  // The sidecar has deadlines of its own, which are shorter.
  const answer = await sidecar.call(method, params, { limitMs: 2 * DEADLINE_MS });
  if (answer.kind === 'answered') return answer;
  return {
    kind: 'no answer',
    reason: `${method}: ${answer.kind === 'failed' ? answer.reason : answer.kind}`,
  };
}
