import { expect, test } from 'bun:test';

import {
  DiagnosticsEpoch,
  diagnosticsState,
  navigationState,
  sha256Hex,
} from '../../../src/channels/tools/paging/state.ts';
import { failed, found } from '../../../src/engine/navigate/found.ts';

const ROOT = '/work/space';
const ROOTS_KEY = sha256Hex('["/work/space"]');

function looked(known: [roots: number, text: number, fs: number], then: typeof known = known) {
  const [before, after] = [known, then].map(([roots, text, fs]) => ({ roots, text, fs }));
  return { root: ROOT, knownVersion: before!, workspaceVersion: async () => after! };
}

test('gateway-contract 3.6.1 3.6.2: the epochs of references and symbols are those of roots, texts and files', async () => {
  const state = navigationState(looked([0, 3, 7], [0, 4, 7]));
  expect(state.known()).toBe(`roots:${ROOTS_KEY}|epochs:0,3,7`);
  expect(await state.look()).toEqual(found(`roots:${ROOTS_KEY}|epochs:0,4,7`));
});

test('gateway-contract 3.6.1: whoever computes a list of references or symbols has looked at the disk for it', async () => {
  expect(await navigationState(looked([0, 3, 7], [0, 4, 7])).computed()).toEqual(
    found(`roots:${ROOTS_KEY}|epochs:0,3,7`),
  );
  const list = diagnosticsState(looked([0, 3, 7], [0, 4, 8]), new DiagnosticsEpoch(), async () => found(2));
  expect(await list.computed()).toEqual(found(`roots:${ROOTS_KEY}|epochs:0,8,2`));
});

test('gateway-contract 3.6.2: the epochs of diagnostics are those of roots, files and the diagnostics themselves', async () => {
  const epoch = new DiagnosticsEpoch();
  const state = diagnosticsState(looked([0, 3, 7], [0, 4, 8]), epoch, async () => found(epoch.of(['b'])));
  epoch.of(['a']);
  expect(state.known()).toBe(`roots:${ROOTS_KEY}|epochs:0,7,0`);
  expect(await state.look()).toEqual(found(`roots:${ROOTS_KEY}|epochs:0,8,1`));
  const failure = failed('too-many', 'too many');
  expect(await diagnosticsState(looked([0, 0, 0]), epoch, async () => failure).look()).toEqual(failure);
});

test('gateway-contract 3.6.2: the epoch of diagnostics grows when they change, back to what they were too, and only then', () => {
  const epoch = new DiagnosticsEpoch();
  const lists = [[], [], ['a'], ['a'], [], ['a', 'b'], ['b', 'a']];
  expect(lists.map((list) => epoch.of(list))).toEqual([0, 0, 1, 1, 2, 3, 4]);
  expect(new DiagnosticsEpoch().of(['a'])).toBe(0);
});
