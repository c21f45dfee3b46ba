import type { BenchResult, SubjectResult } from './results.js';
import type { Comparison } from './stats.js';
import { factor, mib, ms, targetsOf } from './targets.js';

/** For a terminal: every target with its verdict, every wrong verdict, and what could not be measured. */
export function summary(result: BenchResult): string {
  const targets = targetsOf(result);
  const width = Math.max(...targets.map(({ what }) => what.length));
  const lines = targets.map(
    ({ what, limit, found, met }) =>
      `${met ? 'PASS' : 'FAIL'}  ${what.padEnd(width)}  ${found}; limit ${limit}`,
  );
  const leftOut = result.leftOut.map(({ id, reason }) => `LEFT OUT  ${id}: ${reason}`);
  return [...lines, ...result.subjects.flatMap(wrongLines), ...leftOut].join('\n');
}

function wrongLines({ id, verdicts }: SubjectResult): string[] {
  return (['ours', 'floor'] as const).flatMap((side) =>
    verdicts[side].wrong.map(
      ({ phase, file, verdict, detail }) =>
        `WRONG ${id}, ${side}, ${phase}: ${verdict} in ${file}: ${detail}`,
    ),
  );
}

/** docs/benchmarks.md. */
export function markdown(result: BenchResult): string {
  const { machine, startup, plainEdit, subjects } = result;
  const missed = targetsOf(result).filter(({ met }) => !met);
  return `# Benchmarks

Written by \`npm run bench\`; all figures of one code base are from one run of it. Figures depend on the machine, so read the ratios.

Machine: ${machine.cores} cores, ${(machine.memory / 2 ** 30).toFixed(0)} GiB of memory, ${machine.platform}, Node ${machine.node}, Bun ${machine.bun}${programs(machine)}. Load average when it began, at most: ${machine.load.toFixed(1)}.

![Times of our side as multiples of the floor, for each code base](benchmarks.svg)

## What is compared

*Ours* is what a host does: \`LspServiceClient\`, the sidecar, the language server. The *floor* is a client of the same server, started
with the same options, that does nothing but tell it the edit and ask the one question whose answer is exact: \`textDocument/diagnostic\`,
or tsserver's two \`...DiagnosticsSync\` requests. For Rust no server's answer is exact, so there the floor is \`cargo check\` itself, run
after each edit with the same arguments and a target folder of its own. Nobody can be right and faster than that, so the ratio says what
everything else costs: the extra process, path checks, announcing files, noticing what changed on disk behind the editor.

Each side has its own server process and its own copy of the code. Both write an edit to disk before they ask, outside the measured
time, and take turns edit by edit, so what disturbs the machine disturbs both. Answers may take longer here than a session would wait,
so a slow answer is slow and not wrong.

- **Cold**: a fresh server and a file that was broken before anybody looked at it, from the question to the answer. gopls and cargo
  leave on disk what they have found out, so there it is a fresh server over the cache or the target folder of an earlier one: the first
  check of a session, not the first one of the machine.
- **Edit**: one file, alternately broken and mended: a wrong type, an unknown name, an unknown member, a missing module, a syntax error.
- **20 files**: one patch that breaks or mends them all; the floor sends all its questions at once.
- **Wrong**: after a break the error made is not in the answer (by line and code), or after a mend there is an error.

## Results

Medians, ours and floor. 95th percentiles in brackets. ${lateAnswers(subjects)}

| code base | lines | cold | edit | 20 files | wrong, ours | wrong, floor |
|---|--:|--:|--:|--:|--:|--:|
${subjects.map(resultRow).join('\n')}

${othersTable(subjects)}

| at rest | ours | beside it | |
|---|--:|--:|--:|
| spawn to ready; a bare Bun script that sends one notification | ${comparisonCells(startup.ready, ms)} |
| spawn to the answer to a first request; the same script's notification | ${comparisonCells(startup.answer, ms)} |
| resident size then; the same script | ${mib(startup.resident.ours)} | ${mib(startup.resident.floor)} | + ${mib(startup.resident.ours - startup.resident.floor)} |
| \`edit\` of a text file, which no server serves; without LSP | ${ms(plainEdit.edit.ours)} | ${ms(plainEdit.edit.floor)} | + ${ms(plainEdit.edit.ours - plainEdit.edit.floor)} |

Resident sizes after all edits. A server's includes what it has started; cargo is gone as soon as it has answered.

| code base | sidecar | its server | the floor's server |
|---|--:|--:|--:|
${subjects.map(({ title, resident }) => `| ${title} | ${mib(resident.sidecar)} | ${atRest(resident.server)} | ${atRest(resident.floorServer)} |`).join('\n')}

## Targets

${missed.length === 0 ? 'All are met.' : `Missed in this run:\n\n${missed.map(({ what, limit, found }) => `- ${what}: ${found}; the limit is ${limit}`).join('\n')}`}
`;
}

function programs({ programs }: BenchResult['machine']): string {
  return Object.entries(programs)
    .map(([name, version]) => `, ${name} ${version}`)
    .join('');
}

function atRest(bytes: number): string {
  return bytes === 0 ? 'none' : mib(bytes);
}

function lateAnswers(subjects: readonly SubjectResult[]): string {
  const late = subjects.filter((subject) => subject.late > 0);
  if (late.length === 0)
    return 'No answer of ours took longer than a session with the default settings waits.';
  return `A session with the default settings would not have waited for some answers: ${late.map((subject) => `${subject.late} of ${subject.title}`).join('; ')}.`;
}

function resultRow({ title, lines, cold, warm, batch, verdicts }: SubjectResult): string {
  const cell = (comparison: Comparison): string =>
    `${ms(comparison.ours)}, ${ms(comparison.floor)}, **${factor(comparison.ratio)}**`;
  const edit = `${ms(warm.ours)} (${ms(warm.oursP95)}), ${ms(warm.floor)} (${ms(warm.floorP95)}), **${factor(warm.ratio)}**`;
  const wrong = (side: 'ours' | 'floor'): string =>
    `${verdicts[side].wrong.length} of ${verdicts[side].count}`;
  return `| ${[title, lines, cell(cold), edit, cell(batch), wrong('ours'), wrong('floor')].join(' | ')} |`;
}

function othersTable(subjects: readonly SubjectResult[]): string {
  const rows = subjects.flatMap(({ title, others }) => {
    if (others === undefined) return [];
    const { change, next, later, found, cutShort, count } = others;
    const after = ({ ours, oursP95, floor, floorP95 }: Comparison): string =>
      `${ms(floor)} (${ms(floorP95)}), ${ms(ours)} (${ms(oursP95)})`;
    return `| ${[title, `${ms(change.floor)}, ${ms(change.ours)}`, found, `${cutShort} of ${count}`, after(next), after(later)].join(' | ')} |`;
  });
  return `A change that takes away a name that others import: what it costs to be told at once whom that broke, as \`write_file\` is, and what
the check of another file costs after that: at once, and a second later, while the rest of the search goes on in the background; without a search, the
check comes as long after the change, since servers also work by themselves then.

| code base | the change alone, with other files | files with errors | cut short by the bound | the next check without, with a search before it | a second later |
|---|--:|--:|--:|--:|--:|
${rows.join('\n')}`;
}

function comparisonCells({ ours, floor, ratio }: Comparison, unit: (value: number) => string): string {
  return [unit(ours), unit(floor), factor(ratio)].join(' | ');
}
