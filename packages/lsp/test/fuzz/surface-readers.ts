import type { Reader } from '../../../../scripts/lib/fuzz/slow.ts';
import type { SurfacePart } from '../../src/backend/imports/imports.ts';
import { Exposure } from '../../src/engine/changes/exposure.ts';
import { declaredBodies } from '../../src/languages/typescript/surface/bodies.ts';
import { mayNarrow } from '../../src/languages/typescript/surface/narrowing.ts';
import { pythonSurface } from '../../src/languages/python/surface/surface.ts';
import { statementsOf, variablesIn } from '../../src/languages/typescript/surface/statements.ts';
import { takenFromModule } from '../../src/languages/typescript/surface/taken.ts';
import { tokensOf } from '../../src/languages/typescript/surface/tokens.ts';
import { typescriptSurface } from '../../src/languages/typescript/surface/surface.ts';
import { writtenTokens } from '../../src/languages/typescript/surface/written-tokens.ts';

export const JAVASCRIPT = [
  'import',
  'from',
  'require',
  'export',
  'export default',
  'module',
  'reference',
  'path',
  'jsxImportSource',
  'declare',
  'global',
  'as',
  'type',
  '* import "x"',
  'async',
  'function',
  'import {',
  'module.exports',
];

const TYPESCRIPT = [
  'export function f(): A {',
  'function f(){',
  'const a = ',
  'var a;',
  '<a>',
  '</a>',
  '<a>{',
  'a<',
  'a>',
  '`${',
  '/',
  '.a',
  '+a',
  '(x):y=>z,',
  'f(){',
  'return a;',
  'this.a=',
  '//@a\n',
  'class A extends a',
  '}',
];

/** Readers of what other files can see of one. One line a reader. */
export const surfaceReaders: readonly Reader[] = [
  {
    name: 'surface-typescript',
    words: [...JAVASCRIPT, ...TYPESCRIPT],
    read: (text) => ['/w/a.tsx', '/w/a.ts'].map((path) => typescriptSurface(`export {};\n${text}`, path)),
  },
  {
    name: 'surface-tokens-typescript',
    words: [...JAVASCRIPT, ...TYPESCRIPT],
    read: (text) => [readPieces(text, true), readPieces(text, false)],
  },
  {
    name: 'exposed-typescript',
    words: [...JAVASCRIPT, ...TYPESCRIPT],
    read: (text) => {
      const exposure = new Exposure(new Set(['a0']), new Set(), false);
      exposure.read(text, typescriptSurface(`export {};\n${text}`, '/w/a.ts') ?? piecesSeen(text));
      return exposure.expose(new Set(['a']));
    },
  },
  {
    name: 'taken-typescript',
    words: [...JAVASCRIPT, "from './a'", "import './a'", '* as a', '{ a as b }', '}', "'./a'", 'a.b', ' '],
    read: (text) => takenFromModule(text, ['./a']),
  },
  {
    name: 'surface-python',
    words: [
      ...[
        'def f() -> A:',
        'class',
        '"""',
        'f"{',
        '#',
        '\n    ',
        'import a',
        'for a',
        ' in b:',
        '=1;',
        'as a',
      ],
      'with a',
      '\n',
    ],
    read: (text) => pythonSurface(text, '/w/a.py'),
  },
];

/** What stands in a text, though it be no module. */
function readPieces(text: string, hasTags: boolean): string[] {
  const read = tokensOf(text, hasTags);
  if (read === undefined) return [];
  const statements = statementsOf(read.tokens);
  declaredBodies(read.tokens, new Set(statements.map(({ start }) => start)));
  return statements.map((statement) => {
    mayNarrow(read.tokens, statement, new Set());
    variablesIn(read.tokens, statement.start, statement.end);
    return writtenTokens(read.tokens, statement, new Set(), new Map());
  });
}

function piecesSeen(text: string): SurfacePart[] {
  return readPieces(text, false).map((piece) => ({ text: piece, names: piece.split(' ') }));
}
