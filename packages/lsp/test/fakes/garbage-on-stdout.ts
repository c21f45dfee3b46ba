/** Prints to stdout by accident, between its messages and before the first; some messages carry a wrong Content-Length, none, or no JSON. */

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

function garbage(): void {
  const log = JSON.stringify({
    jsonrpc: '2.0',
    method: 'window/logMessage',
    params: { type: 3, message: 'ünïcödé 🎉' },
  });
  process.stdout.write('Debugger listening on ws://127.0.0.1:9229/\n\u0000\u0001 10% done\r\n\r\n');
  process.stdout.write(`Content-Length: ${log.length - 20}\r\n\r\n${log}`);
  process.stdout.write(`Content-Type: application/json\r\n\r\n${log}`);
  process.stdout.write('Content-Length: 9\r\n\r\n{"json": ');
  process.stdout.write('Content-Length: 4\r\n\r\nnull');
  process.stdout.write('Content-Length: 14\r\n\r\n{"id": 999999}');
  process.stdout.write(`${'#'.repeat(20_000)}\n`);
}

garbage();

const server = await serve(
  {},
  {
    initialize: () => {
      garbage();
      return { capabilities: PULLS };
    },
    'textDocument/diagnostic': ({ textDocument }) => {
      garbage();
      return fullReport(server.text(textDocument.uri));
    },
  },
);
