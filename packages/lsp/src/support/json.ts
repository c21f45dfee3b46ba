/** A JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Empty where it is no list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON with comments and trailing commas. Undefined where the text holds no object. */
export function parseJsonc(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = Bun.JSONC.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
