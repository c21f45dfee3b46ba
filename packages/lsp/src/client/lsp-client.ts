import { isObject } from '../support/json.ts';
import { Connection, type Response } from '../jsonrpc/connection.ts';
import type { Log } from '../support/log.ts';
import { toUri } from '../support/paths.ts';
import type { ServerLaunch } from './process/launch.ts';
import { recorder } from '../trace/recorder.ts';
import { initialize } from './protocol/initialize.ts';
import { Documents } from './documents/documents.ts';
import { LoadStatus } from './protocol/load-status.ts';
import { OpQueue } from './documents/op-queue.ts';
import { Published } from './documents/published.ts';
import { RequestedEdits } from './documents/requested-edits.ts';
import { FILE_CHANGE_TYPE, type FileChangeType, Registrations } from './protocol/registrations.ts';
import { type ServerCapabilities, syncOptions } from './protocol/server-capabilities.ts';
import type { ServerProcess } from './process/server-process.ts';
import { spawnOnRuntime } from './process/on-runtime.ts';
import { receiveNotification } from './protocol/server-notifications.ts';
import { answerServer } from './protocol/server-requests.ts';
import { withFolders } from './protocol/with-folders.ts';
import { withinMs } from '../support/within-ms.ts';
import { WorkDoneProgress } from './protocol/work-done-progress.ts';

/**
 * domain-model 2.2. `stopped`: the sidecar ended the server. `broken`: the server failed, for good
 * (REQ-LIFE-070).
 */
export type ClientState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'active'; readonly capabilities: ServerCapabilities }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'stopped' };

export interface ClientOptions {
  readonly launch: ServerLaunch;
  readonly log: Log;
  /** How long `initialize` may take before the server counts as broken, ms. */
  readonly startLimit: number;
}

/** How long a server may take for each step of an orderly shutdown, ms. */
const STOP_STEP = 500;

/** How long to wait for the exit of a server that has closed its stdout, ms. */
const EXIT_AFTER_SILENCE = 100;

const NONE: ReadonlySet<string> = new Set();

/**
 * One language server: its process, its connection, its documents. Lives from spawn to exit and is
 * never restarted.
 */
export class LspClient {
  readonly launch: ServerLaunch;
  readonly registrations: Registrations;
  readonly published = new Published();
  readonly requestedEdits = new RequestedEdits();
  readonly load = new LoadStatus();
  readonly progress = new WorkDoneProgress();
  readonly queue = new OpQueue();
  readonly documents: Documents;
  /** Resolves once the server is active, broken or stopped. Never rejects. */
  readonly started: Promise<void>;
  /** Resolves once the process has ended, with the reason. Never rejects. */
  readonly exited: Promise<string>;
  /** Aborts when the client is broken or stopped: no answers will come any more. */
  readonly ended: AbortSignal;

  /**
   * The last error that the server asked to show to the user. A caller that gets an answer clears
   * it.
   */
  lastError: string | undefined;

  /** Called with each line that the server writes into its editor's log. */
  onLog: ((message: string) => void) | undefined;

  /** Called with each notification that no protocol knows: an extension of one server. */
  onOther: ((method: string, params: unknown) => void) | undefined;

  /** Messages of the server to leave out of the log. */
  noise: RegExp | undefined;

  /**
   * Called before anything else is sent: lets a caller remove temporary state from the server
   * before other requests see it.
   */
  beforeNext: (() => void) | undefined;

  readonly #process: ServerProcess | undefined;
  readonly #connection: Connection | undefined;
  readonly #startEnded = Promise.withResolvers<void>();
  /** Resolves when the server asks for its settings. */
  readonly #configured = Promise.withResolvers<void>();
  readonly #end = new AbortController();
  #state: ClientState = { kind: 'starting' };
  #explained = Promise.resolve();
  #stopping: Promise<void> | undefined;

