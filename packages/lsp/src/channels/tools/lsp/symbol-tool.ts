import type { Tool } from '../catalogue.ts';
import type { Sources } from '../sources.ts';
import { parseQuery, type SymbolInput } from '../../../engine/navigate/by-name/symbol-query.ts';
import { type ResolvedSymbol, resolveSymbol, within } from './resolve-symbol.ts';
import type * as schemas from './schemas.ts';
import { answer, lspTool, type LspTool, type Outcome } from './tool.ts';

/** A tool about one symbol, which is given by its position or its name. */
export interface SymbolTool<Output extends Record<string, unknown>> extends Omit<
  LspTool<SymbolInput, Output>,
  'run'
> {
  /** What the answer holds besides candidates, where `symbol` may mean several things. */
  readonly nothing: Output;
  readonly ask: (symbol: ResolvedSymbol, cancel: AbortSignal) => Promise<Outcome<Output>>;
}

export function symbolTool<Output extends Record<string, unknown> & { candidates?: schemas.Candidate[] }>(
  { navigation, config }: Pick<Sources, 'navigation' | 'config'>,
  { nothing, ask, ...tool }: SymbolTool<Output>,
): Tool {
  return lspTool({
    ...tool,
    run: (input, cancel) =>
      within<Output>(config.navigationTimeout, cancel, async (signal) => {
        const resolved = await resolveSymbol(navigation, parseQuery(input), signal);
        if (resolved.kind === 'undecided')
          return answer({ ...nothing, candidates: resolved.candidates }, resolved.text);
        return resolved.kind === 'resolved' ? await ask(resolved, signal) : resolved;
      }),
  });
}
