import { expect } from 'bun:test';

import { describeCompiler } from '../../../../../test/real/suite.ts';
import { tsc } from '../../../../../test/real/truth.ts';
import { TYPESCRIPT } from './typescript-language.ts';
import { describeTypescript } from './typescript-suite.ts';

const LINKS = { 'node_modules/typescript': 'typescript-v7' };

describeCompiler({
  ...TYPESCRIPT,
  title: "TypeScript 7, the workspace's own",
  links: LINKS,
  truth: (workspace) => tsc(workspace, 'typescript-v7'),
});

describeTypescript({
  title: 'TypeScript 7, with hints',
  links: LINKS,
  program: {
    name: 'tsc',
    version: '7.0.2',
    origin: 'workspace',
    uses: expect.objectContaining({ name: 'typescript', version: '7.0.2', origin: 'workspace' }),
  },
  processes: 1,
});
