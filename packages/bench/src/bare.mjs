// The least that a sidecar must be: one notification, then it waits for the end of its stdin. Run by Bun.
import { writeSync } from 'node:fs';
import process from 'node:process';

const body = JSON.stringify({ jsonrpc: '2.0', method: 'lsp/ready', params: {} });
// Not by process.stdout, whose stream takes longer to set up than the rest of this script.
writeSync(1, `Content-Length: ${body.length}\r\n\r\n${body}`);
process.stdin.resume();
