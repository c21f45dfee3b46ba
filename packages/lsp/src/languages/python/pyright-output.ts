import * as v from 'valibot';
import type { Severity } from '../../types.ts';
import type { PrintedFinding } from '../../backend/output/output.ts';
import type { DocumentFormat } from '../../backend/output/whole-output.ts';

const place = v.object({ line: v.number(), character: v.number() });

const report = v.object({
  generalDiagnostics: v.array(
    v.object({
      file: v.string(),
      severity: v.string(),
      message: v.string(),
      /** 0-based, in UTF-16 code units; absent where the finding is about the file. */
      range: v.optional(v.object({ start: place, end: place })),
      rule: v.optional(v.string()),
    }),
  ),
});

const SEVERITIES: Readonly<Record<string, Severity>> = {
  error: 'error',
  warning: 'warning',
  information: 'info',
};

/** `pyright --outputjson`. Exit code 1 means errors; 2 and 3 mean that it could not begin. */
export const pyrightFormat: DocumentFormat<v.InferOutput<typeof report>> = {
  program: 'pyright',
  document: report,
  judged: [0, 1],
  read: ({ generalDiagnostics }) => ({
    findings: generalDiagnostics.flatMap(({ file, severity, message, rule, range }): PrintedFinding[] => {
      const known = SEVERITIES[severity];
      if (known === undefined) return [];
      const { start, end } = range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
      return [
        {
          path: file,
          line: start.line + 1,
          character: start.character + 1,
          endLine: end.line + 1,
          endCharacter: end.character + 1,
          // Quirk(pyright): its command line counts a byte order mark, its server does not.
          ...(start.line === 0 && { columns: 'units', countsMark: true }),
          severity: known,
          message,
          ...(rule !== undefined && { code: rule }),
          source: 'Pyright',
        },
      ];
    }),
  }),
};
