import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Rules } from '../compare.js';
import type { Finding, Judgement } from '../finding.js';
import { expectStatus, run } from '../../run.js';

const ERROR = /^(.+?):(\d+):(?:\d+:)? error: (.*?)(?: {2}\[([\w-]+)\])?$/;

/** mypy's command line, as the project runs it: what to check is in its configuration, or it is all. */
export async function mypyJudge(cwd: string, cache: string): Promise<Judgement> {
  const own = join(cwd, '.venv', 'bin', 'mypy');
  const args = ['--no-pretty', '--no-error-summary', '--cache-dir', cache, '.'];
  const ended = await run(existsSync(own) ? own : 'mypy', args, { cwd });
  // 2: it stopped at a syntax error.
  expectStatus('mypy', ended, [0, 1, 2]);
  const findings = ended.stdout.split('\n').flatMap((line): Finding[] => {
    const [, file, row, message, code] = ERROR.exec(line) ?? [];
    if (file === undefined || message === undefined) return [];
    return [{ file, line: Number(row), severity: 'error', code, message }];
  });
  return { findings, silentOn: () => undefined };
}

/** What pyright reports sooner, and in its own words. */
const BESIDE: Readonly<Record<string, string>> = {
  reportUndefinedVariable: 'name-defined',
  reportMissingImports: 'import-not-found',
};

export const mypyRules: Rules = {
  byMessage: false,
  variants: [
    {
      name: 'a name or an import that is not found, in the words of pyright',
      same: (reported, expected) =>
        reported.line === expected.line && BESIDE[reported.code ?? ''] === expected.code,
    },
  ],
};
