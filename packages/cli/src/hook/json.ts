/** Readers of a host's JSON: a value of another shape is undefined. */
import { isObject, parseJson } from '@vybestack/llxprt-lsp-core';

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function asTexts(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item !== '')
    : [];
}

/** An object from its text; undefined where the text is none. */
export function parseObject(text: string): JsonObject | undefined {
  return asObject(parseJson(text));
}
