import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Control, type ProcessRole } from './control.js';
import { injectionOf, STOPPED } from './inject.js';
import { Judge, type RunnableCell, statusFits } from './judge.js';
import type { Cell } from './matrix.js';
import { SHORT } from './patience.js';
import { Room } from './room.js';
import { BridgedSession, DirectSession, type Edited, type Session } from './sessions.js';

/** What became of one cell. Times in ms. */
export interface CellOutcome {
  readonly id: string;
  /** What did not hold; none: the cell is well. */
  readonly complaints: readonly string[];
  /** The edit at which the fault struck. */
  readonly editMs: number;
  readonly closeMs: number;
  /** Which of the edits after that carried diagnostics again; 0: none. */
  readonly recovery: number;
  /** How many answers, files, processes and descriptors were looked at. */
  readonly judgements: number;
  /** The last of what status said. */
  readonly status: string;
}

/**
 * After this many edits it goes on or never will; so many ms between them. The page says how many
 * it took where it was not one.
 */
const RECOVERY = 6;
const BETWEEN = 500;
/** JSON-RPC 2.0, section 5.1. */
const METHOD_NOT_FOUND = -32601;

/** Breaks one thing at one moment of a session of its own, and judges what came of it. */
export async function runCell(cell: RunnableCell, patience = SHORT): Promise<CellOutcome> {
  const { small } = injectionOf(cell);
  const room = new Room(small === undefined ? [] : [small], patience);
  const control = await Control.listen(room.control);
  room.give(room.control);
  const run = new Run(cell, room, control);
  try {
    await run.all();
  } catch (error) {
    run.judge.complain(
      `the cell could not be run: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    control.close();
    room.dispose();
  }
  return run.outcome;
}

class Run {
  readonly judge: Judge;
  readonly #session: Session;
  #struck: Edited | undefined;
  #closeMs = 0;
  #recovery = 0;
  #status = '';
  #closing: Promise<Ended> | undefined;

  constructor(
    private readonly cell: RunnableCell,
    private readonly room: Room,
    private readonly control: Control,
  ) {
    this.judge = new Judge(cell, room.bounds);
    this.#session =
      cell.component === 'bridge' ? new BridgedSession(room, control) : new DirectSession(room, control);
  }

  get outcome(): CellOutcome {
    return {
      id: this.cell.id,
      complaints: this.judge.complaints,
      editMs: this.#struck?.ms ?? 0,
      closeMs: this.#closeMs,
      recovery: this.#recovery,
      judgements: this.judge.judgements,
      status: this.#status,
    };
  }

  async all(): Promise<void> {
    const session = this.#session;
    await session.prepare();
    const bare = this.#descriptors(session.owner);
    await this.#strike();
    injectionOf(this.cell).relieve?.(this.#scene);
    if (this.cell.phase !== 'shutting down') await this.#afterwards();
    const { ms, byItself } = await (this.#closing ?? this.#close());
    this.#closeMs = ms;
    this.judge.that(
      ms <= this.judge.bounds.close + this.judge.lost || this.judge.isDeaf,
      `the end took ${Math.round(ms)} ms`,
    );
    this.judge.that(byItself || this.judge.isDeaf, `the ${session.owner} had to be killed`);
    if (session.owner === 'host') await this.#quit(bare);
    await this.#nothingLeft();
  }

  /** Brings the session to the phase, breaks it there, and has an edit made. */
  async #strike(): Promise<void> {
    const { cell, control } = this;
    const session = this.#session;
    if (cell.phase === 'starting') return this.#strikeAtStart();
    await session.open();
    const warm = await session.edit();
    this.judge.edit(warm);
    if (
      !this.judge.that(
        warm.found.includes('ERROR [2:1] e1 (F1)'),
        `before the fault an edit found ${JSON.stringify(warm.found)}`,
      )
    )
      return;
    switch (cell.phase) {
      case 'idle':
        await this.#inject();
        this.#struck = await session.edit();
        await this.#hit();
        break;
      case 'mid-check': {
        const settle = await this.#underway('textDocument/diagnostic', () => session.edit());
        this.#struck = await settle();
        await this.#hit();
        break;
      }
      case 'mid-navigation': {
        const settle = await this.#underway('textDocument/documentSymbol', () => session.navigate());
        const edited = await session.edit();
        // A stopped process answers when it goes on.
        if (cell.fault === 'SIGSTOP, SIGCONT') injectionOf(cell).relieve?.(this.#scene);
        this.judge.navigation(await settle(), cell.fault === 'SIGSTOP, SIGCONT' ? edited.ms : 0);
        this.#struck = edited;
        await this.#hit();
        break;
      }
      case 'shutting down':
        await control.holdMethod('shutdown');
        this.#closing = this.#close();
        await control.waits('shutdown');
        await this.#inject();
        control.goOn();
        await this.#pauseIfStopped();
        this.#struck = warm;
        return;
    }
    this.judge.edit(this.#struck);
  }

  async #strikeAtStart(): Promise<void> {
    const { cell, control } = this;
    const session = this.#session;
    const { isEarly = false } = injectionOf(cell);
    // Of a host that is there, the service is what starts.
    const role = cell.component === 'host' ? 'sidecar' : cell.component;
    if (isEarly && cell.component === 'server') await session.open();
    if (isEarly) await this.#inject();
    control.hold(role);
    const opening = isEarly && cell.component === 'server' ? Promise.resolve() : session.open();
    if (cell.component === 'server') await opening;
    const pending = cell.component === 'server' ? session.edit() : undefined;
    if (!isEarly) {
      await control.up(role);
      await this.#inject();
    }
    const struck = pending ?? session.edit();
    // Core's edits wait for no service that is only starting; a hook's do, and a host that is held
    // up itself makes its edit later.
    if (role === 'sidecar' && session.owner === 'host' && this.judge.lost === 0) await struck;
    control.go(role);
    [this.#struck] = await Promise.all([struck, opening]);
    this.judge.edit(this.#struck);
    // What a host says first, it says for the first edit after that.
    if (cell.component === 'host') this.judge.edit(await session.edit());
  }

  /** Begins what the server holds back, breaks things meanwhile, and has the server go on. */
  async #underway<T>(method: string, begin: () => Promise<T>): Promise<() => Promise<T>> {
    const { control } = this;
    await control.holdMethod(method);
    const begun = begin();
    await control.waits(method);
    await this.#inject();
    control.goOn();
    return () => begun;
  }

  async #afterwards(): Promise<void> {
    const { expected } = this.cell;
    const session = this.#session;
    if (expected.kind === 'over') return;
    // What is only starting has not opened everything: there, the first edit that carries diagnostics has.
    let before = this.cell.phase === 'starting' ? undefined : this.#allDescriptors();
    for (
      let count = 1;
      count <= (expected.kind === 'goes on' ? RECOVERY : 1) && this.#recovery === 0;
      count += 1
    ) {
      if (count > 1) await setTimeout(BETWEEN);
      const later = await session.edit();
      this.judge.edit(later);
      if (later.found !== '') this.#recovery = count;
    }
    this.judge.that(
      this.#recovery > 0 === (expected.kind === 'goes on'),
      this.#recovery > 0 ? 'later edits carry diagnostics' : 'later edits carry no diagnostics',
    );
    let navigated = await session.navigate();
    // Of MCP, half a line and the next one are one, and lost together.
    if (
      !navigated.isFound &&
      expected.kind === 'goes on' &&
      this.cell.fault === 'half a message' &&
      this.cell.phase === 'mid-navigation'
    )
      navigated = await session.navigate();
    this.judge.navigation(navigated);
    if (expected.kind === 'goes on') {
      this.judge.that(
        navigated.isFound === (expected.isWithoutNavigation !== true),
        `later navigation ${navigated.isFound ? 'finds' : 'does not find'} what is there`,
      );
    }
    const deadline = performance.now() + this.judge.bounds.status;
    do this.#status = await session.status();
    while (!statusFits(expected, this.#status) && performance.now() < deadline);
    this.judge.that(
      statusFits(expected, this.#status),
      `status says ${JSON.stringify(this.#status.slice(0, 600))}`,
    );
    await this.#judgeReply();
    before ??= this.#allDescriptors();
    this.judge.edit(await session.edit());
    const after = this.#allDescriptors();
    for (const [role, count] of Object.entries(after)) {
      this.judge.that(
        count <= (before[role] ?? count),
        `${role} holds ${count} descriptors, and held ${before[role]}`,
      );
    }
  }

  /**
   * Whoever is asked what it does not know has to say so. A bridge's hooks ask it once, and are
   * asked nothing.
   */
  async #judgeReply(): Promise<void> {
    const { cell, control } = this;
    if (cell.fault !== 'unknown request' || cell.component === 'bridge') return;
    const code = await control.replied(this.judge.bounds.navigation).catch((error: unknown) => String(error));
    this.judge.that(code === METHOD_NOT_FOUND, `an unknown request was answered with ${String(code)}`);
  }

  /** The host itself stays after its session, and has to be as it was. */
  async #quit(bare: number | undefined): Promise<void> {
    const now = this.#descriptors('host');
    if (now !== undefined && bare !== undefined)
      this.judge.that(now <= bare, `the host holds ${now} descriptors, and held ${bare} before the session`);
    await this.control.tell('host', { do: 'exit' }).catch(() => undefined);
  }

  async #nothingLeft(): Promise<void> {
    const { room, control } = this;
    await this.#allGone();
    const left = room.processes().map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`);
    this.judge.that(left.length === 0, `left running: ${left.join('; ')}`);
    // A killed process could not clear up: the next session does. All others have.
    const killed = (['sidecar', 'bridge'] as const).filter(
      (role) => control.ups(role) > room.ended().filter((ended) => ended === role).length,
    );
    if (killed.length > 0 && room.leftovers().length > 0) await this.#nextSession();
    const files = room.leftovers();
    this.judge.that(files.length === 0, `left on disk: ${files.join(', ')}`);
  }

  async #allGone(): Promise<void> {
    const deadline = performance.now() + this.judge.bounds.leftOver;
    while (this.room.processes().length > 0 && performance.now() < deadline) await setTimeout(50);
  }

  async #nextSession(): Promise<void> {
    await this.control.down();
    const session =
      this.cell.component === 'bridge'
        ? new BridgedSession(this.room, this.control)
        : new DirectSession(this.room, this.control);
    await session.prepare();
    await session.open();
    const { found } = await session.edit();
    this.judge.that(found !== '', 'an edit of the next session carries no diagnostics');
    await session.close(this.judge.bounds.close);
    if (session.owner === 'host') await this.control.tell('host', { do: 'exit' }).catch(() => undefined);
    await this.#allGone();
  }

  /** What the fault hits besides. */
  async #hit(): Promise<void> {
    const edited = await injectionOf(this.cell).hit?.(this.#scene);
    this.judge.edit(edited);
    if (edited !== undefined && this.judge.mayRefuse)
      this.judge.that(edited.kind === 'refused', 'an edit that cannot be made was not refused');
  }

  async #close(): Promise<Ended> {
    const began = performance.now();
    const byItself = await this.#session.close(this.judge.bounds.close + this.judge.lost);
    return { ms: performance.now() - began, byItself };
  }

  async #inject(): Promise<void> {
    await injectionOf(this.cell).inject(this.#scene);
  }

  async #pauseIfStopped(): Promise<void> {
    if (this.cell.fault === 'SIGSTOP, SIGCONT') await setTimeout(STOPPED);
  }

  get #scene() {
    const { cell, room, control } = this;
    return { cell, room, control, session: this.#session };
  }

  #allDescriptors(): Record<string, number> {
    const roles: readonly ProcessRole[] = [this.#session.owner, 'sidecar'];
    return Object.fromEntries(
      roles.flatMap((role) => {
        const count = this.#descriptors(role);
        return count === undefined ? [] : [[role, count]];
      }),
    );
  }

  /** How many a process has open; undefined where there is none. */
  #descriptors(role: ProcessRole): number | undefined {
    try {
      return readdirSync(`/proc/${this.control.pid(role)}/fd`).length;
    } catch {
      return undefined;
    }
  }
}

interface Ended {
  readonly ms: number;
  readonly byItself: boolean;
}

export function isRunnable(cell: Cell): cell is RunnableCell {
  return cell.expected.kind !== 'not applicable';
}
