import type { Envelope } from './bootstrap.ts';
import { serveMcpOn } from './channels/mcp/mcp-channel.ts';
import { createRpcChannel } from './channels/rpc/rpc-channel.ts';
import { type Hello, parseHello } from './channels/socket/hello.ts';
import { listenAt } from './channels/socket/listen.ts';
import { serversOfOthers } from './channels/socket/other-services.ts';
import type { SocketStreams } from './channels/socket/socket-streams.ts';
import { Orchestrator } from './engine/orchestrator.ts';
import type { WorkspaceService } from './engine/workspace-service.ts';
import { leave, openService, sourcesOf, terminated } from './serve.ts';
import { parseSettings } from './settings.ts';
import { stderrLog } from './support/log.ts';
import type { LspConfig, SharedPlace, SharedState } from './types.ts';

/** From the end of the last session, or from the start, to the end of the service, ms. */
const LINGER = 5000;
/** How long a connection may take to say what it is, ms, and how much it may say, bytes. */
const HELLO = { ms: 5000, bytes: 4 * 1024 * 1024 } as const;

interface HostSession {
  readonly orchestrator: Orchestrator;
  readonly settings: LspConfig;
  readonly hello: Extract<Hello, { channel: 'rpc' }>;
  readonly since: number;
  readonly mcp: Set<SocketStreams>;
}

/**
 * Serves all sessions that connect to the socket, until none has been there for 5 s or a signal
 * comes. Then ends every server. It has no parent: its starter may die.
 *
 * @param ready called when it listens
 * @returns the exit code; 0 too if another service listens there
 */
export async function serveShared(envelope: Envelope, place: SharedPlace, ready: () => void): Promise<number> {
  const opened = await openService(envelope, () => serversOfOthers(place.socket));
  if (opened === undefined) return 1;
  const sessions = new Sessions(opened.service, envelope.workspaceRoot, place.key);
  const listening = await listenAt(place.socket, (streams) => void sessions.accept(streams));
  if (listening !== undefined) {
    ready();
    sessions.linger();
    await Promise.race([sessions.over, terminated()]);
    listening.close();
  }
  await opened.service.stop();
  await leave();
  return 0;
}

class Sessions {
  readonly #sessions = new Map<string, HostSession>();
  readonly #over = Promise.withResolvers<void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly service: WorkspaceService,
    private readonly workspaceRoot: string,
    private readonly key: string,
  ) {}

  /** Resolves when no session has been there for a while. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  linger(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#over.resolve, LINGER);
  }

  /** Never rejects. */
  async accept(streams: SocketStreams): Promise<void> {
    const late = setTimeout(() => {
      streams.close();
    }, HELLO.ms);
    const line = await streams.line(HELLO.bytes);
    clearTimeout(late);
    const hello = line === undefined ? undefined : parseHello(line, this.key);
    if (hello?.channel === 'rpc') await this.#serve(hello, streams);
    else if (hello?.channel === 'mcp') await this.#serveMcp(hello.session, streams);
    else if (hello?.channel === 'state') streams.write(`${JSON.stringify(this.#state())}\n`);
    else if (hello?.channel === 'restart') streams.write(`${JSON.stringify(await this.service.restart(hello))}\n`);
    streams.close();
  }

  async #serve(hello: HostSession['hello'], streams: SocketStreams): Promise<void> {
    const settings = parseSettings(hello.config);
    if (settings.kind === 'invalid' || this.#sessions.has(hello.session)) return;
    clearTimeout(this.#timer);
    const orchestrator = new Orchestrator(this.service, settings.config);
    const session: HostSession = { orchestrator, settings: settings.config, hello, since: Date.now(), mcp: new Set() };
    this.#sessions.set(hello.session, session);
    this.#welcome(streams);
    setImmediate(() => {
      void orchestrator.prewarm();
    });
    const end = (): Promise<void> => {
      orchestrator.end();
      return Promise.resolve();
    };
    await createRpcChannel(orchestrator, streams, end, stderrLog);
    await end();
    for (const each of session.mcp) each.close();
    this.#sessions.delete(hello.session);
    if (this.#sessions.size === 0) this.linger();
  }

  async #serveMcp(id: string, streams: SocketStreams): Promise<void> {
    const session = this.#sessions.get(id);
    if (session === undefined || session.settings.navigationTools === false) return;
    const { orchestrator, settings, hello, mcp } = session;
    mcp.add(streams);
    this.#welcome(streams);
    await serveMcpOn(hello.catalog ?? 'lsp', sourcesOf(orchestrator, settings), streams, stderrLog);
    mcp.delete(streams);
  }

  #welcome(streams: SocketStreams): void {
    streams.write(`${JSON.stringify({ key: this.key, pid: process.pid })}\n`);
  }

  #state(): SharedState {
    return {
      key: this.key,
      pid: process.pid,
      workspaceRoot: this.workspaceRoot,
      memory: process.memoryUsage.rss(),
      budget: this.service.memoryBudget,
      sessions: [...this.#sessions.values()].map(({ hello, since }) => ({ host: hello.host.name, pid: hello.host.pid, since })),
      servers: this.service.status(),
    };
  }
}
