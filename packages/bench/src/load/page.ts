import { LSP_DEFAULTS } from '@vybestack/llxprt-lsp-core';
import { digits as ms, mib, sumOf, verdict } from '../figures.js';
import { table, type Page } from '../frame/page.js';
import { median, percentile } from '../stats.js';
import type { Language } from './code/language.js';
import { HELD_MS, isHeld, type Fairness } from './fairness.js';
import { BOUND_MS } from './service.js';
import type { Tally } from './tally.js';
import type { Usage } from './usage.js';

export const LOAD_PAGE: Page = {
  file: 'load.md',
  sections: [
    ...['how', 'found', 'at work', 'flat out', 'slow file', 'takes'],
    ...['shared how', 'shared found', 'shared at work', 'shared flat out', 'shared takes'],
  ],
  states: [
    `within ${BOUND_MS.edit} ms (\`diagnosticTimeout\`, ${LSP_DEFAULTS.diagnosticTimeout} ms,`,
    `that of a tool of navigation within ${BOUND_MS.navigation} ms`,
    `p99 may be ${HELD_MS} ms longer`,
  ],
};

/** One stretch of a run. */
export interface Part {
  readonly title: string;
  readonly tally: Tally;
  readonly ms: number;
  readonly edits: number;
}

export interface LoadResult {
  /** In words: agents, time and machine. */
  readonly how: string;
  readonly languages: readonly Language[];
  /** The first is the look that every agent takes at its files while servers start. */
  readonly parts: readonly Part[];
  /** In order, from the end of the first part to the end of the last. */
  readonly usage: readonly Usage[];
  readonly fairness: { readonly rows: readonly Fairness[]; readonly tally: Tally };
  /** The same questions to the sessions of a shared service and to a service of one session. */
  readonly comparison?: Tally;
  /** Command lines of processes that were left over. */
  readonly left: readonly string[];
}

const TOOLS = [
  ...['edit', 'write_file', 'apply_patch', 'lsp_hover', 'lsp_goto_definition'],
  ...['lsp_find_references', 'lsp_document_symbols', 'lsp_workspace_symbols'],
];

/** So many more descriptors may be open at the end: what a connection or two take. */
const DESCRIPTORS = 8;

interface Claim {
  readonly what: string;
  readonly found: string;
  readonly isMet: boolean;
}

/** What has to be so, in words, and whether it is. */
function claims({ parts, fairness, comparison, usage, left }: LoadResult): Claim[] {
  const tallies = [...parts.map(({ tally }) => tally), fairness.tally];
  const calls = sumOf(tallies, ({ count }) => count);
  const none = (what: string, kind: Parameters<Tally['faults']>[0]): Claim => {
    const count = sumOf(tallies, (tally) => tally.faults(kind));
    return { what, found: `${count} of ${calls}`, isMet: count === 0 };
  };
  const held = fairness.rows.filter(isHeld);
  const descriptors = usage.flatMap((each) => each.descriptors ?? []);
  const [first, last] = [descriptors[0], descriptors.at(-1)];
  const isTold = first !== undefined && last !== undefined;
  return [
    none('edits lost or altered, or without their success text', 'lost'),
    none("wrong answers: another text's, or not what the text holds", 'wrong'),
    none('results past their bound', 'past the bound'),
    none('errors', 'failed'),
    {
      what: "files held up by another server's slow one",
      found: held.map(({ language }) => language).join(', ') || '0',
      isMet: held.length === 0,
    },
    {
      what: 'descriptors, before and after',
      found: isTold
        ? `sidecar ${first.sidecar}, ${last.sidecar}; host ${first.host}, ${last.host}`
        : 'not told by this system',
      isMet:
        !isTold || (last.sidecar <= first.sidecar + DESCRIPTORS && last.host <= first.host + DESCRIPTORS),
    },
    ...(comparison === undefined
      ? []
      : [
          {
            what: 'answers that are not those of a service of one session, byte for byte',
            found: `${comparison.faults()} of ${comparison.count - comparison.timedOut()}`,
            isMet: comparison.faults() === 0,
          },
        ]),
    { what: 'processes left over', found: String(left.length), isMet: left.length === 0 },
  ];
}

