import { inOrder } from '../../patterns.js';
import type { Ways } from '../plan/sites.js';
import { deleting, nextOf, replacing } from './sites.js';

export const javaWays: Ways = {
  mutators: [
    replacing(
      'rename an export',
      /^(?: {4})?(?:(?:public|protected|static|final|abstract) )*(?:class|interface|enum) (?<x>\w+)/dgm,
      (name) => `${name}Renamed`,
    ),
    replacing(
      'rename an export',
      /^ {4}(?:(?:public|protected|static|final|synchronized) )*[\w.<>[\], ?]+ (?<x>\w+)\(.*\{$/dgm,
      (name) => `${name}Renamed`,
    ),
    replacing(
      'change a type',
      inOrder(
        'dgm',
        /^ +(?:(?:public|protected|private|static|final) )*/,
        /(?<x>int|long|boolean|char|String) \w+(?: =|;|\()/,
      ),
      nextOf('int', 'boolean', 'String', 'char', 'long'),
    ),
    replacing(
      'change a type',
      /[(,] ?final (?<x>int|long|boolean|char|String) \w+(?=[,)])/dg,
      nextOf('int', 'boolean', 'String', 'char', 'long'),
    ),
    deleting('delete a parameter', /^ {4,8}(?:\w+ )*[\w.<>[\]]+ \w+\((?<x>(?:final )?[\w.<>[\]]+ \w+, )/dgm),
    deleting('break syntax', /^ +(?:if|for|while|switch|try) .*(?<x> \{)$/dgm),
    deleting('break syntax', /^ +(?:return|this)\b.*(?<x>;)$/dgm),
    replacing('break syntax', /^ +(?:final )?[\w.]+ \w+(?<x> = )\w/dgm, ' = = '),
    replacing('unused import', /^package .*;\n/dgm, (line) => `${line}\nimport java.util.NeverUsed;\n`),
    deleting('delete a function', /^ {4}(?![ /*@}]).*\) (?:throws .*)?\{\n(?: {5,}.*\n|\n)* {4}\}\n/dgm),
    replacing(
      'change a literal',
      /^(?! *\*).*(?:[=(,]|return) (?<x>true|false|\d+|"[^"\n]*")(?=[;,)])/dgm,
      otherLiteral,
    ),
    replacing('misspell a member', /\b[a-z]\w*\.(?<x>[a-z]\w*)(?=\()/dg, (name) => `${name}Missing`),
    replacing('misspell a member', /\bthis\.(?<x>[a-z]\w*)(?=[ .;,)])/dg, (name) => `${name}Missing`),
  ],
  // A public class must have the name of its file.
  moved: (file) => file.replace(/\w+(?=\.java$)/, (name) => `${name}Moved`),
  copied: (file) => file.replace(/[^/]+$/, (name) => `again/${name}`),
  settings: [
    replacing('change settings', /<arg>(?<x>-parameters)<\/arg>/dg, '--limit-modules=java.base'),
    replacing('change settings', /<arg>(?<x>-parameters)<\/arg>/dg, '-Xlint:all'),
  ],
};

function otherLiteral(literal: string): string {
  return literal.startsWith('"') ? '12345' : '"another kind"';
}
