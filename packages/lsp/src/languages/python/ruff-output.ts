import * as v from 'valibot';
import { printedPath } from '../../backend/output/printed-path.ts';
import type { DocumentFormat } from '../../backend/output/whole-output.ts';

/** 1-based; columns are Unicode scalar values. */
const place = v.object({ row: v.number(), column: v.number() });

const report = v.array(
  v.object({
    code: v.nullable(v.string()),
    filename: v.string(),
    location: place,
    end_location: place,
    message: v.string(),
    /** The change that `--fix` or `--unsafe-fixes` would make. */
    fix: v.nullish(v.object({ message: v.nullish(v.string()) })),
  }),
);

/**
 * What ruff's language server calls errors too; everything else is a matter of style. Older
 * versions give a syntax error no code.
 */
const ERRORS: readonly string[] = ['invalid-syntax', 'io-error', 'E902', 'E999', 'F821'];

/**
 * `ruff check --output-format json`. Ruff exits with 1 for findings, and with 2 where it could not
 * begin.
 */
export const ruffFormat: DocumentFormat<v.InferOutput<typeof report>> = {
  program: 'ruff',
  document: report,
  judged: [0, 1],
  read: (results, root) => ({
    findings: results.map(({ code, filename, location, end_location: end, message, fix }) => ({
      path: printedPath(root, filename),
      line: location.row,
      character: location.column,
      endLine: end.row,
      endCharacter: end.column,
      columns: 'scalars' as const,
      severity: code === null || ERRORS.includes(code) ? 'error' : 'warning',
      // The same wording as ruff's server.
      message: typeof fix?.message === 'string' ? `${message}\n\nhelp: ${fix.message}` : message,
      ...(code !== null && { code }),
      source: 'Ruff',
    })),
  }),
};
