import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AdmittedPath } from '../../../support/paths.ts';
import { isFolder } from '../../../support/read-file.ts';
import type { Failure } from '../../../engine/navigate/found.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import type { Tool } from '../catalogue.ts';
import type { Pages } from '../paging/pages.ts';
import { DiagnosticsEpoch } from '../paging/state.ts';
import type { Sources } from '../sources.ts';
import { checkedFile } from './file-diagnostics.ts';
import { folderDiagnostics } from './folder-diagnostics.ts';
import { MAX_PAGE_SIZE, PAGE_SIZES } from './limits.ts';
import * as schemas from './schemas.ts';
import { lspTool } from './tool.ts';

/**
 * REQ-NAV-060; a single file is checked first. Compilers and linters are the second kind of backend
 * (push-diagnostics.md).
 */
export function diagnosticsTool(sources: Sources, pages: Pages): Tool {
  const epoch = new DiagnosticsEpoch();
  return lspTool({
    schemas: schemas.diagnostics,
    async run({ path, backend = 'auto', since, pageSize = PAGE_SIZES.diagnostics, cursor }, cancel) {
      if (since !== undefined && backend === 'checker')
        return {
          kind: 'unclear',
          problem:
            '`since` and `backend: "checker"` exclude each other: a checker does not know what was ' +
            'there before; leave one out',
        };
      const scope = scopeOf(sources.navigation, path);
      if (scope.kind === 'failed') return scope;
      if (scope.kind === 'file' && since === undefined)
        return await checkedFile(sources, scope.path, backend, cancel);
      const page = { pageSize: Math.min(pageSize, MAX_PAGE_SIZE), cursor };
      return await folderDiagnostics(
        sources,
        { pages, epoch },
        {
          folder: scope.kind === 'file' ? sources.navigation.relative(scope.path) : scope.folder,
          isFile: scope.kind === 'file',
          backend,
          since,
          page,
        },
        cancel,
      );
    },
  });
}

/** `folder`: relative to the workspace root; undefined is the workspace itself. */
type Scope =
  | { readonly kind: 'folder'; readonly folder?: string }
  | { readonly kind: 'file'; readonly path: AdmittedPath }
  | Failure;

function scopeOf(navigation: Navigation, path: string | undefined): Scope {
  if (path === undefined || isRoot(navigation, path)) return { kind: 'folder' };
  const admitted = navigation.admit(path);
  if (admitted.kind === 'failed') return admitted;
  return isFolder(admitted.value)
    ? { kind: 'folder', folder: navigation.relative(admitted.value) }
    : { kind: 'file', path: admitted.value };
}

function isRoot({ root }: Navigation, path: string): boolean {
  const named = resolve(root, path);
  if (named === root) return true;
  try {
    // A symbolic link to the root names the root itself and nothing inside of it.
    return !path.includes('\0') && realpathSync(named) === root;
  } catch {
    return false;
  }
}
