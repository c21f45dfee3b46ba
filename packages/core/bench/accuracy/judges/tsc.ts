import { join } from 'node:path';
import type { Finding, Judgement } from '../finding.js';
import type { Rules, Variant } from '../compare.js';
import { expectStatus, run } from './run.js';

/** All errors of a project, from the compiler as a library: what `tsc` prints and what it leaves out. */
export type Library = (workspace: string) => Promise<Finding[]>;

/**
 * `tsc --noEmit` of the workspace's own TypeScript.
 *
 * While a file of the program has a syntax error, tsc prints syntax errors and nothing else; then the same compiler is asked for the
 * rest as a library.
 */
export async function tsc(workspace: string, library: Library): Promise<Judgement> {
  const program = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
  const ended = await run(process.execPath, [program, '--noEmit', '--pretty', 'false'], { cwd: workspace });
  expectStatus('tsc', ended, [0, 1, 2]);
  const printed = parseTsc(ended.stdout);
  if (ended.status !== 0 && printed.length === 0) throw new Error(`tsc failed without naming a file: ${ended.stdout.slice(-2000)}`);
  const findings = printed.length > 0 && printed.every(isSyntax) ? [...printed, ...(await library(workspace))] : printed;
  return { findings, silentOn: () => undefined };
}

/** The output of `tsc --pretty false`: one line for each error, more of it indented. */
export function parseTsc(stdout: string): Finding[] {
  return [...stdout.matchAll(/^(\S.*?)\((\d+),\d+\): error TS(\d+): (.*)$/gm)].map(
    ([, file = '', line, code, message = '']): Finding => ({ file: file.replaceAll('\\', '/'), line: Number(line), severity: 'error', code, message }),
  );
}

/** Numbers below 2000 are the parser's (and those of grammar checks, which tsc prints beside others). */
function isSyntax({ code }: Finding): boolean {
  return Number(code) < 2000;
}

/** The plain error, and the same one with "Did you mean"; TypeScript makes such suggestions ten times in a run and no more. */
const SUGGESTED: Readonly<Record<string, string>> = { 2304: '2552', 2339: '2551', 2305: '2724', 2353: '2561', 2503: '2833', 2694: '2724', 2322: '2820' };

const suggestion: Variant = {
  name: 'with or without "Did you mean" (TypeScript stops suggesting after ten)',
  same: ({ code: reported = '' }, { code: expected = '' }) => SUGGESTED[reported] === expected || SUGGESTED[expected] === reported,
};

export const tscRules: Rules = { byMessage: false, variants: [suggestion] };
