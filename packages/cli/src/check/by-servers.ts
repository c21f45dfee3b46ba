import { findOthers } from './others.js';
import { checkFiles, type CheckContext } from './check-files.js';
import type { CheckResults } from './report.js';
import { findTargets, type CheckTarget } from './targets.js';
import type { Task } from './task.js';

const BATCH = 20;

/**
 * Adds to the report what language servers find in files, and in all files of folders.
 *
 * @returns false if the service is gone or does not answer
 */
export async function checkByServers(
  report: CheckResults,
  { client, lsp, io, workspaceRoot, paths, options, changed, progress, tell }: Task,
): Promise<boolean> {
  // `all`: without it, a server that only a subfolder has is not found from the top.
  const servers = await client.status({ all: true });
  // A server that does not run because the workspace is not trusted is disabled as well. Its files
  // stay in, because they do not count as clean.
  const extensions = servers
    .filter(({ id, optional }) => lsp.servers[id]?.enabled !== false && optional !== true)
    .flatMap((row) => row.extensions ?? []);
  const { files: all, troubles } = await findTargets(paths.length === 0 ? [workspaceRoot] : paths, {
    cwd: io.cwd,
    workspaceRoot,
    extensions,
    signal: io.signal,
  });
  report.troubles.push(...troubles);
  const wanted = changed && new Set(changed);
  const files = wanted === undefined ? all : all.filter(({ path }) => wanted.has(path));
  const context: CheckContext = {
    client,
    workspaceRoot,
    servers,
    timeout: lsp.diagnosticTimeout,
    startTimeout: lsp.firstTouchTimeout,
    signal: io.signal,
    uninstalled: (packages) => report.addUninstalled(packages),
    holes: (holes) => report.addHoles(holes),
  };
  let done = 0;
  for (const batch of batches(files, Math.min(BATCH, lsp.maxOpenDocuments))) {
    if (progress) progress.text = `Checked ${done} of ${files.length} files`;
    const results = await checkFiles(context, batch);
    if (results === undefined) return false;
    for (const result of results) tell(report.add(result));
    done += batch.length;
  }
  if (!options.others) return true;
  if (progress) progress.text = 'Looking at other files';
  report.others = report.newAmong(await findOthers(context, report));
  for (const other of report.others.files) tell(other);
  return true;
}

function batches(files: readonly CheckTarget[], size: number): CheckTarget[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    files.slice(index * size, (index + 1) * size),
  );
}
