import type { Ways } from '../plan/sites.js';
import { deleting, replacing } from './sites.js';

/** For CommonJS, and rules of ESLint that look at one file. */
export const javascriptWays: Ways = {
  mutators: [
    replacing('rename an export', /^(?:async )?(?:function|class) (?<x>\w+)/dgm, (name) => `${name}Renamed`),
    deleting('delete a parameter', /^(?:async )?function \w+\((?<x>\w+, )/dgm),
    deleting('break syntax', /^\s*(?:if|for|while|switch) \(.*(?<x>\)) \{$/dgm),
    replacing('break syntax', /^\s*(?:const|let) \w+(?<x> = )[\w.]+/dgm, ' = = '),
    deleting('break syntax', /^(?:async )?(?:function|class) .*\n(?:\s.*\n|\n)*(?<x>\}\n)/dgm),
    replacing(
      'unused import',
      /^const \{ \w+ \} = require\(.*\n/dgm,
      (line) => `${line.replace(/\{ (\w+) \}/, '{ $1: neverUsed }')}${line}`,
    ),
    deleting('delete a function', /^(?:async )?function \w+[^\n]*\n(?:[\s)].*\n|\n)*\}\n/dgm),
    replacing('change an operator', / (?<x>[!=]==) /dg, (text) => text.slice(0, 2)),
    replacing('change a declaration', /^\s+(?<x>const|let) \w+ = /dgm, (word) =>
      word === 'const' ? 'let' : 'var',
    ),
    replacing('misspell a name', /^\s+return (?<x>[a-z]\w{4,})(?=[(.;])/dgm, (name) => `${name}Missing`),
  ],
  moved: (file) => file.replace(/[^/]+$/, (name) => `moved/${name}`),
  copied: (file) => file.replace(/[^/.]+(?=[^/]*$)/, (name) => `${name}-again`),
  settings: [
    replacing('change settings', /"no-unused-vars": (?<x>"error")/dg, '"off"'),
    replacing('change settings', /"prefer-const": (?<x>"error")/dg, '"off"'),
    replacing('change settings', /"rules": \{(?<x>)/dg, '"no-empty": "error",'),
  ],
};
