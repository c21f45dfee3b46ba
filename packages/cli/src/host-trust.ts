import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isWithin, parseJsonObject } from '@vybestack/llxprt-lsp-core';

/**
 * What the host that has started this process says about the workspace. Of the hosts that we know only Gemini CLI says it to those whom it starts;
 * others start nobody where they do not trust, or have no notion of it.
 *
 * @param workspaceRoot absolute and real
 * @returns undefined where nobody says anything
 */
export function hostTrust(workspaceRoot: string, env: NodeJS.ProcessEnv): boolean | undefined {
  if (env['GEMINI_CLI'] !== '1') return undefined;
  if (env['GEMINI_RESTRICTED_MODE'] === 'true' || env['GEMINI_CLI_TRUST_WORKSPACE'] === 'false') return false;
  if (env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true') return true;
  return ruleOf(env['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] ?? join(env['GEMINI_CLI_HOME'] ?? homedir(), '.gemini', 'trustedFolders.json'), workspaceRoot);
}

/**
 * What the user has answered when Gemini CLI asked: the longest name that fits, as there. Of a file that cannot be understood every answer might be no.
 *
 * Quirk(gemini): `TRUST_PARENT` is about the folder above the one that it is noted for.
 */
function ruleOf(file: string, workspaceRoot: string): boolean | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : false;
  }
  const parsed = parseJsonObject(text, file);
  if (parsed.kind === 'malformed') return false;
  const [best] = Object.entries(parsed.value)
    .filter(([folder, level]) => isWithin(workspaceRoot, realPath(level === 'TRUST_PARENT' ? dirname(folder) : folder)))
    .sort(([a], [b]) => b.length - a.length);
  return best === undefined ? undefined : best[1] === 'TRUST_FOLDER' || best[1] === 'TRUST_PARENT';
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
