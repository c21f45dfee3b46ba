import type { ServerDefinition } from '../registry/definition.ts';
import type { Diagnostic } from '../types.ts';

/** What one server says about one file. */
export interface Voice {
  readonly definition: Pick<ServerDefinition, 'role' | 'echoes'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Two servers never report one problem twice: what a compiler says in its own words is not repeated in a linter's. */
export function withoutEchoes(voices: readonly Voice[]): (readonly Diagnostic[])[] {
  const hasCompiler = voices.some(({ definition }) => definition.role === 'compiler');
  return voices.map(({ definition, diagnostics }) => {
    const { echoes } = definition;
    return hasCompiler && echoes !== undefined ? diagnostics.filter(({ code }) => !echoes.includes(String(code ?? ''))) : diagnostics;
  });
}
