import { expect } from 'bun:test';

import { describeCompiler } from '../../../../../test/real/suite.ts';
import { tsc } from '../../../../../test/real/truth.ts';
import { TYPESCRIPT } from './typescript-language.ts';
import { describeTypescript } from './typescript-suite.ts';

describeCompiler({
  ...TYPESCRIPT,
  title: 'TypeScript 5.9, the bundled pair',
  truth: (workspace) => tsc(workspace, 'typescript'),
});

describeTypescript({
  title: "TypeScript 5.9, the workspace's own, with hints",
  links: { 'node_modules/typescript': 'typescript' },
  program: {
    name: 'typescript-language-server',
    version: '5.3.0',
    origin: 'bundled',
    uses: expect.objectContaining({ name: 'typescript', version: '5.9.3', origin: 'workspace' }),
  },
  // typescript-language-server and its tsserver.
  processes: 2,
});
