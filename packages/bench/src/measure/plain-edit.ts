import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendDiagnostics, edit, LSP_DEFAULTS, type ToolContext } from '@vybestack/llxprt-lsp-core';
import { startClient, timed } from '../client.js';
import type { PlainEditResult } from '../results.js';
import { compare } from '../stats.js';
import { pair, repeat, type Rounds } from './stage.js';

const FILE = 'notes.txt';
const WORDS = ['one', 'another'] as const;

/** The tool `edit` on a file type that no server knows, with a sidecar and without LSP. */
export async function measurePlainEdit(
  workspaceRoot: string,
  rounds: Rounds,
): Promise<Omit<PlainEditResult, 'id'>> {
  mkdirSync(workspaceRoot, { recursive: true });
  writeFileSync(join(workspaceRoot, FILE), `${'A line of text.\n'.repeat(200)}${WORDS[0]}\n`);
  const checker = await startClient(workspaceRoot);
  const contexts: Record<'ours' | 'floor', ToolContext> = {
    ours: {
      workspaceRoot,
      appendDiagnostics: (success, request) =>
        appendDiagnostics(success, { checker, config: LSP_DEFAULTS, ...request }),
    },
    floor: {
      workspaceRoot,
      appendDiagnostics: (success, request) =>
        appendDiagnostics(success, { checker: undefined, config: false, ...request }),
    },
  };
  try {
    let turn = 0;
    const editOnce = async (context: ToolContext): Promise<number> => {
      const [from, to] = turn++ % 2 === 0 ? WORDS : [WORDS[1], WORDS[0]];
      const { value, ms } = await timed(() =>
        edit({ file_path: FILE, old_string: from, new_string: to }, context),
      );
      if (value.error !== undefined) throw new Error(value.error.message);
      return ms;
    };
    const pairs = await repeat(rounds, (round) => pair(round, (name) => editOnce(contexts[name])));
    return { kind: 'plain edit', edit: compare(pairs) };
  } finally {
    await checker.shutdown();
  }
}