  constructor(private readonly options: ClientOptions) {
    this.launch = options.launch;
    this.registrations = new Registrations(options.launch.root, options.launch.watches);
    this.documents = new Documents(
      () => this.#syncOptions(),
      (method, params) => {
        this.notify(method, params);
      },
      () => this.published.serial,
      options.launch,
    );
    this.started = this.#startEnded.promise;
    this.ended = this.#end.signal;
    const spawned = spawnOnRuntime(options.launch, (what) => {
      this.note(what);
    });
    if (spawned.kind === 'failed') {
      this.exited = Promise.resolve(spawned.reason);
      this.#become({ kind: 'broken', reason: spawned.reason });
      return;
    }
    this.#process = spawned.process;
    this.#connection = new Connection(spawned.process.streams, {
      request: (method, params) => {
        if (method === 'workspace/configuration') this.#configured.resolve();
        return answerServer(method, params, this);
      },
      notification: (method, params) => {
        receiveNotification(method, params, this);
      },
      protocolError: (what) => {
        this.note(what);
      },
      tap: recorder()?.tap({ kind: 'server', server: this.name }),
    });
    this.exited = spawned.process.exited.then((how) => {
      this.#connection?.close();
      this.#become({ kind: 'broken', reason: how });
      return how;
    });
    this.#connection.listen();
    void this.#connection.closed.then(() => {
      this.#loseTouch(spawned.process, 'closed its stdout');
    });
    void spawned.process.deaf.then((reason) => {
      this.#loseTouch(spawned.process, reason);
    });
    void this.#initialize(this.#connection);
  }

  get state(): ClientState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#state.kind === 'starting' || this.#state.kind === 'active' ? this.#process?.pid : undefined;
  }

  /**
   * Resolves once `state` has the reason why the client is broken, if it is: at most 100 ms after
   * it broke. Never rejects.
   */
  get explained(): Promise<void> {
    return this.#explained;
  }

  /** For the log. */
  get name(): string {
    return `${this.launch.program.name}[${this.#process?.pid ?? '-'}]`;
  }

  /** Writes a line about this server into the log. */
  note(what: string): void {
    this.options.log(`${this.name}: ${what}`);
  }

  /** Why another program runs it than the launch names, if so. */
  get instead(): string | undefined {
    return this.#process?.instead;
  }

  /** The last lines of the server's stderr, oldest first. */
  stderr(lines: number): string[] {
    return this.#process?.stderr.lines(lines) ?? [];
  }

  /**
   * The options of a provider, static or registered; undefined if the server does not offer it.
   *
   * @param capability `renameProvider`; with dots for one inside of another
   */
  provider(capability: string, method: string): Record<string, unknown> | undefined {
    const raw: unknown = this.#state.kind === 'active' ? this.#state.capabilities.raw : undefined;
    const offered = capability
      .split('.')
      .reduce((within, name) => (isObject(within) ? within[name] : undefined), raw);
    if (isObject(offered)) return offered;
    if (offered === true) return {};
    return this.registrations.options(method);
  }

  request(method: string, params: unknown, signal?: AbortSignal): Promise<Response> {
    this.beforeNext?.();
    return this.#connection?.request(method, params, signal) ?? Promise.resolve({ kind: 'closed' });
  }

  notify(method: string, params: unknown): void {
    this.beforeNext?.();
    this.#connection?.notify(method, params);
  }

  /**
   * Sends `workspace/didChangeWatchedFiles` for the changes that the server registered for.
   *
   * @param byText of these files it learns by their texts how they have changed
   */
  announce(
    changes: readonly { readonly path: string; readonly change: FileChangeType }[],
    byText: ReadonlySet<string> = NONE,
  ): void {
    for (const { path } of changes) this.documents.changed(path);
    const { root, watchesFolders } = this.launch;
    const others = changes.filter(({ path, change }) => change !== 'changed' || !byText.has(path));
    const wanted = (watchesFolders ? withFolders(others, root) : others).filter(({ path, change }) =>
      this.registrations.watches(path, change),
    );
    if (wanted.length === 0) return;
    this.notify('workspace/didChangeWatchedFiles', {
      changes: wanted.map(({ path, change }) => ({ uri: toUri(path), type: FILE_CHANGE_TYPE[change] })),
    });
  }

  /**
   * Makes the server ask for its settings and restart with them, whether they have changed or not.
   */
  reload(): void {
    this.notify('workspace/didChangeConfiguration', { settings: this.launch.settings ?? null });
  }

  /**
   * `shutdown`, `exit`, end of stdin, then SIGKILL for the whole tree. A server that is still
   * starting is killed at once. Further calls join the one in progress. Never rejects.
   */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const wasActive = this.#state.kind === 'active';
    this.#become({ kind: 'stopped' });
    const server = this.#process;
    if (server === undefined) return;
    if (wasActive) {
      // Without params: rust-analyzer and TypeScript 7 refuse `{}`.
      await withinMs(this.request('shutdown', undefined), STOP_STEP);
      this.notify('exit', undefined);
      server.closeInput();
      if (await withinMs(this.exited, STOP_STEP)) return;
    }
    server.kill();
    await withinMs(this.exited, STOP_STEP);
  }

  /** For a server that runs but will never answer again: marks it broken and kills it. */
  giveUp(reason: string): void {
    this.#become({ kind: 'broken', reason });
    this.#process?.kill();
  }

  async #initialize(connection: Connection): Promise<void> {
    const initialized = await initialize(connection, {
      ...this.options,
      configured: this.#configured.promise,
    });
    if (initialized.kind === 'failed') this.giveUp(initialized.reason);
    if (initialized.kind !== 'active') return;
    this.#become(initialized);
    this.#startEnded.resolve();
  }

  /**
   * A server that has closed stdin or stdout answers no more. Usually it has ended, and the exit
   * reason is more informative.
   */
  #loseTouch(server: ServerProcess, reason: string): void {
    if (this.#state.kind === 'stopped' || this.#state.kind === 'broken') return;
    this.#become({ kind: 'broken', reason });
    this.#explained = this.#explain(server);
  }

  async #explain(server: ServerProcess): Promise<void> {
    if (await withinMs(server.exited, EXIT_AFTER_SILENCE))
      this.#state = { kind: 'broken', reason: await server.exited };
    else server.kill();
  }

  /** Broken and stopped are final: the first reason stays. */
  #become(next: ClientState): void {
    if (this.#state.kind === 'broken' || this.#state.kind === 'stopped') return;
    this.#state = next;
    if (next.kind === 'active') return;
    this.documents.clear();
    this.registrations.clear();
    this.progress.clear();
    this.#startEnded.resolve();
    this.#end.abort();
  }

  #syncOptions() {
    return this.#state.kind === 'active'
      ? syncOptions(this.#state.capabilities, this.registrations)
      : ({ change: 'none', openClose: false, save: 'none' } as const);
  }
}
