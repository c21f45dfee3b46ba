import { z } from 'zod';
import type { Escaped } from '../support/escaped.js';
import { isObject } from '../support/json.js';
import {
  type CheckParams,
  type CheckReport,
  type FixesReport,
  type FixResult,
  type LspRequests,
  type RefactorResult,
  type SessionReport,
  SEVERITIES,
} from './types.js';
import type { ShownFindings } from './shown-findings.js';

/** What the mutation tools need from the service client. */
export interface DiagnosticChecker {
  /** False before the service has started, and once it has ended for good (REQ-GRACE-040). */
  isAlive(): boolean;
  /**
   * `signal` ends the wait and the servers' work for it. The caller must handle a rejection. The
   * answer comes within a deadline of the checker's own: no caller has a second one.
   */
  check(params: CheckParams, signal?: AbortSignal): Promise<CheckReport>;
  /** What a model should know of the service since the last call, once. */
  takeFate?(): Escaped | undefined;
  /** Of the session's model; without it nothing is known of what the model has read. */
  readonly shown?: ShownFindings;
}

/** The report of a service that does not answer. */
export const NO_REPORT: CheckReport = { files: {}, others: {}, othersComplete: false, servers: [] };
const fixName = z.object({ id: z.string(), title: z.string() });

const diagnostic = z.object({
  file: z.string(),
  line: z.number(),
  character: z.number(),
  endLine: z.number().exactOptional(),
  endCharacter: z.number().exactOptional(),
  severity: z.enum(SEVERITIES),
  message: z.string(),
  code: z.union([z.string(), z.number()]).exactOptional(),
  source: z.string().exactOptional(),
  count: z.number().exactOptional(),
  origin: z.enum(['edit', 'session', 'before']).exactOptional(),
  related: z
    .array(
      z.object({
        file: z.string(),
        line: z.number(),
        character: z.number(),
        message: z.string(),
        text: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  fix: fixName.exactOptional(),
  alternatives: z.array(fixName).exactOptional(),
});

/** Quirk(zod): its records leave out `__proto__`, which may be the name of a file. */
const byFile = <T>(value: z.ZodType<T>) =>
  z
    .custom<object>(isObject, 'must be an object by file')
    .transform((given): [string, unknown][] => Object.entries(given))
    .pipe(z.array(z.tuple([z.string(), value])))
    .transform((entries) => Object.fromEntries<T>(entries));

const checkReport: z.ZodType<CheckReport> = z.object({
  files: byFile(z.array(diagnostic)),
  others: byFile(z.array(diagnostic)),
  refused: byFile(z.string()).exactOptional(),
  inPart: byFile(z.string()).exactOptional(),
  excluded: z.array(z.string()).exactOptional(),
  unjudged: z
    .array(
      z.object({
        id: z.string(),
        language: z.string(),
        root: z.string(),
        state: z.enum(['starting', 'loading', 'late', 'ended']),
        waited: z.number().exactOptional(),
        reason: z.string().exactOptional(),
        files: z.array(z.string()),
        judgedByOthers: z.literal(true).exactOptional(),
      }),
    )
    .exactOptional(),
  late: byFile(z.array(diagnostic)).exactOptional(),
  othersComplete: z.boolean(),
  othersPending: z.literal(true).exactOptional(),
  found: z.object({ written: z.int().nonnegative(), asked: z.int().nonnegative() }).exactOptional(),
  knownErrors: z.int().nonnegative().exactOptional(),
  open: byFile(z.int().nonnegative()).exactOptional(),
  formerNames: byFile(z.string()).exactOptional(),
  uninstalled: z
    .array(z.object({ manifest: z.string(), imports: z.int().nonnegative(), install: z.string() }))
    .exactOptional(),
  holes: z
    .array(
      z.object({
        file: z.string(),
        what: z.string(),
        errors: z.int().nonnegative(),
        command: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  solved: byFile(z.array(diagnostic)).exactOptional(),
  servers: z.array(
    z.object({
      id: z.string(),
      root: z.string(),
      outcome: z.enum(['complete', 'timed-out', 'starting', 'broken', 'unavailable']),
      ms: z.number(),
      version: z.string().exactOptional(),
      reason: z.string().exactOptional(),
    }),
  ),
});

const fixesReport: z.ZodType<FixesReport> = z.object({
  fixes: z.array(
    fixName.extend({
      kind: z.string(),
      isPreferred: z.literal(true).exactOptional(),
      isChosen: z.literal(true).exactOptional(),
      mark: z.enum(['removal', 'stub']).exactOptional(),
      files: z.array(z.object({ file: z.string(), text: z.string() })),
      for: z.object({
        line: z.number(),
        character: z.number(),
        message: z.string(),
        code: z.union([z.string(), z.number()]).exactOptional(),
      }),
      solves: z.int().nonnegative(),
      causes: z.int().nonnegative(),
    }),
  ),
  complete: z.boolean(),
});

const fileChange = z.object({ file: z.string(), former: z.string().exactOptional(), text: z.string() });
const fileMove = z.object({
  file: z.string(),
  from: z.string(),
  former: z.string().exactOptional(),
  text: z.string().exactOptional(),
});

const fixResult: z.ZodType<FixResult> = z.union([
  z.object({ changes: z.array(fileChange), titles: z.array(z.string()) }),
  z.object({ refused: z.string() }),
]);

const refactorResult: z.ZodType<RefactorResult> = z.union([
  z.object({
    changes: z.array(z.union([fileMove, fileChange])),
    caused: z.array(diagnostic),
    mentions: z.array(
      z.object({ file: z.string(), line: z.number(), character: z.number(), text: z.string() }),
    ),
    moreMentions: z.int().nonnegative(),
    untried: z.string().exactOptional(),
    proveAfterwards: z
      .object({
        files: z.array(z.string()),
        servers: z.array(z.string()),
        standing: z.array(diagnostic),
        othersKnown: z.boolean(),
      })
      .exactOptional(),
    notes: z.array(z.string()).exactOptional(),
    report: checkReport.exactOptional(),
  }),
  z.object({ refused: z.string() }),
]);

const sessionReport: z.ZodType<SessionReport> = z.object({
  open: byFile(z.array(diagnostic)),
  complete: z.boolean(),
  pending: z.literal(true).exactOptional(),
});

/** The answers that are parsed strictly: results are made of them. */
const answers: { readonly [M in keyof LspRequests]?: z.ZodType<LspRequests[M]['result']> } = {
  'lsp/check': checkReport,
  'lsp/propose': checkReport,
  'lsp/session': sessionReport,
  'lsp/fixes': fixesReport,
  'lsp/fix': fixResult,
  'lsp/refactor': refactorResult,
};

/** Reads the answer to a request. */
export function parseAnswer<M extends keyof LspRequests>(
  method: M,
  answer: LspRequests[M]['result'],
): { readonly value: LspRequests[M]['result'] } | { readonly problem: string } {
  const parsed = answers[method]?.safeParse(answer);
  if (parsed === undefined) return { value: answer };
  if (parsed.success) return { value: parsed.data };
  return { problem: `unreadable answer to ${method}: ${z.prettifyError(parsed.error)}` };
}
