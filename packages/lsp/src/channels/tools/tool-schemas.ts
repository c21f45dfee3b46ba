import type { Schema } from '../../support/schema.ts';
import type { Tool } from './catalogue.ts';

/**
 * Input and output of a tool. Its types come from these schemas. `npm run generate` makes its
 * JSON Schemas from them: `schemas/tools/<name>.json` and `<name>.output.json`.
 */
export interface ToolSchemas<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly input: Schema<Input>;
  readonly output: Schema<Output>;
}

/** Types the two schema files of a tool, which TypeScript knows only as some JSON. */
export function jsonSchemas(input: { readonly type: string }, output: { readonly type: string }): Pick<Tool, 'inputSchema' | 'outputSchema'> {
  return { inputSchema: { ...input, type: 'object' }, outputSchema: { ...output, type: 'object' } };
}
