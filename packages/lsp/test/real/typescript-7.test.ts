import { describeCompiler } from './suite.ts';
import { tsc } from './truth.ts';
import { TYPESCRIPT } from './typescript-language.ts';

describeCompiler({
  ...TYPESCRIPT,
  title: "TypeScript 7, the workspace's own",
  links: { 'node_modules/typescript': 'typescript-v7' },
  truth: (workspace) => tsc(workspace, 'typescript-v7'),
});
