import * as v from 'valibot';
import { printedPath } from '../../backend/output/printed-path.ts';
import type { DocumentFormat } from '../../backend/output/whole-output.ts';

const report = v.array(
  v.object({
    filePath: v.string(),
    messages: v.array(
      v.object({
        /** Null where the file could not be parsed. */
        ruleId: v.nullish(v.string()),
        severity: v.number(),
        message: v.string(),
        /** 1-based, in UTF-16 code units; absent where the finding is about the file. */
        line: v.nullish(v.number()),
        column: v.nullish(v.number()),
        endLine: v.nullish(v.number()),
        endColumn: v.nullish(v.number()),
      }),
    ),
  }),
);

/** `eslint --format json`. ESLint exits with 1 for errors, and with 2 where it could not begin. */
export const eslintFormat: DocumentFormat<v.InferOutput<typeof report>> = {
  program: 'eslint',
  document: report,
  judged: [0, 1],
  read: (results, root) => ({
    findings: results.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, severity, message, line, column, endLine, endColumn }) => ({
        path: printedPath(root, filePath),
        line: Math.max(1, line ?? 1),
        character: Math.max(1, column ?? 1),
        ...(typeof endLine === 'number' &&
          typeof endColumn === 'number' && { endLine, endCharacter: endColumn }),
        severity: severity === 2 ? ('error' as const) : ('warning' as const),
        message,
        ...(typeof ruleId === 'string' && { code: ruleId }),
        source: 'eslint',
      })),
    ),
  }),
};
