import type { Site } from '../plan/mutation.js';

interface Replacing<Kind extends string> {
  readonly kind: Kind;
  readonly sites: (text: string) => Site[];
}

/** What takes the place of a match: its first group, or all of it if it has none. */
type Replacement = string | ((found: string, match: RegExpMatchArray) => string);

/**
 * A way to change a text wherever a pattern matches: the named group `x` is replaced, without one
 * the whole match.
 *
 * @param pattern with the flags `d` and `g`
 */
export function replacing<Kind extends string>(
  kind: Kind,
  pattern: RegExp,
  put: Replacement,
): Replacing<Kind> {
  return {
    kind,
    sites: (text) =>
      [...text.matchAll(pattern)].flatMap((match): Site[] => {
        const [start, end] = match.indices?.groups?.['x'] ?? match.indices?.[0] ?? [0, 0];
        const found = text.slice(start, end);
        const replacement = typeof put === 'string' ? put : put(found, match);
        return replacement === found ? [] : [{ start, end, put: replacement }];
      }),
  };
}

export const deleting = <Kind extends string>(kind: Kind, pattern: RegExp): Replacing<Kind> =>
  replacing(kind, pattern, '');

/** The next one of a list, so that no type or literal is replaced by itself. */
export const nextOf =
  (...names: readonly string[]) =>
  (found: string): string =>
    names[(names.indexOf(found) + 1) % names.length] ?? found;
