import { offsetAt } from '../../../backend/navigation/lines.ts';
import { nameAt } from '../../../backend/navigation/name-at.ts';
import { readDocumentSymbols } from '../../../backend/navigation/read-symbols.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import { hasLineSeparators, hasLoneReturns, positionAt } from '../../../client/documents/text-edit.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import { ENDS, failed, type Failure, SUPERSEDED, type TextDocumentPosition } from '../../navigate/found.ts';
import type { ServerOutline } from '../../navigate/ask-outline.ts';
import type { Judge } from '../../session/session.ts';
import { type RefactoringContext, refusal, type Refused } from '../refactoring.ts';
import { type Extent, extentOf } from './extent.ts';
import { type Outline, outlineOf, symbolAt } from '../../navigate/outline/outline.ts';
import type { OutlineSymbol } from '../../navigate/outline/outline-symbol.ts';

/** A definition in its file, and the server that lists it. */
export interface LocatedDefinition {
  readonly path: AdmittedPath;
  readonly at: TextDocumentPosition;
  readonly session: Judge;
  readonly syntax: SymbolSyntax;
  readonly outline: Outline;
  readonly symbol: OutlineSymbol;
  readonly extent: Extent;
}

/**
 * The definition whose name stands at a position.
 *
 * @param isChosen the caller has said which of several definitions of the name is meant
 */
export async function locate(
  context: RefactoringContext,
  at: TextDocumentPosition,
  isChosen: boolean,
  cancel: AbortSignal,
): Promise<LocatedDefinition | Refused | Failure> {
  const { services, navigation } = context;
  const admission = services.workspace.admit(at.filePath);
  if (admission.kind === 'refused') return failed('outside', `the file is ${admission.reason}`);
  const { path } = admission;
  const text = textOnDisk(path);
  const name = text === undefined ? undefined : nameAt(text, at.position);
  const offset = text === undefined ? undefined : offsetAt(text, at.position);
  if (text === undefined || name === undefined || offset === undefined)
    return failed('not-found', 'there is no name at this place');
  if (hasLoneReturns(text) || hasLineSeparators(text))
    return refusal('the lines of the file end in more than one way. Nothing was changed');
  const outlines = await navigation.outlines(path, context.limit, cancel);
  if (outlines.kind === 'failed') return outlines;
  const known = outlines.value.find(({ session }) => session.definition.symbols !== undefined);
  const syntax = known?.session.definition.symbols;
  if (known === undefined || syntax === undefined)
    return refusal(
      `where a definition begins and ends is not known for files of ${served(outlines.value)}: edit the ` +
        'text instead. Nothing was changed',
    );
  const outline =
    textOnDisk(path) === text ? outlineOf(text, readDocumentSymbols(known.listed), syntax) : undefined;
  if (outline === undefined) return SUPERSEDED;
  const symbol = symbolAt(outline, offset, name);
  if (symbol === undefined) return await elsewhere(context, at, name, cancel);
  const several = whySeveral(outline, symbol, isChosen);
  if (several !== undefined) return refusal(several);
  const extent = extentOf(outline, symbol, syntax);
  return typeof extent === 'string'
    ? refusal(extent)
    : { path, at, session: known.session, syntax, outline, symbol, extent };
}

function served(outlines: readonly ServerOutline[]): string {
  return [...new Set(outlines.map(({ session }) => session.definition.id))].sort().join(', ');
}

/** The name is used here, and defined in another place. */
async function elsewhere(
  { services, navigation }: RefactoringContext,
  at: TextDocumentPosition,
  name: string,
  cancel: AbortSignal,
): Promise<Refused | Failure> {
  const definition = await navigation.definition(at, cancel);
  if (definition.kind === 'failed' && ENDS.includes(definition.why)) return definition;
  const [place] = definition.kind === 'found' ? definition.value.items : [];
  const where =
    place === undefined
      ? ''
      : `: it is defined in ${services.workspace.folder(place.path)}:${place.range.start.line + 1}`;
  return refusal(`the language server lists no definition of \`${name}\` there${where}. Nothing was changed`);
}

/** How many lines a refusal names. */
const MOST_NAMED = 20;

/** Overloads, a property and its setter: which one is meant? */
function whySeveral(
  { text, symbols }: Outline,
  symbol: OutlineSymbol,
  isChosen: boolean,
): string | undefined {
  const same = symbols.filter((other) => isSameDefinition(other, symbol));
  if (same.length > 1 && !isChosen)
    return `\`${symbol.name}\` has ${same.length} definitions, in the lines ${same
      .slice(0, MOST_NAMED)
      .map(({ nameStart }) => lineOf(text, nameStart))
      .join(', ')}: give \`line\` to say which one is meant. Nothing was changed`;
  return undefined;
}

/** LSP's SymbolKinds. */
const PROPERTY = 7;
const VALUES: readonly number[] = [12, 13, 14];

/** Definitions of one name in one scope. */
export function isSameDefinition(a: OutlineSymbol, b: OutlineSymbol): boolean {
  return (
    a.label === b.label &&
    a.container === b.container &&
    a.parent?.start === b.parent?.start &&
    !isKeyOf(a, b) &&
    !isKeyOf(b, a)
  );
}

/** A key of an object that holds a value of its name, `{ total }`: a use of that. */
function isKeyOf(key: OutlineSymbol, value: OutlineSymbol): boolean {
  return key.kind === PROPERTY && VALUES.includes(value.kind);
}

function lineOf(text: string, offset: number): number {
  return positionAt(text, offset).line + 1;
}
