import { relative, sep } from 'node:path';
import { z } from 'zod';
import type { Rules } from '../compare.js';
import type { Finding, Judgement } from '../finding.js';
import { expectStatus, run } from '../../run.js';

const output = z.object({
  generalDiagnostics: z.array(
    z.object({
      file: z.string(),
      severity: z.string(),
      message: z.string(),
      rule: z.string().optional(),
      range: z.object({ start: z.object({ line: z.number() }) }).optional(),
    }),
  ),
});

/** pyright's command line over the whole workspace. @param program its `index.js` */
export async function pyright(workspace: string, program: string): Promise<Judgement> {
  const ended = await run(process.execPath, [program, '--outputjson'], { cwd: workspace });
  expectStatus('pyright', ended, [0, 1]);
  return { findings: parsePyright(ended.stdout, workspace), silentOn: () => undefined };
}

/** The output of `pyright --outputjson`; throws if it is something else. */
export function parsePyright(stdout: string, workspace: string): Finding[] {
  return output
    .parse(JSON.parse(stdout))
    .generalDiagnostics.flatMap(({ file, severity, message, rule, range }): Finding[] => {
      if (severity !== 'error') return [];
      return [
        {
          file: relative(workspace, file).replaceAll(sep, '/'),
          line: (range?.start.line ?? 0) + 1,
          severity,
          code: rule,
          message,
        },
      ];
    });
}

export const pyrightRules: Rules = { byMessage: false, variants: [] };
