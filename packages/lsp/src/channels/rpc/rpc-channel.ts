import { type ByteStreams, Connection, ErrorCodes, RequestFailure } from '../../jsonrpc/connection.ts';
import type { Log } from '../../support/log.ts';
import type { Orchestrator } from '../../engine/orchestrator.ts';
import { Deadline } from '../../engine/base/deadline.ts';
import { recorder } from '../../trace/recorder.ts';
import type { LspClientNotifications, LspRequests, LspServerNotifications } from '../../types.ts';
import { parseNotification, parseRequest } from './params.ts';
import { refactor } from './refactor.ts';

/**
 * One handler for each request of the wire contract. A missing or additional method does not
 * compile.
 */
type Handlers = {
  readonly [M in keyof LspRequests]: (
    params: LspRequests[M]['params'],
    cancel: AbortSignal,
  ) => Promise<LspRequests[M]['result']> | LspRequests[M]['result'];
};

/**
 * The diagnostic channel: JSON-RPC on stdin and stdout (REQ-ARCH-020).
 *
 * Resolves when the host has closed its end, or when `lsp/shutdown` was answered.
 *
 * @param shutdown ends what the host may end; the answer to `lsp/shutdown` waits for it
 */
export function createRpcChannel(
  orchestrator: Orchestrator,
  host: ByteStreams,
  shutdown: () => Promise<void>,
  log: Log,
): Promise<void> {
  const handlers: Handlers = {
    'lsp/checkFile': async (params, cancel) =>
      (await orchestrator.checkFile(params, cancel)).map((each) => ({ ...each, column: each.character })),
    'lsp/check': (params, cancel) => orchestrator.check(params, cancel),
    'lsp/propose': (params, cancel) => orchestrator.propose(params, cancel),
    'lsp/fixes': (params, cancel) => orchestrator.fixes.list(params, cancel),
    'lsp/fix': (params, cancel) => orchestrator.fixes.changes(params, cancel),
    'lsp/refactor': ({ workDoneToken, ...params }, cancel) =>
      refactor(orchestrator, params, cancel, progressTo(connection, workDoneToken)),
    'lsp/session': (params, cancel) => orchestrator.session(cancel, params),
    'lsp/checkProject': async ({ timeout = Infinity, ...question }, cancel) => {
      using deadline = new Deadline(timeout);
      return await orchestrator.projects.check(question, AbortSignal.any([cancel, deadline.signal]));
    },
    'lsp/projects': (params) => orchestrator.projects.projects(params),
    'lsp/environments': () => orchestrator.environments(),
    'lsp/diagnostics': (_, cancel) => orchestrator.diagnostics(cancel),
    'lsp/getDiagnosticEpoch': () => orchestrator.epoch,
    'lsp/diagnosticsAfter': (params, cancel) => orchestrator.diagnosticsAfter(params, cancel),
    'lsp/status': async (params) =>
      (await orchestrator.status(params)).map((row) => ({
        ...row,
        serverId: row.id,
        healthy: row.status === 'active',
      })),
    'lsp/metrics': () => orchestrator.metrics(),
    'lsp/restart': (params) => orchestrator.restart(params),
    'lsp/shutdown': async () => {
      await shutdown();
      // Close after the answer is sent.
      setImmediate(() => {
        connection.close();
      });
      return null;
    },
  };
  const notifications: {
    readonly [M in keyof LspClientNotifications]: (params: LspClientNotifications[M]) => Promise<void>;
  } = {
    'lsp/warm': ({ filePath, findings }) => orchestrator.warm(filePath, findings),
  };

  const connection = new Connection(host, {
    request: (method, params, cancel) => {
      if (!isOneOf(method, handlers))
        throw new RequestFailure(ErrorCodes.MethodNotFound, `unknown method ${method}`);
      return answer(handlers, method, params, cancel);
    },
    notification: async (method, params) => {
      if (!isOneOf(method, notifications)) return;
      const parsed = parseNotification(method, params);
      if (parsed.kind === 'invalid') log(`${method}: ${parsed.problem}`);
      else await notifications[method](parsed.params);
    },
    protocolError: (what) => {
      log(`host: ${what}`);
    },
    tap: recorder()?.tap({ kind: 'rpc' }),
  });
  connection.listen();
  return connection.closed;
}

/** How often progress is notified, ms. */
const PROGRESS_EVERY = 100;

/** What follows sooner than that is notified only where a stage begins, or where all its files are judged. */
function progressTo(
  connection: Pick<Connection, 'notify'>,
  token: number | undefined,
): (value: LspServerNotifications['$/progress']['value']) => void {
  let notified = { stage: '', at: -Infinity };
  return (value) => {
    if (token === undefined) return;
    const now = performance.now();
    const isTurn = notified.stage !== value.stage || now - notified.at >= PROGRESS_EVERY;
    if (!isTurn && !(value.stage === 'trying' && value.judged > 0 && value.judged === value.files)) return;
    notified = { stage: value.stage, at: now };
    connection.notify('$/progress', { token, value } satisfies LspServerNotifications['$/progress']);
  };
}

async function answer<M extends keyof LspRequests>(
  handlers: Handlers,
  method: M,
  params: unknown,
  cancel: AbortSignal,
): Promise<LspRequests[M]['result']> {
  const parsed = parseRequest(method, params);
  if (parsed.kind === 'invalid')
    throw new RequestFailure(ErrorCodes.InvalidParams, `${method}: ${parsed.problem}`);
  return handlers[method](parsed.params, cancel);
}

function isOneOf<T extends object>(name: string, table: T): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name);
}
