import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLIENT_CAPABILITIES } from '../../../lsp/src/client/protocol/capabilities.js';
import { LSP_DEFAULTS, type NavigationTool, type ToolRegistry } from '@vybestack/llxprt-lsp-core';
// From the sources, as channel.ts: both are measured, so both run the same loaded code.
import { registerLspNavTools } from '../../../core/src/lsp/nav-tools.js';
import { PATIENT, serverAlone, startClient } from '../client.js';
import { connect } from '../floor/connection.js';
import { meansOf } from '../floor/means.js';
import type { ServerKind } from '../subjects/subject.js';
import type { Call, NavigationQuestion } from './questions.js';
import type { Position } from '../floor/change.js';
import type { Answered } from './channel.js';

/**
 * Somebody to ask the way. Resolves to how many results there are; undefined for questions whose
 * answer is no list.
 */
export interface Guide {
  ask(question: NavigationQuestion, target: NavigationTarget): Promise<number | undefined>;
  close(): Promise<void>;
}

export interface OurGuide extends Guide {
  /** All that a question is answered with. */
  answer(call: Call, target: NavigationTarget): Promise<Answered>;
}

export interface BareGuide extends Guide {
  /** Has the server know these files as well, relative to the workspace. One that is open stays so. */
  open(files: readonly string[]): Promise<void>;
}

export interface NavigationTarget {
  /** Relative to the workspace. */
  readonly file: string;
  readonly name: string;
  readonly at: Position;
}

/** A host's way: a tool of its registry. */
export async function startOurs(kind: ServerKind, workspace: string): Promise<OurGuide> {
  const settings = { ...PATIENT, servers: serverAlone(kind, workspace) };
  const service = await startClient(workspace, settings);
  const config = { ...LSP_DEFAULTS, ...settings };
  const logger = { debug: () => undefined };
  const tools = new Map<string, NavigationTool>();
  const registry: ToolRegistry = {
    registerTool: (tool) => tools.set(tool.name, tool),
    unregisterTool: (name) => tools.delete(name),
  };
  const { registered } = registerLspNavTools({ client: service, registry, logger, config });
  if ((await registered).length === 0)
    throw new Error(`there are no tools: ${service.getUnavailableReason() ?? 'unknown'}`);
  const answer = async (
    { tool: name, input }: Call,
    { file, name: symbol, at }: NavigationTarget,
  ): Promise<Answered> => {
    const tool = tools.get(name);
    const result = await tool?.execute(input(file, at, symbol), new AbortController().signal);
    if (tool === undefined || result === undefined || result.error !== undefined)
      throw new Error(`${name}: ${result?.error?.message ?? 'there is no such tool'}`);
    return { tool, result };
  };
  return {
    answer,
    async ask(question, target) {
      const { locations, symbols, total } = (await answer(question, target)).result.structuredContent as {
        locations?: unknown[];
        symbols?: unknown[];
        total?: number;
      };
      return total ?? (locations ?? symbols)?.length;
    },
    close: () => service.shutdown(),
  };
}

/** The least that a client of the sidecar's capabilities can do: the document open, and the request. */
export async function startDirect(kind: ServerKind, workspace: string, file: string): Promise<BareGuide> {
  const means = meansOf(kind, workspace);
  if (means.kind !== 'server') throw new Error(`${kind} is no language server`);
  const server = await connect(means, workspace, CLIENT_CAPABILITIES);
  const uriOf = (path: string): string => pathToFileURL(join(workspace, path)).href;
  const opened = new Set<string>();
  const open = async (files: readonly string[]): Promise<void> => {
    for (const path of files) {
      if (opened.has(path)) continue;
      opened.add(path);
      const textDocument = {
        uri: uriOf(path),
        languageId: means.languageId,
        version: 1,
        text: readFileSync(join(workspace, path), 'utf8'),
      };
      await server.connection.sendNotification('textDocument/didOpen', { textDocument });
    }
  };
  await open([file]);
  const uri = uriOf(file);
  return {
    open,
    async ask({ method, params }, { at, name }) {
      const result = await server.connection.sendRequest<unknown>(method, params(uri, at, name));
      return Array.isArray(result) ? count(result) : undefined;
    },
    close: () => server.close(),
  };
}

/** With all that they hold. */
function count(items: readonly unknown[]): number {
  return items.reduce<number>(
    (sum, item) => sum + 1 + count((item as { children?: unknown[] }).children ?? []),
    0,
  );
}
