import * as v from 'valibot';
import { readJson } from '../../backend/output/read-json.ts';
import type { Schema } from '../../support/schema.ts';

/**
 * Lines are 1-based. Columns are 1-based and in Unicode scalar values. The end of a range is
 * exclusive.
 */
export interface RustcSpan {
  readonly file_name: string;
  readonly is_primary: boolean;
  readonly line_start: number;
  readonly line_end: number;
  readonly column_start: number;
  readonly column_end: number;
  readonly label: string | null;
  /** The complete lines that the span touches. */
  readonly text: readonly { readonly text: string }[];
  /** Where the macro was called, for a span inside of a macro's expansion. */
  readonly expansion: { readonly span: RustcSpan } | null;
  /** What would take the place of the span; only in spans of a message's children. */
  readonly suggested_replacement?: string | null | undefined;
  readonly suggestion_applicability?: string | null | undefined;
}

/** A note or a help to a message. */
export interface RustcRemark {
  readonly level: string;
  readonly message: string;
  readonly spans: readonly RustcSpan[];
}

/** A message of rustc or Clippy with `--error-format=json`. */
export interface RustcMessage {
  readonly level: string;
  readonly message: string;
  readonly code: { readonly code: string } | null;
  readonly spans: readonly RustcSpan[];
  readonly children: readonly RustcRemark[];
}

const span: Schema<RustcSpan> = v.object({
  file_name: v.string(),
  is_primary: v.boolean(),
  line_start: v.number(),
  line_end: v.number(),
  column_start: v.number(),
  column_end: v.number(),
  label: v.nullable(v.string()),
  text: v.array(v.object({ text: v.string() })),
  expansion: v.nullable(v.object({ span: v.lazy(() => span) })),
  suggested_replacement: v.exactOptional(v.nullable(v.string())),
  suggestion_applicability: v.exactOptional(v.nullable(v.string())),
});

const compilerMessage: Schema<{ message: RustcMessage }> = v.object({
  reason: v.literal('compiler-message'),
  message: v.object({
    level: v.string(),
    message: v.string(),
    code: v.nullable(v.object({ code: v.string() })),
    spans: v.array(span),
    children: v.array(v.object({ level: v.string(), message: v.string(), spans: v.array(span) })),
  }),
});

/**
 * The message in a line of Cargo with `--message-format=json`; undefined for a line about something
 * else.
 */
export function readMessage(line: string): RustcMessage | undefined {
  // Most lines are about artifacts, and those are long: do not parse them.
  if (!line.startsWith('{') || !line.includes('"compiler-message"')) return undefined;
  return readJson(compilerMessage, line)?.message;
}
