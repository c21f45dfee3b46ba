import { inOrder } from '../patterns.js';
import type { Random } from '../../../../scripts/lib/random.js';

/** How one language's texts are searched for what can be renamed. */
export interface Names {
  /** Its first group is the name of something that other files can use. */
  readonly declared: RegExp;
  /** Its groups are the name and the parameters of a function; its body are the lines up to `end`. */
  readonly functions: RegExp;
  /** A line on which a body ends. */
  readonly end: RegExp;
  /** The name of a parameter. */
  readonly parameter: RegExp;
  /** A name that no code has. */
  readonly renamed: (name: string) => string;
}

const BRACE = /^\}/m;
const camel = (name: string): string => `${name}Renamed`;
const snake = (name: string): string =>
  /^[a-z_]/.test(name) ? `${name}_renamed` : /[a-z]/.test(name) ? camel(name) : `${name}_RENAMED`;

export const TYPESCRIPT: Names = {
  declared: inOrder(
    'gm',
    /^export (?:declare )?(?:abstract )?(?:async )?/,
    /(?:function\*?|class|const|let|interface|type|enum) (\w+)/,
  ),
  functions: /^(?:export )?(?:async )?function (\w+)(?:<[^>]*>)?\(([^)]*)\)/gm,
  end: BRACE,
  parameter: /(?:^|,)\s*(\w+)\??\s*(?=[:,=]|$)/g,
  renamed: camel,
};

export const PYTHON: Names = {
  declared: /^(?:def|class) ([A-Za-z]\w+)|^([A-Z_]{3,}) = /gm,
  functions: /^def (\w+)\(([^)]*)\)/gm,
  end: /^\S/m,
  parameter: /(?:^|,)\s*(\w+)\s*(?=[:,=]|$)/g,
  renamed: snake,
};

export const GO: Names = {
  declared: /^func (?:\(\w+ [^)]*\) )?([A-Z]\w+)|^type ([A-Z]\w+)/gm,
  functions: /^func (?:\(\w+ [^)]*\) )?(\w+)\(([^)]*)\)/gm,
  end: BRACE,
  parameter: /(?:^|,)\s*(\w+)(?=\s+[\w*[.]|,|$)/g,
  renamed: camel,
};

export const RUST: Names = {
  declared: /^ *pub (?:const )?(?:fn|struct|enum|trait|type) (\w+)/gm,
  functions: /^(?:pub )?fn (\w+)(?:<[^>]*>)?\(([^)]*)\)/gm,
  end: BRACE,
  parameter: /(?:^|,)\s*(?:mut )?(\w+)\s*(?=:)/g,
  renamed: snake,
};

export const C: Names = {
  declared: /^(?!static|local|else|return)(?:[\w*]+ )+\**(\w+)\([^)]*\)\s*\{/gm,
  functions: /^(?:[\w*]+ )+\**(\w+)\(([^)]*)\)\s*\{/gm,
  end: BRACE,
  parameter: /[\s*](\w+)(?=\s*(?:,|$))/g,
  renamed: camel,
};

export interface Renaming {
  readonly file: string;
  readonly symbol: string;
  /** 1-based. */
  readonly line: number;
  readonly newName: string;
}

/** Symbols that other files can use, at random. */
export function planRenames(
  sources: ReadonlyMap<string, string>,
  { declared, renamed }: Names,
  random: Random,
  count: number,
): Renaming[] {
  const all = [...sources].flatMap(([file, text]) =>
    [...text.matchAll(declared)].map((match) => toRenaming(file, text, match, renamed)),
  );
  const byName = new Map(all.map((one) => [`${one.file} ${one.symbol}`, one]));
  return random.shuffled([...byName.values()]).slice(0, count);
}

function toRenaming(
  file: string,
  text: string,
  match: RegExpExecArray,
  renamed: (name: string) => string,
): Renaming {
  // Of alternatives, the groups of one are filled.
  const symbol = match.slice(1).join('');
  return {
    file,
    symbol,
    line: lineOf(text, match.index + match[0].lastIndexOf(symbol)),
    newName: renamed(symbol),
  };
}

/** Names used in a function whose parameter has the new name: there, it would mean the parameter. */
export function planCaptures(
  sources: ReadonlyMap<string, string>,
  { functions, end, parameter }: Names,
  random: Random,
  count: number,
): Renaming[] {
  const captures: Renaming[] = [];
  for (const [file, text] of sources) {
    const declared = new Set([...text.matchAll(functions)].flatMap((match) => match[1] ?? []));
    for (const match of text.matchAll(functions)) {
      const [head, own = '', parameters = ''] = match;
      const rest = text.slice(match.index + head.length);
      const body = rest.slice(0, 1 + rest.slice(1).search(end));
      // An overload has no body: what follows is another function's.
      if (!head.endsWith('{') && /[;{]\n/.exec(rest)?.[0].startsWith(';') === true) continue;
      const names = [...parameters.matchAll(parameter)].flatMap(([, name]) => name ?? []);
      for (const used of declared) {
        const place = new RegExp(`(?<![\\w.])${used}(?=\\()`).exec(body);
        const [newName] = names.filter(
          (name) => new RegExp(`\\b${name}\\b`).test(body) && !declared.has(name),
        );
        if (used === own || place === null || newName === undefined) continue;
        captures.push({
          file,
          symbol: used,
          line: lineOf(text, match.index + head.length + place.index),
          newName,
        });
      }
    }
  }
  return random.shuffled(captures).slice(0, count);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
