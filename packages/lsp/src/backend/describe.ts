import type { ServerProgram } from '../types.ts';
import type { ServerDefinition } from './definition.ts';
import type { Search } from './program/search.ts';
import type { Absent } from './program/program.ts';
import { UNTRUSTED } from './program/untrusted.ts';

/** What is known of a server without starting it. */
export type Description = { readonly kind: 'found'; readonly program: ServerProgram } | Absent;

/**
 * Describes the server for a file at the top of the workspace; a folder further down may have
 * another TypeScript, or the only ESLint configuration. Runs nothing.
 */
export function describe(definition: ServerDefinition, search: Search): Description {
  const location = definition.locate(search.workspaceRoot, search);
  if (location.kind === 'found') return { kind: 'found', program: location.launch.program };
  // A server that does not apply at the top may apply elsewhere in the workspace.
  return search.trusted || definition.needsNoTrust || definition.optional ? location : UNTRUSTED;
}
