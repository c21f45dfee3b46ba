import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Rules } from '../compare.js';
import type { Finding, Judgement } from '../finding.js';

const output = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(
      z.object({
        ruleId: z.string().nullish(),
        severity: z.number(),
        message: z.string(),
        line: z.number().optional(),
      }),
    ),
  }),
);

interface Linter {
  lintFiles(patterns: readonly string[]): Promise<unknown>;
}

const ALONE = 'a linter is asked about the files that are edited';

/** By the workspace and its configuration, which a linter reads once. */
const linters = new Map<string, Linter>();

/**
 * The workspace's ESLint over all of it, in this process: a file that has not changed is not linted
 * again. No rule there reads a second file.
 */
export async function eslint(workspace: string, scratch: string): Promise<Judgement> {
  const key = `${workspace}\0${readFileSync(join(workspace, 'eslint.config.js'), 'utf8')}`;
  const linter = linters.get(key) ?? (await load(workspace, join(scratch, 'eslintcache')));
  linters.set(key, linter);
  return {
    findings: parseEslint(await linter.lintFiles(['.']), workspace),
    silentOn: () => undefined,
    alone: ALONE,
  };
}

async function load(workspace: string, cacheLocation: string): Promise<Linter> {
  const { ESLint } = (await import(
    pathToFileURL(join(workspace, 'node_modules', 'eslint', 'lib', 'api.js')).href
  )) as { ESLint: new (options: object) => Linter };
  return new ESLint({ cwd: workspace, cache: true, cacheStrategy: 'content', cacheLocation });
}

/** What ESLint returns, and `eslint --format json` prints; throws if it is something else. */
export function parseEslint(results: unknown, workspace: string): Finding[] {
  return output.parse(results).flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, severity, message, line }): Finding => ({
      file: relative(workspace, filePath).replaceAll(sep, '/'),
      line: line ?? 1,
      severity: severity === 2 ? 'error' : 'warning',
      code: ruleId ?? undefined,
      message,
    })),
  );
}

export const eslintRules: Rules = { byMessage: false, variants: [] };
