import type { Position } from '../../../../backend/navigation/model.ts';
import type { AdmittedPath } from '../../../../support/paths.ts';
import { type Failure, type Found, found } from '../../../../engine/navigate/found.ts';
import type { Navigation } from '../../../../engine/navigate/navigator.ts';
import type { Candidate } from './candidate.ts';
import { type Hint, meaningInFile } from './in-file.ts';
import { meaningInWorkspace } from './in-workspace.ts';
import { parseName, type WantedName } from './name.ts';

/** A tool's input about a symbol, as received: 1-based. */
export interface PointerInput {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly character?: number | undefined;
  readonly symbol?: string | undefined;
}

/** A position in a file, or a name in one, or in the workspace. 0-based. */
export type SymbolQuery =
  | { readonly kind: 'position'; readonly file: string; readonly position: Position }
  | { readonly kind: 'name-in-file'; readonly wanted: WantedName; readonly file: string; readonly hint?: Hint }
  | { readonly kind: 'name'; readonly wanted: WantedName };

export type PointerRead = SymbolQuery | { readonly kind: 'unclear'; readonly problem: string };

/** The result of a pointer. */
export type Target =
  | { readonly kind: 'one'; readonly path: AdmittedPath; readonly position: Position; readonly candidate?: Candidate }
  | { readonly kind: 'several'; readonly wanted: string; readonly candidates: readonly Candidate[]; readonly left: number };

/** A name takes precedence over a column: then line and character only select a mention of it. */
export function readPointer({ file, line, character, symbol }: PointerInput): PointerRead {
  if (symbol === undefined) return readPosition(file, line, character);
  const wanted = parseName(symbol);
  if (wanted === undefined) return unclear('`symbol` names nothing');
  if (file === undefined) return line === undefined && character === undefined ? { kind: 'name', wanted } : unclear('`line` is a line of a file: give `file` too, or only `symbol`');
  if (line === undefined) return character === undefined ? { kind: 'name-in-file', wanted, file } : unclear('`character` is one of a line: give `line` too, or only `symbol`');
  return { kind: 'name-in-file', wanted, file, hint: { line: line - 1, ...(character !== undefined && { character: character - 1 }) } };
}

function readPosition(file: string | undefined, line: number | undefined, character: number | undefined): PointerRead {
  if (file === undefined) return unclear('give `symbol`, a name; or `file`, `line` and `character`, a position');
  if (line === undefined) return unclear('give `symbol`, a name in the file; or `line` and `character`, a position in it');
  if (character === undefined) return unclear('give `symbol`, the name on that line that you mean; or `character`, where it stands');
  return { kind: 'position', file, position: { line: line - 1, character: character - 1 } };
}

function unclear(problem: string): PointerRead {
  return { kind: 'unclear', problem };
}

/** Spells the file in one canonical way. */
export function canonical(navigation: Navigation, pointer: PointerRead): PointerRead | Failure {
  if (pointer.kind === 'unclear' || pointer.kind === 'name') return pointer;
  const admitted = navigation.admit(pointer.file);
  return admitted.kind === 'failed' ? admitted : { ...pointer, file: navigation.relative(admitted.value) };
}

/**
 * Resolves a pointer. Positions are not checked: the request about a position reveals whether it
 * exists.
 */
export async function follow(navigation: Navigation, pointer: SymbolQuery, cancel: AbortSignal): Promise<Found<Target>> {
  if (pointer.kind === 'name') return targetOf(await meaningInWorkspace(navigation, pointer.wanted, cancel), pointer.wanted);
  const admitted = navigation.admit(pointer.file);
  if (admitted.kind === 'failed') return admitted;
  if (pointer.kind === 'position') return found({ kind: 'one', path: admitted.value, position: pointer.position });
  return targetOf(await meaningInFile(navigation, admitted.value, pointer.wanted, pointer.hint, cancel), pointer.wanted);
}

function targetOf(meaning: Awaited<ReturnType<typeof meaningInFile>>, { whole }: WantedName): Found<Target> {
  if (meaning.kind === 'failed') return meaning;
  const { value } = meaning;
  if (value.kind === 'several') return found({ kind: 'several', wanted: whole, candidates: value.candidates, left: value.left });
  const { candidate } = value;
  return found({ kind: 'one', path: candidate.path, position: candidate.position, candidate });
}
