import { counted } from '../../../support/counted.ts';
import { type Escaped, escaped, inline, joined, oneLine } from '../../../support/escaped.ts';
import type * as schemas from './schemas.ts';

/**
 * Answers as a model reads them: a head line, then one line for each item. The place comes first,
 * as compilers print it. Text from files and servers is one line; its tags stay.
 */

/** What an answer leaves out. */
export interface Rest {
  /** How many items are outside the workspace. */
  readonly outside?: number;
  /** How many are in other work trees of the repository. */
  readonly elsewhere?: number;
  /** The packages that those are in. */
  readonly installed?: readonly string[];
  /** Ids of servers that could not be asked for more. */
  readonly without?: readonly string[];
  /** Why files that may hold more were not searched. */
  readonly partly?: readonly string[];
  /** Ids of servers that gave no answer, and of those that were not asked. */
  readonly unanswered?: readonly string[];
  readonly unasked?: readonly string[];
  /** Servers with what they were not asked about. */
  readonly unshown?: readonly string[];
  /** How many further items are on no page. */
  readonly left?: number;
  readonly nextCursor?: string | null;
}

/** The words for a list: `definition` `of`. */
export interface Wording {
  readonly noun: Escaped;
  readonly link: Escaped;
}

export function renderLocations(
  wording: Wording,
  locations: readonly schemas.Location[],
  target: schemas.Target,
  rest: Rest,
): Escaped {
  if (locations.length === 0) return renderNothing(wording, target, rest);
  const files = new Set(locations.map(({ file }) => file)).size;
  const found = counted(locations.length + (rest.left ?? 0), wording.noun);
  const head = escaped`${found}${named(wording, target.name)} in ${counted(files, 'file')}:`;
  return written(head, locations.map(renderLocation), rest);
}

export function renderLocation({ text, ...place }: schemas.Location): Escaped {
  return withText(placeOf(place), text);
}

/** Uses, each with what it stands in, or below it. */
export function renderReferences(
  wording: Wording,
  references: readonly schemas.Reference[],
  target: schemas.Target,
  rest: Rest,
  groupBy: 'symbol' | undefined,
): Escaped {
  if (references.length === 0) return renderNothing(wording, target, rest);
  const files = new Set(references.map(({ file }) => file)).size;
  const found = counted(references.length, wording.noun);
  const head = escaped`${found}${named(wording, target.name)} in ${counted(files, 'file')}:`;
  return written(head, renderedReferences(references, groupBy), rest);
}

export function renderedReferences(
  references: readonly schemas.Reference[],
  groupBy: 'symbol' | undefined,
): Escaped[] {
  if (groupBy === undefined)
    return references.map(({ text, container, ...place }) =>
      withText(
        container === undefined ? placeOf(place) : escaped`${placeOf(place)} (in ${oneLine(container)})`,
        text,
      ),
    );
  const groups = Map.groupBy(references, ({ file, container }) => JSON.stringify([file, container]));
  return [...groups.values()].flatMap((group) => {
    const [{ file, container } = { file: '', container: undefined }] = group;
    const holder = container === undefined ? escaped`` : escaped` ${oneLine(container)}`;
    return [
      escaped`${inline(file)}${holder} (${group.length}):`,
      ...group.map(({ line, character, text }) => withText(escaped`  ${line}:${character}`, text)),
    ];
  });
}

/** @param about the subject of the whole list, for the head: ` in src/cart.ts` */
export function renderPage(
  noun: Escaped,
  about: Escaped,
  lines: readonly Escaped[],
  page: { readonly total: number; readonly nextCursor: string | null },
  rest: Rest = {},
  count = lines.length,
): Escaped {
  const isWhole = count === page.total;
  return written(
    escaped`${isWhole ? '' : escaped`${count} of `}${counted(page.total, noun)}${about}:`,
    lines,
    { ...rest, nextCursor: page.nextCursor },
  );
}

export function renderDocumentSymbol({
  line,
  character,
  kind,
  name,
  container,
  range,
  text,
}: schemas.DocumentSymbol): Escaped {
  const extent = range.endLine > range.line ? escaped` (lines ${range.line}-${range.endLine})` : '';
  return withText(escaped`${line}:${character}  ${kind} ${inside(name, container)}${extent}`, text);
}

export function renderWorkspaceSymbol({
  kind,
  name,
  container,
  text,
  ...place
}: schemas.WorkspaceSymbol): Escaped {
  return withText(escaped`${placeOf(place)}  ${kind} ${inside(name, container)}`, text);
}

