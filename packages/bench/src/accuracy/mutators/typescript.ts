import { inOrder } from '../../patterns.js';
import type { Ways } from '../plan/sites.js';
import { deleting, nextOf, replacing } from './sites.js';

export const typescriptWays: Ways = {
  mutators: [
    replacing(
      'rename an export',
      /^export (?:abstract |async )?(?:function|class|interface|type|const|let|enum) (?<x>\w+)/dgm,
      (name) => `${name}Renamed`,
    ),
    replacing(
      'change a type',
      /^(?! *\*|\/\/).*?[\w)?]: (?<x>string|number|boolean)\b(?=[,;)\s]| \|)/dgm,
      nextOf('string', 'number', 'boolean'),
    ),
    deleting(
      'delete a parameter',
      inOrder(
        'dgm',
        /^(?:export )?(?:async )?(?:function \w+| +(?:async )?#?\w+)(?:<\w+(?:, \w+)*>)?\(/,
        /(?:\w+\??: [^,()=]+, )*(?<x>\s*\w+\??: [^,(){}=]+,)/,
      ),
    ),
    deleting('break syntax', /^ *(?:if|for|while|switch) \(.*(?<x>\)) \{$/dgm),
    replacing('break syntax', /^ *(?:const|let) \w+(?<x> = )[\w.]+/dgm, ' = = '),
    deleting('break syntax', /^(?:export )?(?:async )?(?:function|class) .*\n(?: .*\n|\n)*(?<x>\}\n)/dgm),
    replacing(
      'unused import',
      /^import (?:type )?\{ (?:type )?\w+[^}]*\} from '[^']+';?\n/dgm,
      (line) => `${unusedImport(line)}${line}`,
    ),
    deleting('delete a function', /^(?:export )?(?:async )?function \w+[^\n]*\n(?:[ )].*\n|\n)*\}\n/dgm),
    replacing(
      'change a literal',
      /^(?! *\*).*(?:[=:?(]|return) (?<x>true|false|\d+|'[^'\n]*')(?=[;,)\n ])/dgm,
      otherLiteral,
    ),
    replacing('misspell a member', /\bthis\.(?<x>#?\w+)(?=[(.;\n ])/dg, (name) => `${name}Missing`),
  ],
  moved: (file) => file.replace(/[^/]+$/, (name) => `moved/${name}`),
  copied: (file) => file.replace(/[^/.]+(?=[^/]*$)/, (name) => `${name}-again`),
  settings: [
    replacing('change settings', /"noUnusedLocals": ?(?<x>true)/dg, 'false'),
    replacing('change settings', /"strict": ?(?<x>true)/dg, 'false'),
    replacing('change settings', /"strict": ?true(?<x>)/dg, ', "noUncheckedIndexedAccess": true'),
    replacing(
      'change settings',
      /"strict": ?true(?<x>)/dg,
      ', "noPropertyAccessFromIndexSignature": true, "noImplicitReturns": true',
    ),
    replacing('change settings', /"(?<x>[#@][^"/]*)\/\*": ?\[/dg, (alias) => `${alias}-of-old`),
    replacing('change settings', /"\.": ?"(?<x>\.\/src\/index)\.ts"/dg, './src/core'),
  ],
};

/** The same import once more, under a name that nobody uses. */
function unusedImport(line: string): string {
  return line.replace(/\{ ((?:type )?)(\w+)[^}]*\}/, '{ $1$2 as neverUsed }');
}

function otherLiteral(literal: string): string {
  return literal.startsWith("'") ? '12345' : "'another kind'";
}
