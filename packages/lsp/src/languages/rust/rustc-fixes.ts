import { isAbsolute, resolve } from 'node:path';
import type { SuggestedFix } from '../../backend/fixes/source.ts';
import type { FileEdits } from '../../backend/fixes/workspace-edit.ts';
import { fromScalars } from '../../backend/output/columns.ts';
import type { RustcMessage, RustcRemark, RustcSpan } from './rustc-message.ts';

/** UTF-16 code units of a replacement that is named in a title. */
const LONGEST = 80;

/**
 * What rustc suggests for one of its messages. Left out are replacements with placeholders, which
 * no program compiles with, and those in the expansion of a macro.
 *
 * @param root of the Cargo workspace; rustc names files relative to it
 */
export function suggestedFixes({ children }: RustcMessage, root: string): SuggestedFix[] {
  return children.flatMap((child) =>
    alternativesOf(child).flatMap((spans) => fixOf(child, spans, root) ?? []),
  );
}

/**
 * The spans of a remark belong together, unless they begin at the same place: then they are
 * alternatives.
 */
function alternativesOf({ spans }: RustcRemark): RustcSpan[][] {
  const alternatives: RustcSpan[][] = [];
  let begun = new Set<string>();
  for (const span of spans) {
    if (typeof span.suggested_replacement !== 'string') continue;
    const start = `${span.file_name}:${span.line_start}:${span.column_start}`;
    if (alternatives.length === 0 || begun.has(start)) {
      alternatives.push([]);
      begun = new Set();
    }
    begun.add(start);
    alternatives.at(-1)?.push(span);
  }
  return alternatives;
}

function fixOf(
  { message }: RustcRemark,
  spans: readonly RustcSpan[],
  root: string,
): SuggestedFix | undefined {
  const kinds = new Set(spans.map(({ suggestion_applicability }) => suggestion_applicability));
  if (kinds.has('HasPlaceholders') || spans.some(({ expansion }) => expansion !== null)) return undefined;
  const files = Map.groupBy(spans, ({ file_name }) =>
    isAbsolute(file_name) ? file_name : resolve(root, file_name),
  );
  const added = spans
    .map(({ suggested_replacement }) => suggested_replacement?.trim() ?? '')
    .filter((text) => text !== '')
    .join(' ... ');
  return {
    title:
      added === '' || added.length > LONGEST || added.includes('\n') || message.includes(added)
        ? message
        : `${message}: ${added}`,
    kind: 'quickfix',
    isPreferred: [...kinds].every((kind) => kind === 'MachineApplicable'),
    files: [...files].map(([path, list]): FileEdits => ({
      path,
      version: undefined,
      isCreated: false,
      edits: list.map(editOf),
    })),
  };
}

/** Lines and columns, not the bytes that rustc gives, too: those count byte order marks and CRs. */
function editOf(span: RustcSpan): FileEdits['edits'][number] {
  const { text, line_start, column_start, line_end, column_end, suggested_replacement } = span;
  return {
    start: { line: line_start - 1, character: fromScalars(text[0]?.text, column_start) - 1 },
    end: { line: line_end - 1, character: fromScalars(text.at(-1)?.text, column_end) - 1 },
    text: suggested_replacement ?? '',
  };
}
