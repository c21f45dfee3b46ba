import { type BaseIssue, type GenericSchema, check, getDotPath, pipe, unknown } from 'valibot';

/** A description of JSON that yields a T. */
export type Schema<T> = GenericSchema<unknown, T>;

/** An array is an object to JavaScript, and to valibot where every key is optional; to JSON it is not. */
export function noArray<T>(schema: Schema<T>): Schema<T> {
  return pipe(
    unknown(),
    check((value) => !Array.isArray(value), 'Invalid type: Expected Object but received Array'),
    schema,
  );
}

/** Every problem with its key: `config.maxOpenDocuments: Invalid value: Expected >=1 but received 0`. */
export function problemsOf(issues: readonly BaseIssue<unknown>[]): string {
  return issues.map((issue) => `${getDotPath(issue) ?? 'the whole value'}: ${issue.message}`).join('; ');
}
