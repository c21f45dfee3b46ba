import { fromWheel } from './wheel.mjs';

/** A language server as well as a program that checks a project: tests compare the two. */
export const ruff = fromWheel({
  name: 'ruff',
  package: 'ruff',
  version: '0.17.6',
  program: ['bin', 'ruff'],
  reported: /^ruff (\S+)/,
});
