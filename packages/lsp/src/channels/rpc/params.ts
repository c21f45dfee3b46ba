import * as v from 'valibot';
import { type Schema, problemsOf } from '../../support/schema.ts';
import type { LspClientNotifications, LspRequests } from '../../types.ts';

/** Input from the host is checked here. Code behind the channel trusts the types. */

export type Parsed<T> =
  { readonly kind: 'valid'; readonly params: T } | { readonly kind: 'invalid'; readonly problem: string };

const checkFile = v.object({
  filePath: v.string(),
  text: v.exactOptional(v.string()),
  created: v.exactOptional(v.boolean()),
  before: v.exactOptional(v.string()),
});
const projects = v.object({
  paths: v.exactOptional(v.array(v.string())),
  checkers: v.exactOptional(v.array(v.string())),
  only: v.exactOptional(v.array(v.object({ checker: v.string(), root: v.string() }))),
});
const refactored = {
  report: v.exactOptional(v.boolean()),
  workDoneToken: v.exactOptional(v.number()),
};
const namedSymbol = {
  filePath: v.string(),
  symbol: v.string(),
  line: v.exactOptional(v.number()),
  force: v.exactOptional(v.boolean()),
};
const none = v.object({});

const requests: { readonly [M in keyof LspRequests]: Schema<LspRequests[M]['params']> } = {
  'lsp/checkFile': checkFile,
  'lsp/check': v.object({
    files: v.array(checkFile),
    deleted: v.exactOptional(v.array(v.string())),
    others: v.exactOptional(v.boolean()),
    counted: v.exactOptional(v.boolean()),
    written: v.exactOptional(v.boolean()),
    origins: v.exactOptional(v.boolean()),
    explain: v.exactOptional(v.boolean()),
    fixes: v.exactOptional(v.boolean()),
    found: v.exactOptional(v.boolean()),
    edit: v.exactOptional(v.string()),
  }),
  'lsp/propose': v.object({
    files: v.array(v.object({ filePath: v.string(), text: v.string() })),
    deleted: v.exactOptional(v.array(v.string())),
    others: v.exactOptional(v.boolean()),
    origins: v.exactOptional(v.boolean()),
    solved: v.exactOptional(v.boolean()),
  }),
  'lsp/fixes': v.object({
    filePath: v.string(),
    line: v.exactOptional(v.number()),
    code: v.exactOptional(v.union([v.string(), v.number()])),
  }),
  'lsp/fix': v.union([
    v.object({ ids: v.array(v.string()) }),
    v.object({ filePath: v.string(), all: v.picklist(['imports', 'unused', 'safe']) }),
  ]),
  'lsp/refactor': v.variant('kind', [
    v.object({ kind: v.literal('rename'), ...refactored, ...namedSymbol, newName: v.string() }),
    v.object({
      kind: v.literal('move'),
      ...refactored,
      from: v.string(),
      to: v.string(),
      force: v.exactOptional(v.boolean()),
    }),
    v.object({ kind: v.literal('replace'), ...refactored, ...namedSymbol, text: v.string() }),
    v.object({
      kind: v.literal('insert'),
      ...refactored,
      ...namedSymbol,
      where: v.picklist(['before', 'after']),
      text: v.string(),
    }),
    v.object({ kind: v.literal('delete'), ...refactored, ...namedSymbol }),
    v.object({
      kind: v.literal('move-symbol'),
      ...refactored,
      ...namedSymbol,
      to: v.string(),
      reexport: v.exactOptional(v.boolean()),
    }),
    v.object({ kind: v.literal('organize-imports'), ...refactored, filePath: v.string() }),
  ]),
  'lsp/session': v.object({ waitMs: v.exactOptional(v.number()) }),
  'lsp/checkProject': v.object({
    ...projects.entries,
    timeout: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  }),
  'lsp/projects': projects,
  'lsp/environments': none,
  'lsp/diagnostics': none,
  'lsp/getDiagnosticEpoch': none,
  'lsp/diagnosticsAfter': v.object({ afterEpoch: v.number(), waitMs: v.exactOptional(v.number()) }),
  'lsp/status': v.object({
    verbose: v.exactOptional(v.boolean()),
    all: v.exactOptional(v.boolean()),
    unneeded: v.exactOptional(v.boolean()),
  }),
  'lsp/metrics': none,
  'lsp/restart': v.object({ id: v.exactOptional(v.string()) }),
  'lsp/shutdown': none,
};

const notifications: { readonly [M in keyof LspClientNotifications]: Schema<LspClientNotifications[M]> } = {
  'lsp/warm': v.object({ filePath: v.string(), findings: v.exactOptional(v.boolean()) }),
};

export function parseRequest<M extends keyof LspRequests>(
  method: M,
  params: unknown,
): Parsed<LspRequests[M]['params']> {
  return parse(requests[method], params);
}

export function parseNotification<M extends keyof LspClientNotifications>(
  method: M,
  params: unknown,
): Parsed<LspClientNotifications[M]> {
  return parse(notifications[method], params);
}

function parse<T>(schema: Schema<T>, value: unknown): Parsed<T> {
  // A request without parameters may leave them out.
  const parsed = v.safeParse(schema, value ?? {});
  return parsed.success
    ? { kind: 'valid', params: parsed.output }
    : { kind: 'invalid', problem: problemsOf(parsed.issues) };
}
