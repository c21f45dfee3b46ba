import type { Hole, ServerOutcome, UninstalledPackages } from '../../../types.ts';
import { counted } from '../../../support/counted.ts';
import { type Escaped, escaped, inline, joined, oneLine } from '../../../support/escaped.ts';
import { messageWithCode, overflow } from '../../../support/diagnostic-text.ts';
import type { ListedFile } from './listed.ts';
import { placeOf, written } from './render.ts';
import type { Checker } from './schemas.ts';

/** The outcome of a server that was asked about a file. */
export interface AskedServer {
  readonly id: string;
  readonly outcome: ServerOutcome;
  /** Why it must not be run. */
  readonly reason?: string;
}

/** The servers and checkers that were asked about one file. */
export interface CheckedBy {
  readonly servers: readonly AskedServer[];
  readonly checkers: readonly Checker[];
  /** Packages that are not installed, though their manifests declare them. */
  readonly uninstalled: readonly UninstalledPackages[];
  readonly holes: readonly Hole[];
  /** Why not all of the file was judged. */
  readonly inPart?: string | undefined;
}

interface KnownOptions {
  readonly total: number;
  readonly nextCursor: string | null;
  readonly folder: string | undefined;
  /** `folder` names a file. */
  readonly isFile: boolean;
  /** False where a file is left out because no server answered in time about its current state. */
  readonly complete: boolean;
  /** Only what changes since then have caused is listed. */
  readonly since: 'session' | undefined;
  /** Present where checkers were run. */
  readonly judged?: CheckedBelow;
}

interface CheckedBelow {
  readonly checkers: readonly Checker[];
  /** How many problems they found outside of the folder. */
  readonly elsewhere: number;
  /** Why some projects may be unknown. */
  readonly refusal: string | undefined;
  /** Whether only checkers were asked. */
  readonly areAll: boolean;
}

const INCOMPLETE = 'Not every file has been judged again since the last change: call again.';
const ONLY_KNOWN = 'Only files that were edited or asked about so far are known, and those that they broke.';

/** How many checkers with an incomplete check are named. */
const MAX_NAMED = 10;

/** For many files. */
export function renderKnown(
  files: readonly ListedFile[],
  { folder, isFile, complete, since, judged, ...page }: KnownOptions,
): Escaped {
  const place = folder !== undefined && isFile ? escaped` in ${inline(folder)}` : below(folder);
  const where = escaped`${place}${since === undefined ? '' : ', caused by changes of this session'}`;
  const by = judged === undefined ? undefined : renderProjects(judged.checkers);
  const lines = files.flatMap((listed) => [
    ...renderListed(listed),
    ...overflow(listed.leftOut).map((line) => escaped`${line} in ${inline(listed.file)}`),
  ]);
  const notes = judged === undefined ? [] : renderNotes(judged, folder);
  const isPart = files.length < page.total;
  const problems = files.reduce((sum, listed) => sum + countOf(listed), 0);
  if (page.total > 0) {
    const number = escaped`${isPart ? escaped`${files.length} of ` : ''}${counted(page.total, 'file')}`;
    const listedFiles = isFile ? '' : escaped` in ${number}`;
    const judges = by === undefined ? '' : escaped`; ${by}`;
    const head = escaped`${counted(problems, 'problem')}${listedFiles}${where}${judges}:`;
    return written(head, [...lines, ...notes, ...(complete ? [] : [escaped`(${INCOMPLETE})`])], page);
  }
  const known = complete ? ONLY_KNOWN : INCOMPLETE;
  if (since !== undefined)
    return written(
      joined(
        [
          escaped`No problem that changes of this session have caused stands${place}.`,
          ...(complete ? [] : [escaped`${INCOMPLETE}`]),
        ],
        ' ',
      ),
      notes,
      page,
    );
  if (by === undefined) return written(escaped`No problems are known${where}. ${known}`, notes, page);
  const rest = judged?.areAll === true ? '' : escaped` Of other languages none are known. ${known}`;
  return written(escaped`No problems${where} in ${by}.${rest}`, notes, page);
}

/**
 * `3 projects, checked by tsc, cargo`: the projects that were checked completely; undefined where
 * there are none.
 */
function renderProjects(checkers: readonly Checker[]): Escaped | undefined {
  const whole = checkers.filter(({ outcome }) => outcome === 'complete');
  if (whole.length === 0) return undefined;
  const projects = new Set(whole.map(({ root }) => root)).size;
  return escaped`${counted(projects, 'project')}, checked by ${idsOf(whole)}`;
}

function renderNotes({ checkers, elsewhere, refusal }: CheckedBelow, folder: string | undefined): Escaped[] {
  return [
    ...without(checkers),
    ...(elsewhere === 0
      ? []
      : [
          joined(
            [
              escaped`(${counted(elsewhere, 'problem')} in other files of the same projects`,
              escaped`${elsewhere === 1 ? 'is' : 'are'} not listed)`,
            ],
            ' ',
          ),
        ]),
    ...(refusal === undefined
      ? []
      : [escaped`(${folder === undefined ? 'the workspace' : inline(folder)} is ${oneLine(refusal)})`]),
  ];
}

