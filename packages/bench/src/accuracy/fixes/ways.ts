import type { Site } from '../plan/mutation.js';
import { deleting, replacing } from '../mutators/sites.js';

/** Slips for which a compiler or a server may know the cure. */
export type Slip =
  | 'no import'
  | 'misspelt'
  | 'no argument'
  | 'no async'
  | 'unused variable'
  | 'unused import'
  | 'no return value'
  | 'no mut'
  | 'no reference'
  | 'no semicolon'
  | 'no match arm'
  | 'no Some'
  | 'no self'
  | 'no const'
  | 'no let'
  | 'loose equality'
  | 'property in quotes'
  | 'double negation';

export interface SlipWay {
  readonly kind: Slip;
  readonly sites: (text: string) => Site[];
}

/** As a hurried writer does: the letter in the middle is missing. */
const misspelt = (name: string): string =>
  name.slice(0, Math.floor(name.length / 2)) + name.slice(Math.floor(name.length / 2) + 1);

export const typescriptSlips: readonly SlipWay[] = [
  deleting('no import', /^import (?:type )?\{[^}]*\} from '[^']+';?\n/dgm),
  replacing('misspelt', /\bthis\.(?<x>#?\w{5,})(?=[(.;\n ])/dg, misspelt),
  replacing('misspelt', /^ +(?:return|if \() ?(?<x>[a-z]\w{5,})(?=[(.])/dgm, misspelt),
  deleting('no argument', /^(?! *\*)[^'\n]*[\w>]\((?<x>\w+, )\w+\)/dgm),
  deleting('no async', /(?<x>\basync )(?=function|#?\w+(?:<[^(]*)?\(.*\{$)/dgm),
  replacing(
    'unused variable',
    /^(?:export )?(?:async )?function \w+.*\{\n(?<x>)/dgm,
    '  const neverUsed = 1\n',
  ),
  replacing(
    'unused import',
    /^import (?:type )?\{ (?:type )?\w+[^}]*\} from '[^']+';?\n/dgm,
    (line) => `${line.replace(/\{ ((?:type )?)(\w+)[^}]*\}/, '{ $1$2 as neverUsed }')}${line}`,
  ),
];

export const goSlips: readonly SlipWay[] = [
  deleting('no import', /^\t"[^"\n]+"\n/dgm),
  replacing('misspelt', /\b[a-z]\w*\.(?<x>[A-Z]\w{4,})(?=\()/dg, misspelt),
  replacing('misspelt', /^\t+(?:return|if) (?<x>[a-z]\w{4,})(?=[ (.])/dgm, misspelt),
  deleting('no argument', /[\w)]\((?<x>\w+, )\w+\)/dg),
  replacing('unused variable', /^func .*\{\n(?<x>)/dgm, '\tneverUsed := 1\n'),
  replacing('unused import', /^import \(\n(?<x>)/dgm, '\tneverUsed "os"\n'),
  deleting('no return value', /^\t+return(?<x> \w+, \w+)$/dgm),
];

export const rustSlips: readonly SlipWay[] = [
  deleting('no import', /^use [\w:]+;\n/dgm),
  deleting('no import', /^use [\w:]+::\{[\w, ]+\};\n/dgm),
  deleting('no mut', /^ +let (?<x>mut )\w+/dgm),
  replacing('misspelt', /\bself\.(?<x>[a-z]\w{4,})(?=[(.;, ])/dg, misspelt),
  replacing('misspelt', /\b(?<x>[A-Z][a-z]\w{4,})(?=::\w)/dg, misspelt),
  deleting('no argument', /\w\((?<x>\w+, )\w+\)/dg),
  deleting('no reference', /\w\((?<x>&)\w+[,)]/dg),
  deleting('no semicolon', /^ +let .*(?<x>;)$/dgm),
  replacing('no Some', /(?<x>\bSome\(\w+\))$/dgm, (text) => text.slice('Some('.length, -1)),
  deleting('no self', /[ (](?<x>self\.)[a-z]\w+\(/dg),
  deleting('no match arm', /^ +\w+::\w+(?:\(\w+\))? => [^{\n]*,\n/dgm),
  replacing(
    'unused variable',
    /^ *(?:pub(?:\(crate\))? )?fn .*\{\n(?<x>)/dgm,
    '        let never_used = 1;\n',
  ),
  replacing(
    'unused import',
    /^use .*;\n/dgm,
    (line) => `use std::collections::BTreeSet as NeverUsed;\n${line}`,
  ),
];

export const pythonSlips: readonly SlipWay[] = [
  deleting('no import', /^import \w+\n/dgm),
  deleting('no import', /^from \.?\w+ import \w+(?: as \w+)?\n/dgm),
  replacing('misspelt', /\bself\.(?<x>\w{5,})(?=[(.\n ])/dg, misspelt),
  replacing('misspelt', /^ +return (?<x>[a-z]\w{4,})(?=[(.])/dgm, misspelt),
  deleting('no self', /[ (](?<x>self\.)[a-z]\w+\(/dg),
  deleting('no argument', /\w\((?<x>\w+, )\w+\)/dg),
];

/** What ESLint's rules find in JavaScript. */
export const eslintSlips: readonly SlipWay[] = [
  replacing('no const', /^\s+(?<x>const) \w+ = /dgm, 'let'),
  replacing('no let', /^\s+(?<x>let) \w+(?: = |;)/dgm, 'var'),
  replacing('loose equality', / (?<x>[!=]==) /dg, (text) => text.slice(0, 2)),
  replacing(
    'property in quotes',
    /\b(?!this)[a-z]\w+(?<x>\.[a-z]\w{3,})(?=[;)\]])/dg,
    (text) => `["${text.slice(1)}"]`,
  ),
  replacing('double negation', /\bif \((?<x>\w+)\) \{$/dgm, (text) => `!!${text}`),
  replacing('misspelt', /^ +return (?<x>[a-z]\w{4,})(?=[(.])/dgm, misspelt),
  replacing('unused variable', /^(?:async )?function \w+.*\{\n(?<x>)/dgm, '  const neverUsed = 1;\n'),
  replacing(
    'unused import',
    /^const \{ \w+ \} = require\(.*\n/dgm,
    (line) => `${line.replace(/\{ (\w+) \}/, '{ $1: neverUsed }')}${line}`,
  ),
];
