import type { CheckedProject, Diagnostic } from '@vybestack/llxprt-lsp-core';
import { version } from '../package.js';
import { findersOf } from './finder.js';
import type { CheckResults } from './report.js';
import type { Trouble } from './targets.js';

/** A tool that has found something, or was run and has found nothing. */
export interface Tool {
  readonly name: string;
  /** Of the tool's program; several where projects have their own. */
  readonly version?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** What the tool could not check. */
  readonly troubles: readonly Trouble[];
}

const OURSELVES = 'llxprt-lsp';

/** By name. */
export function toolsOf(report: CheckResults): Tool[] {
  const found = [
    ...report.diagnostics(),
    ...(report.others?.files.flatMap(({ diagnostics }) => diagnostics) ?? []),
  ];
  const { projects = [], troubles } = report;
  const nameOf = (diagnostic: Diagnostic): string => {
    const [project] = findersOf(diagnostic, projects);
    return project === undefined ? (diagnostic.source ?? OURSELVES) : programOf(project);
  };
  const byName = new Map<string, Diagnostic[]>(projects.map((project) => [programOf(project), []]));
  for (const diagnostic of found) {
    const name = nameOf(diagnostic);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [diagnostic]);
    else same.push(diagnostic);
  }
  return [...byName.keys()].sort().map((name) => {
    const own = projects.filter((project) => programOf(project) === name);
    const versions =
      name === OURSELVES
        ? [version]
        : [...new Set(own.flatMap(({ program }) => program?.version ?? []))].sort();
    return {
      name,
      ...(versions.length > 0 && { version: versions.join(', ') }),
      diagnostics: byName.get(name) ?? [],
      troubles: troubles.filter(({ project }) => project === undefined || own.includes(project)),
    };
  });
}

/** The program that is run; where it is missing, the checker that needs it. */
function programOf({ program, checker }: CheckedProject): string {
  return program?.name ?? checker;
}
