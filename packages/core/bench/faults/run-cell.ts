import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Control, type Role } from './control.js';
import { injectionOf, PAUSE, STOPPED } from './inject.js';
import type { After, Cell } from './matrix.js';
import { Room, TIMES } from './room.js';
import { BridgedSession, DirectSession, type Edited, type Session } from './sessions.js';

/** What became of one cell. Times in ms. */
export interface Outcome {
  readonly id: string;
  /** What did not hold; none: the cell is well. */
  readonly complaints: readonly string[];
  /** The edit at which the fault struck. */
  readonly editMs: number;
  readonly closeMs: number;
  /** How many answers, files, processes and descriptors were looked at. */
  readonly judgements: number;
  /** The last of what status said. */
  readonly status: string;
}

/** Our own waits are bounded; what else runs on the machine is not, ms. */
const SLACK = 2000;
/** An edit: the longest time-out, and by how much it is overrun before a service is taken to hang. */
const EDIT_BOUND = Math.max(TIMES.firstTouchTimeout, TIMES.diagnosticTimeout) + 1000 + SLACK;
/** Of a hook besides: for a service that still starts, and its own promise. */
const HOOK_BOUND = EDIT_BOUND + TIMES.firstTouchTimeout + 2000;
const NAVIGATION_BOUND = TIMES.navigationTimeout + 2500 + SLACK;
/** The end of a session: 2 s for the sidecar, and what a bridge takes besides. */
const CLOSE_BOUND = 2500 + SLACK;
/** How long anything may be left over behind that. */
const LEFTOVER_BOUND = 3000;
/** After this many edits, with so many ms between them, it goes on or never will. */
const RECOVERY = 6;
const BETWEEN = 500;
/** How long status may take to know, ms: what ends tells of it by its end. */
const STATUS_BOUND = 1000;

