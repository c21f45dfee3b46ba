import { existsSync } from 'node:fs';
import type { Envelope } from './bootstrap.ts';
import { type Hello, parseHello } from './channels/socket/hello.ts';
import { listenAt } from './channels/socket/listen.ts';
import { isShortOfMemory } from './client/process/machine-memory.ts';
import type { SocketStreams } from './client/process/socket-streams.ts';
import type { WorkspaceService } from './engine/workspace-service.ts';
import type { HostSession } from './shared-session.ts';
import { durationMs } from './support/duration.ts';
import { isObject } from './support/json.ts';
import { statOf } from './support/read-file.ts';
import { SETTINGS } from './settings-table.ts';
import { terminated } from './terminated.ts';
import { LSP_DEFAULTS, type SharedPlace, type SharedState } from './types.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

/** From the start to the end of a service that no session joins, ms. */
const UNUSED = 5000;
/** How often a service without a session looks whether it may stay, ms. */
const LOOK = 5000;
/** How long a connection may take to say what it is, ms, and how much it may say, bytes. */
const HELLO = { ms: 5000, bytes: 4 * 1024 * 1024 } as const;
/** How long loading waits for the navigation channel of the first session, ms. */
const LOAD_AFTER = 1000;

type SessionHello = Extract<Hello, { channel: 'rpc' }>;

interface Joined {
  readonly hello: SessionHello;
  readonly since: number;
  /** `undefined` if its settings are none. */
  readonly session: Promise<HostSession | undefined>;
}

/**
 * Serves all sessions that connect to the socket, until none has been there for as long as the last one has
 * set (`serviceLinger`), until one without a session may not stay ({@link Sessions.linger}), or a signal
 * comes. Then ends every server. It has no parent: its starter may die.
 *
 * What serves them is loaded once the first session has been welcomed, so that its host goes on
 * meanwhile. Nothing is read from the socket while it is loaded.
 *
 * @param ready called when it listens
 * @returns the exit code; 0 too if another service listens there
 */
export async function serveShared(
  envelope: Envelope,
  place: SharedPlace,
  ready: () => void,
): Promise<number> {
  const service = Promise.withResolvers<WorkspaceService>();
  const sessions = new Sessions(service.promise, envelope.workspaceRoot, place);
  const listening = await listenAt(place.socket, (streams) => void sessions.accept(streams));
  if (listening === undefined) return 0;
  const ended = Promise.race([sessions.over, terminated()]);
  ready();
  sessions.linger(UNUSED);
  const isWanted = await Promise.race([sessions.first.then(() => true), ended.then(() => false)]);
  if (!isWanted) {
    listening.close();
    return 0;
  }
  const { leave, openShared } = await import('./shared-session.ts');
  const opened = await openShared(envelope, place);
  if (opened !== undefined) {
    service.resolve(opened);
    await ended;
  }
  listening.close();
  await opened?.stop();
  await leave();
  return opened === undefined ? 1 : 0;
}

class Sessions {
  readonly #sessions = new Map<string, Joined>();
  readonly #over = Promise.withResolvers<void>();
  readonly #first = Promise.withResolvers<void>();
  #watchdog: Watchdog | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;
  #until: number | undefined;
  readonly #program = stampOf(Bun.main);

  constructor(
    private readonly service: Promise<WorkspaceService>,
    private readonly workspaceRoot: string,
    private readonly place: SharedPlace,
  ) {}

  /** Resolves when no session has been there for a while. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Resolves when the first session has all its channels, or something else is asked. */
  get first(): Promise<void> {
    return this.#first.promise;
  }

