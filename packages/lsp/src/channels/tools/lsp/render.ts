import { counted } from '../counted.ts';
import { oneLine } from '../../../support/plain-text.ts';
import type * as schemas from './schemas.ts';

/**
 * Answers as a model reads them: a head line, then one line for each item. The place comes first,
 * as compilers print it. Text from files and servers is made one line, without escaping.
 */

/** What an answer leaves out. */
export interface Rest {
  /** How many items are outside the workspace. */
  readonly outside?: number;
  /** Ids of servers that could not be asked for more. */
  readonly without?: readonly string[];
  /** How many further items are on no page. */
  readonly left?: number;
  readonly nextCursor?: string | null;
}

/** The words for a list: `definition` `of`. */
export interface Wording {
  readonly noun: string;
  readonly link: string;
}

export function renderLocations(wording: Wording, locations: readonly schemas.Location[], target: schemas.Target, rest: Rest): string {
  if (locations.length === 0) return renderNothing(wording, target, rest);
  const files = new Set(locations.map(({ file }) => file)).size;
  const head = `${counted(locations.length + (rest.left ?? 0), wording.noun)}${named(wording, target.name)} in ${counted(files, 'file')}:`;
  return written(head, locations.map(renderLocation), rest);
}

export function renderLocation({ text, ...place }: schemas.Location): string {
  return withText(placeOf(place), text);
}

/** @param about the subject of the whole list, for the head: ` in src/cart.ts` */
export function renderPage(noun: string, about: string, lines: readonly string[], page: { readonly total: number; readonly nextCursor: string | null }, rest: Rest = {}): string {
  const isWhole = lines.length === page.total;
  return written(`${isWhole ? '' : `${lines.length} of `}${counted(page.total, noun)}${about}:`, lines, { ...rest, nextCursor: page.nextCursor });
}

export function renderDocumentSymbol({ line, character, kind, name, container, range, text }: schemas.DocumentSymbol): string {
  const extent = range.endLine > range.line ? ` (lines ${range.line}-${range.endLine})` : '';
  return withText(`${line}:${character}  ${kind} ${inside(name, container)}${extent}`, text);
}

export function renderWorkspaceSymbol({ kind, name, container, text, ...place }: schemas.WorkspaceSymbol): string {
  return withText(`${placeOf(place)}  ${kind} ${inside(name, container)}`, text);
}

/** Each function, and below it the places where it calls or is called. */
export function renderCalls(wording: Wording, calls: readonly schemas.Call[], target: schemas.Target, rest: Rest): string {
  if (calls.length === 0) return renderNothing(wording, target, rest);
  const lines = calls.flatMap((call) => [
    withText(`${placeOf(call)}  ${call.kind} ${oneLine(call.name)}`, call.text),
    ...call.sites.map(({ text, ...site }) => withText(`  called at ${placeOf(site)}`, text)),
  ]);
  return written(`${counted(calls.length + (rest.left ?? 0), wording.noun)}${named(wording, target.name)}:`, lines, rest);
}

export function renderCandidates(wanted: string, candidates: readonly schemas.Candidate[], left: number): string {
  const lines = candidates.map(({ kind, name, container, text, ...place }) => withText(`${placeOf(place)}  ${kind === undefined ? '' : `${kind} `}${inside(name, container)}`, text));
  const head = `\`${oneLine(wanted)}\` may mean ${candidates.length + left} things. Give \`file\` and \`line\` of the one that you mean, beside \`symbol\`:`;
  return written(head, lines, { left });
}

/** There is no answer, and the possible reasons. */
export function renderNothing(wording: Wording, target: schemas.Target, { without, ...rest }: Rest): string {
  return [renderNone(wording, target, rest), ...withoutWhom(without)].join('\n');
}

function renderNone(wording: Wording, target: schemas.Target, { outside = 0 }: Rest): string {
  const nothing = `No ${wording.noun}${named(wording, target.name)} (${placeOf(target)})`;
  if (outside > 0) return `${nothing} in the workspace: ${counted(outside, 'place')} outside of it ${outside === 1 ? 'is' : 'are'} not listed.`;
  return target.name === undefined ? `${nothing}: there is no name at that position. Count columns from 1, or give \`symbol\` instead.` : `${nothing}.`;
}

export function placeOf({ file, line, character }: { readonly file: string; readonly line: number; readonly character: number }): string {
  return `${oneLine(file)}:${line}:${character}`;
}

/** ` of `total``; '' where there is no name. */
export function named({ link }: Pick<Wording, 'link'>, name: string | undefined): string {
  return name === undefined ? '' : ` ${link} \`${oneLine(name)}\``;
}

/** A head, the items, and what is missing. */
export function written(head: string, lines: readonly string[], { outside = 0, left = 0, without, nextCursor = null }: Rest): string {
  return [
    head,
    ...lines,
    ...(left > 0 ? [`(${left} more ${left === 1 ? 'is' : 'are'} not listed)`] : []),
    ...(outside > 0 ? [`(${outside} more outside the workspace ${outside === 1 ? 'is' : 'are'} not listed)`] : []),
    ...withoutWhom(without),
    ...(nextCursor === null ? [] : [`Next page: the same call with cursor "${nextCursor}"`]),
  ].join('\n');
}

export function withoutWhom(ids: readonly string[] = []): string[] {
  return ids.length === 0 ? [] : [`(without ${ids.join(', ')}, which ${ids.length === 1 ? 'does' : 'do'} not run in this session)`];
}

function inside(name: string, container: string | undefined): string {
  return container === undefined ? oneLine(name) : `${oneLine(name)} in ${oneLine(container)}`;
}

function withText(label: string, text: string | undefined): string {
  const line = oneLine(text ?? '');
  return line === '' ? label : `${label}  ${line}`;
}
