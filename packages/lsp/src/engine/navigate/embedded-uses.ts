import { dirname } from 'node:path';
import type { ServerDefinition, ServerLocation } from '../../backend/definition.ts';
import type { Place, Position } from '../../backend/model.ts';
import * as questions from '../../backend/navigation/questions.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { documentOnDisk } from '../disk/text-source.ts';
import type { Texts } from '../disk/texts.ts';
import { wordIn } from '../../backend/navigation/whole-word.ts';
import { isSearchedWhole, linesWith, MOST_SEARCHED, type Occurrence, occurrences } from './occurrences.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { Session } from '../session/session.ts';
import { failed, type Failure, found, type Found } from './found.ts';
import { type Participant, queryAll } from './query-all.ts';

/** Files that may use a symbol, and a server that was to say so. */
export interface Unsearched {
  readonly id: string;
  /** For a person or a model: which file, and what to do. */
  readonly reason: string;
}

export interface EmbeddedUses {
  /** One place for each set of references that such a server has of the symbol. */
  readonly participants: readonly Participant[];
  readonly unsearched: readonly Unsearched[];
}

export const NO_USES: EmbeddedUses = { participants: [], unsearched: [] };

/** At how many places a server is asked what a name means. */
const MOST_ASKED = 500;

/** So much of a line before a name is looked at, UTF-16 code units. */
const MOST_BEFORE = 200;

/** Why the uses in other files are named as left out, and those in the symbol's own language hold. */
const LEFT_OUT: readonly Failure['why'][] = ['no-server', 'too-many', 'failed'];

interface Asking {
  readonly services: Pick<
    Servers,
    'workspace' | 'registry' | 'search' | 'pool' | 'changes' | 'disk' | 'dependents'
  >;
  /** Undefined where they are too many. */
  readonly placesOf: (locations: unknown) => readonly Place[] | undefined;
  readonly texts: Texts;
  readonly ms: number;
  readonly cancel: AbortSignal;
}

/**
 * Where a symbol stands in files that embed the language of these servers (see
 * {@link ServerDefinition.embeds}): a rename in a TypeScript file reaches into Vue components. Also where it
 * stands in projects that take it from its folder, and that a server does not know together: of a Go module
 * that is replaced by one, gopls answers about the module that a file is in, and what that uses.
 * Every place of the name is asked about, until those with the same declaration are all known.
 *
 * @param asked the servers of the symbol's file, with that file
 */
export async function embeddedUses(
  asking: Asking,
  asked: readonly Participant[],
  position: Position,
  name: string,
): Promise<Found<EmbeddedUses>> {
  const { services, placesOf, texts, ms, cancel } = asking;
  const textOf = (path: AdmittedPath): string | undefined => texts.text(path);
  const embedders = asked.flatMap(({ session }) => services.registry.embeddersOf(session.definition.id));
  const isNeeded = embedders.length > 0 || asked.some(({ session }) => session.definition.manifests);
  if (!isNeeded || (await waitFor(services.disk.walked, cancel)).kind === 'gave-up') return found(NO_USES);
  const [text] = asked.flatMap((one) => one.text ?? []);
  const tree = text && services.workspace.trees.around(text.path);
  const bySession = new Map<Session, Occurrence[]>();
  const unsearched = new Map<string, Unsearched>();
  for (const { session, text: own } of asked) {
    const files = own === undefined ? [] : services.dependents.filesOfUsers(session, own.path, tree);
    const lines = [...linesWith([name], wordIn(name, 'gu'), files, [], textOf)];
    if (lines.length > 0) bySession.set(session, lines);
    const { id } = session.definition;
    if (files.length > MOST_SEARCHED) unsearched.set(id, { id, reason: whyTooMany(id, name) });
  }
  const looked = new Map<string, ServerLocation>();
  for (const definition of embedders) {
    for (const occurrence of occurrences(services, definition, name, [], tree, textOf)) {
      const server = resolveServers(services, occurrence.path, looked).found.find(
        (one) => one.definition === definition,
      );
      if (server === undefined) {
        const reason = unsearched.has(definition.id)
          ? undefined
          : whyUnsearched(services, definition, occurrence, name);
        if (reason !== undefined) unsearched.set(definition.id, { id: definition.id, reason });
      } else bySession.getOrInsert(services.pool.session(definition, server.launch), []).push(occurrence);
    }
    const isUsed = [...bySession.keys()].some((session) => session.definition === definition);
    if (isUsed && !isSearchedWhole(services, definition))
      unsearched.set(definition.id, {
        id: definition.id,
        reason: whyTooMany(definition.id, name),
      });
  }
  if (bySession.size === 0) return found({ participants: [], unsearched: [...unsearched.values()] });
  const declared = await queryAll(services, asked, (ask) => ask(questions.definition(position)), ms, cancel);
  if (declared.kind === 'failed') return declared;
  const targets = new Set(declared.value.results.flatMap((result) => placesOf(result) ?? []).map(lineOf));
  const searched = await Promise.all(
    [...bySession].map(([session, all]) => search(asking, session, all, targets)),
  );
  const failure = searched.find((one): one is Failure => 'kind' in one && !LEFT_OUT.includes(one.why));
  for (const [at, { definition }] of [...bySession.keys()].entries()) {
    const { id } = definition;
    const one = searched[at];
    if (one !== undefined && 'kind' in one) unsearched.set(id, { id, reason: one.message });
  }
  return (
    failure ??
    found({
      participants: searched.flatMap((one) => ('kind' in one ? [] : one)),
      unsearched: [...unsearched.values()],
    })
  );
}

