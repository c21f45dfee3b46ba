import { openReal } from './real-lab.ts';
const links = process.argv[2] === '7' ? { 'node_modules/typescript': 'typescript-v7' } : {};
const lab = await openReal({ servers: ['typescript'], links, files: { 'package.json': '{}', 'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"types":[],"noUnusedLocals":true}}',
 'cart.ts': 'export class Cart { total = 1; }\nexport const userName = "x";\n', 'two.ts': 'export class Dup {}\n', 'three.ts': 'export class Dup {}\n',
 'a.ts': 'export const c = new Cart();\nexport const total = c.totl;\nexport function f(): void { const unused = 1; }\nexport const d = new Dup();\nexport function g() { await Promise.resolve(); }\ninterface I { m(): void }\nexport class K implements I {}\n' } });
const t0 = performance.now();
const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.ts' }], origins: true, fixes: true });
console.log(performance.now() - t0, JSON.stringify(report.files, null, 1));
const t1 = performance.now();
const again = await lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.ts' }], fixes: true });
console.log(performance.now() - t1, JSON.stringify(Object.values(again.files)[0]!.map(({ message, fix, alternatives }) => ({ message, fix, alternatives })), null, 1));
const t2 = performance.now();
const fixes = await lab.sidecar.request('lsp/fixes', { filePath: 'a.ts' });
console.log(performance.now() - t2, JSON.stringify({ ...fixes, fixes: fixes.fixes.map(({ files, ...r }) => ({ ...r, n: files.length })) }, null, 1));
console.log(await lab.sidecar.request('lsp/fix', { ids: [fixes.fixes[0]!.id] }));
console.log(await lab.sidecar.request('lsp/fix', { filePath: 'a.ts', all: 'safe' }));
await lab[Symbol.asyncDispose]();
