import type { Ways } from '../plan/sites.js';
import { deleting, nextOf, replacing } from './sites.js';

export const rustWays: Ways = {
  mutators: [
    replacing(
      'rename an export',
      /^ *pub(?:\(crate\))? (?:const )?(?:fn|struct|enum|trait) (?<x>\w+)/dgm,
      (name) => `${name}_renamed`,
    ),
    replacing(
      'change a type',
      /^ *(?:pub|fn|let)\b.*?(?:: |-> )(?<x>usize|u32|u8|bool|char)\b/dgm,
      nextOf('usize', 'u32', 'u8', 'bool', 'char'),
    ),
    deleting(
      'delete a parameter',
      /^ *(?:pub(?:\(crate\))? )?fn \w+(?:<[^>]*>)?\((?:&?(?:mut )?self, )?(?<x>\w+: [^,()]+, )/dgm,
    ),
    deleting('break syntax', /^ *(?:if|for|while|match) .*(?<x> \{)$/dgm),
    deleting('break syntax', /^ *let .*(?<x>;)$/dgm),
    replacing('break syntax', /^ *let (?:mut )?\w+(?<x> = )\w/dgm, ' = = '),
    replacing(
      'unused import',
      /^use .*;\n/dgm,
      (line) => `use std::collections::BTreeSet as NeverUsed;\n${line}`,
    ),
    deleting('delete a function', /^ {4}(?:pub(?:\(crate\))? )?fn .*\{\n(?: {5,}.*\n|\n)* {4}\}\n/dgm),
    deleting('delete a function', /^(?:pub(?:\(crate\))? )?fn .*\{\n(?: .*\n|\n)*\}\n/dgm),
    replacing(
      'change a literal',
      /^(?! *\/\/).*(?:[=(,]|=>) (?<x>true|false|\d+|"[^"\n]*")(?=[;,)\n])/dgm,
      otherLiteral,
    ),
    replacing('misspell a member', /\bself\.(?<x>[a-z]\w*)(?=[(.;,])/dg, (name) => `${name}_missing`),
    deleting('drop a clone', /^(?! *\/\/).*(?<x>\.clone\(\))/dgm),
  ],
  moved: (file) => file.replace(/[^/]+$/, (name) => `moved_${name}`),
  // No module of the crate, until somebody names it: no compiler speaks of it.
  copied: (file) => file.replace(/[^/]+$/, (name) => `again_${name}`),
  settings: [
    replacing('change settings', /^default = \["std", "unicode"(?<x>)\]$/dgm, ', "arbitrary"'),
    replacing('change settings', /^unused_imports = (?<x>"deny")$/dgm, '"allow"'),
    replacing('change settings', /^edition = (?<x>"2021")$/dgm, '"2015"'),
  ],
};

function otherLiteral(literal: string): string {
  return literal.startsWith('"') ? '12345' : '"another kind"';
}