  /** @param ms until the service ends, unless a session comes */
  linger(ms: number): void {
    this.#stay();
    this.#until = Date.now() + ms;
    this.#timer = setTimeout(this.#over.resolve, ms);
    if (ms > LOOK)
      this.#looking = setInterval(() => {
        if (this.#mustEnd()) this.#over.resolve();
      }, LOOK);
  }

  #stay(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    this.#until = undefined;
  }

  /**
   * The workspace is gone, the package was updated, the machine is short of memory, or the user has logged
   * out: then the system removes the folder of the socket.
   */
  #mustEnd(): boolean {
    const { socket } = this.place;
    const isThere = existsSync(socket) && existsSync(this.workspaceRoot);
    return !isThere || stampOf(Bun.main) !== this.#program || isShortOfMemory();
  }

  /** Never rejects. */
  async accept(streams: SocketStreams): Promise<void> {
    const late = setTimeout(() => {
      streams.close();
    }, HELLO.ms);
    const line = await streams.line(HELLO.bytes);
    clearTimeout(late);
    const hello = line === undefined ? undefined : parseHello(line, this.place.key);
    if (hello?.channel === 'rpc') await this.#serve(hello, streams);
    else if (hello?.channel === 'mcp') await this.#serveMcp(hello.session, streams);
    else if (hello !== undefined) await this.#answer(hello, streams);
    streams.close();
  }

  async #answer(hello: Exclude<Hello, { session: string }>, streams: SocketStreams): Promise<void> {
    this.#first.resolve();
    const service = await this.service;
    const answer = hello.channel === 'restart' ? await service.restart(hello) : this.#stateOf(service);
    streams.write(`${JSON.stringify(answer)}\n`);
    if (hello.channel === 'stop' && this.#sessions.size === 0) this.#over.resolve();
  }

  async #serve(hello: SessionHello, streams: SocketStreams): Promise<void> {
    if (this.#sessions.has(hello.session)) return;
    this.#stay();
    const session = this.#open(hello);
    this.#sessions.set(hello.session, { hello, since: Date.now(), session });
    this.#watch();
    this.#welcome(streams);
    const hasTools = !isObject(hello.config) || hello.config['navigationTools'] !== false;
    setTimeout(this.#first.resolve, hasTools ? LOAD_AFTER : 0);
    await (await session)?.serve(streams);
    this.#sessions.delete(hello.session);
    this.#watch();
    if (this.#sessions.size === 0) this.linger(lingerOf(hello.config));
  }

  #watch(): void {
    const served = { hosts: Array.from(this.#sessions.values(), ({ hello }) => hello.host.pid) };
    if (this.#watchdog === undefined) this.#watchdog = startWatchdog(served);
    else this.#watchdog.serve(served);
  }

  async #open(hello: SessionHello): Promise<HostSession | undefined> {
    const service = await this.service;
    const { HostSession } = await import('./shared-session.ts');
    return HostSession.open(service, hello);
  }

  async #serveMcp(id: string, streams: SocketStreams): Promise<void> {
    const joined = this.#sessions.get(id);
    if (joined === undefined) return;
    this.#welcome(streams);
    this.#first.resolve();
    await (await joined.session)?.serveMcp(streams);
  }

  #welcome(streams: SocketStreams): void {
    streams.write(`${JSON.stringify({ key: this.place.key, pid: process.pid })}\n`);
  }

  #stateOf(service: WorkspaceService): SharedState {
    return {
      key: this.place.key,
      pid: process.pid,
      workspaceRoot: this.workspaceRoot,
      memory: process.memoryUsage.rss(),
      budget: service.memoryBudget,
      sessions: [...this.#sessions.values()].map(({ hello, since }) => ({
        host: hello.host.name,
        pid: hello.host.pid,
        since,
      })),
      ...(this.#until !== undefined && { until: this.#until }),
      servers: service.status(),
    };
  }
}

/** Of the settings of a session, ms. */
function lingerOf(config: unknown): number {
  const given = isObject(config) ? durationMs(config['serviceLinger']) : undefined;
  // A timer of more than the system counts would end at once.
  const most = SETTINGS.serviceLinger.max;
  return Math.min(most, Math.max(0, given ?? durationMs(LSP_DEFAULTS.serviceLinger) ?? 0));
}

/** Another release has other files, or these with another time. */
function stampOf(program: string): string | undefined {
  const found = statOf(program);
  return found && [found.ino, found.size, found.mtimeMs].join(' ');
}
