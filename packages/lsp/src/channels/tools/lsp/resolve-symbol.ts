import { nameAt } from '../../../backend/navigation/name-at.ts';
import { atVersion } from '../../../engine/navigate/at-version.ts';
import {
  failed,
  type Failure,
  SUPERSEDED,
  type TextDocumentPosition,
} from '../../../engine/navigate/found.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import { type Candidate, textDocumentPositionOf } from '../../../engine/navigate/by-name/candidate.ts';
import { resolve, type ParsedQuery, type Target } from '../../../engine/navigate/by-name/symbol-query.ts';
import { MAX_NAME } from './limits.ts';
import { type Escaped, inline } from '../../../support/escaped.ts';
import { renderCandidates } from './render.ts';
import type * as schemas from './schemas.ts';
import { candidatesOf, positionOf } from './shapes.ts';
import type { Outcome, Unclear } from './tool.ts';

type One = Extract<Target, { readonly kind: 'one' }>;

/** A resolved symbol query: `target` is its name in the answer. */
export interface ResolvedSymbol {
  readonly kind: 'resolved';
  readonly at: TextDocumentPosition;
  readonly target: schemas.Target;
}

/** The candidates of an ambiguous symbol query, which are then the whole answer. */
export interface Undecided {
  readonly kind: 'undecided';
  readonly candidates: schemas.Candidate[];
  readonly text: Escaped;
}

/** Resolves a symbol query, where that is possible. */
export async function resolveSymbol(
  navigation: Navigation,
  query: ParsedQuery,
  cancel: AbortSignal,
): Promise<ResolvedSymbol | Undecided | Failure | Unclear> {
  if (query.kind === 'unclear') return query;
  const found = await resolve(navigation, query, cancel);
  if (found.kind === 'failed') return found;
  const { value } = found;
  if (value.kind === 'one')
    return {
      kind: 'resolved',
      at: textDocumentPositionOf(value.candidate ?? value),
      target: await targetOf(navigation, value),
    };
  if (value.candidates.some((candidate) => isSuperseded(navigation, candidate))) return SUPERSEDED;
  const candidates = candidatesOf(navigation, value.candidates);
  return { kind: 'undecided', candidates, text: renderCandidates(value.wanted, candidates, value.left) };
}

/** Answers before the deadline, including all retries, or not at all. */
export async function within<T>(
  ms: number,
  cancel: AbortSignal,
  answer: (signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await atVersion(ms, cancel, answer);
  if (outcome.kind === 'done') return outcome.value;
  return cancel.aborted
    ? failed('cancelled', 'the call was cancelled')
    : failed(
        'timed-out',
        `no complete answer within ${ms} ms; the language server may still be loading the project`,
      );
}

/** The text at the candidate's place has changed. */
function isSuperseded(navigation: Navigation, { path, position, row }: Candidate): boolean {
  return row !== undefined && navigation.lines(path)[position.line] !== row;
}

async function targetOf(navigation: Navigation, { path, position, candidate }: One): Promise<schemas.Target> {
  const name = candidate?.name ?? nameAt((await navigation.text(path)) ?? '', position);
  return {
    ...(name !== undefined && { name: inline(name, MAX_NAME) }),
    file: navigation.relative(path),
    ...positionOf(position),
  };
}
