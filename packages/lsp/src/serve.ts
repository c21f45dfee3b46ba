import { createRpcChannel } from './channels/rpc-channel.ts';
import type { ByteStreams } from './jsonrpc/connection.ts';
import { stderrLog } from './log.ts';
import { parentDeath } from './parent-watch.ts';
import { Orchestrator } from './service/orchestrator.ts';
import type { Bootstrap } from './types.ts';

/** Answers the host until it says `lsp/shutdown`, closes our stdin, dies, or a signal comes; then ends every server. */
export async function serve(bootstrap: Bootstrap, host: ByteStreams): Promise<void> {
  const orchestrator = new Orchestrator(bootstrap, stderrLog);
  const closed = createRpcChannel(orchestrator, host, stderrLog);
  await Promise.race([closed, terminated(), parentDeath()]);
  await orchestrator.shutdown();
}

function terminated(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}