/** Breaks one thing at one moment of a session of its own, and judges what came of it. */
export async function runCell(cell: Cell & { readonly expected: After }): Promise<Outcome> {
  const { small } = injectionOf(cell);
  const room = new Room(small === undefined ? [] : [small]);
  const control = await Control.listen(room.control);
  room.give(room.control);
  const run = new Run(cell, room, control);
  try {
    await run.all();
  } catch (error) {
    run.complain(`the cell could not be run: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    control.close();
    room.dispose();
  }
  return run.outcome;
}

class Run {
  readonly #session: Session;
  readonly #complaints: string[] = [];
  #judgements = 0;
  #struck: Edited | undefined;
  #closeMs = 0;
  #status = '';
  #closing: Promise<number> | undefined;

  constructor(
    private readonly cell: Cell & { readonly expected: After },
    private readonly room: Room,
    private readonly control: Control,
  ) {
    this.#session = cell.component === 'bridge' ? new BridgedSession(room, control) : new DirectSession(room, control);
  }

  get outcome(): Outcome {
    return { id: this.cell.id, complaints: this.#complaints, editMs: this.#struck?.ms ?? 0, closeMs: this.#closeMs, judgements: this.#judgements, status: this.#status };
  }

  complain(what: string): void {
    this.#complaints.push(what);
  }

  async all(): Promise<void> {
    const session = this.#session;
    await session.prepare();
    const bare = this.#descriptors(session.owner);
    await this.#strike();
    injectionOf(this.cell).relieve?.(this.#scene);
    if (this.cell.phase !== 'shutting down') await this.#afterwards();
    this.#closeMs = await (this.#closing ?? timed(session.close()));
    this.#judge(this.#closeMs <= CLOSE_BOUND + this.#lost, `the end took ${Math.round(this.#closeMs)} ms`);
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
    this.#judgeEdit(warm);
    if (!this.#judge(warm.found.includes('ERROR [2:1] e1 (F1)'), `before the fault an edit found ${JSON.stringify(warm.found)}`)) return;
    switch (cell.phase) {
      case 'idle':
        await this.#inject();
        this.#struck = await session.edit();
        break;
      case 'mid-check': {
        const settle = await this.#underway('textDocument/diagnostic', () => session.edit());
        this.#struck = await settle();
        break;
      }
      case 'mid-navigation': {
        const settle = await this.#underway('textDocument/documentSymbol', () => session.navigate());
        const edited = await session.edit();
        // Who is stopped answers when it goes on.
        if (cell.fault === 'SIGSTOP, SIGCONT') injectionOf(cell).relieve?.(this.#scene);
        const { ms, answered } = await settle();
        this.#struck = edited;
        this.#judge(ms <= NAVIGATION_BOUND + this.#lost + (cell.fault === 'SIGSTOP, SIGCONT' ? edited.ms : 0) || cell.component === 'bridge', `navigation took ${Math.round(ms)} ms`);
        this.#judge(answered || cell.expected.kind === 'over' || cell.component === 'bridge', 'navigation was never answered');
        break;
      }
      case 'shutting down':
        await control.holdMethod('shutdown');
        this.#closing = timed(session.close());
        await control.waits('shutdown');
        await this.#inject();
        control.goOn();
        await this.#pauseIfStopped();
        this.#struck = warm;
        return;
    }
    this.#judgeEdit(this.#struck);
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
    control.go(role);
    [this.#struck] = await Promise.all([struck, opening]);
    this.#judgeEdit(this.#struck);
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
    const before = this.#allDescriptors();
    let found = false;
    for (let count = 0; count < (expected.kind === 'goes on' ? RECOVERY : 1) && !found; count += 1) {
      if (count > 0) await setTimeout(BETWEEN);
      const later = await session.edit();
      this.#judgeEdit(later);
      found = later.found !== '';
    }
    this.#judge(found === (expected.kind === 'goes on'), found ? 'later edits carry diagnostics' : 'later edits carry no diagnostics');
    const deadline = performance.now() + STATUS_BOUND;
    do this.#status = await session.status();
    while (!statusFits(expected, this.#status) && performance.now() < deadline);
    this.#judge(statusFits(expected, this.#status), `status says ${JSON.stringify(this.#status.slice(0, 600))}`);
    const after = this.#allDescriptors();
    for (const [role, count] of Object.entries(after)) {
      // What is only starting has not opened everything.
      if (this.cell.phase === 'starting') break;
      this.#judge(count <= (before[role] ?? count), `${role} holds ${count} descriptors, and held ${before[role]}`);
    }
  }

  /** The host itself stays after its session, and has to be as it was. */
  async #quit(bare: number | undefined): Promise<void> {
    const now = this.#descriptors('host');
    if (now !== undefined && bare !== undefined) this.#judge(now <= bare, `the host holds ${now} descriptors, and held ${bare} before the session`);
    await this.control.tell('host', { do: 'exit' }).catch(() => undefined);
  }

  async #nothingLeft(): Promise<void> {
    const { room } = this;
    const deadline = performance.now() + LEFTOVER_BOUND;
    while (room.processes().length > 0 && performance.now() < deadline) await setTimeout(50);
    const left = room.processes().map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`);
    this.#judge(left.length === 0, `left running: ${left.join('; ')}`);
    // Who was killed could not clear up: the next session does.
    if (room.leftovers().length > 0 && this.cell.component !== 'server') await this.#nextSession();
    const files = room.leftovers();
    this.#judge(files.length === 0, `left on disk: ${files.join(', ')}`);
  }

  async #nextSession(): Promise<void> {
    const session = this.cell.component === 'bridge' ? new BridgedSession(this.room, this.control) : new DirectSession(this.room, this.control);
    await session.prepare();
    await session.open();
    const { found } = await session.edit();
    this.#judge(found !== '', 'an edit of the next session carries no diagnostics');
    await session.close();
    if (session.owner === 'host') await this.control.tell('host', { do: 'exit' }).catch(() => undefined);
  }

  #judgeEdit(edited: Edited | undefined): void {
    if (edited === undefined) return;
    const { expected, component, fault } = this.cell;
    for (const complaint of edited.complaints) this.complain(complaint);
    this.#judgements += 1;
    if (edited.kind === 'gone') this.#judge(expected.kind === 'over', 'nobody made the edit');
    else this.#judge(edited.ms <= (component === 'bridge' ? HOOK_BOUND : EDIT_BOUND) + this.#lost, `an edit took ${Math.round(edited.ms)} ms`);
    const mayRefuse = component === 'host' && (fault === 'disk full' || fault === 'permission denied');
    this.#judge(edited.kind !== 'refused' || mayRefuse, 'the edit was refused');
  }

  /** How long the one that waits could not look at the clock, ms. */
  get #lost(): number {
    const { component, fault } = this.cell;
    if (component === 'server' || component === 'sidecar') return 0;
    return fault === 'pause of 5 s' ? PAUSE : fault === 'SIGSTOP, SIGCONT' ? STOPPED : 0;
  }

  #judge(holds: boolean, otherwise: string): boolean {
    this.#judgements += 1;
    if (!holds) this.complain(otherwise);
    return holds;
  }

  async #inject(): Promise<void> {
    await injectionOf(this.cell).inject(this.#scene);
  }

  async #pauseIfStopped(): Promise<void> {
    if (this.cell.fault === 'SIGSTOP, SIGCONT') await setTimeout(STOPPED);
  }

  get #scene() {
    const { cell, room, control } = this;
    return { cell, room, control };
  }

  #allDescriptors(): Record<string, number> {
    const roles: readonly Role[] = [this.#session.owner, 'sidecar'];
    return Object.fromEntries(roles.flatMap((role) => {
      const count = this.#descriptors(role);
      return count === undefined ? [] : [[role, count]];
    }));
  }

  /** How many a process has open; undefined where there is none. */
  #descriptors(role: Role): number | undefined {
    try {
      return readdirSync(`/proc/${this.control.pid(role)}/fd`).length;
    } catch {
      return undefined;
    }
  }
}

function statusFits(expected: After, status: string): boolean {
  switch (expected.kind) {
    case 'goes on':
      return /^fake +active/m.test(status);
    case 'server off':
      return /^fake +(broken|unavailable|starting)/m.test(status) && expected.why.test(status);
    case 'service off':
      return status.startsWith('LSP unavailable: ') && expected.why.test(status);
    case 'hooks off':
      return status === 'absent' || status === 'silent' || status === 'no socket';
    case 'over':
      return true;
  }
}

async function timed(promise: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await promise;
  return performance.now() - began;
}

export function isRunnable(cell: Cell): cell is Cell & { readonly expected: After } {
  return cell.expected.kind !== 'not applicable';
}