export function isPassed(result: LoadResult): boolean {
  return claims(result).every(({ isMet }) => isMet);
}

/** For a terminal. */
export function resultLines(result: LoadResult): string {
  const { parts, fairness, comparison, left } = result;
  const tallies = [...parts.map(({ tally }) => tally), fairness.tally, ...(comparison ? [comparison] : [])];
  return [
    ...claims(result).map(({ what, found, isMet }) => `${verdict(isMet)}  ${what}: ${found}`),
    ...Object.values(loadSections(result)),
    ...tallies.flatMap(({ quotes }) => quotes),
    ...left,
  ].join('\n');
}

/** Of docs/load.md: those of one session, or of the sessions that share a service. */
export function loadSections(result: LoadResult): Record<string, string> {
  const { parts, fairness, comparison, languages, how } = result;
  const own: Record<string, string> = {
    how,
    found: table(
      ' | found | ',
      claims(result).map(({ what, found, isMet }) => [
        what,
        found,
        isMet ? 'as it has to be' : '**not** as it has to be',
      ]),
    ),
    ...Object.fromEntries(
      parts.slice(1).map((part) => [part.title, `${rate(part)}\n\n${timesTable(part, languages)}`]),
    ),
    takes: usageTable(result),
  };
  if (comparison !== undefined)
    return Object.fromEntries(Object.entries(own).map(([name, text]) => [`shared ${name}`, text]));
  const slow = ms(median(fairness.rows.flatMap((row) => row.slow)));
  return {
    ...own,
    'slow file': `TypeScript 5.9 takes ${slow} ms for the slow file. ms:\n\n${fairnessTable(fairness.rows)}`,
  };
}

function rate({ tally, ms: took, edits }: Part): string {
  const perSecond = ((tally.count / took) * 1000).toFixed(1);
  return (
    `${tally.count} calls in ${(took / 1000).toFixed(0)} s, ${perSecond} a second, ` +
    `${edits} edits among them; ${tally.timedOut()} timed out.`
  );
}

function timesTable({ tally }: Part, languages: readonly Language[]): string {
  const titles = languages.map(({ title }) => `${title}:`).join(' | ');
  return table(
    `p50 / p99, ms | calls: | ${titles} | timed out:`,
    TOOLS.map((tool) => {
      const times = languages.map(({ title }) => tally.times(tool, title));
      return [
        `\`${tool}\``,
        sumOf(times, ({ length }) => length),
        ...times.map((each) =>
          each.length === 0 ? '' : `${ms(median(each))} / ${ms(percentile(each, 99))}`,
        ),
        tally.timedOut(tool),
      ];
    }),
  );
}

function fairnessTable(rows: readonly Fairness[]): string {
  return table(
    'small file of | same server | p50 alone: | p50 beside: | p99 alone: | p99 beside: | ',
    rows.map((row) => [
      row.language,
      row.isSameServer ? 'yes' : 'no',
      ...[median(row.alone), median(row.beside)].map((value) => ms(value)),
      ...[percentile(row.alone, 99), percentile(row.beside, 99)].map((value) => ms(value)),
      isHeld(row) ? '**held up**' : '',
    ]),
  );
}

function usageTable({ usage, languages }: LoadResult): string {
  const rows: readonly (readonly [string, (each: Usage) => number])[] = [
    ['sidecar', ({ sidecar }) => sidecar],
    ...languages.map(({ title }) => [title, ({ servers }: Usage) => servers[title] ?? 0] as const),
  ];
  return table(
    'resident | before: | most: | after:',
    rows.map(([name, of]) => {
      const all = usage.map(of);
      return [name, mib(all[0] ?? 0), mib(Math.max(...all)), mib(all.at(-1) ?? 0)];
    }),
  );
}
