import { z } from 'zod';
import type { Rules } from '../compare.js';
import type { Finding, Judgement } from '../finding.js';
import { expectStatus, run } from '../../run.js';

const span = z.object({ file_name: z.string(), line_start: z.number(), is_primary: z.boolean() });
const line = z.object({
  reason: z.string(),
  message: z
    .object({
      level: z.string(),
      message: z.string(),
      code: z.object({ code: z.string() }).nullable(),
      spans: z.array(span),
    })
    .optional(),
});

/** @param target folder of this judge alone: a build that others wait for would be a judge that disturbs */
export async function cargoJudge(workspace: string, target: string): Promise<Judgement> {
  const args = 'check --workspace --all-targets --keep-going --message-format=json --offline'.split(' ');
  const ended = await run('cargo', args, { cwd: workspace, env: { CARGO_TARGET_DIR: target } });
  expectStatus('cargo check', ended, [0, 101]);
  const findings = parseCargo(ended.stdout);
  if (ended.status !== 0 && findings.length === 0)
    throw new Error(`cargo check failed without naming a file: ${ended.stderr.slice(-2000)}`);
  return { findings, silentOn: () => undefined };
}

/** The output of `cargo check --message-format=json`: a finding for each primary place of an error. */
export function parseCargo(stdout: string): Finding[] {
  return stdout.split('\n').flatMap((text): Finding[] => {
    if (!text.startsWith('{')) return [];
    const { reason, message } = line.parse(JSON.parse(text));
    if (reason !== 'compiler-message' || !message?.level.startsWith('error')) return [];
    return message.spans
      .filter(({ is_primary }) => is_primary)
      .map(({ file_name, line_start }) => ({
        file: file_name.replaceAll('\\', '/'),
        line: line_start,
        severity: 'error',
        code: message.code?.code,
        message: message.message,
      }));
  });
}

export const cargoRules: Rules = { byMessage: false, variants: [] };
