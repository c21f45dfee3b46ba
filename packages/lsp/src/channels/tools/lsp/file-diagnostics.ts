import type { AdmittedPath } from '../../../support/paths.ts';
import { failed } from '../../../engine/navigate/found.ts';
import { mergeFindings } from '../../../engine/base/merge.ts';
import type { CheckReport } from '../../../types.ts';
import type { Sources } from '../sources.ts';
import { ProjectsCheck, type CheckedProjects } from './check-projects.ts';
import { MAX_CHECKERS } from './limits.ts';
import { inline } from '../../../support/escaped.ts';
import { lister } from './listed.ts';
import { renderChecked, renderChecker, renderServer, renderUncheckedFile } from './render-diagnostics.ts';
import type * as schemas from './schemas.ts';
import { diagnosticsOf } from './shapes.ts';
import { toolNotFound } from './tool-not-found.ts';
import { answer, type ToolOutcome } from './tool.ts';

/**
 * Checks one file as it is on disk now, with its servers where they can. Otherwise it runs the
 * checkers of its projects, which check these whole.
 */
export async function checkedFile(
  sources: Sources,
  path: AdmittedPath,
  backend: schemas.Backend,
  cancel: AbortSignal,
): Promise<ToolOutcome<schemas.Diagnostics>> {
  const { navigation, orchestrator, config } = sources;
  const file = navigation.relative(path);
  const check = new ProjectsCheck(
    sources,
    { paths: [path], ...(backend === 'auto' && { onlyUnserved: true }) },
    cancel,
  );
  const report =
    backend === 'checker' ? undefined : await orchestrator.check({ files: [{ filePath: path }] }, cancel);
  const [refused] = Object.values(report?.refused ?? {});
  if (refused !== undefined) return cannotBeChecked(file, `it is ${refused}`);
  const servers = report?.servers ?? [];
  if (servers.length === 0 && backend === 'server')
    return failed(
      'no-server',
      `${inline(file)} cannot be checked: no language server is there for a file like this`,
    );
  const checked = report === undefined || needsCheckers(report, backend) ? await check.result() : undefined;
  if (checked?.refusal !== undefined) return cannotBeChecked(file, checked.refusal);
  if (cancel.aborted) return failed('cancelled', 'cancelled');

  const known = report?.files[file] ?? [];
  const list =
    checked === undefined
      ? known
      : mergeFindings([known, checked.files[file] ?? []], new Set(config.includeSeverities));
  const { checkers = [] }: Partial<CheckedProjects> = checked ?? {};
  const asked = [...servers, ...checkers];
  const took = {
    ...(report !== undefined && { servers: servers.map(({ id, outcome }) => ({ id, outcome })) }),
    ...((checkers.length > 0 || backend === 'checker') && { checkers: checkers.slice(0, MAX_CHECKERS) }),
  };
  const isJudged = list.length > 0 || asked.some(({ outcome }) => outcome === 'complete');
  if (isJudged) {
    const listed = await lister(sources, false, cancel)(file, list);
    return answer(
      { ...diagnosticsOf([listed]), nextCursor: null, total: 1, ...took },
      renderChecked(listed, {
        servers,
        checkers,
        uninstalled: report?.uninstalled ?? [],
        holes: report?.holes ?? [],
        inPart: report?.inPart?.[file],
      }),
    );
  }
  const missing = toolNotFound(checkers);
  if (missing !== undefined) return missing;
  const isUnserved = checkers.length === 0 && servers.every(({ outcome }) => outcome === 'unavailable');
  if (checked !== undefined && isUnserved)
    return answer(
      { diagnostics: {}, nextCursor: null, total: 0, ...took },
      renderUncheckedFile(file, servers),
    );
  // An empty list does not mean a clean file if no server or checker has completed.
  return failed(
    'failed',
    `${inline(file)} has not been judged by ` +
      [...servers.map(renderServer), ...checkers.map(renderChecker)].join(', nor by '),
  );
}

/**
 * A broken or missing server will not answer the next time either, whatever the other servers
 * report.
 */
function needsCheckers({ servers }: CheckReport, backend: schemas.Backend): boolean {
  return (
    backend === 'auto' &&
    (servers.length === 0 || servers.some(({ outcome }) => outcome === 'unavailable' || outcome === 'broken'))
  );
}

function cannotBeChecked(file: string, why: string): ToolOutcome<never> {
  return failed('not-found', `${inline(file)} cannot be checked: ${why}`);
}
