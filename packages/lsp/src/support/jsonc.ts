import { objectOf } from './json.ts';

/** JSON with comments and trailing commas. Undefined where the text holds no object. */
export function parseJsonc(text: string): Record<string, unknown> | undefined {
  try {
    return objectOf(Bun.JSONC.parse(text));
  } catch {
    return undefined;
  }
}
