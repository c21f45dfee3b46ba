import type { Ways } from '../plan/sites.js';
import { deleting, nextOf, replacing } from './sites.js';

export const pythonWays: Ways = {
  mutators: [
    replacing('rename an export', /^(?:class|def|async def) (?<x>\w+)/dgm, (name) => `${name}_renamed`),
    replacing('change a type', /(?:\w: |-> )(?<x>str|int|bool)(?=[,)=:\s])/dg, nextOf('str', 'int', 'bool')),
    deleting(
      'delete a parameter',
      /^ *def \w+\(\s*(?:self,\s*|cls,\s*)?(?<x>\w+(?:: [\w.| ]+)?(?: = [\w."']+)?,)/dgm,
    ),
    deleting('break syntax', /^ *(?:if|for|while|else|elif|with|class|try)\b.*(?<x>:)$/dgm),
    deleting('break syntax', /^ *(?:return|raise) .*(?<x>\))$/dgm),
    replacing('break syntax', /^ +\w+(?<x> = )[\w.]+$/dgm, ' = = '),
    replacing('unused import', /^import \w+\n/dgm, (line) => `${line.trimEnd()} as never_used\n${line}`),
    replacing(
      'unused import',
      /^from \.\w+ import \w+\n/dgm,
      (line) => `${line.trimEnd()} as never_used\n${line}`,
    ),
    deleting('delete a function', /^def \w+\(.*\n(?:[ )].*\n|\n)+/dgm),
    replacing('change a literal', /(?:=|return) (?<x>True|False|\d+|"[^"\n]*")(?=[,)\n])/dg, otherLiteral),
    replacing('misspell a member', /\bself\.(?<x>\w+)(?=[(.\n ])/dg, (name) => `${name}_missing`),
  ],
  moved: (file) => file.replace(/[^/]+$/, (name) => `moved/${name}`),
  copied: (file) => file.replace(/\w+(?=\.py$)/, (name) => `${name}_again`),
  settings: [
    replacing('change settings', /^reportUnusedImport = (?<x>"error")$/dgm, '"none"'),
    replacing(
      'change settings',
      /^typeCheckingMode = "standard"\n(?<x>)/dgm,
      'reportMissingParameterType = "error"\n',
    ),
    replacing('change settings', /^typeCheckingMode = (?<x>"standard")$/dgm, '"basic"'),
    replacing('change settings', /^typeCheckingMode = "standard"\n(?<x>)/dgm, 'pythonVersion = "3.7"\n'),
  ],
};

function otherLiteral(literal: string): string {
  return literal.startsWith('"') ? '12345' : '"another kind"';
}
