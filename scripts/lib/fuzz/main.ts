// Feeds one target from outside the tests: node --import tsx main.ts TARGETS NAME --ms N [--seed S]
// [--path P]; without a name it lists them. Bun runs it as well.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { assertHolds, feed, type FuzzTarget } from './target.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ms: { type: 'string', default: '10000' }, seed: { type: 'string' }, path: { type: 'string' } },
});
const [file = '', name] = positionals;
const { targets } = (await import(pathToFileURL(file).href)) as { targets: readonly FuzzTarget[] };
const target = targets.find((each) => each.name === name);
if (target === undefined) console.log(targets.map((each) => each.name).join('\n'));
else process.exitCode = await report(target);

/** @returns the exit code */
async function report({ name: called, holds, check, figures }: FuzzTarget): Promise<number> {
  const { ms, path } = values;
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
  console.log(`${called}: ${holds} (seed ${seed})`);
  const start = performance.now();
  try {
    const details = await feed(check, Number(ms), { seed, ...(path !== undefined && { path }) });
    assertHolds(called, details);
    console.log(
      `${called}: ${details.numRuns} inputs in ${Math.round((performance.now() - start) / 1000)} s, all well`,
    );
    if (figures !== undefined) console.log(`${called}: ${figures()}`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
