import * as v from 'valibot';
import { type Schema, noArray, problemsOf } from './schema.ts';
import type { Bootstrap } from './types.ts';

export type BootstrapResult =
  | { readonly kind: 'valid'; readonly bootstrap: Bootstrap }
  | { readonly kind: 'invalid'; readonly problem: string };

const strings = v.array(v.string());
const values = v.record(v.string(), v.unknown());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const server = v.object({
  enabled: v.exactOptional(v.boolean()),
  command: v.exactOptional(v.string()),
  args: v.exactOptional(strings),
  extensions: v.exactOptional(strings),
  env: v.exactOptional(v.record(v.string(), v.string())),
  initializationOptions: v.exactOptional(values),
  settings: v.exactOptional(values),
  rootMarkers: v.exactOptional(strings),
  languageId: v.exactOptional(v.string()),
  role: v.exactOptional(v.picklist(['compiler', 'linter'])),
});

const config = noArray(v.object({
  servers: v.exactOptional(v.record(v.string(), server)),
  diagnosticTimeout: v.exactOptional(count),
  firstTouchTimeout: v.exactOptional(count),
  linterGrace: v.exactOptional(count),
  includeSeverities: v.exactOptional(v.array(v.picklist(['error', 'warning', 'info', 'hint']))),
  maxDiagnosticsPerFile: v.exactOptional(count),
  maxProjectDiagnosticsFiles: v.exactOptional(count),
  maxOpenDocuments: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  navigationTools: v.exactOptional(v.boolean()),
}));

const schema: Schema<Bootstrap> = v.object({
  workspaceRoot: v.pipe(v.string(), v.nonEmpty()),
  config: v.exactOptional(config),
  nodePath: v.exactOptional(v.string()),
});

/**
 * Reads the one environment variable that configures the process (REQ-START-030) and checks it (REQ-START-040).
 *
 * @param json the value of `LSP_BOOTSTRAP`
 */
export async function readBootstrap(json: string | undefined): Promise<BootstrapResult> {
  if (json === undefined || json === '') return invalid('LSP_BOOTSTRAP is not set: it holds {"workspaceRoot": "/absolute/folder", "config": {...}}');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return invalid(`LSP_BOOTSTRAP is not JSON: ${(error as Error).message}`);
  }
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) {
    return invalid(`LSP_BOOTSTRAP: ${problemsOf(parsed.issues)}`);
  }
  const bootstrap = parsed.output;
  if (!(await isFolder(bootstrap.workspaceRoot))) return invalid(`LSP_BOOTSTRAP: workspaceRoot: no such folder: ${bootstrap.workspaceRoot}`);
  return { kind: 'valid', bootstrap };
}

/** Not by node:fs, whose loading takes longer than everything else that stands between spawn and `lsp/ready`. */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Bun.file(path).stat()).isDirectory();
  } catch {
    return false;
  }
}

function invalid(problem: string): BootstrapResult {
  return { kind: 'invalid', problem };
}
