import { basename, dirname } from 'node:path';
import { offsetAt } from '../../backend/navigation/lines.ts';
import type { Place, Position } from '../../backend/model.ts';
import type { SymbolSyntax } from '../../backend/symbols/syntax.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { ENDS, type Failure, type TextDocumentPosition } from '../navigate/found.ts';
import { type Occurrence, occurrences } from '../navigate/occurrences.ts';
import { ComputedFiles } from './computed-files.ts';
import { NamedLines } from './named-lines.ts';
import { memberOf, type MemberOf } from './named-members.ts';
import { Namesakes } from './text-namesakes.ts';
import type { RefactoringContext } from './refactoring.ts';

/** Of how many places that have a name the server is asked what they mean. */
const MOST_ASKED = 200;

/** How many are asked about at once. */
const AT_ONCE = 10;

/**
 * What a line with a name means: `text` where it stands in comments alone, `quoted` where in texts
 * alone; `unknown` where the server cannot tell; `own` for a use that it can, and `other` for what
 * means another symbol, as do comments beside that.
 */
export type PlaceMeaning = 'text' | 'quoted' | 'unknown' | 'own' | 'other';

export interface MeantLine extends Occurrence {
  readonly meaning: PlaceMeaning;
  /** Code in the markup of a component of which the server does not see what it means. */
  readonly isUnseenUse?: true;
}

export interface MeaningQuestion {
  readonly name: string;
  /** Where it is declared. */
  readonly at: TextDocumentPosition;
  readonly extensions: readonly string[];
  /** The name is a keyword where it is not marked: code that means nothing is that. */
  readonly isKeyword?: boolean;
  /** The nested work tree that the symbol is in, if it is in one. */
  readonly tree?: string | undefined;
  /** The symbol is declared there, or stands there. */
  readonly isOwn: (place: Place) => boolean;
  /** What holds the symbol is declared there. */
  readonly isOwner: (place: Place) => boolean;
  /** Those that are looked at first; all files of the language are. */
  readonly near: ReadonlySet<AdmittedPath>;
  /** These places are of no interest. */
  readonly isLeftOut: (place: Place) => boolean;
}

/**
 * Each line that has the name, as it is on disk, in files that people edit. Only so many places are
 * asked about, the nearest first: those behind count as other symbols.
 */
