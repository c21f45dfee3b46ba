import type { Hover, HoverPart } from '../../../backend/model.ts';
import { type Escaped, quoted } from '../../../support/escaped.ts';
import { MAX_HOVER } from './limits.ts';

/** How many rows of prose are a signature. */
const MOST_ROWS = 3;

/** The whole content, signatures first. */
export function contentOf({ parts }: Hover): Escaped {
  const isProse = ({ value }: HoverPart): boolean => !value.trimStart().startsWith('```');
  const sorted = parts.toSorted((a, b) => Number(isProse(a)) - Number(isProse(b)));
  return quoted(sorted.map(({ value }) => value.trim()).join('\n\n'), MAX_HOVER);
}

/** The first block of code, or what it begins with. */
export function signatureOf(hover: Hover): Escaped {
  const content = contentOf(hover);
  const block = /^```[^]*?\n```/.exec(content)?.[0];
  return quoted(block ?? content.split('\n').slice(0, MOST_ROWS).join('\n'), MAX_HOVER);
}
