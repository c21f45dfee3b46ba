import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  LspServiceClient,
  NavigationResult,
  NavigationTool,
  ToolRegistry,
} from '@vybestack/llxprt-lsp-core';
import { registerLspNavTools } from '../../../core/src/lsp/nav-tools.js';
import type { LspConfig } from '../../../core/src/lsp/types.js';
import type { LanguageRow, Marked } from './row.js';
import type { Mark, AskedTool } from './results.js';

interface Point {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly character: number;
  readonly name: string;
}

/** Asks the tools of a host about the row's name. */
export async function judgeTools(
  client: LspServiceClient,
  row: LanguageRow,
  folder: string,
  config: Required<LspConfig>,
): Promise<Record<AskedTool, Mark>> {
  const unasked = (): Mark => ({ kind: 'not asked' });
  if (row.asked === undefined)
    return { hover: unasked(), definition: unasked(), references: unasked(), rename: unasked() };
  const use = pointOf(folder, row.file, row.asked.use);
  const declared = pointOf(folder, row.asked.in ?? row.file, row.asked.declared);
  const tools = new Map<string, NavigationTool>();
  const registry: ToolRegistry = {
    registerTool: (tool) => tools.set(tool.name, tool),
    unregisterTool: (name) => tools.delete(name),
  };
  const navigation = registerLspNavTools({ client, registry, logger: { debug: () => undefined }, config });
  await navigation.registered;
  const asked = async (name: string, seen: (result: NavigationResult) => boolean): Promise<Mark> => {
    const start = performance.now();
    const result = await tools
      .get(name)
      ?.execute({ file: use.file, line: use.line, character: use.character }, new AbortController().signal);
    return markOf(result, performance.now() - start, seen);
  };
  try {
    return {
      hover: await asked(
        'lsp_hover',
        ({ structuredContent }) => (structuredContent as { content?: unknown }).content !== null,
      ),
      definition: await asked('lsp_goto_definition', (result) => holds(result, declared)),
      references: await asked(
        'lsp_find_references',
        (result) => holds(result, declared) && holds(result, use),
      ),
      rename: await judgeRename(client, use, declared),
    };
  } finally {
    navigation.unregister();
  }
}

function markOf(
  result: NavigationResult | undefined,
  ms: number,
  seen: (result: NavigationResult) => boolean,
): Mark {
  if (result === undefined) return { kind: 'no', reason: 'there is no such tool' };
  if (result.error?.message.includes('does not answer this kind of question') === true)
    return { kind: 'not offered' };
  if (result.error !== undefined) return { kind: 'no', reason: firstLine(result.error.message) };
  return seen(result)
    ? { kind: 'yes', ms: Math.round(ms) }
    : { kind: 'no', reason: firstLine(result.llmContent) };
}

function holds({ structuredContent }: NavigationResult, { file, line }: Point): boolean {
  const { locations = [] } = structuredContent as { locations?: readonly { file?: string; line?: number }[] };
  return locations.some((location) => location.file === file && location.line === line);
}

/** Nothing is written: the changes of both places are looked for. */
async function judgeRename(client: LspServiceClient, use: Point, declared: Point): Promise<Mark> {
  const start = performance.now();
  const newName = `${use.name}_2`;
  const result = await client.refactor({
    kind: 'rename',
    filePath: use.file,
    symbol: use.name,
    line: use.line,
    newName,
  });
  const ms = Math.round(performance.now() - start);
  if (result === undefined) return { kind: 'no', reason: 'no answer' };
  if ('refused' in result)
    return /does not (offer|answer)|cannot rename|no server|not offered/.test(result.refused)
      ? { kind: 'not offered' }
      : { kind: 'no', reason: firstLine(result.refused) };
  const texts = new Map(
    result.changes.flatMap((change) => ('text' in change ? [[change.file, change.text] as const] : [])),
  );
  // Lines may move: some servers add one that keeps the old name.
  const count = (file: string): number =>
    [...texts]
      .filter(([changed]) => changed.endsWith(file))
      .reduce((sum, [, text]) => sum + text.split(newName).length - 1, 0);
  const isWhole =
    use.file === declared.file ? count(use.file) >= 2 : count(use.file) >= 1 && count(declared.file) >= 1;
  return isWhole
    ? { kind: 'yes', ms }
    : { kind: 'no', reason: `it changes ${[...texts.keys()].join(', ') || 'nothing'}` };
}

function pointOf(folder: string, file: string, marked: Marked): Point {
  const text = readFileSync(join(folder, file), 'utf8');
  const bar = marked.indexOf('|');
  const at = text.indexOf(marked.replace('|', ''));
  const name = /^[\w$-]+/.exec(marked.slice(bar + 1))?.[0];
  if (bar < 0 || at < 0 || name === undefined) throw new Error(`${file} does not have: ${marked}`);
  const before = text.slice(0, at + bar).split('\n');
  return { file, line: before.length, character: (before.at(-1)?.length ?? 0) + 1, name };
}

function firstLine(text: string): string {
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').slice(0, 140);
}
