import type { ResolvedLspConfig } from '@vybestack/llxprt-lsp-core';
import type { Result } from '@modelcontextprotocol/sdk/types.js';

/**
 * Which of the two forms of an answer a host gets. Hosts give models both of them, or the longer
 * one alone.
 */
export type ToolResults = ResolvedLspConfig['toolResults'];

/** A tool as `tools/list` holds it. Without structured results, the tool has no output schema. */
export function listedFor(form: ToolResults, tool: unknown): unknown {
  if (form !== 'text' || typeof tool !== 'object' || tool === null) return tool;
  const { outputSchema: _, ...rest } = tool as Readonly<Record<string, unknown>>;
  return rest;
}

/** The result of a call. An error keeps its text in every form. */
export function resultFor(form: ToolResults, result: Result): Result {
  const { structuredContent, ...text } = result;
  if (structuredContent === undefined || form === 'both') return result;
  if (form === 'text') return text;
  return result['isError'] === true ? result : { ...result, content: [] };
}
