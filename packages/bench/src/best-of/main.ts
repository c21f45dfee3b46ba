import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SUBJECTS } from '../accuracy/subjects.js';
import type { Subject } from '../accuracy/subject.js';
import { scratchFolder } from '../cleanup.js';
import { attempt, chooseSubjects, idList, noSuchSubject, perform, type Asked } from '../command.js';
import { isRight, judgeBestOf, type BestOfOptions, type BestOfResult } from './judge.js';
import { median } from '../stats.js';

/** Code bases without errors, whose servers see proposals in all files. */
const JUDGED = SUBJECTS.filter(
  ({ server, judges, id }) =>
    judges === undefined && ['typescript', 'pyright'].includes(server) && !id.startsWith('monorepo'),
);

const TRIPLES = 100;

interface Options extends BestOfOptions {
  readonly kind: 'run';
  readonly subjects: readonly Subject[];
  readonly jsonFile: string | undefined;
}

process.exitCode = await perform(parseOptions(process.argv.slice(2)), {
  name: 'best-of',
  help: `Usage: npm run best-of -- [--only TEXT]... [--triples N] [--seed N] [--json FILE]

Puts a mistake into real code and has lsp_compare_patches judge three patches: one takes it back, one makes another error in
the same file, one makes an error in another file or leaves the error that stands. The compiler judges each patch, too. Exits
with 1 if the tool does not find the right patch the best, with 2 if the run could not be made.

${idList(JUDGED)}`,
  run,
});

function parseOptions(args: readonly string[]): Asked<Options> {
  return attempt(() => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        triples: { type: 'string', default: String(TRIPLES) },
        seed: { type: 'string', default: '1' },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const [triples, seed] = [Number(values.triples), Number(values.seed)];
    if (!Number.isInteger(triples) || triples < 1 || !Number.isInteger(seed))
      return { kind: 'invalid', message: '--triples and --seed take whole numbers' };
    const subjects = chooseSubjects(JUDGED, values.only);
    return subjects.length === 0
      ? noSuchSubject(JUDGED, values.only)
      : { kind: 'run', subjects, triples, seed, jsonFile: values.json };
  });
}

async function run({ subjects, jsonFile, ...options }: Options): Promise<number> {
  const scratch = scratchFolder();
  const results: BestOfResult[] = [];
  for (const subject of subjects)
    results.push(
      await judgeBestOf(subject, join(scratch, subject.id), options, (line) => console.error(line)),
    );
  for (const result of results) console.log(summary(result));
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(results, undefined, 2)}\n`);
  return results.every(({ choices }) => choices.length === options.triples && choices.every(isRight)) ? 0 : 1;
}

function summary({ id, choices, unfit }: BestOfResult): string {
  const counted = 3 * choices.length - choices.flatMap(({ differing }) => differing).length;
  const right = choices.filter(isRight).length;
  return `${id}: ${right} of ${choices.length} right; errors of ${counted} of ${3 * choices.length} patches counted as by the compiler; ${Math.round(median(choices.map(({ ms }) => ms)))} ms at the median; ${unfit} triples not fit`;
}
