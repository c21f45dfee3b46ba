import type { CheckerDefinition } from '../../backend/checker/definition.ts';
import type { ServerDefinition } from '../../backend/definition.ts';
import { isCompiler } from '../session/abilities.ts';
import type { Servers } from '../session/pool/servers.ts';

/**
 * Whether a language server can answer for this project, and finds what its checker would. Also
 * true where the user has switched that server off, and so wants neither. Starts nothing.
 *
 * @param root of the project
 */
export function isServed(
  services: Pick<Servers, 'registry' | 'search' | 'pool'>,
  checker: CheckerDefinition,
  root: string,
): boolean {
  const { registry } = services;
  const [primary] = checker.sameAs;
  if (primary !== undefined && registry.isDisabled(primary)) return true;
  return registry
    .all()
    .some(
      (server) =>
        !registry.isDisabled(server.id) && findsTheSame(server, checker) && canAnswer(services, server, root),
    );
}

/** For a checker without `sameAs`, every compiler for its files counts as finding the same. */
function findsTheSame(server: ServerDefinition, checker: CheckerDefinition): boolean {
  if (checker.sameAs.length > 0) return checker.sameAs.includes(server.id);
  return isCompiler(server) && checker.extensions.some((extension) => server.extensions.includes(extension));
}

function canAnswer(
  { search, pool }: Pick<Servers, 'search' | 'pool'>,
  server: ServerDefinition,
  root: string,
): boolean {
  const location = server.locate(root, search);
  return location.kind === 'found' && pool.find(server, location.launch)?.state.kind !== 'broken';
}
