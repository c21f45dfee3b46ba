import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A path for a folder that does not exist yet; it goes away with its contents. */
export function temporaryFolder(): AsyncDisposable & { readonly path: string } {
  const above = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-language-')));
  return {
    path: join(above, 'project'),
    [Symbol.asyncDispose]: () => {
      rmSync(above, { recursive: true, force: true, maxRetries: 5 });
      return Promise.resolve();
    },
  };
}
