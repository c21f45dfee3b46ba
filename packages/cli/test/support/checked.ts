import type { CheckedProject, Diagnostic } from '@vybestack/llxprt-lsp-core';

export const diagnostic = (given: Partial<Diagnostic> = {}): Diagnostic => ({
  file: 'src/a b.ts',
  line: 2,
  character: 5,
  severity: 'error',
  message: 'wrong',
  ...given,
});

export const project = (given: Partial<CheckedProject> = {}): CheckedProject => ({
  checker: 'tsc',
  language: 'TypeScript, JavaScript',
  root: '.',
  commands: [['npx', 'tsc', '--noEmit']],
  program: { name: 'tsc', path: '/w/node_modules/typescript/bin/tsc', version: '5.9.3', origin: 'workspace' },
  outcome: 'complete',
  ms: 1,
  ...given,
});
