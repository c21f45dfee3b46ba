import { PAUSE, STOPPED } from './inject.js';
import type { After, Cell } from './matrix.js';
import type { Bounds } from './patience.js';
import type { Edited, Navigated } from './sessions.js';

export type RunnableCell = Cell & { readonly expected: After };

/** Judges what becomes of one cell, by what is expected of it. */
export class Judge {
  readonly complaints: string[] = [];
  #judgements = 0;

  constructor(
    private readonly cell: RunnableCell,
    readonly bounds: Bounds,
  ) {}

  /** How much was looked at. */
  get judgements(): number {
    return this.#judgements;
  }

  complain(what: string): void {
    this.complaints.push(what);
  }

  edit(edited: Edited | undefined): void {
    if (edited === undefined) return;
    const { expected, component } = this.cell;
    const { edit, hook } = this.bounds;
    for (const complaint of edited.complaints) this.complain(complaint);
    this.#judgements += 1;
    if (edited.kind === 'gone') this.that(expected.kind === 'over', 'nobody made the edit');
    else
      this.that(
        edited.ms <= (component === 'bridge' ? hook : edit) + this.lost,
        `an edit took ${Math.round(edited.ms)} ms`,
      );
    this.that(edited.kind !== 'refused' || this.mayRefuse, 'the edit was refused');
  }

  /** Whether an edit cannot be made while the fault lasts, with us or without. */
  get mayRefuse(): boolean {
    const { component, fault } = this.cell;
    return component === 'host' && ['disk full', 'permission denied', 'file removed'].includes(fault);
  }

  /** @param besides how long it could not be answered, ms */
  navigation({ ms, isAnswered }: Navigated, besides = 0): void {
    const { expected, component, fault, phase } = this.cell;
    // Half of the answer is all that its host gets.
    if (
      expected.kind === 'over' ||
      (component === 'bridge' && fault === 'half a message' && phase === 'mid-navigation' && !isAnswered)
    )
      return;
    this.that(ms <= this.bounds.navigation + this.lost + besides, `navigation took ${Math.round(ms)} ms`);
    this.that(isAnswered, 'navigation was never answered');
  }

  /**
   * Whether its owner cannot hear that its host lets go of it: it lives as long as its host does,
   * or until it is told to end.
   */
  get isDeaf(): boolean {
    return this.cell.component === 'bridge' && this.cell.fault === 'closed stdin';
  }

  /** How long the one that waits could not look at the clock, ms. */
  get lost(): number {
    const { component, fault } = this.cell;
    if (component === 'server' || component === 'sidecar') return 0;
    return fault === 'pause of 5 s' ? PAUSE : fault === 'SIGSTOP, SIGCONT' ? STOPPED : 0;
  }

  that(holds: boolean, otherwise: string): boolean {
    this.#judgements += 1;
    if (!holds) this.complain(otherwise);
    return holds;
  }
}

export function statusFits(expected: After, status: string): boolean {
  switch (expected.kind) {
    case 'goes on':
      return /^fake +active/m.test(status) && (expected.besides?.test(status) ?? true);
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
