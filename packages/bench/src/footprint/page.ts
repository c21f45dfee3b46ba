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

Written by \`npm run memory\`. Proportional sizes (PSS) of services and servers together, after each
session has edited a few files three times; times are medians of checks in the second and third
round. Every figure is from one run.
${parts.map(partOf).join('')}`;
}

function partOf({ title, project, rows }: Part): string {
  const lines = rows.map(({ what, footprint: { bytes, ms, broken } }) => `| ${what} | ${broken ?? mib(bytes)} | ${broken === undefined ? `${ms.toFixed(0)} ms` : ''} |`);
  return `\n### ${title}\n\nIn ${project}.\n\n| | size | check |\n|---|--:|--:|\n${lines.join('\n')}\n`;
}
