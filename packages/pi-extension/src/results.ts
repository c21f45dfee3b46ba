import type { ToolCallEvent, ToolResultEvent } from '@earendil-works/pi-coding-agent';
import type { HostSession } from '@vybestack/llxprt-lsp-core';
import { toolPath } from './tool-path.js';

/** A tool is about to run. */
export async function remember(
  session: HostSession,
  cwd: string,
  { toolCallId, toolName, input }: Pick<ToolCallEvent, 'toolCallId' | 'toolName' | 'input'>,
): Promise<void> {
  const path = toolPath(cwd, input);
  if (kindOf(toolName) !== undefined && path !== undefined) await session.remember(toolCallId, [path]);
}

/**
 * Adds to a tool's result what language servers found. Undefined where the result stays as it is.
 */
export async function amend(
  session: HostSession,
  cwd: string,
  event: ToolResultEvent,
  signal: AbortSignal | undefined,
): Promise<Pick<ToolResultEvent, 'content'> | undefined> {
  if (event.toolName === 'bash') {
    const { command } = event.input;
    const change = (success: string): Promise<string> =>
      session.afterCommand(success, typeof command === 'string' ? command : undefined, signal);
    return withText(event.content, change);
  }
  const path = event.isError ? undefined : toolPath(cwd, event.input);
  const kind = kindOf(event.toolName);
  if (path === undefined || kind === undefined) {
    session.forget(event.toolCallId);
    if (path !== undefined && event.toolName === 'read' && session.hopes) session.warm(path);
    return undefined;
  }
  return withText(event.content, (success) =>
    session.amend(event.toolCallId, success, { kind, written: [path] }, signal),
  );
}

type Content = ToolResultEvent['content'];

/** Changes the last text of a result. */
async function withText(
  content: Content,
  change: (text: string) => Promise<string>,
): Promise<{ content: Content } | undefined> {
  const at = content.findLastIndex(({ type }) => type === 'text');
  const last = content[at];
  const success = last?.type === 'text' ? last.text : '';
  const text = await change(success);
  if (text === success) return undefined;
  const amended = { ...last, type: 'text' as const, text };
  return { content: last === undefined ? [...content, amended] : content.with(at, amended) };
}

/** pi's tools that write a file have the names of core's kinds of change. */
function kindOf(toolName: string): 'write' | 'edit' | undefined {
  return toolName === 'write' || toolName === 'edit' ? toolName : undefined;
}
