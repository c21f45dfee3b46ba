import { byteWriter } from '../src/support/byte-writer.ts';
import { ErrorCodes } from '../src/jsonrpc/connection.ts';
import { ProtocolError, type Tool } from '../src/channels/tools/catalogue.ts';
import { McpServer } from '../src/channels/mcp/mcp-server.ts';

/**
 * For benchmarks: tools that answer what a file says, over the sidecar's own channel on fd3 and
 * fd4, until that is closed.
 */

interface Canned {
  readonly name: string;
  readonly result: Awaited<ReturnType<Tool['call']>>;
}

const [file = ''] = process.argv.slice(2);
const canned = (await Bun.file(file).json()) as readonly Canned[];
const listed = canned.map(({ result: _, ...tool }) => tool);
const tools = canned.map(({ name, result }): Tool => ({ name, call: () => Promise.resolve(result) }));
const refusal = (problem: string): ProtocolError => new ProtocolError(ErrorCodes.InvalidParams, problem);
const service = {
  listed: () => Promise.resolve(listed),
  catalogue: () => Promise.resolve({ tools, refusal }),
};
await new McpServer(
  service,
  { readable: Bun.file(3).stream(), write: byteWriter(Bun.file(4).writer()) },
  () => undefined,
).serve();
