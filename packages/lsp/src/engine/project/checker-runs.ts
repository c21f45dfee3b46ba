import { Condition } from '../../support/condition.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { CheckerProject } from '../../backend/checker/definition.ts';
import { CheckerSlots } from './checker-slots.ts';
import { type BatchResult, runSteps } from '../session/compiler/run-steps.ts';

interface Running {
  /**
   * The state of the workspace in which the run began. Before it begins: the state given by the
   * latest caller, since the run will see all of it.
   */
  state: string;
  hasBegun: boolean;
  readonly abort: AbortController;
  readonly result: Promise<BatchResult>;
  waiting: number;
}

/**
 * Runs checkers: few at a time, one per project. A caller shares a run in progress that has seen
 * the same workspace. If the workspace has changed since that run began, the caller waits for its
 * end and shares the next run. A run that no caller waits for is killed.
 */
export class CheckerRuns {
  readonly #running = new Map<string, Running>();
  readonly #ended = new Condition();
  readonly #slots = new CheckerSlots();
  #isStopped = false;
  #looks = 0;

  /** A number that was not returned before, for states that no two callers can share. */
  nextLook(): number {
    return ++this.#looks;
  }

  /**
   * Never rejects.
   *
   * @param state differs between any two states of the workspace
   */
  async judge(project: CheckerProject, state: string, signal: AbortSignal): Promise<BatchResult> {
    while (!signal.aborted && !this.#isStopped) {
      const running = this.#running.get(project.key) ?? this.#begin(project, state);
      if (!running.hasBegun) running.state = state;
      if (running.state === state && !running.abort.signal.aborted) return await this.#share(running, signal);
      await this.#ended.until(() => this.#running.get(project.key) !== running, signal);
    }
    return { kind: 'cancelled' };
  }

  /** Kills all runs and begins no more. Resolves when all have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const all = [...this.#running.values()];
    for (const { abort } of all) abort.abort();
    await Promise.all(all.map(({ result }) => result));
    this.#ended.changed();
  }

  #begin(project: CheckerProject, state: string): Running {
    const abort = new AbortController();
    const run = (): Promise<BatchResult> => {
      running.hasBegun = true;
      return runSteps(project, abort.signal);
    };
    const result = this.#slots
      .within(project.group, abort.signal, run)
      .then((outcome): BatchResult => outcome ?? { kind: 'cancelled' });
    const ended = result.finally(() => {
      this.#running.delete(project.key);
      this.#ended.changed();
    });
    const running: Running = { state, hasBegun: false, abort, result: ended, waiting: 0 };
    this.#running.set(project.key, running);
    return running;
  }

  async #share(running: Running, signal: AbortSignal): Promise<BatchResult> {
    running.waiting += 1;
    const waited = await waitFor(running.result, signal);
    running.waiting -= 1;
    if (running.waiting === 0) running.abort.abort();
    return waited.kind === 'done' ? waited.value : { kind: 'cancelled' };
  }
}
