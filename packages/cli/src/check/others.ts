import type { CheckContext } from './check-files.js';
import type { Others, CheckResults } from './report.js';

/** To be called once, after the last file, when each requested file has its own result. */
export async function findOthers(
  { client, signal, timeout }: CheckContext,
  report: CheckResults,
): Promise<Others> {
  const { others, othersComplete } = await client.check({ files: [], others: true }, signal);
  const asked = new Set([
    ...report.results.map(({ file }) => file),
    ...report.skipped.map(({ path }) => path),
  ]);
  const files = Object.entries(others).filter(([file]) => !asked.has(file));
  if (!othersComplete)
    report.troubles.push({
      reason: `not all other files could be looked at within ${timeout} ms; --timeout allows more`,
    });
  return {
    files: files.map(([file, diagnostics]) => ({
      file,
      diagnostics: diagnostics.toSorted((a, b) => a.line - b.line || a.character - b.character),
    })),
    complete: othersComplete,
  };
}
