import * as fc from 'fast-check';

import { assertQuick, type Attack, type Reader, SIGNS } from '../../../../scripts/lib/fuzz/slow.ts';
import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.ts';
import { readers } from './readers.ts';

const attackOn = ({ name, words = [] }: Reader): fc.Arbitrary<Attack & { readonly name: string }> => {
  const token = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...SIGNS) }, { weight: words.length === 0 ? 0 : 3, arbitrary: fc.constantFrom(...words, ' ') });
  const some = (min: number, max: number): fc.Arbitrary<string> => fc.array(token, { minLength: min, maxLength: max }).map((parts) => parts.join(''));
  return fc.record({ name: fc.constant(name), head: some(0, 2), unit: some(1, 4), tail: some(0, 2) });
};

const property = (isLong: boolean): fc.IAsyncProperty<[Attack & { readonly name: string }]> =>
  fc.asyncProperty(fc.constantFrom(...readers).chain(attackOn), ({ name, ...attack }) => assertQuick(read(name), attack, isLong));

function read(name: string): Reader['read'] {
  const reader = readers.find((each) => each.name === name);
  if (reader === undefined) throw new Error(`no reader ${name}`);
  return reader.read;
}

/** A short run leaves the long texts out. */
const SECOND = 1000;

export const slow: FuzzTarget = {
  name: 'slow-sidecar',
  holds: 'no text makes a reader of the sidecar slow, or takes its memory',
  check: (budget) => fc.check(property((budget.interruptAfterTimeLimit ?? Infinity) > SECOND), budget),
  found: {},
};
