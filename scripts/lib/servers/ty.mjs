import { fromWheel } from './wheel.mjs';

export const ty = fromWheel({
  name: 'ty',
  package: 'ty',
  version: '0.0.105',
  program: ['bin', 'ty'],
  reported: /^ty (\S+)/,
});
