import { parseArgs } from 'node:util';
import { faultsTable, isFlawed, runFaults } from './faults.js';

const HELP = `Usage: npm run refactorings -- [--only faults]... [--each N] [--seed N]

Runs the refactorings on what they are for, and judges what came of it:
  faults   a rename of 25 files whose host, sidecar or server is killed, whose disk is full, whose files cannot be written or change

--each says how often each is done. Exits with 1 if something is wrong.`;

const PARTS = ['faults'] as const;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    each: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) console.log(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const parts = PARTS.filter((part) => values.only.length === 0 || values.only.includes(part));
  if (parts.length === 0) {
    console.error(`--only ${values.only.join(', ')}: there is no such part. Parts: ${PARTS.join(', ')}`);
    return 2;
  }
  const [each, seed] = [Number(values.each), Number(values.seed)];
  const tell = (line: string): void => console.error(line);
  const { outcomes, leftOut } = await runFaults(each, seed, tell);
  console.log([faultsTable(outcomes), ...leftOut.map((line) => `left out: ${line}`)].join('\n'));
  return outcomes.some(isFlawed) ? 1 : 0;
}
