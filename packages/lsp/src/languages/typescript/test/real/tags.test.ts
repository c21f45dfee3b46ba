import { expect, test } from 'bun:test';

import { found, openReal } from '../../../../../test/real/real-lab.ts';

const FILES = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      jsxImportSource: '@own',
      paths: { '@own/*': ['./tags/*'] },
      types: [],
    },
  }),
  'tags/jsx-runtime.ts': `import type { Box } from './box';
export namespace JSX {
  export interface Element { tag: string }
  export interface IntrinsicElements { box: Box }
}
export function jsx(tag: unknown): JSX.Element { return { tag: String(tag) }; }
export const jsxs = jsx;
`,
  'tags/box.ts': 'export interface Box { width: number }\n',
  'view.tsx': 'export const view = <box width={1} />;\n',
  'use.ts': "import { view } from './view';\nexport const tag: string = view.tag;\n",
};

test('what makes something of tags is a file of the workspace: its changes reach all that has tags, and what depends on that', async () => {
  await using lab = await openReal({ servers: ['typescript'], files: FILES });
  const others = async (path: keyof typeof FILES, text: string): Promise<unknown> => {
    const report = await lab.check({ [path]: text }, true);
    return [found(report.others), report.othersComplete];
  };
  expect(await others('tags/box.ts', 'export interface Box { width: string }\n')).toEqual([
    { 'view.tsx': ["1:26 2322 Type 'number' is not assignable to type 'string'."] },
    true,
  ]);
  expect(await others('tags/box.ts', FILES['tags/box.ts'])).toEqual([{}, true]);
  const runtime = FILES['tags/jsx-runtime.ts'];
  expect(await others('tags/jsx-runtime.ts', runtime.replaceAll('tag:', 'name:'))).toMatchObject([
    { 'use.ts': ["2:33 2339 Property 'tag' does not exist on type 'Element'."] },
    true,
  ]);
  expect(await others('tags/jsx-runtime.ts', runtime)).toEqual([{}, true]);
});
