import generated from '../../../schemas/tools.json';
import type { Schema } from '../../support/schema.ts';
import type { Tool } from './catalogue.ts';

/**
 * Input and output of a tool. Its types come from these schemas. `npm run generate` makes its
 * JSON Schemas from them: `schemas/tools.json`, and `schemas/tools/<name>.json` and `<name>.output.json`.
 */
export interface ToolSchemas<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly input: Schema<Input>;
  readonly output: Schema<Output>;
}

const SCHEMAS: Readonly<Record<string, Readonly<Record<'inputSchema' | 'outputSchema', object>>>> = generated;

/** As tools/list shows them. */
export function jsonSchemasOf(name: string): Pick<Tool, 'inputSchema' | 'outputSchema'> {
  const { inputSchema, outputSchema } = SCHEMAS[name] ?? {};
  return { inputSchema: { ...inputSchema, type: 'object' }, outputSchema: { ...outputSchema, type: 'object' } };
}
