import { embeddedPaths } from '../../backend/imports/embedded-paths.ts';

/** `//go:embed data.json`: the first pattern of a line, if it is a file. None leads out of its folder. */
export const goPaths = embeddedPaths({
  endings: ['.go'],
  pattern: /^\/\/go:embed[ \t]{1,20}"?(?<path>[^\s"]{1,400})/gm,
  mayAscend: false,
});
