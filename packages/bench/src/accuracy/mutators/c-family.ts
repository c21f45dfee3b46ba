import { inOrder } from '../../patterns.js';
import type { Ways } from '../plan/sites.js';
import { deleting, nextOf, replacing } from './sites.js';

/** Once each, so that an entry of a file that is not listed there is no guess. */
const everywhere = (from: string, to: string): ReturnType<typeof replacing<'change settings'>> =>
  replacing('change settings', /^[^]*$/dg, (text) => text.replaceAll(from, to));

export const cWays: Ways = {
  mutators: [
    replacing(
      'rename an export',
      inOrder(
        'dgm',
        /^(?! |static\b|else\b|return\b)(?:[\w:*&<>]+ )+/,
        /[*&]?(?<x>[a-zA-Z]\w+)\((?=[^;{}]*\) ?(?:const )?[;{])/,
      ),
      (name) => `${name}_renamed`,
    ),
    replacing(
      'rename an export',
      /^(?:class|struct|typedef struct) (?:LEVELDB_EXPORT )?(?<x>\w+)(?= (?::|\{))/dgm,
      (name) => `${name}_renamed`,
    ),
    replacing(
      'change a type',
      /^(?!#| ?\*).*?\b(?<x>int|unsigned|bool|char|size_t|uint64_t)\b(?= \w+[;,)= ])/dgm,
      nextOf('int', 'char *', 'struct never_declared'),
    ),
    deleting(
      'delete a parameter',
      /^(?! |return\b|else\b)(?:[\w:*&<>]+ )+[*&]?\w[\w:]*\((?<x>(?:const )?\w[\w:]*[*&]? [*&]?\w+, )/dgm,
    ),
    deleting('break syntax', /^ +(?:if|for|while|switch) \(.*\)(?<x> \{)$/dgm),
    deleting('break syntax', /^ +(?:return|\w+ =)\b.*(?<x>;)$/dgm),
    replacing('break syntax', /^ +(?:const )?\w+ \w+(?<x> = )\w/dgm, ' = = '),
    replacing('unused import', /^#include .*\n/dgm, (line) => `#include <limits.h>\n${line}`),
    replacing('unused import', /^#include ["<](?<x>[\w/]+)\.h[">]$/dgm, (name) => `${name}_missing`),
    deleting(
      'delete a function',
      inOrder(
        'dgm',
        /^(?! |static\b|struct\b|class\b|enum\b|namespace\b|typedef\b|extern\b|\/)/,
        /\w.*\) (?:const )?\{\n(?: .*\n|\n|#.*\n)*\}\n/,
      ),
    ),
    replacing('change a literal', /(?:[=(,]|return) (?<x>true|false|\d+|"[^"\n]*")(?=[;,)])/dg, (literal) =>
      literal.startsWith('"') ? '12345' : '"another kind"',
    ),
    replacing(
      'misspell a member',
      /\b[a-z]\w*(?:\.|->)(?<x>[a-z]\w*)(?=[ .;,)(])/dg,
      (name) => `${name}_missing`,
    ),
  ],
  moved: (file) => file.replace(/[^/]+$/, (name) => `moved_${name}`),
  copied: (file) => file.replace(/[^/]+$/, (name) => `again_${name}`),
  settings: [
    everywhere('-DHAVE_UNISTD_H', '-DHAVE_NOTHING'),
    everywhere('-DLEVELDB_PLATFORM_POSIX=1', '-DLEVELDB_PLATFORM_NONE=1'),
    everywhere('-std=c++11', '-std=c++17'),
    everywhere('-std=c++11', '-std=c++98'),
    everywhere('-Isrc', '-Inowhere'),
  ],
};
