import type { Rules } from '../compare.js';
import type { Finding, Judgement } from '../finding.js';
import { expectStatus, run } from '../../run.js';

/** ty's command line over the whole workspace. */
export async function ty(workspace: string): Promise<Judgement> {
  const ended = await run('ty', ['check', '--output-format', 'concise', '--color', 'never'], {
    cwd: workspace,
  });
  expectStatus('ty', ended, [0, 1]);
  return { findings: parseTy(ended.stdout), silentOn: () => undefined };
}

/** Its concise output: `click/core.py:3:8: error[unresolved-import] Cannot resolve ...`. */
function parseTy(stdout: string): Finding[] {
  return [
    ...stdout.matchAll(/^(?<file>\S.*?):(?<line>\d+):\d+: error\[(?<code>[\w-]+)\] (?<message>.*)$/gm),
  ].map(({ groups = {} }) => ({
    file: groups['file'] ?? '',
    line: Number(groups['line']),
    severity: 'error' as const,
    code: groups['code'],
    message: groups['message'] ?? '',
  }));
}

export const tyRules: Rules = { byMessage: false, variants: [] };