/** For one file, with notes about the servers and checkers that did not complete. */
export function renderChecked(
  listed: ListedFile,
  { servers, checkers, uninstalled, holes, inPart }: CheckedBy,
): Escaped {
  const { file, leftOut } = listed;
  const count = countOf(listed);
  const judges = [...servers, ...checkers].filter(({ outcome }) => outcome === 'complete');
  const by = judges.length === 0 ? '' : escaped`, checked by ${idsOf(judges)}`;
  const who = judges.length === 0 ? 'was not checked' : escaped`${idsOf(judges)} did not check`;
  const isWhole = inPart === undefined && holes.every(({ errors }) => errors === 0);
  const whole = isWhole
    ? escaped`No problems in ${inline(file)}${by}.`
    : escaped`No problems were found in ${inline(file)}, which ${who} whole.`;
  const head = count === 0 ? whole : escaped`${counted(count, 'problem')} in ${inline(file)}${by}:`;
  return written(
    head,
    [
      ...renderListed(listed),
      ...overflow(leftOut),
      ...(inPart === undefined ? [] : [escaped`(${oneLine(inPart)})`]),
      ...renderUninstalled(uninstalled),
      ...holes.map(renderHole),
      ...withoutServers(servers),
      ...without(checkers),
    ],
    {},
  );
}

const countOf = ({ shown, leftOut }: ListedFile): number => shown.length + leftOut;

function renderUninstalled(packages: readonly UninstalledPackages[]): Escaped[] {
  return packages.map(({ manifest, imports, install }) => {
    const unresolved =
      imports === 0 ? 'nothing is judged' : escaped`${counted(imports, 'import')} unresolved`;
    const what = escaped`dependencies of ${inline(manifest)} are not installed: ${unresolved}`;
    return escaped`(${what}; to install them: ${oneLine(install)})`;
  });
}

function renderHole({ file, what, errors, command }: Hole): Escaped {
  const follow = errors === 1 ? 'follows from it is' : 'follow from it are';
  const follows = errors === 0 ? '' : escaped`: ${counted(errors, 'error')} that ${follow} not listed`;
  const mend = command === undefined ? '' : escaped`; to mend it: ${oneLine(command)}`;
  return escaped`(${inline(file)} ${oneLine(what)}${follows}${mend})`;
}

/** No server or checker is available for the file, which is neither an error nor a verdict. */
export function renderUncheckedFile(file: string, servers: readonly AskedServer[]): Escaped {
  return joined(
    [
      escaped`${inline(file)} was not checked: it belongs to no project that a compiler or linter judges.`,
      ...withoutServers(servers),
    ],
    '\n',
  );
}

/** The same for a folder, or for the workspace. */
export function renderUncheckedFolder(folder: string | undefined, refusal: string | undefined): Escaped {
  const why =
    refusal === undefined
      ? 'there is no project that a compiler or linter judges'
      : escaped`it is ${oneLine(refusal)}`;
  return escaped`Nothing was checked${below(folder)}: ${why}.`;
}

function below(folder: string | undefined): Escaped {
  return folder === undefined ? escaped`` : escaped` below ${inline(folder)}`;
}

function idsOf(judges: readonly { readonly id: string }[]): Escaped {
  return joined([...new Set(judges.map(({ id }) => inline(id)))], ', ');
}

function withoutServers(servers: readonly AskedServer[]): Escaped[] {
  const missing = servers.filter(({ outcome }) => outcome !== 'complete');
  return missing.length === 0 ? [] : [escaped`(without ${joined(missing.map(renderServer), ', ')})`];
}

/** For the case that no checker has completed. */
export function renderIncomplete(checkers: readonly Checker[]): Escaped {
  const left = checkers.length - MAX_NAMED;
  return joined(
    [
      ...checkers.slice(0, MAX_NAMED).map((checker) => escaped`not by ${renderChecker(checker)}`),
      ...(left > 0 ? [escaped`nor by ${left} more`] : []),
    ],
    '; ',
  );
}

/** A line for each, because the reasons differ. */
function without(checkers: readonly Checker[]): Escaped[] {
  const missing = checkers.filter(({ outcome }) => outcome !== 'complete');
  const left = missing.length - MAX_NAMED;
  return [
    ...missing.slice(0, MAX_NAMED).map((checker) => escaped`(without ${renderChecker(checker)})`),
    ...(left > 0 ? [escaped`(and without ${left} more)`] : []),
  ];
}

/** `typescript, which is still starting`, and what the model can do about it. */
export function renderServer({ id, outcome, reason }: AskedServer): Escaped {
  if (reason === undefined) return escaped`${inline(id)}, which ${SERVERS[outcome]}`;
  const what = outcome === 'unavailable' ? 'is not run' : 'gave none';
  return escaped`${inline(id)}, which ${what}: ${oneLine(reason)}`;
}

const SERVERS = {
  complete: 'has answered',
  'timed-out': 'has not answered in time: call again',
  starting: 'is still starting: call again',
  broken: 'has ended and is not started again in this session',
  unavailable: 'is not installed, or not for this project',
} as const satisfies Record<ServerOutcome, string>;

/** `ruff in tools, which is not installed`, the reason, and what the model can do about it. */
export function renderChecker({ id, root, outcome, reason, install }: Checker): Escaped {
  const where = root === '.' ? '' : escaped` in ${inline(root)}`;
  const why = reason === undefined ? '' : escaped`: ${oneLine(reason)}`;
  const isThere = outcome === 'unavailable' && install === undefined;
  const what = isThere ? 'is not run' : CHECKERS[outcome];
  const how = install === undefined ? '' : escaped` (to install it: ${oneLine(install)})`;
  return escaped`${inline(id)}${where}, which ${what}${why}${how}`;
}

const CHECKERS = {
  complete: 'has judged it',
  incomplete: 'has judged only a part',
  'timed-out': 'has not ended in time',
  broken: 'cannot be run',
  unavailable: 'is not installed',
} as const satisfies Record<Checker['outcome'], string>;

function renderListed({ file, shown }: ListedFile): Escaped[] {
  return shown.map(
    ({ line, character, severity, ...words }) =>
      escaped`${placeOf({ file, line, character })}  ${severity}: ${messageWithCode(words)}`,
  );
}
