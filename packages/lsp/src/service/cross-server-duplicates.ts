import type { ServerDefinition } from '../registry/definition.ts';
import type { Diagnostic, Severity } from '../types.ts';

/** What one server says about one file. */
export interface ServerFindings {
  readonly definition: Pick<ServerDefinition, 'id' | 'role' | 'crossServerDuplicates'>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Two servers never report one problem twice: what is said already is left out where it is said in other words.
 *
 * @param severities those that are reported: what nobody reads has not been said
 */
export function withoutCrossServerDuplicates(allFindings: readonly ServerFindings[], severities: ReadonlySet<Severity>): (readonly Diagnostic[])[] {
  const hasCompiler = allFindings.some(({ definition }) => definition.role === 'compiler');
  return allFindings.map(({ definition: { crossServerDuplicates: echoes }, diagnostics }) => {
    if (echoes === undefined) return diagnostics;
    if ('linesOf' in echoes) return besides(diagnostics, findingsOf(echoes.linesOf, allFindings, severities));
    return hasCompiler ? diagnostics.filter(({ code }) => !echoes.includes(String(code ?? ''))) : diagnostics;
  });
}

/** Those of which no line is one that the others speak of. */
export function besides(these: readonly Diagnostic[], others: readonly Diagnostic[]): Diagnostic[] {
  return these.filter((one) => !others.some((other) => one.line <= lastLine(other) && other.line <= lastLine(one)));
}

function findingsOf(id: string, allFindings: readonly ServerFindings[], severities: ReadonlySet<Severity>): Diagnostic[] {
  return allFindings.filter(({ definition }) => definition.id === id).flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severities.has(severity)));
}

/** The end of a range is not in it. */
function lastLine({ line, endLine = line, endCharacter = Infinity }: Diagnostic): number {
  return endCharacter === 1 ? Math.max(line, endLine - 1) : endLine;
}
