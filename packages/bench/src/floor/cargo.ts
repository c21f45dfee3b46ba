import { z } from 'zod';
import type { LineFinding } from '../edits.js';

const span = z.object({ file_name: z.string(), line_start: z.number(), is_primary: z.boolean() });
const message = z.object({
  level: z.string(),
  code: z.object({ code: z.string() }).nullable(),
  spans: z.array(span),
});
const line = z.union([
  z.object({ reason: z.literal('compiler-message'), message }),
  z.object({ reason: z.literal('build-finished') }),
  z.object({ reason: z.string() }),
]);

/**
 * The errors that `cargo check --message-format=json` reports, by file, relative to the workspace.
 *
 * @returns undefined if it gave up before it had compiled anything: a broken Cargo.toml, say
 */
export function readCargo(stdout: string): ReadonlyMap<string, LineFinding[]> | undefined {
  const found = new Map<string, LineFinding[]>();
  let finished = false;
  for (const text of stdout.split('\n').filter((part) => part.startsWith('{'))) {
    const parsed = line.parse(JSON.parse(text));
    if (parsed.reason === 'build-finished') finished = true;
    if (!('message' in parsed) || parsed.message.level !== 'error') continue;
    const { code, spans } = parsed.message;
    for (const { file_name, line_start } of spans.filter(({ is_primary }) => is_primary)) {
      const file = file_name.replaceAll('\\', '/');
      found.set(file, [...(found.get(file) ?? []), { line: line_start, code: code?.code }]);
    }
  }
  return finished ? found : undefined;
}
