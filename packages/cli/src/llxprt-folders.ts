import { homedir } from 'node:os';
import { join } from 'node:path';
import { llxprtFolders, type LlxprtFolders } from '@vybestack/llxprt-lsp-core';

/** The folders of LLxprt Code, for a process that it has started. */
export function ownLlxprtFolders(env: NodeJS.ProcessEnv): LlxprtFolders {
  const named = env[process.platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? '';
  return llxprtFolders(named === '' ? homedir() : named, env);
}

/** The manifest of our extension, below the folder of data. */
export const LLXPRT_EXTENSION = join('extensions', 'llxprt-lsp');
export const LLXPRT_MANIFEST = 'llxprt-extension.json';
