import { oneLine, type DescribedEnvironment } from '@vybestack/llxprt-lsp-core';

/** How many projects are listed; the others are counted. */
const MOST = 30;

/** A part of what `doctor` prints: what the imports of each project are resolved with; '' where there is no project. */
export function describeEnvironments(environments: readonly DescribedEnvironment[]): string {
  if (environments.length === 0) return '';
  const rows = environments.slice(0, MOST).map(({ language, root, uses, why }) => [language, oneLine(root), `${oneLine(uses)} (${oneLine(why)})`] as const);
  const width = (column: 0 | 1): number => Math.max(...rows.map((row) => row[column].length)) + 2;
  const [languages, roots] = [width(0), width(1)];
  const left = environments.length - rows.length;
  const lines = [...rows.map(([language, root, rest]) => `${language.padEnd(languages)}${root.padEnd(roots)}${rest}`), ...(left > 0 ? [`... and ${left} more`] : [])];
  return `\nProjects, what their imports are resolved with, and why:\n${lines.join('\n')}\n`;
}
