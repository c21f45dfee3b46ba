import type { Position } from '../../../backend/model.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { type Failure, type Found, found } from '../found.ts';
import type { Navigation } from '../navigator.ts';
import type { SymbolCandidate } from './candidate.ts';
import { type Hint, meaningInFile } from './in-file.ts';
import { meaningInWorkspace } from './in-workspace.ts';
import { parseName, type WantedName } from '../spelling/name.ts';

/** A tool's input about a symbol, as received: 1-based. */
export interface SymbolInput {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly character?: number | undefined;
  readonly symbol?: string | undefined;
}

/** A position in a file, or a name in one, or in the workspace. 0-based. */
export type SymbolQuery =
  | { readonly kind: 'position'; readonly file: string; readonly position: Position }
  | {
      readonly kind: 'name-in-file';
      readonly wanted: WantedName;
      readonly file: string;
      readonly hint?: Hint;
    }
  | { readonly kind: 'name'; readonly wanted: WantedName };

export type ParsedQuery = SymbolQuery | { readonly kind: 'unclear'; readonly problem: string };

/** The result of a symbol query. */
export type ResolvedQuery =
  | {
      readonly kind: 'one';
      readonly path: AdmittedPath;
      readonly position: Position;
      readonly candidate?: SymbolCandidate;
    }
  | {
      readonly kind: 'several';
      readonly wanted: string;
      readonly candidates: readonly SymbolCandidate[];
      readonly left: number;
    };

/** A name takes precedence over a column: then line and character only select a mention of it. */
export function parseQuery({ file, line, character, symbol }: SymbolInput): ParsedQuery {
  if (symbol === undefined) return readPosition(file, line, character);
  const wanted = parseName(symbol);
  if (wanted === undefined) return unclear('`symbol` names nothing');
  if (file === undefined)
    return line === undefined && character === undefined
      ? { kind: 'name', wanted }
      : unclear('`line` is a line of a file: give `file` too, or only `symbol`');
  if (line === undefined)
    return character === undefined
      ? { kind: 'name-in-file', wanted, file }
      : unclear('`character` is one of a line: give `line` too, or only `symbol`');
  return {
    kind: 'name-in-file',
    wanted,
    file,
    hint: { line: line - 1, ...(character !== undefined && { character: character - 1 }) },
  };
}

/** Of several definitions of the name none is chosen. */
export function isByName(query: ParsedQuery): boolean {
  if (query.kind !== 'name' && query.kind !== 'name-in-file') return false;
  return query.wanted.index === undefined && (query.kind === 'name' || query.hint === undefined);
}

function readPosition(
  file: string | undefined,
  line: number | undefined,
  character: number | undefined,
): ParsedQuery {
  if (file === undefined)
    return unclear('give `symbol`, a name; or `file`, `line` and `character`, a position');
  if (line === undefined)
    return unclear('give `symbol`, a name in the file; or `line` and `character`, a position in it');
  if (character === undefined)
    return unclear('give `symbol`, the name on that line that you mean; or `character`, where it stands');
  return { kind: 'position', file, position: { line: line - 1, character: character - 1 } };
}

function unclear(problem: string): ParsedQuery {
  return { kind: 'unclear', problem };
}

/** Spells the file in one canonical way. */
export function canonical(navigation: Navigation, query: ParsedQuery): ParsedQuery | Failure {
  if (query.kind === 'unclear' || query.kind === 'name') return query;
  const admitted = navigation.admit(query.file);
  return admitted.kind === 'failed' ? admitted : { ...query, file: navigation.relative(admitted.value) };
}

/**
 * Resolves a symbol query. Positions are not checked: the request about a position reveals whether
 * it exists.
 */
export async function resolve(
  navigation: Navigation,
  query: SymbolQuery,
  cancel: AbortSignal,
): Promise<Found<ResolvedQuery>> {
  if (query.kind === 'name')
    return targetOf(await meaningInWorkspace(navigation, query.wanted, cancel), query.wanted);
  const admitted = navigation.admit(query.file);
  if (admitted.kind === 'failed') return admitted;
  if (query.kind === 'position')
    return found({ kind: 'one', path: admitted.value, position: query.position });
  return targetOf(
    await meaningInFile(navigation, admitted.value, query.wanted, query.hint, cancel),
    query.wanted,
  );
}

function targetOf(
  meaning: Awaited<ReturnType<typeof meaningInFile>>,
  { whole }: WantedName,
): Found<ResolvedQuery> {
  if (meaning.kind === 'failed') return meaning;
  const { value } = meaning;
  if (value.kind === 'several')
    return found({ kind: 'several', wanted: whole, candidates: value.candidates, left: value.left });
  const { candidate } = value;
  return found({ kind: 'one', path: candidate.path, position: candidate.position, candidate });
}
