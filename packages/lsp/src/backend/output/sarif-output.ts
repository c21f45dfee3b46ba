import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Severity } from '../../types.ts';
import type { PrintedFinding } from './output.ts';
import { printedPath } from './printed-path.ts';
import type { DocumentFormat } from './whole-output.ts';

const message = v.object({ text: v.optional(v.string()), markdown: v.optional(v.string()) });

const artifact = v.object({ uri: v.optional(v.string()), uriBaseId: v.optional(v.string()) });

const region = v.object({
  startLine: v.optional(v.number()),
  startColumn: v.optional(v.number()),
  endLine: v.optional(v.number()),
  endColumn: v.optional(v.number()),
});

const log = v.object({
  runs: v.array(
    v.object({
      tool: v.object({ driver: v.object({ name: v.string() }) }),
      columnKind: v.optional(v.string()),
      originalUriBaseIds: v.optional(v.record(v.string(), artifact)),
      invocations: v.optional(
        v.array(
          v.object({
            executionSuccessful: v.optional(v.boolean()),
            toolExecutionNotifications: v.optional(v.array(v.object({ message: v.optional(message) }))),
          }),
        ),
      ),
      /** Null where the program had no files to check. */
      results: v.nullish(
        v.array(
          v.object({
            ruleId: v.optional(v.string()),
            kind: v.optional(v.string()),
            level: v.optional(v.string()),
            message,
            suppressions: v.optional(v.array(v.unknown())),
            locations: v.optional(
              v.array(
                v.object({
                  physicalLocation: v.optional(
                    v.object({ artifactLocation: v.optional(artifact), region: v.optional(region) }),
                  ),
                }),
              ),
            ),
          }),
        ),
      ),
    }),
  ),
});

type Log = v.InferOutput<typeof log>;
type Run = Log['runs'][number];
type Result = NonNullable<Run['results']>[number];

/** SARIF 2.1.0, section 3.27.10; `none` is no finding. */
const LEVELS: Readonly<Record<string, Severity>> = { error: 'error', warning: 'warning', note: 'info' };

/** A SARIF 2.1.0 log of any program. Programs use different exit codes, so only the log counts. */
export const sarifFormat: DocumentFormat<Log> = {
  program: 'the checker',
  document: log,
  judged: [0, 1],
  read: ({ runs }, root) => {
    const [failed] = runs.flatMap(({ invocations = [] }) =>
      invocations.filter(({ executionSuccessful }) => executionSuccessful === false),
    );
    const [why] = failed?.toolExecutionNotifications ?? [];
    return {
      findings: runs.flatMap((run) => (run.results ?? []).flatMap((result) => findingOf(result, run, root))),
      ...(failed !== undefined && { failure: why?.message?.text ?? 'the checker says that it failed' }),
    };
  },
};

function findingOf(
  {
    ruleId,
    kind = 'fail',
    level = 'warning',
    message: { text, markdown },
    suppressions = [],
    locations = [],
  }: Result,
  run: Run,
  root: string,
): PrintedFinding[] {
  const severity = kind === 'fail' ? LEVELS[level] : undefined;
  const { artifactLocation, region: { startLine = 1, startColumn = 1, endLine, endColumn } = {} } =
    locations[0]?.physicalLocation ?? {};
  const path = pathOf(artifactLocation, run, root);
  // A finding that is suppressed in the sources is in the log too (section 3.27.23).
  if (severity === undefined || path === undefined || suppressions.length > 0) return [];
  return [
    {
      path,
      line: startLine,
      character: startColumn,
      ...(endColumn !== undefined && { endLine: endLine ?? startLine, endCharacter: endColumn }),
      ...(countsCodePoints(run) && { columns: 'scalars' as const }),
      severity,
      message: text ?? markdown ?? ruleId ?? 'no message',
      ...(ruleId !== undefined && { code: ruleId }),
      source: run.tool.driver.name,
    },
  ];
}

/** Quirk(ruff): it counts code points without a `columnKind`. */
function countsCodePoints({ columnKind, tool }: Run): boolean {
  return columnKind === undefined ? tool.driver.name === 'ruff' : columnKind === 'unicodeCodePoints';
}

/**
 * Section 3.4: a URI, absolute or relative to a base that the run names. The base may be relative
 * again.
 */
function pathOf(
  location: v.InferOutput<typeof artifact> | undefined,
  { originalUriBaseIds = {} }: Run,
  root: string,
  depth = 8,
): string | undefined {
  const { uri, uriBaseId } = location ?? {};
  if (uri === undefined) return undefined;
  try {
    if (uri.startsWith('file:')) return fileURLToPath(uri);
    if (/^[a-z][a-z\d+.-]+:/i.test(uri)) return undefined;
    const base =
      uriBaseId === undefined || depth === 0
        ? undefined
        : pathOf(originalUriBaseIds[uriBaseId], { originalUriBaseIds } as Run, root, depth - 1);
    return printedPath(base ?? root, decodeURIComponent(uri));
  } catch {
    return undefined;
  }
}
