import { compareText } from '../../support/compare.ts';
import type { Launch, ServerDefinition } from '../../backend/definition.ts';
import type { ServiceMetrics } from '../../types.ts';
import { CompilerSession } from './compiler-session.ts';
import { ServerSession } from './server-session.ts';
import type { Session, SessionOptions } from './session.ts';

export type SharedSessionOptions = Omit<SessionOptions, 'definition' | 'launch'> & {
  /** A server ends, or has ended by itself. */
  ended(session: Session): void;
};

/**
 * One session per server, root and toolchain (REQ-ARCH-090), made on the first touch
 * (REQ-LIFE-010). A session that broke stays, so that it is not started again unless a person
 * restarts it (REQ-LIFE-070).
 */
export class ClientPool {
  readonly #sessions = new Map<string, Session>();
  /** Idle sessions that are shutting down, until they have ended. */
  readonly #leaving = new Set<Session>();
  /** Ids of servers that were shut down because they were idle, until one is started again. */
  readonly #rested = new Set<string>();
  #stopped = false;
  readonly #starts = { succeeded: 0, failed: 0, crashed: 0 };

  constructor(private readonly shared: SharedSessionOptions) {}

  /** Single flight by construction: the session exists before the first await (REQ-CONC-010). */
  session(definition: ServerDefinition, launch: Launch): Session {
    const key = keyOf(definition, launch);
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    if (definition.run !== undefined) this.#replace(definition.id, launch.root);
    const options = { ...this.shared, definition, launch };
    const session: Session = definition.run === undefined ? new ServerSession(options) : new CompilerSession(options, definition.run);
    this.#sessions.set(key, session);
    this.#rested.delete(definition.id);
    void session.idle?.then(() => this.#rest(key, session));
    // A check in progress when the service ended must leave no process running.
    if (this.#stopped) void session.stop();
    void this.#watch(session, performance.now());
    return session;
  }

  /**
   * Another compiler judges the project from now on. The session of the one before would run beside
   * it for good, as it needs no process to be active.
   */
  #replace(id: string, root: string): void {
    for (const [key, session] of this.#sessions) {
      if (session.definition.id !== id || session.launch.root !== root) continue;
      void this.#leave(key, session);
    }
  }

  /** Ends these servers, whatever state they are in, and starts each anew. */
  async restart(id: string | undefined): Promise<Session[]> {
    const chosen = [...this.#sessions].filter(([, { definition }]) => id === undefined || definition.id === id);
    return Promise.all(
      chosen.map(async ([key, session]) => {
        this.shared.log(`${session.definition.id}: a person has asked for a restart, pid ${session.pid ?? '-'}`);
        await this.#leave(key, session);
        return this.session(session.definition, session.launch);
      }),
    );
  }

  /**
   * Ends a session in order. Later requests get a new one, not this one (REQ-LIFE-060), even while
   * it ends.
   */
  async #leave(key: string, session: Session): Promise<void> {
    this.#sessions.delete(key);
    this.#leaving.add(session);
    this.shared.known.drop(session);
    if (session.state.kind === 'active') this.shared.ended(session);
    await session.stop();
    this.#leaving.delete(session);
  }

  /** The session that `session` would return, if it exists. */
  find(definition: ServerDefinition, launch: Launch): Session | undefined {
    return this.#sessions.get(keyOf(definition, launch));
  }

  /**
   * Takes the first of these folders that is the root of a session of this server. Returns the
   * launch of that session.
   */
  above({ id }: ServerDefinition, folders: readonly string[]): Launch | undefined {
    const launches = [...this.#sessions.values()].filter(({ definition }) => definition.id === id).map(({ launch }) => launch);
    return folders.flatMap((folder) => launches.find(({ root }) => root === folder) ?? []).at(0);
  }

  /** Sorted by id, then root. */
  all(): Session[] {
    return [...this.#sessions.values()].sort(
      (a, b) => compareText(a.definition.id, b.definition.id) || compareText(a.launch.root, b.launch.root),
    );
  }

  active(): Session[] {
    return this.all().filter(({ state }) => state.kind === 'active');
  }

  /** Counts of started processes, by outcome (REQ-OBS-020). */
  get starts(): ServiceMetrics['starts'] {
    return { ...this.#starts };
  }

  /** The last session of this server was shut down because it was idle. */
  hasRested(id: string): boolean {
    return this.#rested.has(id);
  }

  /** Ends every server for good, including those still starting. */
  async stop(): Promise<void> {
    if (!this.#stopped) for (const session of this.active()) this.shared.ended(session);
    this.#stopped = true;
    await Promise.all([...this.#sessions.values(), ...this.#leaving].map((session) => session.stop()));
  }

  /** Shuts an idle server down. */
  async #rest(key: string, session: Session): Promise<void> {
    if (session.state.kind !== 'active') return;
    const { id } = session.definition;
    this.#rested.add(id);
    this.shared.log(`${id}: nobody has asked it for ${this.shared.idleShutdown} ms, so it is shut down, pid ${session.pid ?? '-'}`);
    await this.#leave(key, session);
  }

  /**
   * Counts starts, failures and crashes, and logs them (REQ-OBS-020). An ended server holds no
   * diagnostics any more (REQ-KNOWN-020).
   */
  async #watch(session: Session, since: number): Promise<void> {
    const { definition } = session;
    const { log, known } = this.shared;
    await session.started;
    const started = session.state.kind === 'active';
    // A compiler session is active without a process, and logs the result of each run.
    if (started && session.pid !== undefined) {
      this.#starts.succeeded++;
      log(`${definition.id}: started in ${Math.round(performance.now() - since)} ms, pid ${session.pid}${this.#requestStats()}`);
    }
    await session.exited;
    known.drop(session);
    await session.explained;
    const end = session.state;
    if (end.kind !== 'broken') return;
    this.#starts[started ? 'crashed' : 'failed']++;
    log(`${definition.id}: ${started ? 'crashed' : 'did not start'}: ${end.reason}${this.#requestStats()}`);
    for (const line of session.stderr(5)) log(`${definition.id}: stderr: ${line}`);
    if (started) this.shared.ended(session);
  }

  #requestStats(): string {
    const { succeeded, failed, crashed } = this.#starts;
    return ` (so far ${succeeded} started, ${failed} failed, ${crashed} crashed)`;
  }
}

/** Key of a session: two sessions with the same key are the same. */
export function keyOf({ id }: ServerDefinition, { root, toolchain }: Launch): string {
  return [id, root, toolchain].join('\0');
}
