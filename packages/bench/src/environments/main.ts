import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../cleanup.js';
import { type Asked, chooseSubjects, idList, noSuchSubject, perform } from '../command.js';
import { REPOSITORY } from '../places.js';
import { judgeSetup, type SetupResult } from './judge.js';
import { markdown, summary } from './report.js';
import type { Setup } from './setup.js';
import { SETUPS } from './setups.js';
import { installTools } from './tools.js';

const HELP = `Usage: npm run environments -- [--only PART]... [--record]

Makes projects with their packages in every way that is usual, mostly by the real tools, and counts the imports that are
not resolved: by the project's own interpreter or compiler, and by the language server.

--only chooses set-ups by parts of their ids. --record writes docs/environments.md; it takes all set-ups.
Exits with 1 if something is wrong, with 2 if a set-up could not be made. ${idList(SETUPS)}`;

interface Options {
  readonly kind: 'run';
  readonly setups: readonly Setup[];
  readonly record: boolean;
}

process.exitCode = await perform(options(), { name: 'environments', help: HELP, run });

function options(): Asked<Options> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return { kind: 'help' };
  const setups = chooseSubjects(SETUPS, values.only);
  if (setups.length === 0) return noSuchSubject(SETUPS, values.only);
  if (values.record && setups.length < SETUPS.length)
    return { kind: 'invalid', message: '--record takes all set-ups' };
  return { kind: 'run', setups, record: values.record };
}

async function run({ setups, record }: Options): Promise<number> {
  const scratch = scratchFolder();
  const tools = await installTools((line) => console.error(line));
  const results: SetupResult[] = [];
  const leftOut: string[] = [];
  for (const setup of setups) {
    try {
      const result = await judgeSetup(setup, scratch, tools);
      results.push(result);
      console.error(`${setup.id}: ${result.flaws.length === 0 ? 'right' : result.flaws.join('\n  ')}`);
    } catch (error) {
      // No registry in reach, or no compiler: the other set-ups can be judged all the same.
      leftOut.push(`${setup.id} is left out: ${error instanceof Error ? error.message : String(error)}`);
      console.error(leftOut.at(-1));
    }
  }
  console.log([summary(results), ...leftOut].join('\n'));
  if (record && leftOut.length === 0)
    writeFileSync(join(REPOSITORY, 'docs', 'environments.md'), markdown(results));
  return leftOut.length > 0 ? 2 : results.some(({ flaws }) => flaws.length > 0) ? 1 : 0;
}
