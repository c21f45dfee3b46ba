import {
  type DescribedEnvironment,
  escaped,
  type Escaped,
  inline,
  joined,
  oneLine,
} from '@vybestack/llxprt-lsp-core';

/** How many projects are listed; the others are counted. */
const MOST = 30;

/**
 * A part of what `doctor` prints: what the imports of each project are resolved with; '' where there
 * is no project.
 */
export function describeEnvironments(environments: readonly DescribedEnvironment[]): Escaped {
  if (environments.length === 0) return escaped``;
  const rows = environments
    .slice(0, MOST)
    .map(
      ({ language, root, uses, why }) =>
        [inline(language), inline(root), escaped`${oneLine(uses)} (${oneLine(why)})`] as const,
    );
  const width = (column: 0 | 1): number => Math.max(...rows.map((row) => row[column].length)) + 2;
  const [languages, roots] = [width(0), width(1)];
  const left = environments.length - rows.length;
  const lines = [
    ...rows.map(([language, root, rest]) =>
      inline(`${language.padEnd(languages)}${root.padEnd(roots)}${rest}`),
    ),
    ...(left > 0 ? [escaped`... and ${left} more`] : []),
  ];
  return escaped`\nProjects, what their imports are resolved with, and why:\n${joined(lines, '\n')}\n`;
}
