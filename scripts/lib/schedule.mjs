import { runJob } from './run-job.mjs';

/**
 * @typedef {import('./run-job.mjs').Job} Job
 * @typedef {import('./run-job.mjs').JobResult & { job: Job, ms: number }} Finished
 * @typedef {object} Step jobs that are reported together
 * @property {string} name
 * @property {readonly Job[] | (() => readonly Job[])} jobs a function is called once all of `after`
 *   have ended
 * @property {readonly string[]} [after] names of steps that end before this one begins
 * @property {boolean} [waits] it waits for other machines, not for this one: takes no slot
 * @typedef {{
 *   step: Step, state: 'waiting' | 'begun' | 'done', left: number,
 *   finished: Finished[], start: number
 * }} Progress
 */

/**
 * Runs the jobs of all steps on a number of slots. The jobs that took longest last time come first.
 * @param {readonly Step[]} steps
 * @param {object} options
 * @param {number} options.slots how many jobs run at once, those of steps that wait not counted
 * @param {(job: Job) => number} options.expected ms that a job is likely to take
 * @param {(step: Step, finished: readonly Finished[], ms: number) => void} options.ended called
 *   when the last job of a step has ended; ms from the start of its first job
 */
export async function runSteps(steps, { slots, expected, ended }) {
  /** @type {Progress[]} */
  const all = steps.map((step) => ({ step, state: 'waiting', left: 0, finished: [], start: 0 }));
  const isDone = (/** @type {string} */ name) => all.every(({ step, state }) => step.name !== name || state === 'done');
  /** @type {{ progress: Progress, job: Job }[]} */
  let queue = [];
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  let free = slots;

  const beginSteps = () => {
    for (const progress of all) {
      const { step, state } = progress;
      if (state !== 'waiting' || !(step.after ?? []).every(isDone)) continue;
      const jobs = typeof step.jobs === 'function' ? step.jobs() : step.jobs;
      Object.assign(progress, { state: 'begun', left: jobs.length });
      queue.push(...jobs.map((job) => ({ progress, job })));
      if (jobs.length === 0) end(progress);
    }
    queue = queue.toSorted((a, b) => expected(b.job) - expected(a.job));
  };
  const end = (/** @type {Progress} */ progress) => {
    const { step, finished, start } = progress;
    progress.state = 'done';
    ended(step, finished, finished.length === 0 ? 0 : performance.now() - start);
    beginSteps();
  };
  const start = (/** @type {Progress} */ progress, /** @type {Job} */ job) => {
    const slot = progress.step.waits ? 0 : 1;
    free -= slot;
    progress.start ||= performance.now();
    const work = runJob(job).then((result) => {
      free += slot;
      running.delete(work);
      progress.finished.push({ ...result, job });
      progress.left -= 1;
      if (progress.left === 0) end(progress);
    });
    running.add(work);
  };

  beginSteps();
  for (;;) {
    const next = queue.findIndex(({ progress }) => progress.step.waits === true || free > 0);
    const [chosen] = next === -1 ? [] : queue.splice(next, 1);
    if (chosen) start(chosen.progress, chosen.job);
    else if (running.size > 0) await Promise.race(running);
    else return;
  }
}
