import { embeddedPaths } from '../../backend/imports/embedded-paths.ts';

/** `include_str!("words.txt")`, which rust-analyzer does not change. */
export const rustPaths = embeddedPaths({
  endings: ['.rs'],
  pattern: /\binclude(?:_str|_bytes)?!\s{0,20}[([{]\s{0,100}"(?<path>[^"\\\n]{1,400})"/g,
});
