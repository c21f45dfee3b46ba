import { verdict } from '../figures.js';
import { measurement } from '../frame/measurement.js';
import { flag, whole } from '../frame/options.js';
import { writePage } from '../frame/page.js';
import { CELLS, whereShared } from './expectations.js';
import { injectionOf } from './inject.js';
import type { RunnableCell } from './judge.js';
import { isForShared } from './matrix.js';
import { faultSections, RELIABILITY } from './page.js';
import { SHORT } from './patience.js';
import { disposeRooms, noDisks } from './room.js';
import { isRunnable, runCell } from './run-cell.js';

const options = {
  jobs: whole('so many cells at the same time', 2),
  share: flag(
    `the cells of the server, and of a host that is killed or stopped, with sessions of a shared service:
    the wire that the other cells spoil is another one`,
  ),
};

process.once('exit', disposeRooms);

export const faults = measurement({
  name: 'faults',
  says: `Breaks every component in every way at every phase (an id is component/fault/phase), and judges
    what came of it. Without root, cells with full disks are left out. Exits with 1 if a cell failed.`,
  options,
  called: 'cells',
  subjects: CELLS.filter((cell): cell is RunnableCell => isRunnable(cell)),
  writes: [RELIABILITY],
  lacks: (cell) => (injectionOf(cell).small === undefined ? undefined : noDisks()),
  skips: (cell, { share }) => share && !isForShared(cell),
  isPart: ({ share }) => (share ? '--share writes no page' : undefined),
  jobs: ({ jobs }) => jobs,
  measure: (cell, _, { share }) =>
    share ? runCell(whereShared(cell), { ...SHORT, share: true }) : runCell(cell, SHORT),
  isRight: ({ complaints }) => complaints.length === 0,
  lines: ({ id, complaints, editMs, closeMs }) =>
    [
      `${verdict(complaints.length === 0)} ${id}: edit ${Math.round(editMs)} ms, end ` +
        `${Math.round(closeMs)} ms`,
      ...complaints.map((complaint) => `       ${complaint}`),
    ].join('\n'),
  summary: ({ results }) =>
    `${results.length} cells, ${results.filter(({ complaints }) => complaints.length > 0).length} failed`,
  write: ({ results }) => writePage(RELIABILITY, faultSections(CELLS, results)),
});
