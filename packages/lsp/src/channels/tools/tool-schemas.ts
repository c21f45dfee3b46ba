import type { Schema } from '../../support/schema.ts';

/**
 * What a tool is, to a model; its input and output. Its types come from these schemas, and
 * `npm run generate` makes its JSON Schemas from them: `schemas/tools/<name>.json` and
 * `<name>.output.json`, and in `schemas/tools.json` all that `tools/list` shows.
 */
export interface ToolSchemas<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly title: string;
  /** What the tool returns, and when to call it. */
  readonly description: string;
  readonly input: Schema<Input>;
  readonly output: Schema<Output>;
}
