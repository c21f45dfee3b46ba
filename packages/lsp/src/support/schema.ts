import { type BaseIssue, type GenericSchema, getDotPath } from 'valibot';

/** A description of JSON that yields a T. */
export type Schema<T> = GenericSchema<unknown, T>;

/**
 * Every problem with its key: `config.maxOpenDocuments: Invalid value: Expected >=1 but received
 * 0`.
 */
export function problemsOf(issues: readonly BaseIssue<unknown>[]): string {
  return issues.map((issue) => `${getDotPath(issue) ?? 'the whole value'}: ${issue.message}`).join('; ');
}
