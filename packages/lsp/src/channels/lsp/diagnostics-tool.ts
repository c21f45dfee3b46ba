import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AdmittedPath } from '../../paths.ts';
import { failed, type Failure, found } from '../../service/found.ts';
import type { Navigation } from '../../service/navigator.ts';
import type { CheckReport, Diagnostic } from '../../types.ts';
import type { Tool } from '../catalogue.ts';
import { once } from '../once.ts';
import { type Pages, requestKeyOf } from '../paging/pages.ts';
import { DiagnosticsEpoch, diagnosticsState } from '../paging/state.ts';
import type { Sources } from '../sources.ts';
import * as json from './json-schemas.ts';
import { MAX_DIAGNOSTICS, MAX_MESSAGE, MAX_NAME, MAX_PAGE_SIZE, PAGE_SIZES } from './limits.ts';
import { clip, oneLine } from './plain-text.ts';
import { type Asked, renderChecked, renderKnown, renderOutcome } from './render-diagnostics.ts';
import * as schemas from './schemas.ts';
import { answer, lspTool, type Outcome } from './tool.ts';

/** REQ-NAV-060; one file is checked first. */
export function diagnosticsTool(sources: Sources, pages: Pages): Tool {
  const epoch = new DiagnosticsEpoch();
  return lspTool({
    schemas: schemas.diagnostics,
    ...json.diagnostics,
    title: 'Diagnostics',
    description:
      'Reports errors, as compilers and linters would. With the `path` of a file it is checked as it is on disk now: use it after you changed a file by other means than the edit tools, which report by themselves. Without `path`, or with a folder, it lists what is known already of all files that were looked at so far: use it before you call a change done. It is no build of the whole project.',
    async run({ path, pageSize = PAGE_SIZES.diagnostics, cursor }, cancel) {
      const scope = scopeOf(sources.navigation, path);
      if (scope.kind === 'failed') return scope;
      if (scope.kind === 'file') return checked(sources.navigation, scope.path, await sources.orchestrator.check({ files: [{ filePath: scope.path }] }, cancel));
      return await known(sources, { pages, epoch }, scope.folder, { pageSize: Math.min(pageSize, MAX_PAGE_SIZE), cursor }, cancel);
    },
  });
}

/** `folder`: all known files, or those below one, relative to the workspace root. */
type Scope = { readonly kind: 'known'; readonly folder?: string } | { readonly kind: 'file'; readonly path: AdmittedPath } | Failure;

function scopeOf(navigation: Navigation, path: string | undefined): Scope {
  if (path === undefined || isRoot(navigation, path)) return { kind: 'known' };
  const admitted = navigation.admit(path);
  if (admitted.kind === 'failed') return admitted;
  const isFolder = statSync(admitted.value, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? { kind: 'known', folder: navigation.relative(admitted.value) } : { kind: 'file', path: admitted.value };
}

function isRoot({ root }: Navigation, path: string): boolean {
  const named = resolve(root, path);
  if (named === root) return true;
  try {
    // Whoever names the root by a symbolic link to it names nothing inside of it.
    return !path.includes('\0') && realpathSync(named) === root;
  } catch {
    return false;
  }
}

interface Page {
  readonly pageSize: number;
  readonly cursor: string | null | undefined;
}

async function known(
  { navigation, orchestrator, config }: Sources,
  { pages, epoch }: { readonly pages: Pages; readonly epoch: DiagnosticsEpoch },
  folder: string | undefined,
  { pageSize, cursor }: Page,
  cancel: AbortSignal,
): Promise<Outcome<schemas.Diagnostics>> {
  const all = once(() => orchestrator.knownFiles(cancel));
  const page = await pages.page<[file: string, diagnostics: Diagnostic[]]>({
    requestKey: requestKeyOf(schemas.diagnostics.name, folder ?? ''),
    cursor,
    pageSize,
    state: diagnosticsState(navigation, epoch, async () => found(epoch.of((await all()).files))),
    whole: async () => found(Object.entries((await all()).files).filter(([file]) => folder === undefined || file.startsWith(`${folder}/`))),
  });
  if (page.kind === 'failed') return page;
  const { items, nextCursor, total } = page.value;
  const diagnostics = Object.fromEntries(items.map(([file, list]) => [file, shaped(list)]));
  const { complete } = await all();
  const text = renderKnown(items, { total, nextCursor, perFile: config.maxDiagnosticsPerFile, complete, ...(folder !== undefined && { folder }) });
  return answer({ diagnostics, nextCursor, total }, text);
}

function checked(navigation: Navigation, path: AdmittedPath, { files, refused = {}, servers }: CheckReport): Outcome<schemas.Diagnostics> {
  const file = navigation.relative(path);
  const [refusal] = Object.values(refused);
  if (refusal !== undefined) return failed('not-found', `${oneLine(file)} cannot be checked: it is ${refusal}`);
  if (servers.length === 0) return failed('no-server', `${oneLine(file)} cannot be checked: no language server is there for a file like this`);
  const list = files[file] ?? [];
  const asked = servers.map(({ id, outcome }): Asked => ({ id, outcome }));
  // Nothing found by nobody is no verdict.
  if (list.length === 0 && asked.every(({ outcome }) => outcome !== 'complete')) return failed('failed', `${oneLine(file)} has not been judged by ${asked.map(renderOutcome).join(', nor by ')}`);
  return answer({ diagnostics: { [file]: shaped(list) }, nextCursor: null, total: 1, servers: asked }, renderChecked(file, list, asked));
}

/** integration-contracts, contract 2. */
function shaped(list: readonly Diagnostic[]): schemas.Diagnostic[] {
  return list.slice(0, MAX_DIAGNOSTICS).map(({ line, character, severity, message, code }) => ({
    line,
    character,
    severity,
    message: clip(message, MAX_MESSAGE),
    ...(code !== undefined && { code: typeof code === 'string' ? clip(code, MAX_NAME) : code }),
  }));
}
