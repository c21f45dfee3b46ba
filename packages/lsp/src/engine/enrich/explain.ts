import { languageIdFor } from '../../backend/language-map.ts';
import { nameAt } from '../../backend/navigation/name-at.ts';
import * as questions from '../../backend/navigation/questions.ts';
import { readLocations, type UriRange } from '../../backend/navigation/read-locations.ts';
import { type RelatedInformation, relatedTo } from '../../client/documents/related.ts';
import { type AdmittedPath, toPath } from '../../support/paths.ts';
import type { Diagnostic, RelatedPlace } from '../../types.ts';
import type { TreeAnswer } from '../question/answer.ts';
import type { CheckedFile } from '../question/files.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { Judge } from '../session/session.ts';
import type { Workspace } from '../base/workspace.ts';
import type { Addition } from '../question/after-answer.ts';
import { positionOf } from './position-of.ts';
import { RelatedPlaces } from './related-places.ts';

/** More names of one message are not tried. */
const MOST_NAMES = 3;

/**
 * Explains errors by the places that their server or compiler has named. A server that names none
 * is asked where the names in its message are declared.
 */
export function explain(
  { workspace, changes }: Pick<Servers, 'workspace' | 'changes'>,
  checked: readonly CheckedFile[],
  answers: readonly TreeAnswer[],
): Addition {
  const texts = new Map(
    checked.flatMap(({ text }) => (text === undefined ? [] : [[text.path, text] as const])),
  );
  const places = new RelatedPlaces(workspace, texts);
  return async (errors, put, signal) => {
    const unexplained = errors.filter((error) => {
      const related = places.of(error, relatedTo(error));
      if (related.length > 0) put(error, { related });
      return related.length === 0;
    });
    const asOf = changes.position;
    await Promise.all(
      unexplained.map(async (error) => {
        const declaration = await declarationFor(error, workspace, answers, places, signal);
        if (declaration !== undefined && asOf === changes.position) put(error, { related: [declaration] });
      }),
    );
  };
}

async function declarationFor(
  error: Diagnostic,
  workspace: Workspace,
  answers: readonly TreeAnswer[],
  places: RelatedPlaces,
  signal: AbortSignal,
): Promise<RelatedPlace | undefined> {
  const admission = workspace.look(error.file);
  if (admission.kind === 'refused') return undefined;
  const { path } = admission;
  const session = sessionOf(error, path, answers);
  if (session?.navigate === undefined || session.definition.namesIn === undefined) return undefined;
  const { definition } = session;
  const text = places.given(path);
  const row = places.row(path, error.line);
  if (text === undefined || row === undefined) return undefined;
  const shown = { ...text, languageId: languageIdFor(definition, path) };
  const code = row.slice(
    error.character - 1,
    error.endLine === error.line ? (error.endCharacter ?? error.character) - 1 : undefined,
  );
  const names = session.definition.namesIn(error.message, code, row.slice(0, error.character - 1));
  for (const name of [...new Set(names)].slice(0, MOST_NAMES)) {
    const character = positionOf(row, code, error.character - 1, name);
    if (character === undefined) continue;
    const answer = await session.navigate(
      questions.definition({ line: error.line - 1, character }),
      shown,
      signal,
    );
    if (answer.kind !== 'result') continue;
    const found = declaredAt(name, [...readLocations(answer.result)], places);
    const [place] = found === undefined ? [] : places.of(error, [found]);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The one place that the server has found, if that is where the name stands. */
function declaredAt(
  name: string,
  found: readonly UriRange[],
  places: RelatedPlaces,
): RelatedInformation | undefined {
  const [only, ...more] = found;
  const path = only === undefined || more.length > 0 ? undefined : toPath(only.uri);
  if (only === undefined || path === undefined) return undefined;
  const { line, character } = only.range.start;
  const row = places.row(path, line + 1);
  if (row === undefined || nameAt(row, { line: 0, character }) !== name) return undefined;
  return { path, line: line + 1, character: character + 1, message: `'${name}' is declared here` };
}

/** The one that reports this finding now, and has not only reported it before. */
function sessionOf(error: Diagnostic, path: AdmittedPath, answers: readonly TreeAnswer[]): Judge | undefined {
  return answers.find(({ answered, findings }) => answered.has(path) && findings.get(path)?.includes(error))
    ?.session;
}
