import type { Envelope } from './bootstrap.ts';
import { hasMcpChannel, openMcpChannel } from './channels/mcp/mcp-channel.ts';
import type { Sources } from './channels/tools/sources.ts';
import { parentDeath } from './parent-watch.ts';
import { isObject } from './support/json.ts';
import { stderrLog } from './support/log.ts';
import { terminated } from './terminated.ts';

/** How long loading waits for a host that may register the navigation tools first, ms. */
const LOAD_AFTER = 1000;

interface Before {
  /** The host's stdin, of which nothing is lost. */
  readonly readable: AsyncIterable<Uint8Array>;
  readonly parent: number;
  readonly ended: Promise<void>;
  readonly provide: (sources: Sources) => void;
}

/**
 * Serves the navigation channel, as far as that takes no service: hosts give the registration of
 * its tools a quarter of a second, and loading the service blocks this process for a tenth of one.
 *
 * Resolves when the service is needed: the host has the list of tools, has called one, or has said
 * something on stdin; at once where there is no such channel.
 */
export async function beforeLoading(
  { config, catalog = 'lsp' }: Envelope,
  stdin: AsyncIterable<Uint8Array>,
): Promise<Before> {
  const parent = process.ppid;
  const ended = Promise.race([terminated(), parentDeath()]);
  const { spoken, readable } = peeked(stdin);
  const { promise: sources, resolve: provide } = Promise.withResolvers<Sources>();
  const before = { readable, parent, ended, provide };
  const { navigationTools, trace = false } = isObject(config) ? config : {};
  if (navigationTools === false || !hasMcpChannel()) return before;
  const { promise: needed, resolve: need } = Promise.withResolvers<void>();
  const open = (): void => {
    const asked = (): Promise<Sources> => {
      need();
      return sources;
    };
    void openMcpChannel({ catalog, sources: asked, wasListed: need }, stderrLog);
  };
  // A trace has all messages, and what writes it is a part of the service.
  if (trace !== false) {
    void sources.then(open);
    return before;
  }
  open();
  const late = new Promise<void>((resolve) => setTimeout(resolve, LOAD_AFTER));
  await Promise.race([needed, spoken, ended, late]);
  return before;
}

/** Reads the first chunk, and tells when it is there. */
function peeked(stream: AsyncIterable<Uint8Array>): {
  readonly spoken: Promise<void>;
  readonly readable: AsyncIterable<Uint8Array>;
} {
  const chunks = stream[Symbol.asyncIterator]();
  const first = chunks.next();
  async function* readable(): AsyncGenerator<Uint8Array> {
    for (let next = await first; next.done !== true; next = await chunks.next()) yield next.value;
  }
  const settled = (): void => undefined;
  return { spoken: first.then(settled, settled), readable: readable() };
}
