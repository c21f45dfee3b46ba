import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { Rules } from '../compare.js';
import type { Finding, Judgement } from '../finding.js';
import { expectStatus, run } from './run.js';

const output = z.array(z.object({ filePath: z.string(), messages: z.array(z.object({ ruleId: z.string().nullish(), severity: z.number(), message: z.string(), line: z.number().optional() })) }));

/** ESLint's command line over the whole workspace; no rule there reads a second file. */
export async function eslint(workspace: string, scratch: string): Promise<Judgement> {
  const program = join(workspace, 'node_modules', 'eslint', 'bin', 'eslint.js');
  const ended = await run(process.execPath, [program, '--format', 'json', '--cache', '--cache-strategy', 'content', '--cache-location', join(scratch, 'eslintcache'), '.'], { cwd: workspace });
  expectStatus('eslint', ended, [0, 1]);
  return { findings: parseEslint(ended.stdout, workspace), silentOn: () => undefined };
}

/** The output of `eslint --format json`; throws if it is something else. */
export function parseEslint(stdout: string, workspace: string): Finding[] {
  return output.parse(JSON.parse(stdout)).flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, severity, message, line }): Finding => ({ file: relative(workspace, filePath).replaceAll(sep, '/'), line: line ?? 1, severity: severity === 2 ? 'error' : 'warning', code: ruleId ?? undefined, message })),
  );
}

export const eslintRules: Rules = { byMessage: false, variants: [] };
