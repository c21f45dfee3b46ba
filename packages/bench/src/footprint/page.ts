import { mib } from '../targets.js';
import type { Footprint } from './sessions.js';

export interface Row {
  readonly what: string;
  readonly footprint: Footprint;
}

export interface Part {
  readonly title: string;
  /** What was edited where. */
  readonly project: string;
  readonly rows: readonly Row[];
}

/** The section of docs/memory.md. */
export function section(parts: readonly Part[]): string {
  return `## Sessions and settings

Written by \`npm run memory\`. Sizes of services and servers together, after each session has edited
a few files three times: proportional (PSS), and the most that each process has had resident. Times
are medians of checks in the second and third round. Every figure is from one run, on a
busy machine: rows that follow no order, as those of gopls, are not told apart by it. No default
was set from them.
${parts.map(partOf).join('')}`;
}

function partOf({ title, project, rows }: Part): string {
  const lines = rows.map(
    ({ what, footprint: { sizes, ms, broken } }) =>
      `| ${what} | ${broken === undefined ? `${mib(sizes.now)} | ${mib(sizes.peak)} | ${ms.toFixed(0)} ms` : `${broken} | | `} |`,
  );
  return `\n### ${title}\n\nIn ${project}.\n\n| | size | peak | check |\n|---|--:|--:|--:|\n${lines.join('\n')}\n`;
}
