import type { ServerDefinition } from '../../../backend/definition.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { resolveServers } from '../../base/resolve-servers.ts';
import { dependsOnOthers } from '../../session/abilities.ts';
import type { Resolver } from '../../session/pool/servers.ts';
import type { ChangedFile } from '../../session/session.ts';
import type { RefactoringContext } from '../refactoring.ts';
import type { Importers } from '../importers.ts';
import type { MovedFile } from '../importers.ts';
import type { Move } from './moved-files.ts';
import type { MoveAnswer } from './will-rename.ts';

/** The servers and compilers that judge the file with others, and run. Fallbacks are left out. */
export function serversOf(services: Resolver, path: AdmittedPath): ServerDefinition[] {
  return resolveServers(services, path).found.flatMap(({ definition, primary }) =>
    primary === undefined && dependsOnOthers(definition) ? [definition] : [],
  );
}

/** How many files a refusal names. */
const MOST_NAMED = 5;

/** Why the imports of a moved file may not all follow it, if so. */
export function whyUnknown(
  context: RefactoringContext,
  move: Move,
  importers: Importers,
  answers: readonly MoveAnswer[],
  files: readonly ChangedFile[],
): string | undefined {
  const changed = new Set(files.map(({ path }) => path));
  for (const file of move.files) {
    const reason = whyFileUnknown(context, file, importers, answers, changed);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function whyFileUnknown(
  { services }: RefactoringContext,
  { from, to }: MovedFile,
  importers: Importers,
  answers: readonly MoveAnswer[],
  changed: ReadonlySet<AdmittedPath>,
): string | undefined {
  const definitions = services.registry.forFile(from).filter(dependsOnOthers);
  const own = answers.filter(({ session: { definition } }) => definitions.includes(definition));
  const shown = services.workspace.folder(from);
  const embedders = new Set(definitions.flatMap(({ id }) => services.registry.embeddersOf(id)));
  const embedding = importers
    .of(from)
    .find(
      (path) =>
        !changed.has(path) && services.registry.forFile(path).some((definition) => embedders.has(definition)),
    );
  if (embedding !== undefined)
    return (
      `${services.workspace.folder(embedding)} imports ${shown}, and no language server changes imports ` +
      'there'
    );
  if (own.some(({ kind }) => kind === 'edits')) return undefined;
  const rewriting = definitions.find(({ imports }) => imports?.moved !== undefined);
  if (rewriting !== undefined) {
    const isJudged = serversOf(services, from).length > 0;
    return isJudged
      ? undefined
      : `nothing runs that could judge ${shown} at its new path: ${rewriting.id} is not there. \`force\` ` +
          'rewrites the imports all the same';
  }
  const left = importers.of(from).filter((path) => !changed.has(path));
  if (left.length > 0) {
    const names = left.slice(0, MOST_NAMED).map((path) => services.workspace.folder(path));
    const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
    const asked = own.find(({ kind }) => kind === 'nothing')?.session.definition.id;
    return (
      `${asked ?? 'no language server'} changes no import of ${shown}, and ${names.join(', ')}${more} ` +
      `import${left.length === 1 ? 's' : ''} it`
    );
  }
  const reason = definitions
    .map(({ whyNotMoved }) => whyNotMoved?.(from, to))
    .find((one) => one !== undefined);
  if (reason !== undefined) return reason;
  const isKnown =
    own.some(({ kind }) => kind === 'nothing') ||
    definitions.some(({ whyNotMoved }) => whyNotMoved !== undefined);
  if (isKnown) return undefined;
  const found = new Set(serversOf(services, from));
  const unable = definitions.find((definition) => found.has(definition) || definition.optional !== true);
  return unable === undefined
    ? undefined
    : `${unable.id} does not say what imports ${shown}. \`force\` moves it and changes no import`;
}
