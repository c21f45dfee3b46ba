import { GccOutput } from '../output/gcc-output.ts';
import { JsonLinesOutput } from '../output/json-lines-output.ts';
import type { CompilerOutput } from '../output/output.ts';
import { type Matcher, PatternOutput } from '../output/pattern-output.ts';
import { sarifFormat } from '../output/sarif-output.ts';
import { TscOutput } from '../output/tsc-output.ts';
import { WholeOutput } from '../output/whole-output.ts';
import type { CheckerParser, ProblemMatcher, ProblemPattern } from '../../types.ts';

const NAMED: Readonly<Record<Extract<CheckerParser, string>, (root: string) => CompilerOutput>> = {
  gcc: (root) => new GccOutput(root),
  'json-lines': (root) => new JsonLinesOutput(root),
  sarif: (root) => new WholeOutput(sarifFormat, root),
  tsc: (root) => new TscOutput(root),
};

/** Makes the readers of the parser's format, one for each run. Patterns are compiled once, here. */
export function readerOf(parser: CheckerParser): (root: string) => CompilerOutput {
  if (typeof parser === 'string') return NAMED[parser];
  const matcher = matcherOf(parser);
  return (root) => new PatternOutput(matcher, root);
}

function matcherOf({ pattern, severity = 'error' }: ProblemMatcher): Matcher {
  const [first, ...rest] = Array.isArray(pattern) ? pattern : [pattern];
  if (first === undefined) throw new Error('a problem matcher without a pattern has passed the settings');
  return { patterns: [compiled(first), ...rest.map(compiled)], severity };
}

function compiled({ regexp, ...groups }: ProblemPattern): Matcher['patterns'][number] {
  return { regexp: new RegExp(regexp), ...groups };
}
