import { test } from 'bun:test';
import { openReal } from './real-lab.ts';
const TSP = { 'package.json': '{"type":"module"}', 'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext","target":"es2022","noEmit":true,"types":[],"experimentalDecorators":true}}' };
const PY = { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n' };
const GO = { 'go.mod': 'module example.com/demo\n\ngo 1.21\n' };
const CPP = { 'compile_flags.txt': '-xc++\n-std=c++17\n' };
const D = (title: string, servers: string[], project: object, file: string, text: string, symbol: string, more: object) =>
  test(title, async () => {
    await using lab = await openReal({ servers, files: { ...project, [file]: text } as any });
    const r: any = await lab.sidecar.request('lsp/refactor', { filePath: file, symbol, kind: 'delete', ...more } as any);
    console.log(`#### ${title}\n${r.refused !== undefined ? 'REFUSED ' + r.refused : JSON.stringify(r.changes[0].text)}`);
  });
D('1a default object', ['typescript'], TSP, 'a.ts', 'export default {\n  one() { return 1; },\n  two() { return 2; },\n};\n', 'two', {});
D('1b default class', ['typescript'], TSP, 'a.ts', 'export default class {\n  one() { return 1; }\n  two() { return 2; }\n}\n', 'two', {});
D('1c callback', ['typescript'], TSP, 'a.ts', "declare function run(x: string, f?: () => void): void;\nrun(\n  'x',\n  () => {\n    function helper() {}\n    run('y');\n  },\n);\nexport {};\n", 'helper', {});
D('3a', ['typescript'], TSP, 'a.ts', 'const b = 1, c = 2;\nexport const a = b\n  * c\nfunction dead() {}\n', 'dead', {});
D('3b', ['typescript'], TSP, 'a.ts', 'let n = 0;\nexport const f = () => n;\n/* step */ n++;\nfunction dead() {}\n', 'dead', {});
D('3c', ['typescript'], TSP, 'a.ts', 'export class A {\n  /** Doc. */\n  *items(): Generator<number> {\n    yield 1;\n  }\n}\n', 'items', { kind: 'replace', text: '*items(): Generator<number> {\n  yield 2;\n}' });
D('4a', ['typescript'], TSP, 'a.ts', 'let n = 0;\nexport const f = () => n;\nfunction dead() {} /* c */ n++;\n', 'dead', {});
D('4b', ['pyright'], PY, 'a.py', "def register(x: str) -> None:\n    pass\n\n\nAx = 1; register('a')\n", 'Ax', {});
D('4c', ['pyright'], PY, 'a.py', "def register(x: str) -> None:\n    pass\n\n\nBx = 2  # C:\\\nregister('b')\n", 'Bx', {});
D('5a', ['typescript'], TSP, 'a.ts', 'export class T {\n  sql() {\n    return `\nselect 0\n`;\n  }\n}\n', 'T.sql', { kind: 'replace', text: 'sql() {\n  return `\nselect 1\n`;\n}' });
D('5b', ['typescript'], TSP, 'a.ts', 'export class T {\n  sql() {\n    return `\nselect 0\n`;\n  }\n}\n', 'T.sql', { kind: 'replace', text: '  sql() {\n    return `\nselect 1\n   \n`;\n  }' });
D('6a', ['gopls'], GO, 'a.go', 'package demo\n\nconst (\n\tXa = 5\n\tAb = 1\n\tBc\n)\n\nvar _ = Xa + Bc\n', 'Ab', {});
D('6b', ['gopls'], GO, 'a.go', 'package demo\n\nconst (\n\tKa = iota\n\tKb\n\tKc\n)\n', 'Kb', {});
D('6c', ['typescript'], TSP, 'a.ts', 'export enum E {\n  A,\n  Bx,\n  C,\n}\n', 'E.Bx', {});
D('7', ['clangd'], CPP, 'a.cpp', 'template <typename Aa,\n          typename Bb>\nvoid dead(Aa, Bb) {}\n\nstruct Next {\n  int n;\n};\n', 'dead', {});
D('8b tail comment', ['typescript'], TSP, 'a.ts', 'export const RATE = 3; // percent\n', 'RATE', { kind: 'replace', text: 'export const RATE = 4;' });
