/** Files that name paths and what stands in them, and may have no server. */
export const FILES_OF_SETTINGS: readonly string[] = [
  '.json',
  '.toml',
  '.cfg',
  '.ini',
  '.txt',
  '.mk',
  'makefile',
  'manifest.in',
];

/** Those, and what people read. */
export const FILES_OF_TEXT: readonly string[] = [
  ...FILES_OF_SETTINGS,
  '.md',
  '.mdx',
  '.rst',
  '.adoc',
  '.yaml',
  '.yml',
];
