import { isObject } from '../../support/json.ts';

/** A position as LSP has it: 0-based, in UTF-16 code units. Undefined if it is none. */
export function readPosition(value: unknown): { line: number; character: number } | undefined {
  if (!isObject(value)) return undefined;
  const { line, character } = value;
  return isCount(line) && isCount(character) ? { line, character } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
