import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ServerDefinition } from '../../backend/definition.ts';
import type { Registry } from '../../backend/find-server.ts';
import { namesOf } from '../../backend/language-map.ts';
import { type AdmittedPath, diskStamp } from '../../support/paths.ts';
import type { Proposal, Served } from './session.ts';

// What a server can be asked, what it sees, and for whom it speaks. Rooms above ask here and read no
// flag of a definition, so that a new kind of server, or of project, is a change of this file.

type Ability = (definition: ServerDefinition) => boolean;
type Process = Pick<Served, 'definition' | 'launch'>;

/** Its errors prove something. A linter's are opinions, and no result waits for them. */
export const isCompiler: Ability = ({ role }) => role === 'compiler';

/** It is asked only while its primary server is late. */
export const isFallback: Ability = ({ standsInFor }) => standsInFor !== undefined;

export const isFallbackOf = ({ standsInFor }: ServerDefinition, { id }: ServerDefinition): boolean =>
  standsInFor === id;

/** No other server would report what it has to report. */
export const speaksForItself: Ability = (definition) => isCompiler(definition) && !isFallback(definition);

/** What a change breaks in other files is not known before it has answered. */
export const speaksForOthers: Ability = (definition) =>
  speaksForItself(definition) && !judgesAlone(definition);

/** It keeps a process, and answers requests for more than findings. */
export const answersRequests: Ability = ({ run }) => run === undefined;

/** Whatever it is asked about, it answers about all files of its project. */
export const reportsAll: Ability = ({ run }) => run !== undefined;

/** It reports by itself on what a change reaches. One whose imports we read does so on open files. */
export const reportsUnasked: Ability = ({ imports }) => imports === undefined;

/** The same, once its barrier is passed; of one whose imports we read, only if it is told of saves. */
export const reportsAfterSaves: Ability = (definition) =>
  reportsUnasked(definition) || definition.textsSuffice !== true;

/** No change of another file reaches its findings. */
export const judgesAlone: Ability = (definition) => definition.judgesAlone === true;

/** Its verdict on a file holds in one tree only. A linter's counts in any. */
export const dependsOnOthers: Ability = (definition) => isCompiler(definition) && !judgesAlone(definition);

/**
 * Linters and batch compilers may exceed the deadline after every edit, so their last findings are
 * quoted on the lines that have not changed.
 */
export const isQuoted: Ability = (definition) => !isCompiler(definition) || reportsAll(definition);

/** It may read any file: as a dependency, by a build script or a macro. */
export const readsAll: Ability = ({ run }) => run !== undefined;

/** The file is named like those that it is asked about. */
export const isOwn = ({ extensions }: Pick<ServerDefinition, 'extensions'>, path: string): boolean =>
  namesOf(path).some((name) => extensions.includes(name));

/** It reads files that other servers, or other processes of it, are asked about. */
export const readsForeign: Ability = (definition) =>
  readsAll(definition) || definition.embeds !== undefined || definition.builds !== undefined;

export function reads(registry: Registry, definition: ServerDefinition, path: AdmittedPath): boolean {
  const { extensions } = registry.embeddedIn(definition) ?? { extensions: [] };
  return readsAll(definition) || isOwn(definition, path) || isOwn({ extensions }, path);
}

/** A text that is not on disk counts for its findings in other files, too. */
export const seesOthers: Ability = (definition) =>
  readsAll(definition) || (definition.overlays ?? 'itself') !== 'itself';

/** It can be shown another text of this file: its own, or one of a process that reads the same files. */
export function sees({ definition, launch }: Process, path: AdmittedPath): boolean {
  if (readsAll(definition)) return true;
  // Not even as an overlay would the server see a file that is gone.
  if (definition.overlays !== 'created' && diskStamp(path) === undefined) return false;
  const { sharesFiles, builds } = definition;
  return isOwn(definition, path) && (sharesFiles === true || builds !== undefined || launch.serves(path));
}

/** Its findings in a file count: of a process of another build, in all that this build has. */
export const speaksOf = ({ definition: { builds }, launch }: Process, path: AdmittedPath): boolean =>
  builds === undefined ||
  launch.serves(path) ||
  (launch.toolchain !== undefined && builds.has(launch.toolchain, path));

/** It judges another build of the same sources. */
export const isOtherBuild = ({ definition, launch }: Process, other: Process): boolean =>
  definition.builds !== undefined && other.definition.id === definition.id && other.launch !== launch;

/** Settings and packages: the findings of any file may differ after such a change. */
export const mayChangeAll = ({ definition, launch }: Process, path: AdmittedPath): boolean =>
  definition.imports?.affectsAll(path) === true ||
  (!isOwn(definition, path) && launch.reloads?.(path) === true);

/** Why it judges not all of a file that is its own, if so. */
export const whyInPart = ({ definition, launch }: Process, path: AdmittedPath): string | undefined =>
  definition.whyInPart !== undefined && isOwn(definition, path) && launch.serves(path)
    ? definition.whyInPart(path, launch)
    : undefined;

/** What the project's configuration says of a file that has findings all the same, since it is open. */
export const whyExcluded = ({ definition, launch }: Process, path: AdmittedPath): string | undefined =>
  isOwn(definition, path) && launch.excludes?.(path) === true && launch.serves(path)
    ? `its project leaves it out by its configuration: a run of ${definition.id} itself reports none of this`
    : undefined;

/** Its other process has to know the texts that this one is asked about. */
export const sharesFilesWith = ({ definition, launch }: Process, other: Process): boolean =>
  definition.sharesFiles === true && other.definition.id === definition.id && other.launch !== launch;

/** It cannot be shown a file where there is no folder for it. */
export function lacksFolder({ needsFolders }: ServerDefinition, path: AdmittedPath): boolean {
  return needsFolders === true && !existsSync(dirname(path));
}

/** Why a language server's answer would not be about this tree, if so. */
export function whyNotJudged(
  definition: ServerDefinition,
  { texts, deleted, asked }: Proposal,
): string | undefined {
  if (!dependsOnOthers(definition)) return undefined;
  const { overlays = 'itself', emptyIsGone } = definition;
  if (deleted.length > 0 && emptyIsGone !== true)
    return 'it cannot judge a tree without files that are still on disk';
  if (texts.some(({ path }) => lacksFolder(definition, path)))
    return 'it sees new files only in folders that are on disk';
  const isAlone = texts.length === 1 && asked.every((path) => path === texts[0]?.path);
  if (texts.length === 0 || isAlone || overlays === 'created') return undefined;
  if (overlays === 'itself') return 'it sees other files only as they are on disk';
  const isCreated = texts.some(({ path }) => diskStamp(path) === undefined);
  return isCreated ? 'it sees new files only once they are on disk' : undefined;
}
