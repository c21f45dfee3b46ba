import type { LeavesTo } from '../../backend/leaves-to.ts';
import { holds } from '../../backend/program/files.ts';
import { configuresTool } from '../../backend/program/pyproject.ts';
import { evidenceOf, type ToolMarks } from '../../backend/program/tool-evidence.ts';

/** By their evidence; basedpyright reads the configuration of pyright. */
const MARKS: readonly ToolMarks[] = [
  {
    configuredBy: (folder) =>
      holds(folder, ['pyrightconfig.json'])
        ? 'pyrightconfig.json'
        : ['pyright', 'basedpyright'].some((tool) => configuresTool(folder, tool))
          ? 'pyproject.toml'
          : undefined,
    command: 'pyright',
    hook: /\bid:\s*pyright\b|pyright-python/,
  },
  { configuredBy: () => undefined, command: 'basedpyright', hook: /basedpyright/ },
];

/**
 * Not types: what no run of mypy would say differently. A finding of the syntax has no code.
 */
const KEPT: ReadonlySet<string> = new Set([
  '',
  'reportMissingImports',
  'reportMissingModuleSource',
  'reportUndefinedVariable',
]);

/** What pyright leaves to mypy: the types. Navigation stays its own. */
export const leavesToMypy: LeavesTo = {
  judge: 'mypy',
  keeps: ({ code }) => KEPT.has(String(code ?? '')),
  judgesToo: (folder, { workspaceRoot }) =>
    MARKS.some((tool) => evidenceOf(tool, folder, workspaceRoot) !== undefined),
};
