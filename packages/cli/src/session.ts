import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'smol-toml';
import {
  Config,
  debugLogger,
  decideTrust,
  type Escaped,
  escaped,
  type HostDefaults,
  type Import,
  inline,
  type LspServiceClient,
  readSettings,
  type ResolvedLspConfig,
  type Trust,
} from '@vybestack/llxprt-lsp-core';
import { hostTrust } from './host-trust.js';
import type { ExitCode, Io } from './io.js';

/** The workspace of a command, as the command line has it. */
export interface WorkspaceOptions {
  readonly workspace: string;
  /** From the command line; overrides the settings and the host. */
  readonly trust?: 'always' | 'never' | undefined;
}

export interface OpenedSettings {
  /** Absolute and real. */
  readonly workspaceRoot: string;
  readonly lsp: ResolvedLspConfig | false;
  /**
   * Whether the host that started this process trusts the workspace; undefined where it passes
   * nothing.
   */
  readonly trusted: boolean | undefined;
  /** What the settings of other programs have added. */
  readonly imports: readonly Import[];
}

export interface Session extends Omit<OpenedSettings, 'trusted'> {
  /** The result of the command line, the setting and the host; undefined where LSP is off. */
  readonly trust: Trust | undefined;
  readonly config: Config;
}

/** @returns the folder, absolute and real; undefined where there is none, after printing that */
export function openWorkspace(io: Io, folder: string): string | undefined {
  const path = realFolder(resolve(io.cwd, folder));
  if (path === undefined) printError(io, noWorkspace(folder));
  return path;
}

export const noWorkspace = (folder: string): string => `--workspace ${folder}: no such folder`;

/** Behind links; undefined where there is no folder, or none that this user reaches. */
export function realFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The folder and the merged settings of workspace and user; undefined where there is no such
 * folder, after printing that.
 *
 * @param defaults count where neither has the setting
 */
export function openSettings(
  io: Io,
  { workspace, trust }: WorkspaceOptions,
  defaults?: HostDefaults,
): OpenedSettings | undefined {
  const workspaceRoot = openWorkspace(io, workspace);
  if (workspaceRoot === undefined) return undefined;
  const trusted = hostTrust(workspaceRoot, process.env);
  const { lsp, problems, imports } = readSettings(workspaceRoot, defaults, {
    trusted,
    trust,
    parseToml: parse,
  });
  for (const problem of problems) printError(io, problem);
  return {
    workspaceRoot,
    lsp: lsp === false || trust === undefined ? lsp : { ...lsp, trust },
    trusted,
    imports,
  };
}

/** Runs `work` with a service that is ready or known to be unavailable, see {@link whileItRuns}. */
export async function withSession(
  io: Io,
  place: WorkspaceOptions,
  tune: (lsp: ResolvedLspConfig) => ResolvedLspConfig,
  work: (session: Session) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = openSettings(io, place);
  if (opened === undefined) return 2;
  const { workspaceRoot, trusted, imports } = opened;
  const lsp = opened.lsp === false ? false : tune(opened.lsp);
  const config = new Config({ workspaceRoot, lsp, trusted, logger: debugLogger });
  const service = { start: () => config.initialize(), end: () => config.shutdown() };
  return await whileItRuns(service, io.signal, () =>
    work({ workspaceRoot, lsp, imports, trust: lsp === false ? undefined : trustOf(place, opened), config }),
  );
}

/**
 * Starts a service, then runs `work`. The service ends with `work`, even if that throws, and at the
 * latest when `signal` aborts.
 */
export async function whileItRuns<T>(
  { start, end }: { readonly start: () => Promise<void>; readonly end: () => Promise<void> },
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const stop = (): void => void end();
  signal.addEventListener('abort', stop);
  try {
    const starting = start();
    if (signal.aborted) stop();
    await starting;
    return await work();
  } finally {
    signal.removeEventListener('abort', stop);
    await end();
  }
}

/** Where LSP is off, only the command line can say that it is trusted. */
export function trustOf({ trust }: WorkspaceOptions, { workspaceRoot, lsp, trusted }: OpenedSettings): Trust {
  if (trust !== undefined) return { trusted: trust === 'always', reason: 'the command line says so' };
  return lsp === false
    ? { trusted: false, reason: 'LSP is switched off, and no setting counts then' }
    : decideTrust(lsp.trust, workspaceRoot, trusted);
}

/** @param otherwise where the service has left no reason */
export function whyNoService(
  lsp: Session['lsp'],
  client: LspServiceClient | undefined,
  otherwise: string,
): string {
  return lsp === false
    ? 'LSP disabled by configuration'
    : `LSP unavailable: ${client?.getUnavailableReason() ?? otherwise}`;
}

/** Prints why a command cannot do what it was asked for: one line, see {@link printError}. */
export function trouble(io: Io, message: string): ExitCode {
  printError(io, message);
  return 2;
}

/** @param message one line; it may hold text of others */
export function printError(io: Io, message: string): void {
  printProblem(io, inline(message));
}

/** @param message may have several lines */
export function printProblem(io: Io, message: Escaped): void {
  io.err(escaped`${io.errColors.yellow(escaped`llxprt-lsp:`)} ${message}\n`);
}