const whyTooMany = (id: string, name: string): string =>
  `the workspace has more files of ${id} than are searched for \`${name}\``;

async function search(
  { services, placesOf, ms, cancel }: Asking,
  session: Session,
  all: readonly Occurrence[],
  targets: ReadonlySet<string>,
): Promise<Participant[] | Failure> {
  const participants: Participant[] = [];
  const covered = new Set<string>();
  let left = MOST_ASKED;
  const answers = await queryAll<undefined>(
    services,
    [{ session, text: undefined }],
    async (ask) => {
      for (const { path, position } of surestFirst(all)) {
        const place = { path, range: { start: position } };
        if (covered.has(keyOf(place))) continue;
        const text = await documentOnDisk(session.definition, path);
        if (text === undefined) continue;
        left -= 1;
        if (left < 0) return { kind: 'cut-short' };
        const meant = await ask(questions.definition(position), text);
        if (meant.kind !== 'result') return meant;
        if (placesOf(meant.result)?.some((declared) => targets.has(lineOf(declared))) !== true) continue;
        const uses = await ask(questions.references(position, true), text);
        if (uses.kind !== 'result') return uses;
        const known = placesOf(uses.result) ?? [];
        for (const use of [place, ...known]) covered.add(keyOf(use));
        // A property that has its value from the symbol is defined where that is: `{ add }`.
        if (!known.some((use) => targets.has(lineOf(use)))) continue;
        participants.push({ session, text, position });
      }
      return { kind: 'result', result: undefined };
    },
    ms,
    cancel,
  );
  if (answers.kind === 'failed') return answers;
  const { without } = answers.value;
  return without.length > 0
    ? failed('no-server', `${without.join(', ')} has ended and is not started again in this session`)
    : participants;
}

/**
 * Last those between braces or commas: `{ total }` is a property and a variable, and a rename asked for
 * there is one of the variable.
 */
function surestFirst(
  all: readonly Occurrence[],
): { readonly path: AdmittedPath; readonly position: Position }[] {
  const places = all.flatMap(({ path, positions, text }) =>
    positions.map((position) => {
      const before = text.slice(Math.max(0, position.character - MOST_BEFORE), position.character);
      return { path, position, isAlone: /[{,]\s*$/.test(before) };
    }),
  );
  return [...places.filter(({ isAlone }) => !isAlone), ...places.filter(({ isAlone }) => isAlone)];
}

/** Undefined where the file is none of the server's, whatever its name is. */
function whyUnsearched(
  { registry, search, workspace }: Pick<Servers, 'workspace' | 'registry' | 'search'>,
  definition: ServerDefinition,
  { path }: Occurrence,
  name: string,
): string | undefined {
  const { id } = definition;
  const location = definition.locate(dirname(path), search, definition.builds?.of(path));
  if (location.kind === 'not-applicable' && location.hint === undefined) return undefined;
  const install =
    location.kind === 'found' || location.hint === undefined ? '' : `; to install: ${location.hint}`;
  const why = registry.isDisabled(id)
    ? 'is switched off'
    : location.kind === 'untrusted' || location.kind === 'unreadable'
      ? `is not run: ${location.reason}`
      : `is not there${install}`;
  return `${workspace.folder(path)} has the word \`${name}\`, and its server ${id} ${why}`;
}

interface Start {
  readonly path: string;
  readonly range: { readonly start: Position };
}

function keyOf({ path, range: { start } }: Start): string {
  return JSON.stringify([path, start.line, start.character]);
}

/** Which column a declaration begins at depends on the server. */
function lineOf({ path, range: { start } }: Start): string {
  return JSON.stringify([path, start.line]);
}
