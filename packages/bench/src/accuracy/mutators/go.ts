import type { Ways } from '../plan/sites.js';
import { deleting, nextOf, replacing } from './sites.js';

export const goWays: Ways = {
  mutators: [
    replacing('rename an export', /^(?:func|type) (?<x>[A-Z]\w*)/dgm, (name) => `${name}Renamed`),
    replacing(
      'change a type',
      /^(?:func|\t\w+) .*?(?<x>\b(?:string|int|bool)\b)/dgm,
      nextOf('string', 'int', 'bool'),
    ),
    deleting('delete a parameter', /^func (?:\([^)]*\) )?\w+\((?<x>\w+ [\w.*[\]]+, )/dgm),
    deleting('break syntax', /^\t+(?:if|for|switch) .*(?<x> \{)$/dgm),
    replacing('break syntax', /^\t+\w+(?<x> := )[\w.]+/dgm, ' := := '),
    deleting('break syntax', /^func .*\n(?:[\t ].*\n|\n)*(?<x>\}\n)/dgm),
    replacing('unused import', /^package \w+\n/dgm, (line) => `${line}\nimport neverUsed "os"\n`),
    deleting('delete a function', /^func .*\{\n(?:[\t ].*\n|\n)*\}\n/dgm),
    replacing(
      'change a literal',
      /(?:[=(,]|return) (?<x>true|false|\d+|"[^"\n]*")(?=[,)\n])/dg,
      otherLiteral,
    ),
    replacing('misspell a member', /\b[a-z]\w*\.(?<x>\w+)(?=\()/dg, (name) => `${name}Missing`),
  ],
  // Into a package of its own; a file of the same package under another name would be no change at all.
  moved: (file) => file.replace(/[^/]+$/, (name) => `moved/${name}`),
  copied: (file) => file.replace(/[^/]+$/, (name) => `again/${name}`),
  settings: [
    replacing('change settings', /^go (?<x>1\.\d+)$/dgm, '1.17'),
    replacing('change settings', /^go (?<x>1\.\d+)$/dgm, '1.21'),
  ],
};

function otherLiteral(literal: string): string {
  return literal.startsWith('"') ? '12345' : '"another kind"';
}
