import type { Envelope } from './bootstrap.ts';
import { removeTemporaryFolder } from './client/temporary-folder.ts';
import { openMcpChannel } from './channels/mcp/mcp-channel.ts';
import { createRpcChannel } from './channels/rpc/rpc-channel.ts';
import { withholdSecrets } from './support/environment.ts';
import type { ByteStreams } from './jsonrpc/connection.ts';
import { stderrLog } from './support/log.ts';
import { LANGUAGES } from './languages/index.ts';
import { parentDeath } from './parent-watch.ts';
import { Orchestrator } from './engine/orchestrator.ts';
import { parseSettings } from './settings.ts';
import { startRecorder, stopRecorder } from './trace/recorder.ts';
import { LSP_DEFAULTS } from './types.ts';

/**
 * Answers the host until it sends `lsp/shutdown`, closes our stdin, or dies, or until a signal
 * comes. Then ends every server.
 *
 * @returns the exit code
 */
export async function serve(envelope: Envelope, host: ByteStreams): Promise<number> {
  const settings = parseSettings(envelope.config);
  if (settings.kind === 'invalid') {
    stderrLog(settings.problem);
    return 1;
  }
  const withheld = withholdSecrets(process.env, settings.config.passEnv ?? []);
  if (withheld.length > 0) stderrLog(`lsp: not passed on to servers: ${withheld.join(', ')} (the setting passEnv does)`);
  const { trace = false } = settings.config;
  if (trace !== false) await startRecorder(trace, envelope.workspaceRoot, stderrLog);
  const orchestrator = new Orchestrator(LANGUAGES, { ...envelope, config: settings.config }, stderrLog);
  const closed = createRpcChannel(orchestrator, host, stderrLog);
  if (settings.config.navigationTools !== false) {
    const sources = { orchestrator, navigation: orchestrator.navigation, projects: orchestrator.projects, config: { ...LSP_DEFAULTS, ...settings.config } };
    void openMcpChannel(envelope.catalog ?? 'lsp', sources, stderrLog);
  }
  setImmediate(() => {
    void orchestrator.prewarm();
  });
  await Promise.race([closed, terminated(), parentDeath()]);
  await orchestrator.shutdown();
  removeTemporaryFolder();
  await stopRecorder();
  return 0;
}

/** The handlers stay: a second signal must not cut short the shutdown that the first one began. */
function terminated(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        resolve();
      });
    }
  });
}
