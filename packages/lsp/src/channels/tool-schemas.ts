import type { Schema } from '../schema.ts';
import type { ObjectSchema } from './catalogue.ts';

/**
 * What a tool takes and gives. Its types are these; its JSON Schemas, `schemas/tools/<name>.json` and `<name>.output.json`, are made from them by
 * `npm run schemas`.
 */
export interface ToolSchemas<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly input: Schema<Input>;
  readonly output: Schema<Output>;
}

/** A schema file, which TypeScript knows as some JSON. */
export function objectSchema(file: { readonly type: string }): ObjectSchema {
  return { ...file, type: 'object' };
}
