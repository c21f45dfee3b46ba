import { readBootstrap } from './bootstrap.ts';
import { createRpcChannel } from './channels/rpc-channel.ts';
import { stderrLog } from './log.ts';
import { parentDeath } from './parent-watch.ts';
import { Orchestrator } from './service/orchestrator.ts';

const bootstrap = readBootstrap(process.env['LSP_BOOTSTRAP']);
if (bootstrap.kind === 'invalid') {
  stderrLog(bootstrap.problem);
  process.exit(1);
}
// Servers and what they start have no business with it.
delete process.env['LSP_BOOTSTRAP'];

const orchestrator = new Orchestrator({ ...bootstrap, log: stderrLog });
const channel = createRpcChannel(orchestrator, stderrLog);

const signalled = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => { resolve(); });
});

channel.open();
await Promise.race([channel.closed, signalled, parentDeath()]);
await orchestrator.shutdown();
process.exit(0);
