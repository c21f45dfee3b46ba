import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { decideTrust } from './trust.js';
import type { DebugLogger } from '../host.js';
import { findBun } from './find-bun.js';
import { findNode, nodeExecutable } from './find-node.js';
import { findSidecar } from './find-sidecar.js';
import { LineRing } from './line-ring.js';
import { joinShared } from './shared.js';
import { readFirst, Sidecar } from './sidecar.js';
import { linkToProcess } from './sidecar-process.js';
import type { Recorder } from './recorder.js';
import { LSP_DEFAULTS, type Bootstrap, type LspConfig } from './types.js';

/** Which tools the sidecar offers over MCP: `lsp_*` for models, or `vscode.lsp.*`. */
export type Catalog = NonNullable<Bootstrap['catalog']>;

export interface LaunchOptions {
  /** Absolute; may be a symbolic link. */
  readonly workspaceRoot: string;
  readonly config: LspConfig;
  /** Deadline for `lsp/ready`, ms (REQ-START-020). */
  readonly readyTimeout: number;
  readonly logger: DebugLogger;
  /** For hosts that bundle Bun or the sidecar: where it is; absolute. */
  readonly bunPath?: string | undefined;
  readonly packageDir?: string | undefined;
  /** Which tools the sidecar offers over MCP. Default: `lsp`. */
  readonly catalog?: Catalog | undefined;
  /**
   * Whether the host trusts the workspace. If not, no program that the workspace contains is run.
   * It counts where the setting `trust` is `host`, the default. A host without a notion of trust
   * leaves it out.
   */
  readonly trusted?: boolean | undefined;
  /** Records all messages between host and sidecar. */
  readonly recorder?: Recorder | undefined;
  /** Aborts the launch. */
  readonly signal?: AbortSignal | undefined;
}

/** See {@link Bootstrap}. */
interface ServerNodes {
  readonly nodePath: string | undefined;
  readonly otherNodes?: string[] | undefined;
}

export type LaunchResult =
  | { readonly kind: 'ready'; readonly sidecar: Sidecar }
  /** The reason is worded for `/lsp status` (REQ-STATUS-035). */
  | { readonly kind: 'failed'; readonly reason: string };

const STDERR_LIMIT = 64 * 1024;
const DRAIN_MS = 500;
const SHUT_DOWN = 'shut down while it was starting';

/**
 * Finds Bun and the sidecar, starts the sidecar and waits until it is ready. A failure is returned
 * as a value and leaves no process behind.
 */
export async function launch(options: LaunchOptions): Promise<LaunchResult> {
  const found = findSidecar(options.packageDir);
  // The package usually installs Bun too. If both are missing, the package is the one to install.
  if (found.kind === 'missing') return { kind: 'failed', reason: found.reason };
  const { trusted, reason } = decideTrust(
    options.config.trust ?? LSP_DEFAULTS.trust,
    options.workspaceRoot,
    options.trusted,
  );
  const bun = findBun({
    bunPath: options.bunPath,
    packageDir: found.packageDir,
    workspaceRoot: options.workspaceRoot,
    trusted,
    env: process.env,
  });
  if (bun.kind === 'missing') return { kind: 'failed', reason: bun.reason };
  options.logger.debug(`lsp: the workspace is ${trusted ? 'trusted' : 'not trusted'}: ${reason}`);
  const node = findNode(nodeExecutable(), {
    workspaceRoot: options.workspaceRoot,
    trusted,
    env: process.env,
  });
  options.logger.debug(
    node === undefined
      ? 'lsp: there is no Node for servers'
      : `lsp: servers run on Node ${node.version ?? ''} ${node.path} (${node.origin})`,
  );
  const nodes = { nodePath: node?.path, otherNodes: node?.others?.map(({ path }) => path) };
  if (options.config.share === true) {
    const link = await joinShared({
      ...options,
      ...nodes,
      trusted,
      bun: bun.path,
      entry: found.entry,
      version: found.version,
      packageDir: found.packageDir,
    });
    if (link.kind === 'joined') return { kind: 'ready', sidecar: new Sidecar(link.link, options.recorder) };
    options.logger.debug(`lsp: not shared: ${link.reason}`);
    if (options.signal?.aborted === true) return startupFailed(SHUT_DOWN);
  }
  options.logger.debug(`lsp: starting ${found.entry} (${found.version}) with ${bun.path} from ${bun.origin}`);
  try {
    return await handshake(
      spawnSidecar(bun.path, found.entry, found.packageDir, { ...options, ...nodes, trusted }),
      options,
    );
  } catch (error) {
    // spawn throws some of its errors, for example E2BIG, and emits the others.
    return startupFailed(error instanceof Error ? error.message : String(error));
  }
}

