import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@vybestack/llxprt-lsp-core';

/**
 * Whether an entry is there: with the same values, and perhaps with keys that the host or a person
 * has added, or with other hooks in its group.
 */
export function holds(found: unknown, wanted: unknown): boolean {
  if (!isObject(found) || !isObject(wanted)) return isDeepStrictEqual(found, wanted);
  return Object.entries(wanted).every(([key, value]) => {
    const other = found[key];
    if (key === 'hooks' && Array.isArray(value) && Array.isArray(other))
      return value.every((hook: unknown) => other.some((one: unknown) => isDeepStrictEqual(one, hook)));
    return isDeepStrictEqual(other, value);
  });
}
