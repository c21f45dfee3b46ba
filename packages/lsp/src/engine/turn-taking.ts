/** How long one piece of work may keep everything else waiting, ms. */
const TURN = 4;

/** Does the work bit by bit. Other work that is due goes first, and in between. */
export async function inTurns(work: Iterator<undefined, void>): Promise<void> {
  for (;;) {
    await othersTurn();
    const end = performance.now() + TURN;
    do {
      if (work.next().done === true) return;
    } while (performance.now() < end);
  }
}

/** Resolves when other work that was due is done. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
