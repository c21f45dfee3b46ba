// The least that a sidecar must be: one notification, then it waits for the end of its stdin. Run by Bun.
import process from 'node:process';

const body = JSON.stringify({ jsonrpc: '2.0', method: 'lsp/ready', params: {} });
process.stdout.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
process.stdin.resume();
