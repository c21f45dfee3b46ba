import { type Waited, waitFor } from '../../support/wait-for.ts';
import { Deadline } from '../base/deadline.ts';

/**
 * Asks again while the answer is `superseded`: a text that it is about, or the servers to ask,
 * changed before it was complete. What was found before, such as the position of a name, may be
 * invalid, so `ask` has to begin with what its caller gave.
 *
 * @param ms for all attempts together
 */
export async function atVersion<T extends { readonly kind: string; readonly why?: string }>(
  ms: number,
  cancel: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<Waited<T>> {
  using deadline = new Deadline(ms);
  const signal = AbortSignal.any([cancel, deadline.signal]);
  for (;;) {
    const answer = await waitFor(ask(signal), signal);
    if (answer.kind === 'gave-up' || answer.value.why !== 'superseded') return answer;
  }
}
