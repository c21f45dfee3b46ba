import { z } from 'zod';
import { escaped, inline, joined } from '../support/escaped.js';
import type { ToolResult } from '../host.js';
import type { ToolContext } from './context.js';
import { ok, refuse, refusedResult, type Outcome } from './outcome.js';

/** How a host registers a tool. */
export interface ToolDeclaration {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  /** JSON Schema, draft 2020-12. */
  readonly parametersJsonSchema: Readonly<Record<string, unknown>>;
}

/** A lone surrogate has no UTF-8 form, and these tools take a file with a NUL for binary. */
const UNWRITABLE = /[\p{Surrogate}\0]/u;

/** Text that can be written to a file and read back the same. */
export function textParam(description: string) {
  return z
    .string()
    .refine(
      (text) => !UNWRITABLE.test(text),
      'holds a NUL character or half of a surrogate pair, which a UTF-8 text file cannot hold',
    )
    .describe(description);
}

export function pathParam(description: string) {
  return z.string().min(1, 'must not be empty').describe(description);
}

export const dryRunParam = z
  .boolean()
  .default(false)
  .describe(
    'Writes nothing: the result says what the call would do, and which errors language servers would ' +
      'find then.',
  );

export function declare(name: string, description: string, schema: z.ZodType): ToolDeclaration {
  const { $schema: _, ...parametersJsonSchema } = z.toJSONSchema(schema, { io: 'input' });
  return { name, description, parametersJsonSchema };
}

/**
 * Parses parameters as a model sent them. The refusal names every wrong key. Unknown keys are
 * ignored, because hosts add their own.
 */
export function parseParams<T>(tool: string, schema: z.ZodType<T>, params: unknown): Outcome<T> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.map(({ path, message }) =>
    inline(path.length === 0 ? message : `${path.join('.')}: ${message}`),
  );
  return refuse('invalid_params', escaped`Bad parameters for ${inline(tool)}: ${joined(issues, '; ')}.`);
}

/** A tool. Never throws for anything that the parameters or the disk can contain. */
export type ToolCall = (params: unknown, context: ToolContext, signal?: AbortSignal) => Promise<ToolResult>;

/** @param run gets the parsed parameters */
export function toolCall<T>(
  name: string,
  schema: z.ZodType<T>,
  run: (params: T, context: ToolContext, signal: AbortSignal | undefined) => Promise<ToolResult>,
): ToolCall {
  return async (params, context, signal) => {
    const parsed = parseParams(name, schema, params);
    return parsed.ok ? await run(parsed.value, context, signal) : refusedResult(parsed.refusal);
  };
}
