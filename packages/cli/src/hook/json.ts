/** Readers of a host's JSON: a value of another shape is undefined. */
import { objectOf as asObject, parseJson, textOf as asText } from '@vybestack/llxprt-lsp-core';

export { asObject, asText };

export type JsonObject = Readonly<Record<string, unknown>>;

export function asTexts(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item !== '')
    : [];
}

/** An object from its text; undefined where the text is none. */
export function parseObject(text: string): JsonObject | undefined {
  return asObject(parseJson(text));
}
