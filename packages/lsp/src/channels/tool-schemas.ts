import type { Schema } from '../schema.ts';
import type { Tool } from './catalogue.ts';

/**
 * What a tool takes and gives. Its types are these; its JSON Schemas, `schemas/tools/<name>.json` and `<name>.output.json`, are made from them by
 * `npm run schemas`.
 */
export interface ToolSchemas<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly input: Schema<Input>;
  readonly output: Schema<Output>;
}

/** Of a tool's two schema files, which TypeScript knows as some JSON. */
export function jsonSchemas(input: { readonly type: string }, output: { readonly type: string }): Pick<Tool, 'inputSchema' | 'outputSchema'> {
  return { inputSchema: { ...input, type: 'object' }, outputSchema: { ...output, type: 'object' } };
}
