import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { CheckerConfig, Diagnostic, LspConfig, ServerConfig, ServerStatus } from '../../src/types.ts';
import { Lab } from '../harness/lab.ts';
import { MARK } from '../harness/processes.ts';
import type { Tree, Workspace } from '../harness/workspace.ts';

export const MODULES = join(import.meta.dir, '../../node_modules');

/** Long enough for a cold server on a busy machine, shorter than the harness's own patience: a test that depends on a limit sets its own. */
const PATIENT = {
  firstTouchTimeout: 75_000,
  diagnosticTimeout: 30_000,
  otherFilesTimeout: 30_000,
  linterGrace: 30_000,
} satisfies LspConfig;

/** Symbolic links in the workspace, to packages that this package has installed: `{ 'node_modules/typescript': 'typescript-v7' }`. */
export type Links = Readonly<Record<string, string>>;

export interface RealOptions {
  /** The servers that may start, by id; with settings, where they need some. */
  servers: readonly string[] | Readonly<Record<string, ServerConfig>>;
  /** The checkers that may be run. */
  checkers?: Readonly<Record<string, CheckerConfig>>;
  files?: Tree;
  links?: Links;
  config?: Omit<LspConfig, 'servers' | 'checkers'>;
  name?: string;
  root?: (workspace: Workspace) => string;
  env?: Readonly<Record<string, string>>;
  /** Default: true. */
  trusted?: boolean;
}

export function openReal({
  servers,
  checkers = {},
  files = {},
  links = {},
  config,
  name,
  root,
  env = {},
  trusted = true,
}: RealOptions): Promise<Lab> {
  return Lab.open({
    files,
    servers: isList(servers) ? Object.fromEntries(servers.map((id) => [id, {}])) : servers,
    checkers,
    // The harness finds processes that were left by its mark.
    config: { ...PATIENT, ...config, ...(!trusted && { passEnv: [MARK, ...(config?.passEnv ?? [])] }) },
    env,
    bootstrap: { trusted },
    ...(name === undefined ? {} : { name }),
    root: (workspace) => {
      link(workspace, links);
      return root?.(workspace) ?? workspace.root;
    },
  });
}

export function link(workspace: Workspace, links: Links): void {
  for (const [at, installed] of Object.entries(links)) {
    mkdirSync(dirname(workspace.path(at)), { recursive: true });
    symlinkSync(join(MODULES, installed), workspace.path(at));
  }
}

/** One finding on one line, as a compiler's command prints it: `3:14 2322 Type 'string' is not assignable to type 'number'.` */
export function brief({ line, character, code, message }: Diagnostic): string {
  return `${line}:${character} ${code ?? '-'} ${message}`;
}

/** Findings by file. Clean files are left out if they are only there because they were asked about. */
export function found(record: Record<string, Diagnostic[]>): Record<string, string[]> {
  const entries = Object.entries(record).map(([file, list]): [string, string[]] => [file, list.map(brief)]);
  return Object.fromEntries(entries.filter(([, list]) => list.length > 0));
}

export async function rows(lab: Lab, id: string): Promise<ServerStatus[]> {
  return (await lab.sidecar.request('lsp/status', {})).filter((row) => row.id === id);
}

function isList(servers: RealOptions['servers']): servers is readonly string[] {
  return Array.isArray(servers);
}
