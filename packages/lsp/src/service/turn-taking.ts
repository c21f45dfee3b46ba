/** How long one piece of work may keep everybody else waiting, ms. */
const TURN = 4;

/** Does the work bit by bit: whatever has come meanwhile is dealt with first, and in between. */
export async function inTurns(work: Iterator<undefined, void>): Promise<void> {
  for (;;) {
    await othersTurn();
    const end = performance.now() + TURN;
    do {
      if (work.next().done === true) return;
    } while (performance.now() < end);
  }
}

/** Resolves when what has come meanwhile was dealt with. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
