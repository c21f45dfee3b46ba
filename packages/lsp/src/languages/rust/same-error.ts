import type { SameError } from '../../backend/same-error.ts';

/**
 * Quirk(rustc): a similar name takes the place of the label that says that there is none, and what
 * else is declared adds notes.
 */
const LABEL =
  /: (?:help: |(?:.* )?not found in |unknown (?:field|method)|no `.*` in |use of (?:undeclared|unresolved) |could not find ).*$/;

export const sameRustError: SameError = ({ code, message }) => ({
  ...(code !== undefined && { code }),
  message: (message.split('\n', 1)[0] ?? '').replace(LABEL, ''),
});
