/** What servers do with an answer that changes nothing of what it says. */

import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Every list in another order; the same seed makes the same one. */
export function shuffled(value: unknown, seed: number): unknown {
  const random = numbers(seed);
  return inLists(value, (list) => {
    const left = [...list];
    return list.map(() => left.splice(Math.floor(random.next().value * left.length), 1)[0]);
  });
}

/** Every item of a list once more, with its URIs spelled otherwise. */
export function twice(value: unknown): unknown {
  return inLists(value, (list) => [
    ...list,
    ...list.map((item) => withUris(item, (uri) => uri.replace(/\.fake$/, '.f%61ke'))),
  ]);
}

/** The first item of a list once more for each of some places that are not in the folder. */
export function withOutside(value: unknown, folder: string): unknown {
  if (!Array.isArray(value)) return value;
  const places = [join(dirname(folder), 'outside.fake'), `${folder}2/a.fake`, '/etc/hosts'].map(
    (path) => pathToFileURL(path).href,
  );
  const first = value
    .slice(0, 1)
    .flatMap((item) =>
      [...places, 'untitled:Untitled-1', 'file://%zz'].map((uri) => withUris(item, () => uri)),
    );
  return [...first, ...(value as unknown[])];
}

/** Changes each list that is in a value, the innermost first. */
function inLists(value: unknown, change: (list: readonly unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) return change(value.map((item) => inLists(item, change)));
  return inFields(value, (_, field) => inLists(field, change));
}

function withUris(value: unknown, change: (uri: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withUris(item, change));
  return inFields(value, (name, field) =>
    typeof field === 'string' && /^(u|targetU)ri$/.test(name) ? change(field) : withUris(field, change),
  );
}

function inFields(value: unknown, change: (name: string, field: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]): [string, unknown] => [name, change(name, field)]),
  );
}

/** From 0 inclusive to 1 exclusive. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}
