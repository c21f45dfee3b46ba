import type { TsserverRequests } from '../diagnostics/tsserver-requests.ts';
import type { AdmittedPath } from '../paths.ts';

/** tsserver's own names for what no settings file holds begin like this, so whoever judges files takes it for one of those. */
export const STRAYS = '/dev/null/strays';

/** By name: the protocol has these. */
const OPTIONS = {
  allowJs: true,
  allowSyntheticDefaultImports: true,
  jsx: 'preserve',
  module: 'preserve',
  moduleResolution: 'bundler',
  resolveJsonModule: true,
  target: 'esnext',
} as const;

/** Nothing but the files themselves: enough to see what they declare. */
const ALONE = { ...OPTIONS, noLib: true, noResolve: true, types: [] } as const;

/**
 * Makes one project of files for as long as one question takes: longer, and it would stay theirs whatever other projects come to hold them. Sends at
 * once what `ask` sends at once.
 *
 * @param reach `alone`: without what they import
 */
export function asOneProject<T>(requests: TsserverRequests, files: readonly AdmittedPath[], reach: 'alone' | 'with imports', ask: () => T): T {
  if (files.length === 0) return ask();
  void requests.pass('openExternalProject', {
    projectFileName: STRAYS,
    rootFiles: files.map((fileName) => ({ fileName })),
    options: reach === 'alone' ? ALONE : OPTIONS,
    // Or it would ask the network for types.
    typeAcquisition: { enable: false },
  });
  const asked = ask();
  void requests.pass('closeExternalProject', { projectFileName: STRAYS });
  return asked;
}
