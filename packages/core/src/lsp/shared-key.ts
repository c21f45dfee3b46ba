import { createHash } from 'node:crypto';
import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { LSP_DEFAULTS, type LspConfig } from './types.js';

/** What decides whether two sessions may use one service. */
export interface SharedIdentity {
  readonly workspaceRoot: string;
  readonly trusted: boolean;
  readonly nodePath: string | undefined;
  readonly bun: string;
  readonly entry: string;
  readonly version: string;
  readonly config: LspConfig;
}

/**
 * Variables that differ from one terminal, window of an editor or login to the next, and that no
 * compiler reads. Any
 * other one may change what a server finds, so sessions that differ there share nothing.
 */
const OF_TERMINALS =
  /^(_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|TERM|TERM_.*|COLORTERM|WINDOWID|STY|WINDOW|TMUX.*|VTE_.*|KITTY_.*|ITERM_.*|WT_.*|VSCODE_.*|CLAUDE_CODE_SSE_PORT|GPG_TTY|SSH_.*|DISPLAY|WAYLAND_DISPLAY|XDG_SESSION_.*|XDG_VTNR|XDG_SEAT|DBUS_.*|INVOCATION_ID|JOURNAL_STREAM|LSP_BOOTSTRAP|npm_lifecycle_.*|npm_command|npm_execpath|npm_package_.*)$/;

/** A hash in hex. Timeouts, limits and severities are no part of it: each session has its own. */
export function keyOf(
  { workspaceRoot, trusted, nodePath, bun, entry, version, config }: SharedIdentity,
  env: NodeJS.ProcessEnv,
): string {
  const { servers, checkers, passEnv, maxOpenDocuments, idleShutdown, memoryBudget, includeSeverities } = {
    ...LSP_DEFAULTS,
    ...config,
  };
  const { mtimeMs, size } = statSync(entry);
  const variables = Object.entries(env)
    .filter(([name]) => !OF_TERMINALS.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [
    realpathSync.native(workspaceRoot),
    trusted,
    nodePath,
    bun,
    entry,
    mtimeMs,
    size,
    version,
    sorted(servers),
    sorted(checkers),
    [...passEnv].sort(),
    maxOpenDocuments,
    idleShutdown,
    memoryBudget,
    includeSeverities.includes('hint'),
    variables,
    mounts(),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** In another container or sandbox, the same path may be another tree. Known on Linux. */
function mounts(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/mnt');
  } catch {
    return undefined;
  }
}

/** The same value with the names of all objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
