import type { LspConfig } from './types.js';

/** The tool that has compilers judge whole projects, where it is asked to. */
const JUDGE = 'lsp_diagnostics';

/** How long the sidecar may take for a call of a tool, ms. */
export function toolTimeout(tool: string, { checkerTimeout, navigationTimeout }: Pick<Required<LspConfig>, 'checkerTimeout' | 'navigationTimeout'>): number {
  return tool === JUDGE ? Math.max(navigationTimeout, checkerTimeout) : navigationTimeout;
}