/** Each function, and below it the places where it calls or is called. */
export function renderCalls(
  wording: Wording,
  calls: readonly schemas.Call[],
  target: schemas.Target,
  rest: Rest,
): Escaped {
  if (calls.length === 0) return renderNothing(wording, target, rest);
  const lines = calls.flatMap((call) => [
    withText(escaped`${placeOf(call)}  ${call.kind} ${oneLine(call.name)}`, call.text),
    ...call.sites.map(({ text, ...site }) => withText(escaped`  called at ${placeOf(site)}`, text)),
  ]);
  return written(
    escaped`${counted(calls.length + (rest.left ?? 0), wording.noun)}${named(wording, target.name)}:`,
    lines,
    rest,
  );
}

export function renderCandidates(
  wanted: string,
  candidates: readonly schemas.Candidate[],
  left: number,
): Escaped {
  const lines = candidates.map(({ kind, name, container, text, ...place }) =>
    withText(
      escaped`${placeOf(place)}  ${kind === undefined ? '' : escaped`${kind} `}${inside(name, container)}`,
      text,
    ),
  );
  const head = escaped`\`${oneLine(wanted)}\` may mean ${candidates.length + left} things.`;
  const remedy = escaped`Give \`file\` and \`line\` of the one that you mean, beside \`symbol\`:`;
  return written(escaped`${head} ${remedy}`, lines, { left });
}

/** There is no answer, and the possible reasons. */
export function renderNothing(wording: Wording, target: schemas.Target, rest: Rest): Escaped {
  return joined([renderNone(wording, target, rest), ...withoutWhom(rest)], '\n');
}

function renderNone(
  wording: Wording,
  target: schemas.Target,
  { outside = 0, installed = [] }: Rest,
): Escaped {
  const nothing = escaped`No ${wording.noun}${named(wording, target.name)} (${placeOf(target)})`;
  if (outside > 0) {
    if (installed.length > 0)
      return escaped`${nothing} in the workspace: it is in ${joined(
        installed.map((one) => oneLine(one)),
        '; ',
      )}.`;
    const others = escaped`${counted(outside, 'place')} outside of it ${outside === 1 ? 'is' : 'are'}`;
    return escaped`${nothing} in the workspace: ${others} not listed.`;
  }
  if (target.name !== undefined) return escaped`${nothing}.`;
  const remedy = escaped`Count columns from 1, or give \`symbol\` instead.`;
  return escaped`${nothing}: there is no name at that position. ${remedy}`;
}

export function placeOf({
  file,
  line,
  character,
}: {
  readonly file: string;
  readonly line: number;
  readonly character: number;
}): Escaped {
  return escaped`${inline(file)}:${line}:${character}`;
}

/** ` of `total``; '' where there is no name. */
export function named({ link }: Pick<Wording, 'link'>, name: string | undefined): Escaped {
  return name === undefined ? escaped`` : escaped` ${link} \`${oneLine(name)}\``;
}

/** A head, the items, and what is missing. */
export function written(
  head: Escaped,
  lines: readonly Escaped[],
  { outside = 0, left = 0, nextCursor = null, ...rest }: Rest,
): Escaped {
  const all = [
    head,
    ...lines,
    ...(left > 0 ? [escaped`(${left} more ${left === 1 ? 'is' : 'are'} not listed)`] : []),
    ...(outside > 0
      ? [escaped`(${outside} more outside the workspace ${outside === 1 ? 'is' : 'are'} not listed)`]
      : []),
    ...withoutWhom(rest),
    ...(nextCursor === null ? [] : [escaped`Next page: the same call with cursor "${inline(nextCursor)}"`]),
  ];
  return joined(all, '\n');
}

export function withoutWhom({
  elsewhere = 0,
  without = [],
  partly = [],
  unanswered = [],
  unasked = [],
  unshown = [],
}: Rest): Escaped[] {
  const listed = (ids: readonly string[]): Escaped =>
    joined(
      ids.map((id) => inline(id)),
      ', ',
    );
  const ends = without.length === 1 ? escaped`does` : escaped`do`;
  const are = elsewhere === 1 ? escaped`is` : escaped`are`;
  return [
    ...(elsewhere === 0
      ? []
      : [escaped`(${elsewhere} more in other work trees of this repository ${are} not listed)`]),
    ...(without.length === 0
      ? []
      : [escaped`(without ${listed(without)}, which ${ends} not run in this session)`]),
    ...partly.map((reason) => escaped`(there may be more: ${inline(reason)})`),
    ...(unanswered.length === 0 ? [] : [escaped`(without ${listed(unanswered)}, which gave no answer)`]),
    ...(unasked.length === 0 ? [] : [escaped`(not asked, since few files are theirs: ${listed(unasked)})`]),
    ...(unshown.length === 0 ? [] : [escaped`(not asked: ${listed(unshown)})`]),
  ];
}

function inside(name: string, container: string | undefined): Escaped {
  return container === undefined ? oneLine(name) : escaped`${oneLine(name)} in ${oneLine(container)}`;
}

function withText(label: Escaped, text: string | undefined): Escaped {
  const line = oneLine(text ?? '');
  return line === '' ? label : escaped`${label}  ${line}`;
}
