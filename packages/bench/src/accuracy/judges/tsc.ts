import { join } from 'node:path';
import type { Finding, Judgement } from '../finding.js';
import type { Rules, Variant } from '../compare.js';
import { expectStatus, run } from '../../run.js';
import { library, typescriptOf } from './typescript-library.js';

/** `tsc --noEmit` of the workspace's own TypeScript, for the project at its top. */
export async function tsc(workspace: string): Promise<Judgement> {
  return { findings: await judgeProject(workspace, 'tsconfig.json'), silentOn: () => undefined };
}

/**
 * `tsc --noEmit` for one project, by the TypeScript that is nearest to it.
 *
 * While a file of the program has a syntax error, tsc prints syntax errors and nothing else; then
 * the same compiler is asked for the rest as a library.
 *
 * @param config the settings file, relative to the workspace
 */
export async function judgeProject(workspace: string, config: string): Promise<Finding[]> {
  const printed = await runTsc(workspace, config, ['--noEmit', '--project', config]);
  return isSyntaxOnly(printed) ? [...printed, ...(await library(workspace, config))] : printed;
}

/** @param config whose nearest TypeScript it is */
export async function runTsc(workspace: string, config: string, args: readonly string[]): Promise<Finding[]> {
  const program = join(typescriptOf(workspace, config), 'bin', 'tsc');
  const ended = await run(process.execPath, [program, ...args, '--pretty', 'false'], { cwd: workspace });
  expectStatus('tsc', ended, [0, 1, 2]);
  const printed = parseTsc(ended.stdout);
  // TS18003: all files of a project are gone.
  if (ended.status !== 0 && printed.length === 0 && !/^error TS18003/m.test(ended.stdout))
    throw new Error(`tsc failed without naming a file: ${ended.stdout.slice(-2000)}`);
  return printed;
}

export function isSyntaxOnly(printed: readonly Finding[]): boolean {
  return printed.length > 0 && printed.every(isSyntax);
}

/** The output of `tsc --pretty false`: one line for each error, more of it indented. */
export function parseTsc(stdout: string): Finding[] {
  return [...stdout.matchAll(/^(\S.*?)\((\d+),\d+\): error TS(\d+): (.*)$/gm)].map(
    ([, file = '', line, code, message = '']): Finding => ({
      file: file.replaceAll('\\', '/'),
      line: Number(line),
      severity: 'error',
      code,
      message,
    }),
  );
}

/** Numbers below 2000 are the parser's (and those of grammar checks, which tsc prints beside others). */
export function isSyntax({ code }: Finding): boolean {
  return Number(code) < 2000;
}

/**
 * The plain error, and the same one with "Did you mean"; TypeScript makes such suggestions ten
 * times in a run and no more.
 */
const SUGGESTED: Readonly<Record<string, string>> = {
  2304: '2552',
  2339: '2551',
  2305: '2724',
  2353: '2561',
  2503: '2833',
  2694: '2724',
  2322: '2820',
};

const suggestion: Variant = {
  name: 'with or without "Did you mean" (TypeScript stops suggesting after ten)',
  same: ({ code: reported = '' }, { code: expected = '' }) =>
    SUGGESTED[reported] === expected || SUGGESTED[expected] === reported,
};

export const tscRules: Rules = { byMessage: false, variants: [suggestion] };
