import type { ServerDefinition } from '../../backend/definition.ts';
import { LSP_DEFAULTS, type LspConfig } from '../../types.ts';

/** A part of the time that the check has taken so far, and at least so many ms. */
interface Share {
  readonly part: number;
  readonly least: number;
}

const COLD: Share = { part: 0.15, least: 50 };
/** Its answer only tells an earlier change's findings from older ones. */
const START: Share = { part: 1, least: 300 };

/** Who lets a first result take longer than the default lets its origins, too. */
export class OriginWaits {
  readonly #factor: number;

  constructor({ firstTouchTimeout }: Pick<Required<LspConfig>, 'firstTouchTimeout'>) {
    this.#factor = Math.max(1, firstTouchTimeout / LSP_DEFAULTS.firstTouchTimeout);
  }

  /**
   * How long a result may be held back for origins after a first touch, ms.
   *
   * @param took how long the check has taken, ms
   */
  cold({ barrier }: Pick<ServerDefinition, 'barrier'>, took: number): number {
    return Math.max(barrier?.first ?? 0, this.#msOf(COLD, took));
  }

  /** The same for the question what stood before the first change. */
  start(took: number): number {
    return this.#msOf(START, took);
  }

  #msOf({ part, least }: Share, took: number): number {
    return this.#factor * Math.max(least, part * took);
  }
}
