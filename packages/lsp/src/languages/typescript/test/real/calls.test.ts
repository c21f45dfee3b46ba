import { expect, test } from 'bun:test';

import { Agent } from '../../../../../test/harness/agent.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

const FILES = {
  'tsconfig.json': '{"compilerOptions":{"lib":["es5"]}}',
  'src/price.ts':
    'export function price(): number {\n  return round(1);\n}\nfunction round(value: number): number {\n  return value;\n}\n',
  'src/cart.ts':
    "import { price } from './price';\nexport function total(): number {\n  return price();\n}\n",
};

for (const [version, links] of [
  ['TypeScript 5.9', { 'node_modules/typescript': 'typescript' }],
  ['TypeScript 7', { 'node_modules/typescript': 'typescript-v7' }],
] as const) {
  test(`REQ-NAV-010: ${version}: calls of a function that is asked about where it is imported`, async () => {
    await using agent = await Agent.over(
      await openReal({ servers: ['typescript'], files: FILES, links, config: { navigationTimeout: 30_000 } }),
    );
    const imported = { file: 'src/cart.ts', symbol: 'price' };
    expect(await agent.find('incoming_calls', imported)).toEqual([
      'src/cart.ts:2:17 total at src/cart.ts:3:10',
    ]);
    expect(await agent.find('outgoing_calls', imported)).toEqual([
      'src/price.ts:4:10 round at src/price.ts:2:10',
    ]);
    expect((await agent.call('outgoing_calls', imported)).content[0]?.text).toEndWith(
      '\n  called at src/price.ts:2:10  return round(1);',
    );
  });
}

test('REQ-NAV-010: TypeScript 5.9: a declaration is no use, where its import is asked about either', async () => {
  await using agent = await Agent.over(
    await openReal({ servers: ['typescript'], files: FILES, config: { navigationTimeout: 30_000 } }),
  );
  expect(
    await agent.find('find_references', {
      file: 'src/cart.ts',
      line: 1,
      character: 10,
      includeDeclaration: false,
    }),
  ).toEqual(['src/cart.ts:3:10']);
});
