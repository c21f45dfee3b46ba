import { join } from 'node:path';
import { compareText } from '../../../support/compare.ts';
import { type AdmittedPath, toUri } from '../../../support/paths.ts';
import { failed, type Found, found } from '../../../engine/navigate/found.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import type { OtherFiles } from '../../../engine/question/report.ts';
import type { CheckReport, Diagnostic } from '../../../types.ts';
import type { Tool } from '../catalogue.ts';
import { counted } from '../../../support/counted.ts';
import { once } from '../once.ts';
import { type Pages, requestKeyOf } from '../paging/pages.ts';
import { DiagnosticsEpoch, diagnosticsState } from '../paging/state.ts';
import type { Sources } from '../sources.ts';
import { findingsOf, type FindingsOfFile } from './findings.ts';
import { gatewayTool } from './gateway-tool.ts';
import { MAX_ITEMS_NONPAGED, MAX_PAGE_SIZE, MAX_WORKSPACE_DIAGNOSTICS_ITEMS_TOTAL } from './limits.ts';
import * as schemas from './schemas.ts';
import { sentence } from './summary.ts';
import { documentOf } from './uri.ts';

export function documentDiagnosticsTool({ navigation, orchestrator }: Sources): Tool {
  return gatewayTool({
    schemas: schemas.documentDiagnostics,
    async run({ uri }, cancel) {
      const document = documentOf(navigation, uri);
      if (document.kind === 'failed') return document;
      const path = document.value;
      const checked = findingsIn(
        navigation,
        path,
        await orchestrator.check({ files: [{ filePath: path }] }, cancel),
      );
      if (checked.kind === 'failed') return checked;
      const { isCut, ...findings } = findingsOf(toUri(path), checked.value);
      const returned = `Returned ${counted(findings.diagnostics.length, 'diagnostic')}`;
      return found({
        ...findings,
        summary: sentence(returned, isCut && `truncated to ${MAX_ITEMS_NONPAGED}`),
      });
    },
  });
}

export function workspaceDiagnosticsTool({ navigation, orchestrator }: Sources, pages: Pages): Tool {
  const { name } = schemas.workspaceDiagnostics;
  const epoch = new DiagnosticsEpoch();
  return gatewayTool({
    schemas: schemas.workspaceDiagnostics,
    async run({ pageSize, cursor }, cancel) {
      const whole = once(async () => allFindings(navigation, await orchestrator.knownFiles(cancel)));
      const current = once(async () => {
        const list = await whole();
        return list.kind === 'failed' ? list : found(epoch.of(list.value));
      });
      const page = await pages.page({
        requestKey: requestKeyOf(name),
        cursor,
        pageSize: Math.min(pageSize, MAX_PAGE_SIZE),
        state: diagnosticsState(navigation, epoch, current),
        whole,
      });
      if (page.kind === 'failed') return page;
      const { items, nextCursor } = page.value;
      const summary = sentence(
        `Returned diagnostics for ${counted(items.length, 'file')}`,
        items.some(({ isCut }) => isCut) && `truncated to ${MAX_ITEMS_NONPAGED} in a file`,
        nextCursor !== null && 'next page available',
      );
      return found({
        items: items.map(({ uri, diagnostics }) => ({ uri, diagnostics })),
        nextCursor,
        summary,
      });
    },
  });
}

/**
 * The diagnostics of a file, if all servers that could report have done so. A partial answer is no
 * answer (gateway-contract 4.5).
 */
function findingsIn(
  navigation: Navigation,
  path: AdmittedPath,
  { files, refused = {}, servers }: CheckReport,
): Found<readonly Diagnostic[]> {
  const refusal = Object.values(refused)[0];
  if (refusal !== undefined) {
    const isPackage = navigation.relative(path).split('/').includes('node_modules');
    return isPackage
      ? failed('no-server', 'nobody judges what lies in node_modules')
      : failed('not-found', `the file cannot be judged: ${refusal}`);
  }
  const late = servers.filter(({ outcome }) => outcome === 'timed-out' || outcome === 'starting');
  const [first] = late;
  if (first?.reason !== undefined) return failed('no-server', `${first.id} gave no answer: ${first.reason}`);
  if (late.length > 0)
    return failed(
      'timed-out',
      `no complete answer from ${late.map(({ id }) => id).join(', ')} in time; ask again`,
    );
  const diagnostics = Object.values(files)[0] ?? [];
  if (diagnostics.length > 0 || servers.some(({ outcome }) => outcome === 'complete'))
    return found(diagnostics);
  const lost = servers.map(({ id, outcome }) => `${id} is ${outcome}`);
  return failed(
    'no-server',
    lost.length === 0 ? 'no language server is there for a file like this' : lost.join(', '),
  );
}

function allFindings({ root }: Navigation, known: OtherFiles): Found<readonly FindingsOfFile[]> {
  if (!known.complete) return failed('timed-out', 'not every file has been judged in time; ask again');
  const files = Object.entries(known.files).filter(([, diagnostics]) => diagnostics.length > 0);
  if (files.length > MAX_WORKSPACE_DIAGNOSTICS_ITEMS_TOTAL)
    return failed(
      'too-many',
      `more than ${MAX_WORKSPACE_DIAGNOSTICS_ITEMS_TOTAL} files have diagnostics, too many to list`,
    );
  return found(
    files
      .map(([file, diagnostics]) => findingsOf(toUri(join(root, file)), diagnostics))
      .sort((a, b) => compareText(a.uri, b.uri)),
  );
}
