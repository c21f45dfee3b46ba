import { describe, expect, test } from 'bun:test';
import { type Clock, GivenUpWork } from '../../src/engine/session/server/given-up.ts';

const SAID = 'still computes on a request that was given up';

/** A clock that a test sets, and a server that takes this part of the time. */
class Machine implements Clock {
  readonly server = { pid: 1, isAsked: false };
  readonly work = new GivenUpWork(this.server, this);
  busy: number | undefined = 0;
  #now = 0;
  #spent = 0;
  #due: { readonly at: number; readonly run: () => void } | undefined;

  readonly now = (): number => this.#now;
  readonly processorTime = (): number | undefined => (this.busy === undefined ? undefined : this.#spent);
  readonly later = (run: () => void, ms: number): (() => void) => {
    const due = { at: this.#now + ms, run };
    this.#due = due;
    return () => {
      if (this.#due === due) this.#due = undefined;
    };
  };

  get isWatched(): boolean {
    return this.#due !== undefined;
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    for (let due = this.#due; due !== undefined && due.at <= end; due = this.#due) {
      this.#due = undefined;
      this.#to(due.at);
      due.run();
    }
    this.#to(end);
  }

  #to(time: number): void {
    this.#spent += (this.busy ?? 0) * (time - this.#now);
    this.#now = time;
  }
}

describe('REQ-STATUS-020: a server whose request was given up', () => {
  test('is not looked at before, and not after it is at rest', () => {
    const machine = new Machine();
    machine.busy = 1;
    machine.pass(60_000);
    expect([machine.isWatched, machine.work.problem]).toEqual([false, undefined]);
    machine.work.begin();
    machine.pass(1500);
    // It has noticed.
    machine.busy = 0.02;
    machine.pass(5000);
    expect([machine.isWatched, machine.work.problem]).toEqual([false, undefined]);
  });

  test('is reported to compute for as long as it does', () => {
    const machine = new Machine();
    machine.work.begin();
    machine.busy = 0.4;
    machine.pass(4000);
    expect(machine.work.problem).toBe(SAID);
    machine.pass(60_000);
    expect([machine.isWatched, machine.work.problem]).toEqual([true, SAID]);
    machine.busy = 0;
    machine.pass(11_000);
    expect([machine.isWatched, machine.work.problem]).toEqual([false, undefined]);
  });

  test('may compute for another request, or load: nothing is reported then', () => {
    const machine = new Machine();
    machine.work.begin();
    machine.busy = 1;
    machine.server.isAsked = true;
    machine.pass(10_000);
    expect([machine.isWatched, machine.work.problem]).toEqual([true, undefined]);
    machine.server.isAsked = false;
    machine.pass(6000);
    expect(machine.work.problem).toBe(SAID);
  });

  test('is no longer looked at once it has ended, or where the system gives no processor time', () => {
    const machine = new Machine();
    machine.busy = 1;
    machine.work.begin();
    machine.pass(4000);
    machine.work.end();
    expect([machine.isWatched, machine.work.problem]).toEqual([false, undefined]);
    machine.work.begin();
    machine.busy = undefined;
    machine.pass(4000);
    expect([machine.isWatched, machine.work.problem]).toEqual([false, undefined]);
  });
});