function startupFailed(why: string): LaunchResult {
  return { kind: 'failed', reason: `service startup failed: ${why}` };
}

function spawnSidecar(
  bun: string,
  entry: string,
  packageDir: string,
  options: LaunchOptions & ServerNodes & { readonly trusted: boolean },
): ChildProcess {
  const { workspaceRoot, config, trusted, catalog, nodePath, otherNodes } = options;
  const bootstrap: Bootstrap = {
    workspaceRoot,
    config,
    trusted,
    ...(nodePath !== undefined && { nodePath }),
    ...(otherNodes !== undefined && { otherNodes }),
    ...(catalog !== undefined && { catalog }),
  };
  return spawn(bun, ['--no-env-file', '--no-install', entry], {
    // Bun reads bunfig.toml, and older versions also .env, from its working directory. So that is
    // never the workspace, whose files a model can write.
    cwd: packageDir,
    // DO_NOT_TRACK stops telemetry of Bun, and of language servers that honour it (REQ-OBS-030).
    // MIMALLOC_PURGE_DELAY makes Bun's allocator return freed memory at once. Without it, resident
    // size grew by up to a tenth over a thousand edits, while a live heap of 4 MiB did not grow.
    env: {
      MIMALLOC_PURGE_DELAY: '0',
      ...process.env,
      DO_NOT_TRACK: '1',
      LSP_BOOTSTRAP: JSON.stringify(bootstrap),
    },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    // A separate process group. On Windows `detached` would open a console window.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

async function handshake(child: ChildProcess, options: LaunchOptions): Promise<LaunchResult> {
  const stderr = new LineRing(STDERR_LIMIT, (line) => options.logger.debug(`lsp service: ${line}`));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => stderr.push(chunk));
  if (child.pid === undefined) throw (await once(child, 'error'))[0];
  const drained = once(child, 'close');
  const sidecar = new Sidecar(linkToProcess(child, child.pid, options.recorder), options.recorder);
  const outcome = await Promise.race([
    sidecar.ready.then(() => ({ kind: 'ready' as const })),
    sidecar.ended.then((how) => ({ kind: 'ended' as const, how })),
    startTimeout(options).then((why) => ({ kind: 'given up' as const, why })),
  ]);
  if (outcome.kind === 'ready') return { kind: 'ready', sidecar };
  sidecar.kill();
  await sidecar.ended;
  if (outcome.kind === 'given up') return startupFailed(outcome.why);
  // The exit event can arrive before the last output. The wait is limited, because an unrelated
  // process may hold the pipe open.
  await Promise.race([drained, delay(DRAIN_MS, undefined, { ref: false })]);
  return startupFailed(errorLine(stderr.lines()) ?? outcome.how);
}

async function startTimeout({ readyTimeout, signal }: LaunchOptions): Promise<string> {
  try {
    await delay(readyTimeout, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) });
    await readFirst();
    return `no lsp/ready within ${readyTimeout} ms`;
  } catch {
    return SHUT_DOWN;
  }
}

/** Bun prints the source around an uncaught error first. The line with the error follows it. */
function errorLine(lines: string[]): string | undefined {
  return (
    lines.find((line) => /^(\w*Error|error):/.test(line)) ?? lines.find((line) => line.trim() !== '')
  )?.trim();
}
