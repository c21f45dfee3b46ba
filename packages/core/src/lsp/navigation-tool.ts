import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { NavigationResult, NavigationTool } from '../host.js';
import { isObject } from '../support/json.js';
import type { McpSession } from './mcp-session.js';
import type { Answer } from './sidecar.js';
import { jsonOf, oneLine } from '../support/escaped.js';
import { unlessAborted } from './waiting.js';

/**
 * How a call can fail. The names are stable: programs branch on them. Error types of the service
 * itself (`DIAGNOSTIC_TOOL_NOT_FOUND`) are passed on.
 */
export type NavigationErrorType =
  | 'navigation_timed_out'
  | 'navigation_cancelled'
  /** The LSP service has ended. */
  | 'navigation_unavailable'
  /** The service has answered with the reason why there is no result. */
  | 'navigation_failed';

/** Limit of an error message shown on one line, in UTF-16 code units. */
const MAX_SHOWN = 300;

/** The session that can answer now; undefined where the service has ended. */
type CurrentSession = () => Promise<Pick<McpSession, 'call' | 'isOpen'> | undefined>;

/**
 * One tool of the service as a host registers it.
 *
 * @param limitMs the deadline of a call, ms
 */
export function navigationTool(tool: Tool, current: CurrentSession, limitMs: number): NavigationTool {
  const { name, title = name, description = '', inputSchema, outputSchema } = tool;
  return {
    name,
    title,
    description,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: { readOnlyHint: true },
    async execute(params, signal) {
      const args = params ?? {};
      if (!isObject(args)) return failure('navigation_failed', `${name} takes its parameters as an object.`);
      const answer = await answerOf({ name, args, limitMs, signal }, current);
      switch (answer.kind) {
        case 'answered':
          return answer.value.isError === true ? refused(answer.value) : found(title, answer.value);
        case 'aborted':
          return failure('navigation_cancelled', `${name} was cancelled.`);
        case 'overdue':
          return failure(
            'navigation_timed_out',
            `${name} has no answer after ${limitMs} ms. A language server may still be loading the ` +
              'project: try again later, or search the text.',
          );
        case 'ended':
          return unavailable(name);
        case 'failed':
          return failure('navigation_failed', `${name} failed: ${oneLine(answer.reason, MAX_SHOWN)}`);
      }
    },
  };
}

interface Call {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Of the session that can answer; where it ends meanwhile, of the next one, once. */
async function answerOf(
  call: Call,
  current: CurrentSession,
  isSecond = false,
): Promise<Answer<CallToolResult> | { readonly kind: 'ended' }> {
  const session = await unlessAborted(current(), call.signal);
  if (call.signal?.aborted === true) return { kind: 'aborted' };
  if (session === undefined) return { kind: 'ended' };
  const { name, args, limitMs, signal } = call;
  const answer = await session.call(name, args, { limitMs, signal });
  if (answer.kind !== 'failed' || session.isOpen()) return answer;
  return isSecond ? { kind: 'ended' } : answerOf(call, current, true);
}

function found(title: string, result: CallToolResult): NavigationResult {
  const { structuredContent } = result;
  const llmContent = textOf(result);
  return {
    llmContent,
    returnDisplay: headOf(llmContent) ?? title,
    ...(structuredContent !== undefined && { structuredContent }),
  };
}

/** The service's message says what to do, so the model gets it unchanged. */
function refused(result: CallToolResult): NavigationResult {
  const text = textOf(result);
  const { structuredContent } = result;
  const named = structuredContent?.['error_type'];
  return {
    ...failure('navigation_failed', text),
    llmContent: text,
    ...(typeof named === 'string' && { error: { type: named, message: text } }),
    ...(structuredContent !== undefined && { structuredContent }),
  };
}

function unavailable(name: string): NavigationResult {
  return failure(
    'navigation_unavailable',
    `The LSP service has ended, and ${name} with it. Search the text instead.`,
  );
}

function failure(type: NavigationErrorType, message: string): NavigationResult {
  return {
    llmContent: `Error: ${message}`,
    returnDisplay: `Error: ${oneLine(message, MAX_SHOWN)}`,
    error: { type, message },
  };
}

/** If a tool returns no text, its data are the answer. */
function textOf({ content, structuredContent }: CallToolResult): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length > 0 || structuredContent === undefined ? texts.join('\n') : jsonOf(structuredContent);
}

/**
 * The head of a list, like `3 references in 2 files`, is what a person sees. The list itself is for
 * the model (REQ-EXCL-050).
 */
function headOf(text: string): string | undefined {
  const [first = ''] = text.split('\n', 1);
  return first.endsWith(':') ? oneLine(first.slice(0, -1), MAX_SHOWN) : undefined;
}
