import * as v from 'valibot';
import type { Schema } from '../schema.ts';

/** Lines are 1-based, columns 1-based and in Unicode scalar values; the end of a range is exclusive. */
export interface RustcSpan {
  readonly file_name: string;
  readonly is_primary: boolean;
  readonly line_start: number;
  readonly line_end: number;
  readonly column_start: number;
  readonly column_end: number;
  readonly label: string | null;
  /** The lines that the span touches, whole. */
  readonly text: readonly { readonly text: string }[];
  /** Where the macro was called whose expansion the span is in. */
  readonly expansion: { readonly span: RustcSpan } | null;
}

/** What rustc prints with `--error-format=json`, and Clippy too. */
export interface RustcMessage {
  readonly level: string;
  readonly message: string;
  readonly code: { readonly code: string } | null;
  readonly spans: readonly RustcSpan[];
  readonly children: readonly { readonly level: string; readonly message: string }[];
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
});

const compilerMessage: Schema<{ message: RustcMessage }> = v.object({
  reason: v.literal('compiler-message'),
  message: v.object({
    level: v.string(),
    message: v.string(),
    code: v.nullable(v.object({ code: v.string() })),
    spans: v.array(span),
    children: v.array(v.object({ level: v.string(), message: v.string() })),
  }),
});

/** The message in a line that Cargo prints with `--message-format=json`; undefined for a line about something else. */
export function readMessage(line: string): RustcMessage | undefined {
  // Artifacts have long lines, and most lines are about them.
  if (!line.startsWith('{') || !line.includes('"compiler-message"')) return undefined;
  try {
    const parsed = v.safeParse(compilerMessage, JSON.parse(line));
    return parsed.success ? parsed.output.message : undefined;
  } catch {
    return undefined;
  }
}
