import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../places.js';
import { CELLS } from './expectations.js';
import { lines, page } from './page.js';
import { injectionOf } from './inject.js';
import { isForShared } from './matrix.js';
import { SHORT } from './patience.js';
import { disposeRooms, noDisks } from './room.js';
import { isRunnable, runCell, type Outcome } from './run-cell.js';

const HELP = `Usage: npm run faults -- [--only TEXT]... [--json FILE] [--with FILE]... [--jobs N] [--share]

Breaks every component in every way at every phase, and judges what came of it. --only runs the cells whose id (component/fault/phase) contains TEXT; --json
writes what became of each cell, as they come; --with takes those of an earlier run. Writes docs/reliability.md with --page. Without root, cells with full disks are left out. --share runs the cells of
the server and of a host that is killed or stopped with sessions of a shared service, and writes no page: the wire that the other cells spoil is another one.
Exits with 1 if a cell failed.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    with: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    page: { type: 'boolean', default: false },
    share: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

process.once('exit', disposeRooms);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
if (values.help) console.log(HELP);
else process.exit(await main());

async function main(): Promise<number> {
  const earlier = values.with
    .filter((file) => existsSync(file))
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Outcome[]);
  const outcomes = new Map(earlier.map((outcome) => [outcome.id, outcome]));
  const chosen = CELLS.filter(
    (cell) =>
      (values.only.length === 0 || values.only.some((part) => cell.id.includes(part))) &&
      (!values.share || isForShared(cell)),
  );
  const runnable = chosen.filter(isRunnable);
  const why = noDisks();
  const queue = runnable.filter((cell) => why === undefined || injectionOf(cell).small === undefined);
  if (queue.length < runnable.length)
    console.log(`${runnable.length - queue.length} cells are left out: ${why}`);
  const work = async (): Promise<void> => {
    for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
      const outcome = await runCell(cell, values.share ? { ...SHORT, share: true } : SHORT);
      outcomes.set(outcome.id, outcome);
      console.log(lines(outcome));
      if (values.json !== undefined)
        writeFileSync(values.json, `${JSON.stringify([...outcomes.values()], undefined, 2)}\n`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  if (values.page && !values.share)
    writeFileSync(join(REPOSITORY, 'docs', 'reliability.md'), page(CELLS, outcomes));
  const failed = [...outcomes.values()].filter(({ complaints }) => complaints.length > 0).length;
  console.log(`${outcomes.size} cells, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
