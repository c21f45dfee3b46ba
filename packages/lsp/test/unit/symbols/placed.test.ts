import { expect, test } from 'bun:test';

import type { SymbolSyntax } from '../../../src/backend/symbols/syntax.ts';
import { placed } from '../../../src/engine/refactor/symbols/placed.ts';
import { goSymbols } from '../../../src/languages/go/symbol-syntax.ts';
import { pythonSymbols } from '../../../src/languages/python/symbol-syntax.ts';
import { typescriptSymbols } from '../../../src/languages/typescript/symbol-syntax.ts';

const SPACES = 'class A {\n  a() {\n    b();\n  }\n}\n';
const TABS = SPACES.replaceAll('  ', '\t');

function check(
  title: string,
  syntax: SymbolSyntax,
  given: string,
  indentation: string,
  around: string,
  want: string | undefined,
): void {
  test(title, () => {
    expect({ text: placed(given, { indentation, around }, syntax)?.text }).toEqual({ text: want });
  });
}

check('blank lines around it are dropped', typescriptSymbols, '\n\n  m() {}\n\n', '  ', SPACES, '  m() {}');
check('nothing in it', typescriptSymbols, ' \n\n', '  ', SPACES, undefined);
check('without indentation', typescriptSymbols, 'm() {\n  n();\n}', '  ', SPACES, '  m() {\n    n();\n  }');
check(
  'indented deeper',
  typescriptSymbols,
  '      m() {\n        n();\n      }',
  '  ',
  SPACES,
  '  m() {\n    n();\n  }',
);
check(
  'cut from the middle of its first line',
  typescriptSymbols,
  'm() {\n    n();\n  }',
  '  ',
  SPACES,
  '  m() {\n    n();\n  }',
);
check(
  'cut from the middle of its first line, where indentation ends a block',
  pythonSymbols,
  'def m(self):\n        return 1',
  '    ',
  'class A:\n    a = 1\n',
  '    def m(self):\n        return 1',
);
check(
  'not cut: the lines below begin where a body does',
  pythonSymbols,
  'def m(self):\n    return 1',
  '    ',
  'class A:\n    a = 1\n',
  '    def m(self):\n        return 1',
);
check('tabs for spaces', typescriptSymbols, 'm() {\n    n();\n}', '\t', TABS, '\tm() {\n\t\tn();\n\t}');
check('spaces for tabs', typescriptSymbols, 'm() {\n\tn();\n}', '  ', SPACES, '  m() {\n    n();\n  }');
check(
  'the stars of a comment stay below each other',
  typescriptSymbols,
  '/**\n * Doc.\n */\nm() {\n    n();\n}',
  '\t',
  TABS,
  '\t/**\n\t * Doc.\n\t */\n\tm() {\n\t\tn();\n\t}',
);
check(
  'CRLF, byte order mark, blanks on empty lines',
  typescriptSymbols,
  '\uFEFFm() {\r\n  \r\n  n();\r\n}',
  '  ',
  SPACES,
  '  m() {\n\n    n();\n  }',
);
check(
  'the lines within a quoted text stay',
  typescriptSymbols,
  'm() {\n  return `a\n b\n`;\n}',
  '  ',
  SPACES,
  '  m() {\n    return `a\n b\n`;\n  }',
);
check('also in Go', goSymbols, 'var a = `x\n  y`', '\t', TABS, '\tvar a = `x\n  y`');
check(
  'a docstring moves',
  pythonSymbols,
  'def m(self):\n    """Doc.\n\n    More.\n    """',
  '    ',
  'class A:\n    a = 1\n',
  '    def m(self):\n        """Doc.\n\n        More.\n        """',
);
check(
  'an assigned text does not',
  pythonSymbols,
  'a = """x\n  y\n"""',
  '    ',
  'class A:\n    a = 1\n',
  '    a = """x\n  y\n"""',
);

test.each<[given: string, begins: boolean, isLong: boolean]>([
  ['// c\nm() {}', true, false],
  ['m() {} // c', false, false],
  ['/** c */ m() {\n}', true, true],
  ['@dec\nm() {}', false, true],
])('%j begins with a comment: %j, has several lines of code: %j', (given, beginsWithComment, isLong) => {
  expect(placed(given, { indentation: '', around: SPACES }, typescriptSymbols)).toMatchObject({
    beginsWithComment,
    isLong,
  });
});
