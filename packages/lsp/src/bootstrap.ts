import * as z from 'zod/mini';
import { Workspace } from './service/workspace.ts';
import type { Bootstrap, LspConfig } from './types.ts';

export type BootstrapResult =
  | { readonly kind: 'valid'; readonly workspace: Workspace; readonly config: LspConfig; readonly nodePath: string | undefined }
  | { readonly kind: 'invalid'; readonly problem: string };

const strings = z.array(z.string());
const values = z.record(z.string(), z.unknown());
const count = z.int().check(z.nonnegative());

const server = z.object({
  enabled: z.exactOptional(z.boolean()),
  command: z.exactOptional(z.string()),
  args: z.exactOptional(strings),
  extensions: z.exactOptional(strings),
  env: z.exactOptional(z.record(z.string(), z.string())),
  initializationOptions: z.exactOptional(values),
  settings: z.exactOptional(values),
  rootMarkers: z.exactOptional(strings),
  languageId: z.exactOptional(z.string()),
  role: z.exactOptional(z.enum(['compiler', 'linter'])),
});

const config = z.object({
  servers: z.exactOptional(z.record(z.string(), server)),
  diagnosticTimeout: z.exactOptional(count),
  firstTouchTimeout: z.exactOptional(count),
  linterGrace: z.exactOptional(count),
  includeSeverities: z.exactOptional(z.array(z.enum(['error', 'warning', 'info', 'hint']))),
  maxDiagnosticsPerFile: z.exactOptional(count),
  maxProjectDiagnosticsFiles: z.exactOptional(count),
  maxOpenDocuments: z.exactOptional(z.int().check(z.positive())),
  navigationTools: z.exactOptional(z.boolean()),
});

const bootstrap: z.ZodMiniType<Bootstrap> = z.object({
  workspaceRoot: z.string().check(z.minLength(1)),
  config: z.exactOptional(config),
  nodePath: z.exactOptional(z.string()),
});

/**
 * Reads the one environment variable that configures the process (REQ-START-030) and checks it (REQ-START-040).
 *
 * @param json the value of `LSP_BOOTSTRAP`
 */
export function readBootstrap(json: string | undefined): BootstrapResult {
  if (json === undefined || json === '') return invalid('LSP_BOOTSTRAP is not set: it holds {"workspaceRoot": "/absolute/folder", "config": {...}}');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return invalid(`LSP_BOOTSTRAP is not JSON: ${(error as Error).message}`);
  }
  const parsed = bootstrap.safeParse(value);
  if (!parsed.success) {
    return invalid(parsed.error.issues.map(({ path, message }) => `LSP_BOOTSTRAP: ${path.join('.') || 'the whole value'}: ${message}`).join('\n'));
  }
  const { workspaceRoot, config: settings = {}, nodePath } = parsed.data;
  try {
    return { kind: 'valid', workspace: new Workspace(workspaceRoot), config: settings, nodePath };
  } catch (error) {
    return invalid(`LSP_BOOTSTRAP: workspaceRoot: ${(error as Error).message}`);
  }
}

function invalid(problem: string): BootstrapResult {
  return { kind: 'invalid', problem };
}
