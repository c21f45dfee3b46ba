import { isObject } from '../../support/json.ts';
import { toPath } from '../../support/paths.ts';
import { readPosition } from './read-position.ts';

/** A place that a server or compiler names beside a finding. */
export interface RelatedInformation {
  /** Absolute; may lie outside of the workspace. */
  readonly path: string;
  /** 1-based, in UTF-16 code units. */
  readonly line: number;
  readonly character: number;
  /** Raw text; '' where the finding's own message says what the place is. */
  readonly message: string;
}

/** More are not kept with a finding: no report shows as many. */
export const MOST_RELATED = 10;

/**
 * Copies of a finding keep a property that is named by a symbol, and JSON leaves it out. So no
 * report carries these places unless they are put into it.
 */
const RELATED = Symbol('related');

/** The same finding, with the places that were named beside it. */
export function withRelated<T extends object>(finding: T, places: readonly RelatedInformation[]): T {
  return places.length === 0 ? finding : { ...finding, [RELATED]: places.slice(0, MOST_RELATED) };
}

/** The same finding alone, for a text in which its places may be elsewhere. */
export function withoutRelated<T extends object>(finding: T): T {
  return RELATED in finding ? { ...finding, [RELATED]: [] } : finding;
}

/** The places that were named beside a finding, in the order of the server or compiler. */
export function relatedTo(finding: object): readonly RelatedInformation[] {
  return RELATED in finding ? (finding[RELATED] as readonly RelatedInformation[]) : [];
}

/** From LSP's `relatedInformation`. What is malformed, or in no file, is left out. */
export function readRelated(value: unknown): RelatedInformation[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_RELATED).flatMap((item: unknown) => {
    if (!isObject(item) || !isObject(item['location']) || typeof item['message'] !== 'string') return [];
    const { uri, range } = item['location'];
    const path = typeof uri === 'string' ? toPath(uri) : undefined;
    const start = isObject(range) ? readPosition(range['start']) : undefined;
    return path === undefined || start === undefined
      ? []
      : { path, line: start.line + 1, character: start.character + 1, message: item['message'] };
  });
}
