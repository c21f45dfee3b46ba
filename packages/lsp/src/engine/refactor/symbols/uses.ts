import type { Place } from '../../../backend/model.ts';
import { wordIn } from '../../../backend/navigation/whole-word.ts';
import { positionsIn } from '../../../client/documents/text-edit.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import { ENDS, type Failure } from '../../navigate/found.ts';
import { meaningsOf } from '../meanings.ts';
import { extensionsAround, listed, mayMean, type Mentions, nearOf, ownersAround } from '../mentions.ts';
import { type RefactoringContext, refusal, type Refused } from '../refactoring.ts';
import { isCountedBehind } from './counted.ts';
import { nextLine } from '../../navigate/outline/lines.ts';
import { isSameDefinition, type LocatedDefinition } from './locate.ts';

/** The comments that name an unused symbol, or why it is not unused. */
export type Usage = Mentions | Refused | Failure;

/** How many places a refusal names. */
const MOST_NAMED = 10;

/** LSP's SymbolKind of methods. */
const METHOD = 6;

/**
 * Whether nothing would miss the symbol. A server's references are not all: it does not see
 * switched-off code, texts, or calls by way of an interface. So each place that has the name must
 * mean something else, by the server, or be a comment.
 */
export async function usageOf(
  context: RefactoringContext,
  located: LocatedDefinition,
  cancel: AbortSignal,
): Promise<Usage> {
  const { services, navigation } = context;
  const {
    at,
    session: { definition },
    syntax,
    outline,
    symbol,
    extent,
  } = located;
  const { name, container } = symbol;
  const unseen = syntax.unseenUse?.({
    name,
    container,
    text: outline.text.slice(extent.definition, extent.end),
    around: outline.text,
  });
  if (unseen !== undefined) return used(`\`${name}\` ${unseen}`);
  if (
    syntax.counted?.kinds.includes(symbol.kind) === true &&
    isCountedBehind(outline.text, nextLine(outline.text, extent.lineEnd), syntax.counted)
  )
    return used(`what stands behind \`${name}\` has no value of its own, and would get another one`);
  const references = await navigation.references(at, true, cancel);
  if (references.kind === 'failed') return references;
  const places = references.value.items.filter((place) => !isOfSymbol(located, place));
  if (places.length + references.value.outside > 0)
    return used(`\`${name}\` is used ${shown(context, places, references.value.outside)}`);
  const own = outline.symbols.filter((other) => other === symbol || isSameDefinition(other, symbol));
  const positionAt = positionsIn(outline.text);
  const lines = own.map(({ nameStart }) => positionAt(nameStart).line);
  const tree = services.workspace.trees.around(located.path);
  const files = [...services.disk.files(definition.extensions, tree).keys()].map((path) => ({
    path,
    text: textOnDisk(path) ?? '',
    changed: new Set(path === located.path ? lines : []),
  }));
  const overrides = definition.leftOverrides?.({ name, files }) ?? [];
  if (overrides.length > 0) {
    const where = overrides.map(({ path, line: other }) => `${services.workspace.folder(path)}:${other + 1}`);
    return used(
      `\`${name}\` is also defined in ${where.join(', ')}, which overrides it or is overridden by it`,
    );
  }
  const implemented = symbol.kind === METHOD ? await navigation.implementation(at, cancel) : undefined;
  if (implemented?.kind === 'failed' && ENDS.includes(implemented.why)) return implemented;
  const bound = implemented?.kind === 'found' ? implemented.value : { items: [], outside: 0 };
  const tied = bound.items.filter((place) => !isOfSymbol(located, place));
  if (tied.length + bound.outside > 0)
    return used(
      `\`${name}\` implements or is implemented by what is declared ${shown(context, tied, bound.outside)}`,
    );
  return await mentioned(context, located, cancel);
}

/** @param lines places, one line each */
function used(reason: string, lines: readonly string[] = []): Refused {
  return refusal(
    `${reason}. Nothing was changed; \`force\` deletes it all the same${lines.length === 0 ? '' : ':'}`,
    lines,
  );
}

/** Within the definition itself, or a declaration of the same name beside it: an overload. */
export function isOfSymbol({ path, outline, symbol, extent }: LocatedDefinition, place: Place): boolean {
  if (place.path !== path) return false;
  const offset = outline.offsetAt(place.range.start) ?? -1;
  if (offset >= extent.start && offset < Math.max(extent.lineEnd, extent.end)) return true;
  return outline.symbols.some(
    (other) =>
      other !== symbol &&
      isSameDefinition(other, symbol) &&
      // Decorators name it, too: `@total.setter`.
      ((other.start <= offset && offset <= other.nameStart) || offsetOfName(outline.text, other) === offset),
  );
}

/** Quirk(TypeScript 5.9): for the second overload and the ones after it, the name's range is all. */
function offsetOfName(
  text: string,
  {
    name,
    nameStart,
    nameEnd,
  }: { readonly name: string; readonly nameStart: number; readonly nameEnd: number },
): number {
  return nameStart + text.slice(nameStart, nameEnd).search(wordIn(name));
}

function shown(
  { services: { workspace } }: RefactoringContext,
  places: readonly Place[],
  outside: number,
): string {
  const named = places
    .slice(0, MOST_NAMED)
    .map(
      ({ path, range: { start } }) => `${workspace.folder(path)}:${start.line + 1}:${start.character + 1}`,
    );
  const more = places.length > MOST_NAMED ? [`${places.length - MOST_NAMED} more places`] : [];
  const beyond = outside > 0 ? ['files outside of the workspace'] : [];
  return `in ${[...named, ...more, ...beyond].join(', ')}`;
}

/** What the places mean that have the name, in comments or not. */
async function mentioned(
  context: RefactoringContext,
  located: LocatedDefinition,
  cancel: AbortSignal,
): Promise<Usage> {
  const { services } = context;
  const { symbol, session } = located;
  const near = await nearOf(context, located.at, []);
  const owners = await ownersAround(context, located.at, symbol.name, cancel);
  const meant = await meaningsOf(
    context,
    {
      name: symbol.name,
      at: located.at,
      ...extensionsAround(services, session.definition),
      tree: services.workspace.trees.around(located.path),
      near,
      isOwner: owners.areAt,
      isOwn: (place) => isOfSymbol(located, place),
      isLeftOut: (place) => isOfSymbol(located, place),
    },
    cancel,
  );
  if ('kind' in meant) return meant;
  const unknown = meant.filter(({ meaning }) => meaning !== 'text' && meaning !== 'other');
  if (unknown.length === 0) {
    return listed(
      services.workspace,
      meant.filter((line) => mayMean(line, near, owners.names)),
    );
  }
  const lines = unknown
    .slice(0, MOST_NAMED)
    .map(
      ({ path, positions: [first], text }) =>
        `${services.workspace.folder(path)}:${(first?.line ?? 0) + 1} ${text.trim().slice(0, 100)}`,
    );
  const more = unknown.length > MOST_NAMED ? [`and ${unknown.length - MOST_NAMED} more`] : [];
  return used(
    `the language server finds no use of \`${symbol.name}\`, but these places have the name, and it ` +
      'cannot tell what they mean',
    [...lines, ...more],
  );
}
