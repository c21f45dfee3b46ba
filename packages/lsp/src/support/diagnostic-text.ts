import { type Escaped, escaped, oneLine } from './escaped.js';

/**
 * How long the texts of a diagnostic may be in a result, UTF-16 code units. Some servers print whole
 * types into a message: what is cut off adds nothing new for a model.
 */
export const TEXT_CAPS = {
  message: 1000,
  code: 100,
  /** The title of a fix. */
  title: 200,
  /** What stands besides: the message or the source of a related place, the error of a fix. */
  aside: 300,
} as const;

/** `message (code)`: how the line of a diagnostic ends, behind its place and severity (REQ-FMT-010). */
export function messageWithCode({
  message,
  code,
}: {
  readonly message: string;
  readonly code?: string | number;
}): Escaped {
  const suffix =
    code === undefined || code === '' ? '' : escaped` (${oneLine(String(code), TEXT_CAPS.code)})`;
  return escaped`${oneLine(message, TEXT_CAPS.message)}${suffix}`;
}

/**
 * What a compiler suggests at the end of a message. The same error has it at one time and not at
 * another: it depends on what else is declared, or on how many suggestions were made before.
 */
const SUGGESTION =
  /[.;,:]? (?:did you mean|do you need to|did you forget|try changing|maybe (?=["'`])) ?.*$/gim;

/** A message without that, for comparisons. */
export function withoutSuggestion(message: string): string {
  return message.replace(SUGGESTION, '').replace(/\.$/gm, '');
}

/** The overflow line of a file's diagnostics (REQ-FMT-055); none where all of them are listed. */
export function overflow(leftOut: number): Escaped[] {
  return leftOut > 0 ? [escaped`... and ${leftOut} more`] : [];
}
