import type { Pair } from '../../stats.js';
import type { Step } from '../plan/plan.js';
import { checkOf, reversed, writeEdit, type Edit } from './edits.js';
import { editsOf } from './proposals.js';
import type { Cost } from './results.js';
import type { OriginsService } from './service.js';
import type { OriginsStage } from './stage.js';

/** How many files are edited in turn. */
const FILES = 3;

/**
 * How long checks take with origins and without, in turn, on one server. Base known: the text
 * before the edit was checked. Base unknown: a shell has changed the text after the last check.
 *
 * @param times how often each is measured in each file
 */
export async function measureCost(
  stage: OriginsStage,
  sources: ReadonlyMap<string, string>,
  steps: readonly Step[],
  times: number,
): Promise<Cost> {
  const edits = editsOf(sources, steps, Infinity).filter(({ before, after }) => before.path === after.path);
  const chosen = [...new Map(edits.map((edit) => [edit.before.path, edit])).values()].slice(0, FILES);
  const cost = { known: [] as Pair[], unknown: [] as Pair[] };
  const service = await stage.start(stage.workspace);
  try {
    const stopwatch = new Stopwatch(stage.workspace, service);
    // The first check of each file opens it.
    for (const { before } of chosen) await stopwatch.check({ before, after: before }, true);
    for (let round = 0; round < times; round++) {
      for (const edit of chosen) {
        const measure = (origins: boolean): Promise<{ known: number; unknown: number }> =>
          stopwatch.measure(edit, origins, 2 * round + (origins ? 1 : 2));
        const first = await measure(round % 2 === 0);
        const second = await measure(round % 2 !== 0);
        const [ours, floor] = round % 2 === 0 ? [first, second] : [second, first];
        cost.known.push({ ours: ours.known, floor: floor.known });
        cost.unknown.push({ ours: ours.unknown, floor: floor.unknown });
      }
    }
  } finally {
    await service.close();
  }
  return cost;
}

class Stopwatch {
  constructor(
    private readonly workspace: string,
    private readonly service: OriginsService,
  ) {}

  /**
   * Makes an edit twice and takes it back.
   *
   * @param lines empty lines that make a text that the service was never asked about
   */
  async measure(edit: Edit, origins: boolean, lines: number): Promise<{ known: number; unknown: number }> {
    const known = await this.#apply(edit, origins);
    await this.#apply(reversed(edit), false);
    const shifted = padded(edit, lines);
    writeEdit(this.workspace, { before: edit.before, after: shifted.before });
    const unknown = await this.#apply(shifted, origins);
    await this.#apply({ before: shifted.after, after: edit.before }, false);
    return { known, unknown };
  }

  async check(edit: Edit, origins: boolean): Promise<number> {
    const { others: _, ...params } = checkOf(edit, 'text');
    const started = performance.now();
    const reply = await this.service.check({ ...params, origins });
    if (reply.kind === 'no answer') throw new Error(`a check could not be measured: ${reply.reason}`);
    return performance.now() - started;
  }

  #apply(edit: Edit, origins: boolean): Promise<number> {
    writeEdit(this.workspace, edit);
    return this.check(edit, origins);
  }
}

function padded({ before, after }: Edit, lines: number): Edit {
  const pad = '\n'.repeat(lines);
  return { before: { ...before, text: before.text + pad }, after: { ...after, text: after.text + pad } };
}
