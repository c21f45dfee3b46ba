import { LSP_DEFAULTS } from '@vybestack/llxprt-lsp-core';
import { median, percentile } from '../stats.js';
import { mib } from '../targets.js';
import type { Language } from './code/language.js';
import { HELD_MS, isHeld, type Fairness } from './fairness.js';
import type { LoadOptions } from './options.js';
import { BOUND_MS } from './service.js';
import type { Tally } from './tally.js';
import type { Usage } from './usage.js';

/** One stretch of a run. */
export interface Part {
  readonly title: string;
  readonly thinkMs: number;
  readonly tally: Tally;
  readonly ms: number;
  readonly edits: number;
}

export interface Result {
  readonly options: LoadOptions;
  readonly machine: string;
  readonly minutes: number;
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
  'edit',
  'write_file',
  'apply_patch',
  'lsp_hover',
  'lsp_goto_definition',
  'lsp_find_references',
  'lsp_document_symbols',
  'lsp_workspace_symbols',
];

/** So many more descriptors may be open at the end: what a connection or two take. */
const DESCRIPTORS = 8;

/** What has to be so, in words, and whether it is. */
function claims({
  parts,
  fairness,
  comparison,
  usage,
  left,
}: Result): { readonly what: string; readonly found: string; readonly isMet: boolean }[] {
  const tallies = [...parts.map(({ tally }) => tally), fairness.tally];
  const count = (kind?: Parameters<Tally['faults']>[0]): number =>
    tallies.reduce((sum, tally) => sum + tally.faults(kind), 0);
  const calls = tallies.reduce((sum, tally) => sum + tally.count, 0);
  const none = (what: string, kind: Parameters<Tally['faults']>[0]): ReturnType<typeof claims>[number] => ({
    what,
    found: `${count(kind)} of ${calls}`,
    isMet: count(kind) === 0,
  });
  const held = fairness.rows.filter(isHeld);
  const descriptors = usage.flatMap((each) => each.descriptors ?? []);
  const [first, last] = [descriptors[0], descriptors.at(-1)];
  const isClosed =
    first === undefined ||
    last === undefined ||
    (last.sidecar <= first.sidecar + DESCRIPTORS && last.host <= first.host + DESCRIPTORS);
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
      found:
        first === undefined || last === undefined
          ? 'not told by this system'
          : `sidecar ${first.sidecar}, ${last.sidecar}; host ${first.host}, ${last.host}`,
      isMet: isClosed,
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

export function isPassed(result: Result): boolean {
  return claims(result).every(({ isMet }) => isMet);
}

/** For a terminal. */
export function lines(result: Result): string {
  const quotes = [
    ...result.parts.map(({ tally }) => tally),
    result.fairness.tally,
    ...(result.comparison === undefined ? [] : [result.comparison]),
  ].flatMap((tally) => tally.quotes);
  return [
    ...claims(result).map(({ what, found, isMet }) => `${isMet ? 'PASS' : 'FAIL'}  ${what}: ${found}`),
    ...result.parts
      .slice(1)
      .flatMap((part) => [`${part.title}: ${rate(part)}`, ...timesTable(part, result.languages)]),
    ...fairnessTable(result),
    ...usageTable(result),
    ...quotes,
    ...result.left,
  ].join('\n');
}

/** The part of docs/load.md about sessions that share a service. */
export function sharedSection(result: Result): string {
  const { options, machine, minutes, languages, parts } = result;
  return `## Sessions of one service

Written by \`npm run load -- --sessions ${options.sessions}\`; ${options.agents} agents for ${options.seconds} s (${minutes.toFixed(0)} minutes), ${machine}.
The same agents use ${options.sessions} sessions that [share](sharing.md) a service. Afterwards, sessions and
a service of one session are asked the same.

| | found | |
|---|---|---|
${claims(result).map(row).join('\n')}

${parts
  .slice(1)
  .map(
    (part) =>
      `${part.title[0]?.toUpperCase()}${part.title.slice(1)}: ${rate(part)}\n\n${timesTable(part, languages).join('\n')}`,
  )
  .join('\n\n')}

${usageTable(result).join('\n')}
`;
}

function row({ what, found, isMet }: ReturnType<typeof claims>[number]): string {
  return `| ${what} | ${found} | ${isMet ? 'as it has to be' : '**not** as it has to be'} |`;
}

/** The part of docs/load.md about one session. */
export function loadSection(result: Result): string {
  const { options, machine, minutes, languages, parts } = result;
  return `Written by \`npm run load\`; every figure is from one run of it: ${options.agents} agents for ${options.seconds} s (${minutes.toFixed(0)} minutes with all that is before and after), ${machine}.

${options.agents} agents work in one workspace, over one sidecar, with ${languages.map(({ title }) => title).join(', ')}: the product's own tools, and its settings as they are.
Each has files of its own, all share a few that everything imports, and half of what they do is to look around. Every text that is written has a number, and if it
is broken, its one error names it: so each answer says which text it is about, and each agent knows what it has to be told. The disk is read after each
edit. What \`write_file\` says of other files has to be about a text that they had at that time.

| | found | |
|---|---|---|
${claims(result).map(row).join('\n')}

An edit's result is there within ${BOUND_MS.edit} ms (\`diagnosticTimeout\`, ${LSP_DEFAULTS.diagnosticTimeout} ms, and a second for the way on a machine whose processors are all busy), that of a tool of navigation within ${BOUND_MS.navigation} ms. A server that does not answer in
that time has _timed out_: the result comes without it, and says nothing that is not so.

${parts
  .slice(1)
  .map((part) => section(part, languages))
  .join('\n')}
## Whom a slow file holds up

Edits of a small file, alone and while another agent edits a file beside it that TypeScript 5.9 takes ${ms(median(result.fairness.rows.flatMap(({ slow }) => slow)))} for, again and again. ms.
TypeScript 5.9 computes one answer at a time, so there a small file waits for what is under way: the slow one's answer, or the look at everything open
that its language server takes by itself after each change. Everybody else shares only the processors with it: p99 may be ${HELD_MS} ms longer.

${fairnessTable(result).join('\n')}

## What it takes

${usageTable(result).join('\n')}

How sizes go on over ten thousand edits is another run, \`npm run soak\`:

![Resident size over 10,000 edits](soak.svg)
`;
}

function section(part: Part, languages: readonly Language[]): string {
  const how =
    part.thinkMs === 0
      ? 'without a pause: more than two processors can do, so what counts is that the answers stay right and the bounds hold'
      : `who think ${part.thinkMs / 1000} s between two calls, on average`;
  return `## ${part.title[0]?.toUpperCase()}${part.title.slice(1)}

Agents ${how}. ${rate(part)}

${timesTable(part, languages).join('\n')}
`;
}

function rate({ tally, ms: took, edits }: Part): string {
  return `${tally.count} calls in ${(took / 1000).toFixed(0)} s, ${((tally.count / took) * 1000).toFixed(1)} a second, ${edits} edits among them; ${tally.timedOut()} timed out.`;
}

function timesTable({ tally }: Part, languages: readonly Language[]): string[] {
  const rows = TOOLS.map((tool) => {
    const cells = languages.map(({ title }) => {
      const times = tally.times(tool, title);
      return times.length === 0 ? '' : `${ms(median(times))} / ${ms(percentile(times, 99))}`;
    });
    const count = languages.reduce((sum, { title }) => sum + tally.times(tool, title).length, 0);
    return `| ${[`\`${tool}\``, count, ...cells, tally.timedOut(tool)].join(' | ')} |`;
  });
  return [
    `| p50 / p99, ms | calls | ${languages.map(({ title }) => title).join(' | ')} | timed out |`,
    `|---|--:|${languages.map(() => '--:|').join('')}--:|`,
    ...rows,
  ];
}

function fairnessTable({ fairness }: Result): string[] {
  const rows = fairness.rows.map((row) => {
    const { language, isSameServer, alone, beside } = row;
    const cells = [
      language,
      isSameServer ? 'yes' : 'no',
      ms(median(alone)),
      ms(median(beside)),
      ms(percentile(alone, 99)),
      ms(percentile(beside, 99)),
      isHeld(row) ? '**held up**' : '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| small file of | same server | p50 alone | p50 beside | p99 alone | p99 beside | |',
    '|---|---|--:|--:|--:|--:|---|',
    ...rows,
  ];
}

function usageTable({ usage, languages }: Result): string[] {
  const sizes: readonly (readonly [string, (each: Usage) => number])[] = [
    ['sidecar', ({ sidecar }) => sidecar],
    ...languages.map(({ title }): [string, (each: Usage) => number] => [
      title,
      ({ servers }) => servers[title] ?? 0,
    ]),
  ];
  const rows = sizes.map(([name, of]) => {
    const all = usage.map(of);
    return `| ${[name, mib(all[0] ?? 0), mib(Math.max(...all)), mib(all.at(-1) ?? 0)].join(' | ')} |`;
  });
  return ['| resident | before | most | after |', '|---|--:|--:|--:|', ...rows];
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}
