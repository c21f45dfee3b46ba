import { digits, verdict } from '../figures.js';
import { thisMachine } from '../frame/machine.js';
import { measurement } from '../frame/measurement.js';
import { flag } from '../frame/options.js';
import { table, writePage, type Page } from '../frame/page.js';
import { exactly } from '../measure/stage.js';
import { lackOf } from '../programs.js';
import { BENCH_SUBJECTS } from '../subjects/index.js';
import { measureNavigation, type NavigationEffort, type NavigationResult, type Warm } from './measure.js';

const FULL: NavigationEffort = {
  sessions: 3,
  warmUp: { min: 3, max: 100, budgetMs: 1500 },
  measured: exactly(30),
};
const QUICK: NavigationEffort = { sessions: 1, warmUp: exactly(1), measured: exactly(5) };

/** What the median call may cost beyond the request itself, ms. */
const LIMIT_MS = 3;

const PAGE: Page = {
  file: 'navigation.md',
  sections: ['calls', 'first call', 'lengths'],
  states: [`A call may cost ${LIMIT_MS} ms more than the request`],
};

export const navigation = measurement({
  name: 'bench:navigation',
  says: `Measures navigation tools beside the bare requests of the same servers, warm, and the first call
    of all. Exits with 1 if a call costs too much or the first one is not complete.`,
  options: { quick: flag('few calls of one session: shows that it works, not how fast') },
  // Those whose server answers questions.
  subjects: BENCH_SUBJECTS.filter(
    ({ server, hub }) => server !== 'cargo' && server !== 'eslint' && hub !== undefined,
  ),
  writes: [PAGE],
  lacks: (subject) => lackOf(subject),
  about: ({ quick }) => ({ ...thisMachine(), rounds: quick ? 'few' : 'all' }),
  isPart: ({ quick }) => (quick ? '--quick says nothing' : undefined),
  measure: (subject, folder, { quick }) => measureNavigation(subject, folder, quick ? QUICK : FULL),
  lines: navigationLines,
  isRight: isWithin,
  write: ({ results }) => writePage(PAGE, navigationSections(results)),
});

/** Finding nothing takes no time, so calls that found nothing do not count. */
export function isWithin({ warm, cold }: NavigationResult): boolean {
  return isWhole(cold) && warm.every(isCheap);
}

function isCheap({ found, comparison: { ours, floor } }: Warm): boolean {
  return found.ours !== 0 && ours - floor <= LIMIT_MS;
}

function isWhole({ found, foundWarm }: NavigationResult['cold']): boolean {
  return found > 0 && found === foundWarm;
}

const ms = (value: number): string => digits(value, 100);

/** For a terminal: a line for each tool. */
export function navigationLines({ title, warm, cold }: NavigationResult): string {
  const rows = warm.map((row) => {
    const { ours, floor } = row.comparison;
    return (
      `  ${verdict(isCheap(row))}  ${row.tool.padEnd(24)} ${ms(ours)} ms, ` +
      `request alone ${ms(floor)} ms, channel ${ms(row.channel)} ms`
    );
  });
  const first = `  ${verdict(isWhole(cold))}  first references call      ${cold.found} of ${cold.foundWarm}`;
  return [title, ...rows, `${first} after ${ms(cold.ms)} ms`].join('\n');
}

/** Of docs/navigation.md. */
export function navigationSections(results: readonly NavigationResult[]): Record<string, string> {
  const [most] = results.toSorted((a, b) => b.lengths.length - a.lengths.length);
  return {
    calls: table(
      "sources, server | tool | call: | request: | more: | of it the channel's: | call, p95: | " +
        'request, p95: | results: | of the request:',
      results.flatMap(({ title, warm }) =>
        warm.map(({ tool, found, channel, comparison: { ours, floor, oursP95, floorP95 } }) => [
          ...[title, tool, ms(ours), ms(floor), `**${ms(ours - floor)}**`, ms(channel)],
          ...[ms(oursP95), ms(floorP95), found.ours, found.floor],
        ]),
      ),
    ),
    'first call': table(
      'sources, server | files: | lines: | first call: | later: | ms:',
      results.map(({ title, size, cold }) => [
        ...[title, size.files, size.lines, cold.found, cold.foundWarm, ms(cold.ms)],
      ]),
    ),
    lengths: `In ${most?.title ?? ''}:\n\n${table(
      'tool | text: | JSON: | both: | JSON to text:',
      (most?.lengths ?? []).map(({ tool, text, json }) => [
        ...[tool, text, json, text + json, (json / text).toFixed(1)],
      ]),
    )}`,
  };
}
