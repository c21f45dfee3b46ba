import { relative, sep } from 'node:path';
import type {
  CheckedServer,
  CheckReport,
  Diagnostic,
  LspServiceClient,
  ServerStatus,
  UninstalledPackages,
  Hole,
} from '@vybestack/llxprt-lsp-core';
import { serves } from '../serves.js';
import type { CheckTarget } from './targets.js';

/**
 * What is known about one file. It is clean only if a server has checked it and no other server
 * failed to.
 */
export interface FileResult {
  /** Relative to the workspace root, with `/`. */
  readonly file: string;
  /** By line, then character. */
  readonly diagnostics: readonly Diagnostic[];
  /** Ids of the servers that have reported everything. */
  readonly judgedBy: readonly string[];
  /** Servers that should have checked it and did not. */
  readonly failures: readonly Failure[];
  /** Why no server was asked. */
  readonly refused?: string;
  /** Why not all of it was judged. */
  readonly inPart?: string;
  /** The user named it, so it needs a result. */
  readonly named: boolean;
}

interface Failure {
  readonly server: string;
  readonly reason: string;
}

export interface CheckContext {
  readonly client: Pick<LspServiceClient, 'check' | 'status'>;
  /** Absolute, real. */
  readonly workspaceRoot: string;
  readonly servers: readonly ServerStatus[];
  /** Deadline for a server's answer, ms. */
  readonly timeout: number;
  /** The same for a server that has to start. */
  readonly startTimeout: number;
  readonly signal: AbortSignal;
  /** Called with packages that are not installed. Imports of these are among no file's findings. */
  uninstalled?(packages: readonly UninstalledPackages[]): void;
  /** The same with what else servers would have to know. */
  holes?(holes: readonly Hole[]): void;
}

/**
 * Has files checked as one batch: servers see all of its files before the first request.
 *
 * @returns in the order of `targets`; undefined if the service is gone or does not answer
 */
export async function checkFiles(
  context: CheckContext,
  targets: readonly CheckTarget[],
): Promise<FileResult[] | undefined> {
  const { client, signal } = context;
  const report = await client.check({ files: targets.map(({ path }) => ({ filePath: path })) }, signal);
  context.uninstalled?.(report.uninstalled ?? []);
  context.holes?.(report.holes ?? []);
  const areComplete = report.servers.every(({ outcome }) => outcome === 'complete');
  const status = areComplete ? context.servers : await client.status();
  const results = await Promise.all(
    targets.map(async (target) => {
      const file = relative(context.workspaceRoot, target.path).split(sep).join('/');
      const servers = serversOf(file, report, context.servers);
      // Another file of the batch may have used up the time. Checked alone, each file has its own
      // outcome.
      if (targets.length > 1 && servers.some(({ outcome }) => outcome === 'timed-out')) {
        return (await checkFiles(context, [target]))?.[0];
      }
      return resultOf(target, file, report, servers, (server) => describeFailure(server, status, context));
    }),
  );
  return results.every((result) => result !== undefined) ? results : undefined;
}

function resultOf(
  { named }: CheckTarget,
  file: string,
  report: CheckReport,
  servers: readonly CheckedServer[],
  describe: (server: CheckedServer) => string,
): FileResult | undefined {
  const found = report.files[file];
  if (found === undefined) return undefined;
  const refused = report.refused?.[file];
  // No argument names it, and the project's own compiler is not run on it.
  const isLeftOut = !named && servers.length === 1 && report.excluded?.includes(file) === true;
  const diagnostics = isLeftOut ? [] : found;
  const inPart = isLeftOut ? undefined : report.inPart?.[file];
  return {
    file,
    named,
    diagnostics: diagnostics.toSorted((a, b) => a.line - b.line || a.character - b.character),
    judgedBy: servers.filter(({ outcome }) => outcome === 'complete').map(({ id }) => id),
    failures: servers
      .filter(({ outcome }) => outcome !== 'complete')
      .map((server) => ({ server: server.id, reason: describe(server) })),
    ...(refused !== undefined && { refused }),
    ...(inPart !== undefined && { inPart }),
  };
}

/**
 * The servers of a batch that this file is for. Of several with one id, the one with the innermost
 * root.
 */
function serversOf(file: string, report: CheckReport, known: readonly ServerStatus[]): CheckedServer[] {
  if (report.refused?.[file] !== undefined) return [];
  const depth = ({ root }: CheckedServer): number => (root === '.' ? 0 : root.length);
  const candidates = report.servers.filter(({ id, root }) => {
    const extensions = known.find((row) => row.id === id)?.extensions ?? [];
    return (root === '.' || file.startsWith(`${root}/`)) && serves(extensions, file);
  });
  return candidates.filter(
    (one) => !candidates.some((other) => other.id === one.id && depth(other) > depth(one)),
  );
}

function describeFailure(
  { id, root, outcome, reason }: CheckedServer,
  status: readonly ServerStatus[],
  limits: Pick<CheckContext, 'timeout' | 'startTimeout'>,
): string {
  const rows = status.filter((row) => row.id === id);
  const row = rows.find((candidate) => candidate.root === root) ?? rows[0];
  const because = row?.reason === undefined ? '' : `: ${row.reason}`;
  switch (outcome) {
    case 'timed-out':
      return reason === undefined
        ? `${id} gave no answer within ${limits.timeout} ms; --timeout allows more`
        : `${id} gave no answer: ${reason}`;
    case 'starting':
      return `${id} had not started after ${limits.startTimeout} ms; --timeout allows more`;
    case 'broken':
      return `${id} is broken${because}`;
    case 'unavailable':
      return `${id} is unavailable${because}${row?.hint === undefined ? '' : ` (install: ${row.hint})`}`;
    case 'complete':
      return '';
  }
}
