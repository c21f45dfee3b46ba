import type { SameError } from '../../backend/same-error.ts';

/** Quirk(go/types): what a type has instead of a field or method stands in the message. */
export const sameGoError: SameError = ({ code, message }) => ({
  ...(code !== undefined && { code }),
  message: message.replace(/, but does have (?:field |method )?\w+| \(but have \w+\)/g, ''),
});
