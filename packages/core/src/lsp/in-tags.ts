import { type Escaped, inline, oneLine, withoutTags } from '../support/escaped.js';

/** A path or a name in the result of an edit, which has tags (REQ-FMT-040). */
export function nameInTags(name: string, max?: number): Escaped {
  return withoutTags(inline(name, max));
}

/** A message or a title there. */
export function proseInTags(prose: string, max?: number): Escaped {
  return withoutTags(oneLine(prose, max));
}
