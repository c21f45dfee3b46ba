import { ask } from '../bridge/ask.js';
import { endpointsFor } from '../bridge/ancestors.js';
import { isEndpointPossible, NO_ENDPOINT } from '../bridge/endpoint.js';
import type { BridgeResult } from '../bridge/exchange.js';
import type { BridgeRequest } from '../bridge/request.js';
import { debug } from './debug.js';
import { NOTHING, type HookRequest, type HostAdapter, type HostReply } from './host.js';
import { asText, type JsonObject, parseObject } from './json.js';

export interface HookOptions {
  /** Of the host; undefined: the event is read, and there is nothing to say. */
  readonly adapter: HostAdapter | undefined;
  readonly input: AsyncIterable<Uint8Array>;
  /** The process that has started the hook. */
  readonly parent: number;
}

/** Deadline for the event, ms. A host writes it at once and closes the pipe. */
const INPUT_MS = 5000;
/** Events carry files, and the results of tools. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024;

/** Answers one event of a host. On any failure, the host goes on as if there were no hook. */
export async function answerHook({ adapter, input, parent }: HookOptions): Promise<HostReply> {
  try {
    const text = await readAll(input);
    const event = text === undefined ? undefined : parseObject(text);
    const hookRequest = event && adapter?.(event, process.env);
    if (hookRequest !== undefined)
      return hookRequest.reply(
        await askBridge(
          { ...hookRequest, request: { ...hookRequest.request, ...agentIn(event) } },
          asText(event?.['session_id']) ?? asText(event?.['sessionId']),
          parent,
        ),
      );
    debug(event === undefined ? 'no event' : 'nothing to ask');
  } catch (error) {
    debug(String(error));
  }
  return NOTHING;
}

function agentIn(event: JsonObject | undefined): { agent?: string } {
  const agent = asText(event?.['agent_id']);
  return agent === undefined ? {} : { agent };
}

/** @param session the host's id of it */
async function askBridge(
  { cwd, request }: HookRequest,
  session: string | undefined,
  parent: number,
): Promise<string | undefined> {
  const addresses = await endpointsFor(parent, cwd);
  // Without a word, the model would take the file for clean.
  if (addresses.length === 0 && request.ask === 'check' && !isEndpointPossible())
    return `LSP diagnostics are missing. The hook cannot reach its session: ${NO_ENDPOINT}.`;
  const asked = session === undefined ? request : { ...request, session };
  const silent = new Set<string>();
  const areSeveral = addresses.length > 1;
  const own = areSeveral ? await askFirst(addresses, { ...asked, mayRefuse: true }, silent) : undefined;
  // What other sessions have left open is not for the end of this one's turn.
  if (own === undefined && areSeveral && request.ask === 'settle') return undefined;
  // A session whose own bridge has died is answered by another one.
  const result =
    own ??
    (await askFirst(
      addresses.filter((address) => !silent.has(address)),
      asked,
      silent,
    ));
  return result?.kind === 'answered' ? result.text : undefined;
}

/**
 * The answer of the first bridge that is there, speaks and does not refuse. A bridge that was killed
 * leaves its socket behind, and one that hangs may be another session's: the next address is tried.
 *
 * @param silent is given the addresses of those that hang
 */
async function askFirst(
  addresses: readonly string[],
  request: BridgeRequest,
  silent: Set<string>,
): Promise<BridgeResult | undefined> {
  for (const address of addresses) {
    const result = await ask(address, request);
    debug(`${address}: ${result.kind}`);
    if (result.kind === 'silent') silent.add(address);
    else if (result.kind !== 'absent' && result.kind !== 'refused') return result;
  }
  return undefined;
}

function readAll(input: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), INPUT_MS);
    collect(input)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

async function collect(input: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.byteLength;
    // The rest is read all the same: a pipe that closes may end the host that writes to it.
    if (size <= MAX_INPUT_BYTES) chunks.push(chunk);
  }
  return size > MAX_INPUT_BYTES ? undefined : Buffer.concat(chunks).toString();
}
