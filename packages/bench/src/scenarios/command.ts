import { appendFileSync } from 'node:fs';
import { measurement } from '../frame/measurement.js';
import { file } from '../frame/options.js';
import { lackOf } from './languages.js';
import { readScenarios } from './read-scenarios.js';
import { runScenario, type ScenarioResult } from './run-scenario.js';

export const scenarios = measurement({
  name: 'scenarios',
  says: `Makes small workspaces, and does in them what packages/bench/scenarios says, step by step: a
    tool's edit, a shell's command, a question. Each verdict is compared with the compiler's own on the
    same tree. An id is ENTRY/LANGUAGE/NAME, so --only 07/ takes an entry, and --only python a language.
    A scenario with a known fault may fail. Exits with 1 if a verdict is wrong, or a known fault is
    mended: then its line "fails" has to go.`,
  options: { log: file('what was said in each step, and what the service logs') },
  called: 'scenarios',
  subjects: readScenarios(),
  lacks: ({ language }) => lackOf(language),
  measure: (scenario, folder, { log }) =>
    runScenario(scenario, folder, (line) => {
      if (log !== undefined) appendFileSync(log, `${line}\n`);
    }),
  isRight: ({ verdict }) => verdict === 'right' || verdict === 'known fault',
  lines: linesOf,
  summary({ results }) {
    const ms = results.reduce((sum, result) => sum + result.ms, 0);
    const counts = (['right', 'known fault', 'wrong', 'mended'] as const).map(
      (verdict) => `${results.filter((result) => result.verdict === verdict).length} ${verdict}`,
    );
    return `${results.length} scenarios in ${(ms / 1000).toFixed(0)} s: ${counts.join(', ')}`;
  },
});

export function linesOf({ id, verdict, fails, flaws, ms }: ScenarioResult): string {
  const why = fails === undefined ? '' : ` (${fails})`;
  return [`${id}: ${verdict}${why}, ${(ms / 1000).toFixed(1)} s`, ...flaws.map((flaw) => `  ${flaw}`)].join(
    '\n',
  );
}
