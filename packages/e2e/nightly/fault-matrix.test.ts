import { afterAll, expect, it } from 'vitest';
import { CELLS, whereShared } from '../../bench/src/faults/expectations.js';
import { injectionOf } from '../../bench/src/faults/inject.js';
import { GOES_ON } from '../../bench/src/faults/matrix.js';
import { disposeRooms, noDisks, noUser } from '../../bench/src/faults/room.js';
import { isRunnable, runCell } from '../../bench/src/faults/run-cell.js';
import type { RunnableCell } from '../../bench/src/faults/judge.js';

/** A machine that runs other tests as well makes everything late; no cell here has to wait for one of these. */
const PATIENCE = {
  diagnosticTimeout: 10_000,
  firstTouchTimeout: 20_000,
  navigationTimeout: 20_000,
  slack: 10_000,
};

/** Of `npm run faults`, which runs all of them: one of each kind, those that have found something, and none that has to wait. */
const SHORT: readonly [id: string, requirements: string][] = [
  ['server/SIGKILL/mid-check', 'REQ-LIFE-070 REQ-LIFE-090'],
  ['server/closed stdin/idle', 'REQ-LIFE-070'],
  ['server/disk full/starting', 'REQ-LIFE-070'],
  ['server/file removed/mid-check', 'REQ-LIFE-070'],
  ['server/unknown request/mid-navigation', 'REQ-GRACE-050'],
  ['sidecar/SIGKILL/mid-check', 'REQ-LIFE-080 REQ-GRACE-040'],
  ['sidecar/exit 0/shutting down', 'REQ-LIFE-050'],
  ['sidecar/garbage bytes/mid-check', 'REQ-GRACE-050'],
  ['sidecar/fork refused/idle', 'REQ-LIFE-070'],
  ['sidecar/file removed/starting', 'REQ-GRACE-045'],
  ['bridge/full stderr/idle', 'REQ-LIFE-040'],
  ['bridge/half a message/mid-check', 'REQ-GRACE-055'],
  ['bridge/exit 0/mid-check', 'REQ-LIFE-040'],
  ['host/SIGKILL with the sidecar/mid-check', 'REQ-LIFE-040 REQ-LIFE-050'],
  ['host/permission denied/mid-navigation', 'REQ-GRACE-055'],
];

/** The same with a session of a shared service. */
const SHARED: readonly [id: string, requirements: string][] = [
  ['server/SIGKILL/mid-check', 'REQ-LIFE-070 REQ-LIFE-090'],
  ['server/SIGKILL with the sidecar/mid-check', 'REQ-LIFE-080 REQ-GRACE-040'],
  ['server/disk full/starting', 'REQ-LIFE-070'],
  ['host/SIGKILL/mid-check', 'REQ-LIFE-040'],
  ['host/SIGKILL with the sidecar/idle', 'REQ-LIFE-040'],
  ['host/SIGSTOP, SIGCONT/mid-navigation', 'REQ-GRACE-055'],
];

function cellOf(id: string): RunnableCell {
  const cell = CELLS.find((each) => each.id === id);
  if (cell === undefined || !isRunnable(cell)) throw new Error(`there is no cell ${id}`);
  return cell;
}

afterAll(disposeRooms);

const NOWHERE = process.platform === 'linux' ? noUser() : 'processes and descriptors are counted in /proc';

for (const [id, requirements, share] of [
  ...SHORT.map((row) => [...row, false] as const),
  ...SHARED.map((row) => [...row, true] as const),
]) {
  const cell = share ? whereShared(cellOf(id)) : cellOf(id);
  const why = NOWHERE ?? (injectionOf(cell).small && noDisks());
  it.skipIf(why !== undefined)(
    `${requirements}: ${id}${share ? ', shared' : ''}: edits are whole and in time, status is right, nothing is left${why === undefined ? '' : ` (not here: ${why})`}`,
    async () => {
      const outcome = await runCell(cell, { ...PATIENCE, share });
      expect(outcome.complaints).toEqual([]);
      expect(outcome.judgements).toBeGreaterThan(5);
    },
  );
}

it.skipIf(NOWHERE !== undefined)(
  `REQ-LIFE-070: what is not as expected is an error: a killed server does not go on${NOWHERE === undefined ? '' : ` (not here: ${NOWHERE})`}`,
  async () => {
    const { complaints } = await runCell({ ...cellOf('server/SIGKILL/idle'), expected: GOES_ON }, PATIENCE);
    expect(complaints).toContainEqual('later edits carry no diagnostics');
    expect(complaints).toContainEqual(expect.stringMatching(/^status says .*killed by SIGKILL/));
  },
);
