import type { CheckReport, Diagnostic, LspConfig, ProposeParams } from '../../src/lsp/types.js';
import { LSP_DEFAULTS } from '../../src/lsp/types.js';
import type { Preview, ToolContext } from '../../src/tools/context.js';
import type { Workspace } from './workspace.js';

/** A workspace's context whose previews are judged by a function. */
export interface Previewed {
  readonly context: ToolContext;
  /** What it was asked. */
  readonly proposed: ProposeParams[];
}

export function previewed(
  ws: Workspace,
  answer: (params: ProposeParams) => Partial<CheckReport>,
  settings: LspConfig = {},
): Previewed {
  const proposed: ProposeParams[] = [];
  const preview: Preview = {
    settings: { ...LSP_DEFAULTS, report: 'caused', ...settings },
    propose: async (params) => {
      proposed.push(params);
      return {
        files: {},
        others: {},
        othersComplete: true,
        servers: [{ id: 'fake', root: '.', outcome: 'complete', ms: 1 }],
        ...(await Promise.resolve(answer(params))),
      };
    },
  };
  return { context: { ...ws.context, preview }, proposed };
}

export const error = (
  file: string,
  message: string,
  origin: NonNullable<Diagnostic['origin']> | 'unknown' = 'edit',
): Diagnostic => ({
  ...{ file, line: 1, character: 1, severity: 'error', message },
  ...(origin !== 'unknown' && { origin }),
});
