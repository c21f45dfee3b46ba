import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile, SETTINGS_BYTES } from '@vybestack/llxprt-lsp-core';
import { LLXPRT_EXTENSION, LLXPRT_MANIFEST, ownLlxprtFolders } from '../llxprt-folders.js';

const PROJECT = 'LLXPRT_PROJECT_DIR';

/** Whether LLxprt Code has started the hook: no other host sets the variable. */
export function isLlxprt(env: NodeJS.ProcessEnv): boolean {
  return (env[PROJECT] ?? '') !== '';
}

/** Whether that host has hooks of ours by what `llxprt-lsp install llxprt` has written, too. */
export function isOwnInLlxprt(env: NodeJS.ProcessEnv): boolean {
  return (
    existsSync(join(ownLlxprtFolders(env).data, LLXPRT_EXTENSION, LLXPRT_MANIFEST)) ||
    namesHook(join(env[PROJECT] ?? '', '.llxprt', 'settings.json'))
  );
}

/** By the last words of the command line, which may be quoted. */
function namesHook(settings: string): boolean {
  const file = readTextFile(settings, SETTINGS_BYTES);
  return file.kind === 'text' && /hook['"\\]* llxprt[" ]/.test(file.text);
}
