import * as v from 'valibot';
import { stderrLog } from '../../../support/log.ts';
import { atVersion } from '../../../engine/navigate/at-version.ts';
import { failed } from '../../../engine/navigate/found.ts';
import type { Tool } from '../catalogue.ts';
import type { ToolSchemas } from '../tool-schemas.ts';
import { failureError, internalError, invalidInput, type Outcome } from './errors.ts';
import { MAX_RESULT_BYTES, REQUEST_TIMEOUT_MS } from './limits.ts';

export interface GatewayTool<Input, Output extends Record<string, unknown>> {
  readonly schemas: ToolSchemas<Input, Output>;
  /** Must end when `cancel` aborts; otherwise it is not awaited any longer. */
  readonly run: (input: Input, cancel: AbortSignal) => Promise<Outcome<Output>>;
}

/**
 * A tool by the gateway's rules: checked input, one deadline, a bounded answer only in
 * `structuredContent`, and failures as JSON-RPC errors.
 */
export function gatewayTool<Input, Output extends Record<string, unknown>>({
  schemas,
  run,
}: GatewayTool<Input, Output>): Tool {
  return {
    name: schemas.name,
    async call(input, cancel) {
      const parsed = v.safeParse(schemas.input, input ?? {}, { abortEarly: true });
      if (!parsed.success) throw invalidInput(parsed.issues[0]);
      const outcome = await atVersion(REQUEST_TIMEOUT_MS, cancel, (signal) =>
        run(parsed.output, signal),
      ).catch((error: unknown) => {
        stderrLog(`${schemas.name}: ${error instanceof Error ? String(error.stack) : String(error)}`);
        throw internalError();
      });
      if (outcome.kind === 'gave-up')
        throw failureError(
          failed(
            'timed-out',
            `no complete answer within ${REQUEST_TIMEOUT_MS} ms; a server that is still loading goes ` +
              'on, so ask again',
          ),
        );
      if (outcome.value.kind === 'failed') throw failureError(outcome.value);
      const result = { isError: false, structuredContent: outcome.value.value, content: [] };
      if (Buffer.byteLength(JSON.stringify(result)) > MAX_RESULT_BYTES)
        throw failureError(
          failed(
            'too-many',
            'the answer is too large; ask for less of it, with a smaller pageSize where there is one',
          ),
        );
      return result;
    },
  };
}
