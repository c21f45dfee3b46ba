import { numberOf } from '../../diagnostics.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckReport, Diagnostic, ServerOutcome } from '../../types.ts';
import type { CheckedFile } from './check.ts';

/**
 * The outcome of a check: one late server makes it late. The check does not wait for servers that
 * are broken or missing.
 */
export function outcomeOf({ servers }: CheckReport): ServerOutcome {
  return (
    servers.find(({ outcome }) => outcome === 'timed-out' || outcome === 'starting')?.outcome ?? 'complete'
  );
}

export function pathsOf(checked: readonly CheckedFile[]): Set<AdmittedPath> {
  return new Set(checked.flatMap(({ text }) => text?.path ?? []));
}

export function errorsIn(lists: readonly (readonly Diagnostic[])[]): number {
  return lists.reduce((sum, list) => sum + numberOf(list.filter(({ severity }) => severity === 'error')), 0);
}
