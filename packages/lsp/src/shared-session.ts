import type { Envelope } from './bootstrap.ts';
import { serveMcpOn } from './channels/mcp/mcp-channel.ts';
import { createRpcChannel } from './channels/rpc/rpc-channel.ts';
import type { Sources } from './channels/tools/sources.ts';
import type { Hello } from './channels/socket/hello.ts';
import { serversOfOthers } from './channels/socket/other-services.ts';
import type { SocketStreams } from './client/process/socket-streams.ts';
import { Orchestrator } from './engine/orchestrator.ts';
import type { WorkspaceService } from './engine/workspace-service.ts';
import { openService, sourcesOf } from './serve.ts';
import { parseSettings } from './settings.ts';
import { stderrLog } from './support/log.ts';
import type { LspConfig, SharedPlace } from './types.ts';

export { leave } from './serve.ts';

/** `undefined` if the settings are none; the log has the reason. */
export async function openShared(
  envelope: Envelope,
  { socket }: SharedPlace,
): Promise<WorkspaceService | undefined> {
  return (await openService(envelope, () => serversOfOthers(socket)))?.service;
}

/** One session of a shared service. */
export class HostSession {
  readonly #orchestrator: Orchestrator;
  readonly #mcp = new Set<SocketStreams>();
  #isOver = false;

  private constructor(
    service: WorkspaceService,
    private readonly hello: Extract<Hello, { channel: 'rpc' }>,
    private readonly settings: LspConfig,
  ) {
    this.#orchestrator = new Orchestrator(service, settings);
  }

  /** `undefined` if its settings are none. */
  static open(service: WorkspaceService, hello: Extract<Hello, { channel: 'rpc' }>): HostSession | undefined {
    const settings = parseSettings(hello.config);
    return settings.kind === 'invalid' ? undefined : new HostSession(service, hello, settings.config);
  }

  /** Resolves when it has ended, with its navigation channel. */
  async serve(streams: SocketStreams): Promise<void> {
    const orchestrator = this.#orchestrator;
    setImmediate(() => {
      void orchestrator.prewarm();
    });
    const end = (): Promise<void> => {
      orchestrator.end();
      return Promise.resolve();
    };
    await createRpcChannel(orchestrator, streams, end, stderrLog);
    await end();
    this.#isOver = true;
    for (const each of this.#mcp) each.close();
  }

  async serveMcp(streams: SocketStreams): Promise<void> {
    if (this.#isOver || this.settings.navigationTools === false) return;
    this.#mcp.add(streams);
    const sources = (): Promise<Sources> => Promise.resolve(sourcesOf(this.#orchestrator, this.settings));
    await serveMcpOn({ catalog: this.hello.catalog ?? 'lsp', sources }, streams, stderrLog);
    this.#mcp.delete(streams);
  }
}
