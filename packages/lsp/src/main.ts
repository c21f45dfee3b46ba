import { readBootstrap } from './bootstrap.ts';
import { byteWriter } from './byte-writer.ts';
import { frame } from './jsonrpc/framing.ts';
import { stderrLog } from './log.ts';

const read = await readBootstrap(process.env['LSP_BOOTSTRAP']);
if (read.kind === 'invalid') {
  stderrLog(read.problem);
  process.exit(1);
}
// Servers and what they start have no business with it.
delete process.env['LSP_BOOTSTRAP'];
// Set by the host for our own allocator, which has read it. Another value is the user's.
if (process.env['MIMALLOC_PURGE_DELAY'] === '0') delete process.env['MIMALLOC_PURGE_DELAY'];

// The host may go on; what it asks waits in the pipe while the rest is loaded.
const write = byteWriter(Bun.stdout.writer());
write(frame({ jsonrpc: '2.0', method: 'lsp/ready', params: {} }));
const { serve } = await import('./serve.ts');
process.exit(await serve(read.envelope, { readable: Bun.stdin.stream(), write }));
