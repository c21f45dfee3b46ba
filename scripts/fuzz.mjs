// Feeds hostile input to the code that reads input:
// npm run fuzz -- [--minutes N] [--seed S] [--slow] [--only TARGET]... [--path P] [--list]
import process from 'node:process';
import { parseArgs } from 'node:util';
import { runners } from './lib/fuzz/runners.mjs';

const USAGE = `usage: npm run fuzz [-- --minutes N | --seed S | --slow | --only TARGET | --path P | --list]
  --minutes  for all targets together, 5 unless given
  --seed     a whole number, as a failure names it
  --slow     the time and the memory of every reader of foreign text
  --only     a target; may be given several times
  --path     the one input of a failure, with its --seed and --only
  --list     the names of the targets
  -h, --help this text

Exit codes: 0 nothing found, 1 a target is broken, 2 usage.`;

process.exitCode = await main();

async function main() {
  const options = readOptions();
  if (options === undefined) return 2;
  const { minutes, slow = false, only = [], seed, path, list = false, help = false } = options;
  if (help) {
    console.log(USAGE);
    return 0;
  }
  const known = await runners();
  const chosen = known.filter(
    ({ name }) => (only.length === 0 || only.includes(name)) && (!slow || name.startsWith('slow-')),
  );
  const unknown = only.filter((name) => !known.some((each) => each.name === name));
  if (unknown.length > 0) console.error(`There is no target ${unknown.join(', ')}. There are:`);
  else if (chosen.length === 0) console.error('None of these is a target of --slow. There are:');
  if (list || chosen.length === 0 || unknown.length > 0) {
    console.log(known.map(({ name }) => name).join('\n'));
    return list ? 0 : 2;
  }
  const ms = Math.round((minutes * 60_000) / chosen.length);
  let failed = 0;
  for (const { feed } of chosen) {
    const code = await feed(ms, [
      ...(seed === undefined ? [] : ['--seed', seed]),
      ...(path === undefined ? [] : ['--path', path]),
    ]);
    if (code !== 0) failed++;
  }
  console.log(failed === 0 ? 'nothing found' : `${failed} of ${chosen.length} targets are broken`);
  return failed === 0 ? 0 : 1;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: '5' },
        only: { type: 'string', multiple: true },
        seed: { type: 'string' },
        slow: { type: 'boolean' },
        path: { type: 'string' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const minutes = Number(values.minutes);
    if (!(minutes > 0)) throw new Error('--minutes: a number above 0');
    if (values.seed !== undefined && !Number.isInteger(Number(values.seed)))
      throw new Error('--seed: a whole number');
    if (values.path !== undefined && (values.seed === undefined || values.only?.length !== 1))
      throw new Error(
        '--path: together with its --seed and its one --only, without which it is another input',
      );
    return { ...values, minutes };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return undefined;
  }
}
