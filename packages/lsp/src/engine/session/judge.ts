import { dirname } from 'node:path';
import type { Launch, ServerDefinition, ServerLocation } from '../../backend/definition.ts';
import type { Registry } from '../../backend/find-server.ts';
import type { Search } from '../../backend/program/search.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { KnownFiles } from './known-files.ts';
import type { Session } from './session.ts';

interface Services {
  readonly registry: Registry;
  readonly search: Search;
  readonly pool: { find(definition: ServerDefinition, launch: Launch): Session | undefined };
}

interface FoundJudge {
  readonly definition: ServerDefinition;
  readonly location: Extract<ServerLocation, { readonly kind: 'found' | 'unavailable' }>;
}

/** The judge to which a server leaves findings; see {@link LeavesTo}. */
function judgeFor(
  { registry, search }: Pick<Services, 'registry' | 'search'>,
  { leavesTo }: ServerDefinition,
  path: AdmittedPath,
): FoundJudge | undefined {
  if (leavesTo === undefined) return undefined;
  const definition = registry.forFile(path).find(({ id }) => id === leavesTo.judge);
  if (definition === undefined) return undefined;
  const folder = dirname(path);
  const location = definition.locate(folder, search);
  if (location.kind !== 'found' && location.kind !== 'unavailable') return undefined;
  return leavesTo.judgesToo(folder, search) ? undefined : { definition, location };
}

/**
 * Of a judge that cannot run, or that has judged nothing in its last run, another server's findings are
 * the only ones.
 */
export function isJudgedByOther(
  services: Services,
  definition: ServerDefinition,
  path: AdmittedPath,
): boolean {
  const judge = judgeFor(services, definition, path);
  if (judge?.location.kind !== 'found') return false;
  const { launch } = judge.location;
  if (launch.batch?.excludes?.(path) === true) return false;
  return services.pool.find(judge.definition, launch)?.hasFailed !== true;
}

/** What a server had reported while its judge had failed. */
export function takeOutJudged(services: Services, known: KnownFiles<Session>, session: Session): void {
  const { definition } = session;
  known.keepOnly(
    session,
    (path, finding) =>
      definition.leavesTo?.keeps(finding) !== false || !isJudgedByOther(services, definition, path),
  );
}

/** The file that the reason was given for: it is given once for a process. */
const reasonGiven = new WeakMap<Launch, AdmittedPath>();

/** Why a server judges what the project's own judge would, where that one is not installed. */
export function whyNoJudge(
  services: Pick<Services, 'registry' | 'search'>,
  { definition, launch }: Pick<Session, 'definition' | 'launch'>,
  path: AdmittedPath,
): string | undefined {
  if (definition.leavesTo === undefined || !launch.serves(path)) return undefined;
  if ((reasonGiven.get(launch) ?? path) !== path) return undefined;
  const location = judgeFor(services, definition, path)?.location;
  if (location?.kind !== 'unavailable') return undefined;
  reasonGiven.set(launch, path);
  const install = location.hint === undefined ? '' : `; to install it: ${location.hint}`;
  return `${definition.id} has judged what the project's own judge would: ${location.reason}${install}`;
}
