import { compareText } from '../../../support/compare.ts';
import type { Launch, ServerDefinition } from '../../../backend/definition.ts';
import type { ServiceMetrics } from '../../../types.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { ChangedTexts } from '../../changes/text-changes.ts';
import { OwedSearch } from '../../changes/owed-search.ts';
import { CompilerSession } from '../compiler/compiler-session.ts';
import { ServerSession } from '../server/server-session.ts';
import { spellMs } from '../../../support/spell-ms.ts';
import type { ProcessView, Session, SessionOptions } from '../session.ts';

export type SharedSessionOptions = Omit<
  SessionOptions,
  'definition' | 'launch' | 'owed' | 'from' | 'isLost'
> & {
  /** A process was made for a server and root that another one has left a search to. */
  owing(session: Session): void;
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
  /** By the key of a session. */
  readonly #owed = new Map<string, OwedSearch>();
  /** Idle sessions that are shutting down, until they have ended. */
  readonly #leaving = new Set<Session>();
  /** Why servers were shut down that no answer was awaited from, by id, until one is started again. */
  readonly #rested = new Map<string, string>();
  /** Why a session took the place of another one. */
  readonly #notes = new WeakMap<ProcessView, string>();
  /** What they had read was stale for good. */
  readonly #superseded = new WeakSet<Session>();
  #stopped = false;
  readonly #starts = { succeeded: 0, failed: 0, crashed: 0 };

  constructor(private readonly shared: SharedSessionOptions) {}

  /**
   * Single flight by construction: the session exists before the first await (REQ-CONC-010).
   *
   * @param from a new session is notified of the changes after this position
   */
  session(definition: ServerDefinition, launch: Launch, from = this.shared.changes.position): Session {
    const key = sessionKey(definition, launch);
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    if (definition.run !== undefined || definition.oneForRoot) this.#replace(definition.id, launch.root);
    // No process has been asked about what had changed before the first one was started.
    const owed = this.#owedBy(key, definition, launch) ?? new OwedSearch(this.shared.changes.beginning);
    this.#owed.set(key, owed);
    const isLost = (session: Session, why: string): void => {
      this.#supersede(session, why);
    };
    const options = { ...this.shared, definition, launch, owed, from, isLost };
    const session: Session =
      definition.run === undefined
        ? new ServerSession(options)
        : new CompilerSession(options, definition.run);
    this.#sessions.set(key, session);
    this.#rested.delete(definition.id);
    if (owed.takeOver()) this.shared.owing(session);
    void session.idle?.then(() => this.rest(session, `idle for ${spellMs(this.shared.idleShutdown)}`));
    // A check in progress when the service ended must leave no process running.
    if (this.#stopped) void session.stop();
    void this.#watch(session, performance.now());
    return session;
  }

  /** What this server owes, or did with another toolchain, whose process has ended. */
  #owedBy(key: string, { id }: ServerDefinition, { root }: Launch): OwedSearch | undefined {
    const own = this.#owed.get(key);
    if (own !== undefined) return own;
    const left = this.#owed
      .keys()
      .find((other) => other.startsWith(`${id}\0${root}\0`) && !this.#sessions.has(other));
    const owed = left === undefined ? undefined : this.#owed.get(left);
    if (left !== undefined) this.#owed.delete(left);
    return owed;
  }

  /**
   * Another compiler judges the project from now on, or the same one with other flags. The session
   * of the one before would run beside it for good.
   */
  #replace(id: string, root: string): void {
    for (const [key, session] of this.#sessions) {
      if (session.definition.id !== id || session.launch.root !== root) continue;
      void this.#leave(key, session);
    }
  }

  /** Ends these servers, whatever state they are in, and starts each anew. */
  restart(id: string | undefined): Promise<Session[]> {
    const chosen = this.all().filter(({ definition }) => id === undefined || definition.id === id);
    return Promise.all(chosen.map((session) => this.#renew(session, 'a person has asked for it')));
  }

  /** The same for one of them; its row says why. */
  async renew(session: Session, why: string): Promise<void> {
    this.#notes.set(await this.#renew(session, why), `restarted: ${why}`);
  }

  /** At once: there is no moment without a session that a search would have to wait for. */
  #supersede(session: Session, why: string): void {
    if (this.#superseded.has(session)) return;
    this.#superseded.add(session);
    const { definition, launch } = session;
    this.#logRestart(session, why);
    void this.#leave(sessionKey(definition, launch), session);
    this.#notes.set(this.session(definition, launch), `restarted: ${why}`);
  }

  /** The session to ask instead of one that was asked before what it had read became stale. */
  successorOf(session: Session): Session | undefined {
    return this.#superseded.has(session) ? this.session(session.definition, session.launch) : undefined;
  }

  async #renew(session: Session, why: string): Promise<Session> {
    const { definition, launch } = session;
    this.#logRestart(session, why);
    await this.#leave(sessionKey(definition, launch), session);
    return this.session(definition, launch);
  }

  #logRestart({ definition, pid }: Session, why: string): void {
    this.shared.log(`${definition.id}: restarted, ${why}, pid ${pid ?? '-'}`);
  }

  /** Why this session took the place of another one, if it did. */
  noteOn(session: ProcessView): string | undefined {
    return this.#notes.get(session);
  }

  /**
   * Ends a session in order. Later requests get a new one, not this one (REQ-LIFE-060), even while
   * it ends.
   */
  async #leave(key: string, session: Session): Promise<void> {
    if (this.#sessions.get(key) === session) this.#sessions.delete(key);
    this.#leaving.add(session);
    this.#drop(key, session);
    if (session.state.kind === 'active') this.shared.ended(session);
    await session.stop();
    this.#leaving.delete(session);
  }

  /** What an ended process had found has to be found anew. */
  #drop(key: string, session: Session): void {
    const { known } = this.shared;
    this.#owed.get(key)?.findingsDropped(known.densestOf(session, session.definition.perFile));
    known.drop(session);
  }

  /** The session that `session` would return, if it exists. */
  find(definition: ServerDefinition, launch: Launch): Session | undefined {
    return this.#sessions.get(sessionKey(definition, launch));
  }

  /**
   * Takes the first of these folders that is the root of a session of this server. Returns the
   * launch of that session.
   */
  above({ id }: ServerDefinition, folders: readonly string[]): Launch | undefined {
    const launches = [...this.#sessions.values()]
      .filter(({ definition }) => definition.id === id)
      .map(({ launch }) => launch);
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

  /** Some server was sent its text. */
  isOpen(path: AdmittedPath): boolean {
    return this.active().some((session) => session.textOf?.(path) !== undefined);
  }

  /**
   * The texts around a change: before it, what some server was sent last, whatever the caller has seen;
   * undefined where nothing tells.
   */
  textsAround(path: AdmittedPath, seen: string | undefined, after: string): ChangedTexts | undefined {
    const sent = this.active().map((session) => session.textOf?.(path));
    const before = sent.find((text) => text !== undefined && text !== after) ?? seen;
    return before === undefined ? undefined : { before, after };
  }

  /** Resolves once all running servers were notified of all changes. Never rejects. */
  async catchUp(): Promise<void> {
    await Promise.all(this.active().map((session) => session.catchUp()));
  }

  /** Counts of started processes, by outcome (REQ-OBS-020). */
  get starts(): ServiceMetrics['starts'] {
    return { ...this.#starts };
  }

  /** Why the last session of this server was shut down, if a next file starts it again. */
  whyRested(id: string): string | undefined {
    return this.#rested.get(id);
  }

  /** Ends every server for good, including those still starting. */
  async stop(): Promise<void> {
    if (!this.#stopped) for (const session of this.active()) this.shared.ended(session);
    this.#stopped = true;
    await Promise.all([...this.#sessions.values(), ...this.#leaving].map((session) => session.stop()));
  }

  /** Shuts down a server that no answer is awaited from. Its next file starts it again. */
  async rest(session: Session, why: string): Promise<void> {
    if (session.state.kind !== 'active') return;
    const { definition, launch } = session;
    this.#rested.set(definition.id, why);
    this.shared.log(`${definition.id}: shut down, ${why}, pid ${session.pid ?? '-'}`);
    await this.#leave(sessionKey(definition, launch), session);
  }

  /**
   * Counts starts, failures and crashes, and logs them (REQ-OBS-020). An ended server holds no
   * diagnostics any more (REQ-KNOWN-020).
   */
  async #watch(session: Session, since: number): Promise<void> {
    const { definition } = session;
    const { log } = this.shared;
    await session.started;
    const started = session.state.kind === 'active';
    // A compiler session is active without a process, and logs the result of each run.
    if (started && session.pid !== undefined) {
      this.#starts.succeeded++;
      log(
        `${definition.id}: started in ${Math.round(performance.now() - since)} ms, pid ` +
          `${session.pid}${this.#requestStats()}`,
      );
    }
    await session.exited;
    this.#drop(sessionKey(definition, session.launch), session);
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
export function sessionKey({ id }: ServerDefinition, { root, toolchain }: Launch): string {
  return [id, root, toolchain].join('\0');
}
