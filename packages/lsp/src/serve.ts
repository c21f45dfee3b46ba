import type { Envelope } from './bootstrap.ts';
import { dropMissingFolders, removeTemporaryFolder } from './client/process/temporary-folder.ts';
import type { Sources } from './channels/tools/sources.ts';
import { createRpcChannel } from './channels/rpc/rpc-channel.ts';
import { withholdSecrets } from './support/environment.ts';
import type { ByteStreams } from './jsonrpc/connection.ts';
import { stderrLog } from './support/log.ts';
import { LANGUAGES } from './languages/index.ts';
import { Orchestrator } from './engine/orchestrator.ts';
import type { MemoryKeeperOptions } from './engine/session/pool/memory-keeper.ts';
import { WorkspaceService } from './engine/workspace-service.ts';
import { parseSettings } from './settings.ts';
import { startWatchdog } from './watchdog.ts';
import { startRecorder, stopRecorder } from './trace/recorder.ts';
import { LSP_DEFAULTS, type LspConfig } from './types.ts';

export interface Served {
  readonly host: ByteStreams;
  /** The process that has started us. */
  readonly parent: number;
  /** Resolves when it has died, or a signal has come. */
  readonly ended: Promise<void>;
  /** Gives the navigation channel what its tools ask. */
  readonly provide: (sources: Sources) => void;
}

/**
 * Answers the host until it sends `lsp/shutdown`, closes our stdin, or dies, or until a signal
 * comes. Then ends every server.
 *
 * @returns the exit code
 */
export async function serve(envelope: Envelope, { host, parent, ended, provide }: Served): Promise<number> {
  const opened = await openService(envelope);
  if (opened === undefined) return 1;
  const { service, settings } = opened;
  const orchestrator = new Orchestrator(service, settings);
  const shutdown = async (): Promise<void> => {
    orchestrator.end();
    await service.stop();
  };
  provide(sourcesOf(orchestrator, settings));
  // The host may have spoken already. The service first looks at what the workspace is before that.
  await orchestrator.prewarm();
  const closed = createRpcChannel(orchestrator, host, shutdown, stderrLog);
  setImmediate(() => {
    startWatchdog({ parent });
  });
  await Promise.race([closed, ended]);
  await shutdown();
  await leave();
  return 0;
}

/** What the process does first. The log has the reason where there is nothing to serve with. */
export async function openService(
  envelope: Envelope,
  others?: MemoryKeeperOptions['others'],
): Promise<{ service: WorkspaceService; settings: LspConfig } | undefined> {
  const settings = parseSettings(envelope.config);
  if (settings.kind === 'invalid') {
    stderrLog(settings.problem);
    return undefined;
  }
  if (settings.ignored.length > 0)
    stderrLog(`lsp: settings that do not count: ${settings.ignored.join('; ')}`);
  const withheld = withholdSecrets(process.env, {
    passEnv: settings.config.passEnv ?? [],
    trusted: envelope.trusted !== false,
  });
  if (withheld.length > 0)
    stderrLog(`lsp: not passed on to servers: ${withheld.join(', ')} (the setting passEnv does)`);
  const missing = dropMissingFolders(process.env);
  if (missing.length > 0)
    stderrLog(
      `lsp: not passed on to servers, since it names no folder for temporary files: ${missing.join(', ')}`,
    );
  const { trace = false } = settings.config;
  if (trace !== false) await startRecorder(trace, envelope.workspaceRoot, stderrLog);
  return {
    service: new WorkspaceService(LANGUAGES, { ...envelope, config: settings.config }, stderrLog, others),
    settings: settings.config,
  };
}

export function sourcesOf(orchestrator: Orchestrator, settings: LspConfig): Sources {
  return {
    orchestrator,
    navigation: orchestrator.navigation,
    projects: orchestrator.projects,
    config: { ...LSP_DEFAULTS, ...settings },
  };
}

/** What the process does last, when its servers have ended. */
export async function leave(): Promise<void> {
  removeTemporaryFolder();
  await stopRecorder();
}