export async function meaningsOf(
  { services, navigation }: Pick<RefactoringContext, 'services' | 'navigation'>,
  { name, at: declared, extensions, isKeyword, tree, isOwn, isOwner, near, isLeftOut }: MeaningQuestion,
  cancel: AbortSignal,
): Promise<readonly MeantLine[] | Failure> {
  const computed = new ComputedFiles(services.workspace.root, services.disk);
  const all = [...occurrences(services, { extensions }, name, [], tree)];
  const byFile = [...Map.groupBy(all, ({ path }) => path)].sort(
    ([a], [b]) => Number(near.has(b)) - Number(near.has(a)),
  );
  const lines: MeantLine[] = [];
  let left = MOST_ASKED;
  for (const [path, inFile] of byFile) {
    const text = textOnDisk(path) ?? '';
    if (computed.has(path, text)) continue;
    const syntax = syntaxOf(services.registry, path);
    const file = new NamedLines(text, syntax);
    const asked: { readonly occurrence: Occurrence; readonly positions: readonly Position[] }[] = [];
    for (const occurrence of inFile) {
      const positions = occurrence.positions.filter(
        (position) => !isLeftOut({ path, range: { start: position, end: position } }),
      );
      if (positions.length > 0) asked.push({ occurrence, positions });
    }
    const code = asked.flatMap(({ positions }) => positions.filter((one) => file.pieceAt(one) !== 'comment'));
    const known = new Map<Position, PlaceMeaning>();
    const named = new Map<Position, PlaceMeaning>();
    for (let at = 0; at < code.length; at += AT_ONCE) {
      const some = code.slice(at, Math.min(at + AT_ONCE, at + left));
      left -= some.length;
      const answers = await Promise.all(
        some.map((position) => navigation.definition({ filePath: path, position }, cancel)),
      );
      for (const [index, answer] of answers.entries()) {
        if (answer.kind === 'failed' && ENDS.includes(answer.why)) return answer;
        const position = some[index];
        if (position === undefined) continue;
        const { items, outside } = answer.kind === 'found' ? answer.value : { items: [], outside: 0 };
        const isKnown =
          items.length + outside > 0 &&
          (outside > 0 ||
            !isOfDeadImport(services.registry, { path, text, position, name }, items, declared));
        const isQuoted = file.pieceAt(position) === 'quoted';
        const own = items.filter((place) => !isWhole(place) && isOwn(place));
        const isUse =
          own.length > 0 && (isQuoted || (await isUseOf(navigation, path, position, own, cancel)));
        const member =
          isKnown || !isQuoted
            ? undefined
            : await memberOf(
                navigation,
                { path, position, row: file.row(position), name, syntax, isOwner },
                cancel,
              );
        if (member !== undefined) named.set(position, MEMBERS[member]);
        known.set(
          position,
          isUse ? 'own' : isKnown ? 'other' : isQuoted ? 'quoted' : isKeyword === true ? 'other' : 'unknown',
        );
      }
    }
    const isComment = (position: Position): boolean => file.pieceAt(position) === 'comment';
    const others = new Set(
      asked
        // Beside a use of the symbol, a comment may mean that.
        .filter(({ occurrence, positions }) => positions.length === occurrence.positions.length)
        .map(({ positions }) => positions.filter((one) => file.pieceAt(one) === undefined))
        .filter((some) => some.every((one) => (known.get(one) ?? 'other') === 'other'))
        .flatMap(([first]) => first?.line ?? []),
    );
    const namesakes =
      others.size === 0 ? undefined : await Namesakes.in(navigation, path, name, isOwn, cancel);
    const meaningAt = (position: Position): PlaceMeaning => {
      const asMember = named.get(position);
      if (asMember !== undefined) return asMember;
      const meaning = isComment(position) ? 'text' : (known.get(position) ?? 'other');
      if (meaning !== 'text' && meaning !== 'quoted') return meaning;
      const beside = file.codeBeside(position);
      // A text beside code may name anything: `getattr(cart, "total")`.
      const isArgument = meaning === 'quoted' && beside === position.line;
      return (!isArgument && others.has(beside)) || namesakes?.areMeant(position, beside) === true
        ? 'other'
        : meaning;
    };
    for (const { occurrence, positions } of asked) {
      const meaning = worstOf(positions.map(meaningAt));
      const isUnseenUse = positions.some((one) => meaningAt(one) === 'unknown' && file.isCodeInMarkup(one));
      lines.push({
        ...occurrence,
        positions: positions.filter((one) => meaningAt(one) === meaning),
        meaning,
        ...(isUnseenUse && { isUnseenUse }),
      });
    }
  }
  return lines.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** What a text means that names a member of that. */
const MEMBERS: Readonly<Record<MemberOf, PlaceMeaning>> = {
  owner: 'own',
  unknown: 'unknown',
  another: 'other',
};

/**
 * The server goes no further than the file's own import, which it cannot follow, and which may mean the
 * file that declares the symbol: an alias of a project that is not set up.
 */
function isOfDeadImport(
  registry: RefactoringContext['services']['registry'],
  { path, text, position, name }: { path: AdmittedPath; text: string; position: Position; name: string },
  items: readonly Place[],
  { filePath }: TextDocumentPosition,
): boolean {
  if (!items.every((place) => place.path === path)) return false;
  const language = registry.forFile(path).find(({ imports }) => imports?.importedAt !== undefined)?.imports;
  const imported = language?.importedAt?.(text, offsetAt(text, position) ?? -1, name);
  if (imported === undefined || stemOf(imported.specifier) !== stemOf(filePath)) return false;
  return items.every(({ range: { start } }) => {
    const offset = offsetAt(text, start) ?? -1;
    return imported.start <= offset && offset < imported.end;
  });
}

/** What a file is called where it is imported: without its ending, and by its folder if it is the index. */
function stemOf(path: string): string {
  const stem = basename(path).replace(/\..*$/, '');
  return stem === 'index' ? basename(dirname(path)) : stem;
}

/** A file, and no name in it. */
function isWhole({ range: { start, end } }: Place): boolean {
  return [start.line, start.character, end.line, end.character].every((one) => one === 0);
}

/**
 * Whether references from there lead to the declaration, too: a property that has its value from the
 * symbol is defined where that is, `{ total }`, and is another one.
 */
async function isUseOf(
  navigation: RefactoringContext['navigation'],
  path: AdmittedPath,
  position: Position,
  declared: readonly Place[],
  cancel: AbortSignal,
): Promise<boolean> {
  const answer = await navigation.references({ filePath: path, position }, true, cancel);
  if (answer.kind === 'failed') return true;
  const lines = new Set(answer.value.items.map(lineOf));
  for (const one of declared) {
    const behind = await navigation.definition({ filePath: one.path, position: one.range.start }, cancel);
    const items = behind.kind === 'found' ? behind.value.items : [];
    // What stands there may be two symbols, a field and the variable that has its value: `Point { x }`.
    const others = items.filter((place) => lineOf(place) !== lineOf(one));
    const known = others.length > 0 ? others : [one];
    if (known.some((place) => lines.has(lineOf(place)))) return true;
  }
  return false;
}

function lineOf({ path, range: { start } }: Place): string {
  return `${start.line} ${path}`;
}

const RANKED: readonly PlaceMeaning[] = ['own', 'unknown', 'quoted', 'text', 'other'];

function worstOf(meanings: readonly PlaceMeaning[]): PlaceMeaning {
  return RANKED.find((one) => meanings.includes(one)) ?? 'other';
}

/** The syntax of a file, or of the language that its own embeds. */
function syntaxOf(
  registry: RefactoringContext['services']['registry'],
  path: AdmittedPath,
): SymbolSyntax | undefined {
  const definitions = registry.forFile(path);
  const inner = new Set(definitions.flatMap(({ embeds }) => embeds ?? []));
  return [...definitions, ...registry.all().filter(({ id }) => inner.has(id))].find(
    ({ symbols }) => symbols !== undefined,
  )?.symbols;
}
