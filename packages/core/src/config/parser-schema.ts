import { z } from 'zod';
import { type ProblemMatcher, type ProblemPattern, SEVERITIES } from '../lsp/types.js';

const FORMATS = ['json-lines', 'sarif', 'gcc', 'tsc'] as const;

/** The parts of a finding; each is given by the number of a group. */
const PARTS = [
  'file',
  'line',
  'column',
  'endLine',
  'endColumn',
  'severity',
  'code',
  'message',
] as const satisfies readonly (keyof ProblemPattern)[];

const regexp = z.string('must be a regular expression, as a string').superRefine((text, context) => {
  const problem = compiled(text).problem;
  if (problem !== undefined)
    context.addIssue({ code: 'custom', message: `is no regular expression: ${problem}` });
});

const group = z.int('must be the number of a group of "regexp"').exactOptional();

const pattern: z.ZodType<ProblemPattern> = z
  .strictObject(
    {
      regexp,
      file: group,
      line: group,
      column: group,
      endLine: group,
      endColumn: group,
      severity: group,
      code: group,
      message: group,
      loop: z.boolean('must be true or false').exactOptional(),
    },
    'must be an object, like {"regexp": "^(.+):(\\\\d+): (.+)$", "file": 1, "line": 2, "message": 3}',
  )
  .superRefine((given, context) => {
    const { groups } = compiled(given.regexp);
    if (groups === undefined) return;
    for (const part of PARTS) {
      const number = given[part] ?? 0;
      if (number < 0 || number > groups)
        context.addIssue({
          code: 'custom',
          path: [part],
          message: `must be the number of a group of "regexp", from 0, the whole line, to ${groups}`,
        });
    }
  });

const patterns = z.union(
  [pattern, z.array(pattern).min(1, 'must have a pattern')],
  'must be an object with "regexp" and the numbers of its groups, or a list of such objects, one for ' +
    'each line of a message',
);

const matcher: z.ZodType<ProblemMatcher> = z
  .strictObject({
    pattern: patterns,
    severity: z.enum(SEVERITIES, 'must be "error", "warning", "info" or "hint"').exactOptional(),
  })
  .superRefine(({ pattern: given }, context) => {
    const lines = [given].flat();
    for (const part of ['file', 'message'] as const) {
      if (lines.every((line) => line[part] === undefined))
        context.addIssue({
          code: 'custom',
          path: ['pattern'],
          message: `must say which group is the "${part}"`,
        });
    }
    for (const [at, { loop }] of lines.slice(0, -1).entries()) {
      if (loop === true)
        context.addIssue({
          code: 'custom',
          path: ['pattern', at, 'loop'],
          message: 'only the last of several patterns may loop',
        });
    }
  });

/** How the output of a checker is read. */
export const parserSchema = z.union(
  [z.enum(FORMATS), matcher],
  `must be ${FORMATS.map((name) => `"${name}"`).join(', ')}, or an object with a "pattern"`,
);

export const MATCHER_KEYS: readonly (keyof ProblemMatcher)[] = ['pattern', 'severity'];
export const PATTERN_KEYS: readonly (keyof ProblemPattern)[] = ['regexp', ...PARTS, 'loop'];

/** The number of groups of a regular expression, or what is wrong with it. */
function compiled(text: string): { groups?: number; problem?: string } {
  try {
    new RegExp(text);
    // With an empty alternative the expression matches any text, and the match has all of its
    // groups.
    return { groups: (new RegExp(`${text}|`).exec('')?.length ?? 1) - 1 };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
