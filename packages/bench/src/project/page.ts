import type { Comparison } from '../stats.js';
import type { SubjectResult } from './measure.js';

/** What a check of a project may take, as a part of the bare run of its compiler. */
const LIMIT = 1.05;

export function isWithin({ cold, warm }: SubjectResult): boolean {
  return [cold, warm].every(({ pairedRatio }) => pairedRatio <= LIMIT);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** For a terminal: a line for each state. */
export function lines({ title, cold, warm }: SubjectResult): string {
  const row = (name: string, { ours, floor, pairedRatio, count }: Comparison): string =>
    `  ${pairedRatio <= LIMIT ? 'PASS' : 'FAIL'}  ${name}  ${seconds(ours)}, compiler alone ${seconds(floor)}, x ${pairedRatio.toFixed(3)} of ${count} pairs`;
  return [title, row('cold', cold), row('warm', warm)].join('\n');
}

function cells({ ours, floor, pairedRatio, count }: Comparison): string[] {
  return [seconds(ours), seconds(floor), `**x ${pairedRatio.toFixed(3)}**`, String(count)];
}

/** docs/project-check.md. */
export function page(results: readonly SubjectResult[]): string {
  const rows = results.map(
    ({ title, size: { files, lines: count }, cold, warm, found }) =>
      `| ${[title, files, count, found, ...cells(cold), ...cells(warm)].join(' | ')} |`,
  );
  return `# Checking a project

Written by \`npm run bench:project\`.

\`lsp/checkProject\` through the service client, beside the bare run of the same compiler with the same options over a copy of the same sources, in turn: medians,
and the median of the ratios of the pairs, which may be ${LIMIT}. Both sides keep what the compiler can use again (build info, target folder) in a folder of their own. Cold:
without that, and in a session that has not looked at the disk yet; what the go command keeps it keeps for everybody, so it is never cold. Warm: after a change of one file.

| sources, compiler | files | lines | findings | cold | compiler | ratio | pairs | warm | compiler | ratio | pairs |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
`;
}
