import config from '../../vitest.config.js';

/** The names of vitest's projects. */
export const projects: readonly string[] = (config.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== 'object' || !('test' in project)) return [];
  const name = project.test.name;
  return typeof name === 'string' ? [name] : [];
});
