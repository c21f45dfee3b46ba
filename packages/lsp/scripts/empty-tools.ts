import { byteWriter } from '../src/support/byte-writer.ts';
import { ErrorCodes } from '../src/jsonrpc/connection.ts';
import { ProtocolError, type Tool } from '../src/channels/tools/catalogue.ts';
import { serveMcp } from '../src/channels/mcp/mcp-server.ts';

/** For benchmarks: tools that answer what a file says, over the sidecar's own channel on fd3 and fd4, until that is closed. */

interface Canned extends Omit<Tool, 'call'> {
  readonly result: Awaited<ReturnType<Tool['call']>>;
}

const [file = ''] = process.argv.slice(2);
const canned = (await Bun.file(file).json()) as readonly Canned[];
const tools = canned.map(({ result, ...tool }): Tool => ({ ...tool, call: () => Promise.resolve(result) }));
const chunks = Bun.file(3).stream()[Symbol.asyncIterator]();
const first = await chunks.next();
if (first.done !== true) {
  const host = { first: first.value, rest: chunks, write: byteWriter(Bun.file(4).writer()) };
  await serveMcp({ tools, refusal: (problem) => new ProtocolError(ErrorCodes.InvalidParams, problem) }, host, () => undefined);
}
