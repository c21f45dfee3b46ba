import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as v from 'valibot';
import { isObject } from '../../../support/json.ts';
import { stderrLog } from '../../../support/log.ts';
import type { Failure } from '../../../engine/navigate/found.ts';
import type { Tool } from '../catalogue.ts';
import type { PagingFailure } from '../paging/pages.ts';
import type { ToolSchemas } from '../tool-schemas.ts';
import { problemOf } from './input-problem.ts';
import { type Escaped, inline, quotedIn } from '../../../support/escaped.ts';

/**
 * A tool's result: its `structuredContent`, which is shown as {@link quotedIn} does, and the same
 * as text for a model.
 */
export interface Answer<Output> {
  readonly kind: 'found';
  readonly value: Output;
  readonly text: Escaped;
}

/** `unclear`: the input fits its schema, but is not enough to answer. */
export interface Unclear {
  readonly kind: 'unclear';
  readonly problem: string;
}

/**
 * A failure that programs handle: its `structuredContent`, which the tool's output schema allows,
 * and the same as text for a model.
 */
export interface Refusal<Output> {
  readonly kind: 'refused';
  readonly value: Output;
  readonly text: Escaped;
}

export type ToolOutcome<Output> = Answer<Output> | Refusal<Output> | Failure | PagingFailure | Unclear;

export function answer<Output>(value: Output, text: Escaped): Answer<Output> {
  return { kind: 'found', value, text };
}

export interface LspTool<Input, Output extends Record<string, unknown>> {
  readonly schemas: ToolSchemas<Input, Output>;
  readonly run: (input: Input, cancel: AbortSignal) => Promise<ToolOutcome<Output>>;
}

/** A tool for models: every failure is a result with advice. */
export function lspTool<Input, Output extends Record<string, unknown>>({
  schemas,
  run,
}: LspTool<Input, Output>): Tool {
  const fields = fieldsOf(schemas.input);
  return {
    name: schemas.name,
    async call(input, cancel) {
      const parsed = v.safeParse(schemas.input, withFile(input ?? {}, fields));
      if (!parsed.success) return failure(`${schemas.name}: ${problemOf(parsed.issues[0], fields)}`);
      try {
        const outcome = await run(parsed.output, cancel);
        if (outcome.kind === 'found')
          return {
            content: [{ type: 'text', text: outcome.text }],
            structuredContent: quotedIn(outcome.value),
          };
        if (outcome.kind === 'refused')
          return {
            ...failure(`${schemas.name}: ${outcome.text}`),
            structuredContent: quotedIn(outcome.value),
          };
        return failure(
          `${schemas.name}: ${outcome.kind === 'unclear' ? outcome.problem : adviceOn(outcome)}`,
        );
      } catch (error) {
        stderrLog(`${schemas.name}: ${error instanceof Error ? String(error.stack) : String(error)}`);
        return failure(
          `${schemas.name}: an error of the service itself, which is in its log; other questions may ` +
            'still be answered',
        );
      }
    },
  };
}

/** Of an object's schema. */
function fieldsOf(schema: object): string[] {
  return 'entries' in schema && isObject(schema.entries) ? Object.keys(schema.entries) : [];
}

/** `filePath` is another name of `file`, which other agents' tools have. */
function withFile(input: unknown, fields: readonly string[]): unknown {
  if (!isObject(input) || !fields.includes('file') || 'file' in input || !('filePath' in input)) return input;
  const { filePath, ...rest } = input;
  return { ...rest, file: filePath };
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: inline(text) }] };
}

/** For failures whose message has no advice. */
function adviceOn({ why, message }: Failure | PagingFailure): string {
  switch (why) {
    case 'timed-out':
      return `${message}; call again`;
    case 'too-many':
      return `${message}; ask for something narrower`;
    case 'outside':
      return `${message}; only files inside it can be asked about`;
    case 'path-invalid':
    case 'not-found':
    case 'no-server':
    case 'cancelled':
    case 'superseded':
    case 'failed':
    case 'cursor-invalid':
    case 'cursor-stale':
    case 'cursor-expired':
    case 'snapshot-too-large':
      return message;
  }
}
