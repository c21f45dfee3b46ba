import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { withServer } from '../../src/install/server-probe.js';

/** An MCP server; `list` is what it does when it is asked for its tools the `n`th time. */
const server = (list: string): string[] => [
  process.execPath,
  '-e',
  `
  const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const TOOL = { name: 'lsp_hover', inputSchema: { type: 'object' } };
  let n = 0;
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const tools = (tools) => send({ id, result: { tools } });
    if (method === 'initialize') send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'fake', version: '1' } } });
    if (method === 'tools/list') { n += 1; ${list} }
  });
  `,
];

const probe = (words: readonly string[]): Promise<unknown> =>
  withServer(words, tmpdir(), process.env, (tools) =>
    Promise.resolve({ problems: [], works: [`${tools} tools`] }),
  );

describe('the MCP server that a host would start', () => {
  it('lists tools', async () => {
    expect(await probe(server('tools([TOOL, TOOL]);'))).toEqual({ problems: [], works: ['2 tools'] });
  });

  it('lists none while it still starts, and is asked again once it says that it has some', async () => {
    const starting = server(
      "if (n === 1) { tools([]); send({ method: 'notifications/tools/list_changed' }); } else tools([TOOL]);",
    );
    expect(await probe(starting)).toEqual({ problems: [], works: ['1 tools'] });
  });

  it('lists none, then or later', async () => {
    const none = server("tools([]); send({ method: 'notifications/tools/list_changed' });");
    expect(await probe(none)).toEqual({
      problems: ['the MCP server lists no tools: `llxprt-lsp doctor` says why'],
      works: [],
    });
  });

  it.each([
    ['ends', server('process.exit(3);'), 'it ends with 3'],
    ['is not there', ['/no/such/program'], 'spawn /no/such/program ENOENT'],
  ])('%s, and the reason is reported', async (_, words, reason) => {
    expect(await probe(words)).toEqual({
      problems: [`the MCP server (${words.join(' ')}) does not start: ${reason}`],
      works: [],
    });
  });
});
