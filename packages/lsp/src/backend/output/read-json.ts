import * as v from 'valibot';
import { parseJson } from '../../support/json.ts';
import type { Schema } from '../../support/schema.ts';

/** Undefined where the text is no JSON, or does not fit the schema. */
export function readJson<T>(schema: Schema<T>, text: string): T | undefined {
  const parsed = v.safeParse(schema, parseJson(text));
  return parsed.success ? parsed.output : undefined;
}
