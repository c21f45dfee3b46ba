import type { DebugLogger } from '../host.js';
import { parseAnswer } from './checker.js';
import type { Sidecar } from './sidecar.js';
import type { LspConfig, LspRequests } from './types.js';

export interface RequestOptions {
  readonly config: Required<LspConfig>;
  readonly logger: DebugLogger;
  readonly signal?: AbortSignal | undefined;
  /** How long the answer itself may take if that is longer than a check, ms; Infinity: unknown. */
  readonly waitMs?: number | undefined;
}

/** The sidecar limits its own waits. If it is this much later, ms, it is taken to hang. */
const ANSWER_MARGIN = 500;

/** Asks the sidecar. `undefined` if there is no answer, for whatever reason: the log has it. */
export async function request<M extends keyof LspRequests>(
  sidecar: Sidecar,
  method: M,
  params: LspRequests[M]['params'],
  { config, logger, signal, waitMs = 0 }: RequestOptions,
): Promise<LspRequests[M]['result'] | undefined> {
  const limitMs = Math.max(config.firstTouchTimeout, config.diagnosticTimeout, waitMs) + ANSWER_MARGIN;
  const answer = await sidecar.call(method, params, { limitMs: Number.isFinite(limitMs) ? limitMs : undefined, signal });
  const read = answer.kind === 'answered' ? parseAnswer(method, answer.value) : { problem: `${method} without answer: ${answer.kind === 'failed' ? answer.reason : answer.kind}` };
  if ('value' in read) return read.value;
  logger.debug(`lsp: ${read.problem}`);
  return undefined;
}
