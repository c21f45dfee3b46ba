import { mib } from '../targets.js';
import { FILES } from './project.js';
import { growthOf, LIMIT, percent, type Sample } from './growth.js';

export interface Run {
  readonly title: string;
  /** After the warm-up, in order. */
  readonly samples: readonly Sample[];
}

/** For a terminal: one line for each run. */
export function verdictLine({ title, samples }: Run): string {
  const { from, to, part } = growthOf(samples, ({ sidecar }) => sidecar);
  return `${part < LIMIT ? 'PASS' : 'FAIL'}  ${title}: sidecar ${mib(from)} to ${mib(to)}, ${percent(part)}; limit ${percent(LIMIT)}`;
}

/** The section of docs/memory.md. */
export function section(runs: readonly Run[], warmUp: number, edits: number): string {
  const rows = runs.map(({ title, samples }) => {
    const [sidecar, server] = [
      growthOf(samples, (sample) => sample.sidecar),
      growthOf(samples, (sample) => sample.server),
    ];
    return `| ${[title, mib(sidecar.from), mib(sidecar.to), `**${percent(sidecar.part)}**`, mib(server.from), mib(server.to), percent(server.part)].join(' | ')} |`;
  });
  const shown =
    runs[0]?.samples.filter(
      (_, index, { length }) => index % Math.ceil(length / 10) === 0 || index === length - 1,
    ) ?? [];
  const course = runs.map(
    ({ title, samples }) =>
      `| ${[title, ...shown.map(({ edits: at }) => mib(samples.find((sample) => sample.edits === at)?.sidecar ?? 0))].join(' | ')} |`,
  );
  return `## Over many edits

Written by \`npm run bench:memory\`; every figure is from one run of it.

${edits} edits over the ${FILES} files of one generated project, each file broken and mended by turns, each verdict looked at. The first ${warmUp}
edits are warm-up: by then every file has been edited once and the sidecar's garbage collector has found its pace. Sizes are medians
of five samples; a server's includes what it has started. The sidecar may grow by ${(LIMIT * 100).toFixed(0)} % after that; a server's size is its own affair.

| | sidecar, after ${warmUp} edits | after ${edits} | | server, after ${warmUp} edits | after ${edits} | |
|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

The sidecar's size after so many edits:

| | ${shown.map(({ edits: at }) => at).join(' | ')} |
|---|${shown.map(() => '--:').join('|')}|
${course.join('\n')}

That no server has more documents open than \`maxOpenDocuments\` is a test, not a measurement: \`packages/lsp/test/wire/documents.test.ts\`.
`;
}
