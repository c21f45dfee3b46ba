import { numberOf } from '../../../diagnostics.ts';
import { failed, found } from '../../../engine/navigate/found.ts';
import type { OtherFiles } from '../../../engine/question/report.ts';
import { mergeFindings, sortedRecord } from '../../../engine/base/merge.ts';
import type { Diagnostic, Severity } from '../../../types.ts';
import { once } from '../once.ts';
import { type Pages, requestKeyOf } from '../paging/pages.ts';
import {
  type DiagnosticsEpoch,
  diagnosticsState,
  jointState,
  navigationState,
  type State,
} from '../paging/state.ts';
import type { Sources } from '../sources.ts';
import { ProjectsCheck } from './check-projects.ts';
import { MAX_CHECKERS } from './limits.ts';
import { lister } from './listed.ts';
import { renderKnown, renderIncomplete, renderUncheckedFolder } from './render-diagnostics.ts';
import * as schemas from './schemas.ts';
import { diagnosticsOf } from './shapes.ts';
import { toolNotFound } from './tool-not-found.ts';
import { answer, type ToolOutcome } from './tool.ts';

interface FolderOptions {
  /** Relative to the workspace root; undefined is the workspace itself. */
  readonly folder: string | undefined;
  /** `folder` names a file: what changes have caused in it. */
  readonly isFile?: boolean;
  readonly backend: schemas.Backend;
  /** Only what changes since then have caused; no checker is run for that. */
  readonly since: 'session' | undefined;
  readonly page: { readonly pageSize: number; readonly cursor: string | null | undefined };
}

/**
 * All files below a folder: what servers know about them, what checkers report about their
 * projects, or both.
 */
export async function folderDiagnostics(
  sources: Sources,
  { pages, epoch }: { readonly pages: Pages; readonly epoch: DiagnosticsEpoch },
  { folder, isFile = false, backend, since, page: { pageSize, cursor } }: FolderOptions,
  cancel: AbortSignal,
): Promise<ToolOutcome<schemas.Diagnostics>> {
  const { navigation, orchestrator, config } = sources;
  const paths = folder === undefined ? {} : { paths: [folder] };
  const looked =
    backend === 'checker'
      ? undefined
      : once(() => (since === undefined ? orchestrator.knownFiles(cancel) : openFiles(orchestrator, cancel)));
  const check =
    backend === 'server' || since !== undefined
      ? undefined
      : new ProjectsCheck(sources, { ...paths, ...(backend === 'auto' && { onlyUnserved: true }) }, cancel);
  const isInside = (file: string): boolean =>
    folder === undefined || file === folder || file.startsWith(`${folder}/`);
  const isFirst = cursor === null || cursor === undefined;
  const states: State[] = [
    looked === undefined
      ? navigationState(navigation)
      : diagnosticsState(navigation, epoch, async () => found(epoch.of((await looked()).files))),
  ];
  if (check !== undefined) states.push(check.state);
  // Started early, so that checkers need not look at the disk first.
  if (isFirst) void looked?.();

  const page = await pages.page<[file: string, diagnostics: readonly Diagnostic[]]>({
    requestKey: requestKeyOf(schemas.diagnostics.name, folder ?? '', backend, since ?? ''),
    cursor,
    pageSize,
    state: jointState(states),
    whole: async () => {
      const [{ files: servers = {} } = {}, { files: checkers = {} } = {}] = await Promise.all([
        looked?.(),
        check?.result(),
      ]);
      return found(joined(servers, checkers, config.includeSeverities).filter(([file]) => isInside(file)));
    },
  });
  if (cancel.aborted) return failed('cancelled', 'cancelled');
  if (page.kind === 'failed') return page;
  const { items, nextCursor, total } = page.value;
  const { complete = true } = (await looked?.()) ?? {};
  const list = lister(sources, since !== undefined, cancel);
  const files = await Promise.all(items.map(([file, all]) => list(file, all)));
  const known = { ...diagnosticsOf(files), nextCursor, total };
  const options = { total, nextCursor, folder, isFile, complete, since };
  if (check === undefined || !isFirst) return answer(known, renderKnown(files, options));

  const { checkers, files: checked, refusal } = await check.result();
  const isForced = backend === 'checker';
  if (checkers.length === 0)
    return answer(
      { ...known, ...(isForced && { checkers: [] }) },
      isForced ? renderUncheckedFolder(folder, refusal) : renderKnown(files, options),
    );
  const isJudged =
    total > 0 || checkers.some(({ outcome }) => outcome === 'complete') || (await check.areOthersServed());
  // An empty list does not mean a clean folder if no server or checker has completed.
  if (!isJudged)
    return (
      toolNotFound(checkers) ?? failed('failed', `nothing has been judged: ${renderIncomplete(checkers)}`)
    );
  const elsewhere = Object.entries(checked).reduce(
    (sum, [file, list]) => (isInside(file) ? sum : sum + numberOf(list)),
    0,
  );
  return answer(
    { ...known, checkers: checkers.slice(0, MAX_CHECKERS) },
    renderKnown(files, { ...options, judged: { checkers, elsewhere, refusal, areAll: isForced } }),
  );
}

async function openFiles(orchestrator: Sources['orchestrator'], cancel: AbortSignal): Promise<OtherFiles> {
  const { open, complete } = await orchestrator.session(cancel);
  return { files: open, complete };
}

type Files = Readonly<Record<string, readonly Diagnostic[]>>;

/** Diagnostics by file, without duplicates. */
function joined(
  one: Files,
  other: Files,
  severities: readonly Severity[],
): [file: string, list: readonly Diagnostic[]][] {
  const wanted = new Set(severities);
  const both = Object.entries(other).map(
    ([file, list]) => [file, mergeFindings([one[file] ?? [], list], wanted)] as const,
  );
  return Object.entries(sortedRecord([...Object.entries(one), ...both]));
}
