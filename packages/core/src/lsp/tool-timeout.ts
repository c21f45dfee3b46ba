import type { LspConfig } from './types.js';

/** On request, this tool runs compilers on whole projects. */
const DIAGNOSTICS_TOOL = 'lsp_diagnostics';

/** How long the sidecar may take for a tool call, ms. */
export function toolTimeout(
  tool: string,
  { checkerTimeout, navigationTimeout }: Pick<Required<LspConfig>, 'checkerTimeout' | 'navigationTimeout'>,
): number {
  return tool === DIAGNOSTICS_TOOL ? Math.max(navigationTimeout, checkerTimeout) : navigationTimeout;
}
