import { Agent } from '../harness/agent.ts';
import { openReal } from './real-lab.ts';
const N = Number(process.argv[2] ?? 80);
const COMPILER = process.argv[3] ?? 'typescript-v7';
const names = Array.from({ length: N }, (_, i) => `p${i}`);
const files: Record<string, string> = { 'package.json': '{ "private": true, "type": "module" }', 'base/tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true,"types":[],"lib":["es2022"]}}', 'base/base.ts': 'export function shared(): number {\n  return 1;\n}\n' };
for (const name of names) {
  files[`${name}/tsconfig.json`] = '{"compilerOptions":{"strict":true,"noEmit":true,"types":[],"lib":["es2022"],"module":"preserve"}}';
  files[`${name}/index.ts`] = `import { shared } from '../base/base.js';\nexport const name_${name} = shared();\n`;
}
{
await using agent = await Agent.over(await openReal({ servers: ['typescript'], files, mcp: true, links: { 'node_modules/typescript': COMPILER, 'node_modules/@typescript': '@typescript' }, config: { navigationTimeout: 60_000 } }));
const timed = async (what: string, run: () => Promise<string[]>): Promise<void> => {
  const start = performance.now();
  const result = await run().catch((error: unknown) => [String(error)]);
  console.log(what, result.length, result.length === 1 ? result[0] : '', Math.round(performance.now() - start), 'ms');
};
const symbols = (q: string) => () => agent.find('workspace_symbols', { query: q });
const refs = () => agent.find('find_references', { file: 'base/base.ts', symbol: 'shared' });
await timed('refs', refs); await timed('refs', refs);
await timed('symbols', symbols('name_p'));
await timed('symbols', symbols('name_p'));
for (const n of [2, 4, 8]) {
  console.log('parallel', n);
  await Promise.all(Array.from({ length: n }, (_, i) => timed(i % 2 ? 'refs' : 'symbols', i % 2 ? refs : symbols(`name_p${'0'.repeat(0)}`))));
}
}
