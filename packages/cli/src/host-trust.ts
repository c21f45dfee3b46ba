import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isWithin, parseJsonObject, readTextFile, realPath, SETTINGS_BYTES } from '@vybestack/llxprt-lsp-core';

/**
 * Whether the host that started this process trusts the workspace. Of the known hosts, only Gemini
 * CLI passes this to the processes that it starts. The others start no process in an untrusted
 * workspace, or have no notion of trust.
 *
 * @param workspaceRoot absolute and real
 * @returns undefined where no host passes it
 */
export function hostTrust(workspaceRoot: string, env: NodeJS.ProcessEnv): boolean | undefined {
  if (env['GEMINI_CLI'] !== '1') return undefined;
  if (env['GEMINI_RESTRICTED_MODE'] === 'true' || env['GEMINI_CLI_TRUST_WORKSPACE'] === 'false') return false;
  if (env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true') return true;
  return ruleOf(env['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] ?? join(env['GEMINI_CLI_HOME'] ?? homedir(), '.gemini', 'trustedFolders.json'), workspaceRoot);
}

/**
 * The user's answer to Gemini CLI's trust question. The longest folder name that matches wins, as
 * in Gemini CLI. A file that cannot be read or parsed counts as "not trusted", because any of its answers
 * might be no.
 *
 * Quirk(gemini): `TRUST_PARENT` is about the parent of the folder that it is noted for.
 */
function ruleOf(file: string, workspaceRoot: string): boolean | undefined {
  const found = readTextFile(file, SETTINGS_BYTES);
  if (found.kind !== 'text') return found.kind === 'none' ? undefined : false;
  const parsed = parseJsonObject(found.text, file);
  if (parsed.kind === 'malformed') return false;
  const [best] = Object.entries(parsed.value)
    .filter(([folder, level]) => isWithin(workspaceRoot, realPath(level === 'TRUST_PARENT' ? dirname(folder) : folder)))
    .sort(([a], [b]) => b.length - a.length);
  return best === undefined ? undefined : best[1] === 'TRUST_FOLDER' || best[1] === 'TRUST_PARENT';
}
