import type { CheckRequest, PreviousText } from '../../bridge/request.js';
import { displayedText, writtenFile } from '../previous-text.js';
import {
  additionalContext,
  checkRequest,
  commandRequest,
  plainPaths,
  warmRequest,
  type HookRequest,
  type HostAdapter,
} from '../host.js';
import { asObject, asText, asTexts, type JsonObject } from '../json.js';

/**
 * LLxprt Code: `AfterTool` of tools that write, and `BeforeTool` of tools that read. Failures come,
 * too, with an `error`.
 *
 * Quirk(llxprt): `AfterAgent` comes after each response of the model, also while its tool calls
 * wait, and a decision there cancels those. `BeforeAgent` comes before each response. Neither is
 * answered.
 */
export const llxprt: HostAdapter = (event) => {
  const cwd = asText(event['cwd']);
  const input = asObject(event['tool_input']) ?? {};
  const tool = event['tool_name'];
  if (cwd === undefined || typeof tool !== 'string') return undefined;
  if (event['hook_event_name'] === 'BeforeTool') return warmRequest(cwd, filesRead(tool, input));
  return event['hook_event_name'] === 'AfterTool'
    ? afterTool(tool, cwd, input, asObject(event['tool_response']) ?? {})
    : undefined;
};

/** Both names are of an absolute path. */
const pathOf = (input: JsonObject): string | undefined =>
  asText(input['absolute_path']) ?? asText(input['file_path']);

const READERS: readonly string[] = ['read_file', 'read_line_range', 'ast_read_file'];

function filesRead(tool: string, input: JsonObject): string[] {
  if (READERS.includes(tool)) return asTexts([pathOf(input)]);
  return tool === 'read_many_files'
    ? plainPaths([...asTexts(input['paths']), ...asTexts(input['include'])])
    : [];
}

interface Writer {
  readonly kind: CheckRequest['kind'];
  readonly previousText: (toolInput: JsonObject, toolResponse: JsonObject) => PreviousText | undefined;
  /** How the text for the model begins where the tool has created the file; absent: it creates none. */
  readonly created?: string;
  /** The same where it has deleted the file. */
  readonly deleted?: string;
  /** Absent: a call that did not fail has written. */
  readonly hasWritten?: (display: JsonObject | undefined) => boolean;
}

const shown: Writer['previousText'] = (_, response) => displayedText(response);

const WRITERS: Readonly<Record<string, Writer>> = {
  write_file: { kind: 'write', previousText: shown, created: 'Successfully created and wrote to new file: ' },
  replace: { kind: 'edit', previousText: shown, created: 'Created new file: ' },
  apply_patch: {
    kind: 'patch',
    previousText: shown,
    created: 'Successfully created file from patch: ',
    deleted: 'Successfully deleted file from patch: ',
  },
  insert_at_line: { kind: 'edit', previousText: inserted, created: 'Successfully created and inserted ' },
  delete_line_range: { kind: 'edit', previousText: taken },
  // Without `force` it only shows what it would write.
  ast_edit: {
    kind: 'edit',
    previousText: shown,
    created: 'Successfully created file: ',
    hasWritten: (display) => display?.['applied'] === true,
  },
};

function afterTool(
  tool: string,
  cwd: string,
  input: JsonObject,
  response: JsonObject,
): HookRequest | undefined {
  if (tool === 'run_shell_command')
    return commandRequest(cwd, asText(input['command']), additionalContext('AfterTool'));
  const writer = Object.hasOwn(WRITERS, tool) ? WRITERS[tool] : undefined;
  const path = pathOf(input);
  const display = asObject(response['returnDisplay']);
  if (
    writer === undefined ||
    path === undefined ||
    (response['error'] ?? undefined) !== undefined ||
    writer.hasWritten?.(display) === false
  )
    return undefined;
  const result = asText(response['llmContent']) ?? '';
  const { kind } = writer;
  const say = additionalContext('AfterTool');
  if (writer.deleted !== undefined && result.startsWith(writer.deleted))
    return checkRequest({ kind, cwd, files: [], deleted: [path] }, say);
  const isNew =
    display?.['isNewFile'] === true || (writer.created !== undefined && result.startsWith(writer.created));
  return checkRequest(
    { kind, cwd, files: [writtenFile(path, isNew, writer.previousText(input, response))] },
    say,
  );
}

/** A line break at the end of the content is that of its last line. */
function inserted({ line_number: line, content }: JsonObject): PreviousText | undefined {
  return typeof line === 'number' && typeof content === 'string'
    ? { kind: 'lines', line, old: [], new: content.replace(/\n$/, '').split('\n') }
    : undefined;
}

/**
 * The text for the model names the lines that are gone, which may be fewer than were asked for, and
 * has them behind the first empty line.
 */
function taken(_: JsonObject, { llmContent }: JsonObject): PreviousText | undefined {
  const result = asText(llmContent) ?? '';
  const [, first, last] = /^Successfully deleted lines (\d+)-(\d+) from /.exec(result) ?? [];
  const start = result.indexOf('\n\n');
  if (first === undefined || last === undefined || start === -1) return undefined;
  const count = Number(last) - Number(first) + 1;
  const lines = result
    .slice(start + 2)
    .split('\n')
    .slice(0, count);
  return count > 0 && lines.length === count
    ? { kind: 'lines', line: Number(first), old: lines, new: [] }
    : undefined;
}
