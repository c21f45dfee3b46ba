import type { BaseIssue } from 'valibot';
import { inline } from '../../../support/escaped.ts';

/** How much of an unknown field's name is repeated. */
const MAX_KEY = 60;

/**
 * The problem of an input, for a model. Repeats only names of fields from the input: values may be
 * long, or secret.
 *
 * @param fields the known fields
 */
export function problemOf(
  { type, kind, expected, path }: BaseIssue<unknown>,
  fields: readonly string[],
): string {
  const keys = (path ?? []).map(({ key }) => String(key));
  const [field = 'the input'] = keys;
  if (type === 'strict_object' && expected === 'never')
    return `there is no \`${inline(field, MAX_KEY)}\`; its fields are ${fields.join(', ')}`;
  if (type === 'strict_object' && keys.length > 0) return `\`${field}\` is missing`;
  if (keys.length === 0) return 'the input has to be an object';
  return `\`${field}\` has to be ${requirement(kind, type, expected)}`;
}

function requirement(kind: string, type: string, expected: string | null): string {
  const bound = (expected ?? '').replace(/^[<>]=/, '');
  if (type === 'picklist') return `one of ${bound.replace(/^\(|\)$/g, '').replaceAll(' | ', ', ')}`;
  if (kind === 'schema') return ARTICLES[type] ?? `of another type: ${bound}`;
  switch (type) {
    case 'integer':
      return 'a whole number';
    case 'min_value':
      return `${bound} or more`;
    case 'max_value':
      return `${bound} or less`;
    case 'max_length':
      return `no longer than ${bound} characters`;
    default:
      return 'more than nothing';
  }
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
};
