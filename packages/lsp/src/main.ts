import { readBootstrap } from './bootstrap.ts';
import { byteWriter } from './support/byte-writer.ts';
import { frame } from './jsonrpc/framing.ts';
import { stderrLog } from './support/log.ts';

// A Bun of PATH may be older than the one that comes with this package.
if (!('getOrInsertComputed' in Map.prototype)) {
  stderrLog(
    `Bun ${Bun.version} (${process.execPath}) is too old: update it (bun upgrade), or install ` +
      'llxprt-lsp with its optional packages, which bring one',
  );
  process.exit(1);
}
const read = readBootstrap(process.env['LSP_BOOTSTRAP']);
if (read.kind === 'invalid') {
  stderrLog(read.problem);
  process.exit(1);
}
// Servers and the programs that they start do not need it.
delete process.env['LSP_BOOTSTRAP'];
// The host sets it for our own allocator, which has read it. Another value is the user's.
if (process.env['MIMALLOC_PURGE_DELAY'] === '0') delete process.env['MIMALLOC_PURGE_DELAY'];

const write = byteWriter(Bun.stdout.writer(), { hungUp: (error) => void leaveWhereDenied(error) });
const ready = frame({ jsonrpc: '2.0', method: 'lsp/ready', params: {} });
const { share, ...envelope } = read.envelope;
if (share !== undefined) {
  const { serveShared } = await import('./serve-shared.ts');
  process.exit(
    await serveShared(envelope, share, () => {
      write(ready);
    }),
  );
}
// The host may go on. Its requests wait in the pipe while the rest is loaded.
write(ready);
const { beforeLoading } = await import('./before-loading.ts');
const { readable, ...served } = await beforeLoading(envelope, Bun.stdin.stream());
const { serve } = await import('./serve.ts');
process.exit(await serve(envelope, { host: { readable, write }, ...served }));

/**
 * The pipes between processes are sockets. Bun writes to those with `send`, which some sandboxes
 * deny. No message would ever reach the host, so the sidecar reports why on stderr, by another
 * system call, and ends.
 */
async function leaveWhereDenied(error: unknown): Promise<void> {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return;
  const { writeSync } = await import('node:fs');
  writeSync(
    2,
    'this sandbox denies sending on sockets, over which the processes of LSP talk; run it outside of ' +
      'the sandbox, or allow network access there\n',
  );
  process.exit(1);
}
