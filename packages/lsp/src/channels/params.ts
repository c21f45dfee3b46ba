import * as z from 'zod/mini';
import type { LspClientNotifications, LspRequests } from '../types.ts';

/** What arrives from the host is unknown until it has passed here; behind the channel, types are trusted. */

export type Parsed<T> = { readonly kind: 'valid'; readonly params: T } | { readonly kind: 'invalid'; readonly problem: string };

const checkFile = z.object({ filePath: z.string(), text: z.exactOptional(z.string()), created: z.exactOptional(z.boolean()) });
const none = z.object({});

const requests: { readonly [M in keyof LspRequests]: z.ZodMiniType<LspRequests[M]['params']> } = {
  'lsp/checkFile': checkFile,
  'lsp/check': z.object({ files: z.array(checkFile), deleted: z.exactOptional(z.array(z.string())), others: z.exactOptional(z.boolean()) }),
  'lsp/diagnostics': none,
  'lsp/getDiagnosticEpoch': none,
  'lsp/diagnosticsAfter': z.object({ afterEpoch: z.number(), waitMs: z.exactOptional(z.number()) }),
  'lsp/status': z.object({ verbose: z.exactOptional(z.boolean()) }),
  'lsp/shutdown': none,
};

const notifications: { readonly [M in keyof LspClientNotifications]: z.ZodMiniType<LspClientNotifications[M]> } = {
  'lsp/warm': z.object({ filePath: z.string() }),
};

export function parseRequest<M extends keyof LspRequests>(method: M, params: unknown): Parsed<LspRequests[M]['params']> {
  return parse(requests[method], params);
}

export function parseNotification<M extends keyof LspClientNotifications>(method: M, params: unknown): Parsed<LspClientNotifications[M]> {
  return parse(notifications[method], params);
}

function parse<T>(schema: z.ZodMiniType<T>, value: unknown): Parsed<T> {
  // A request without parameters may leave them out.
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return { kind: 'valid', params: parsed.data };
  const problem = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'params'}: ${message}`).join('; ');
  return { kind: 'invalid', problem };
}
