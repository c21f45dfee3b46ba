import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  isWithin,
  parseJsonObject,
  readTextFile,
  realPath,
  SETTINGS_BYTES,
} from '@vybestack/llxprt-lsp-core';
import { ownLlxprtFolders } from './llxprt-folders.js';

/**
 * Whether the host that started this process trusts the workspace. Of the known hosts, Gemini CLI
 * and LLxprt Code pass this to the processes that they start. The others start no process in an
 * untrusted workspace, or have no notion of trust.
 *
 * @param workspaceRoot absolute and real
 * @returns undefined where no host passes it
 */
export function hostTrust(workspaceRoot: string, env: NodeJS.ProcessEnv): boolean | undefined {
  return geminiTrust(workspaceRoot, env) ?? llxprtTrust(workspaceRoot, env);
}

function geminiTrust(workspaceRoot: string, env: NodeJS.ProcessEnv): boolean | undefined {
  if (env['GEMINI_CLI'] !== '1') return undefined;
  if (env['GEMINI_RESTRICTED_MODE'] === 'true' || env['GEMINI_CLI_TRUST_WORKSPACE'] === 'false') return false;
  if (env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true') return true;
  const rules = rulesFor(
    env['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] ??
      join(env['GEMINI_CLI_HOME'] ?? homedir(), '.gemini', 'trustedFolders.json'),
    workspaceRoot,
  );
  // The longest name that matches wins, whatever it is a name of.
  return nearest(rules, ({ name }) => name.length);
}

/**
 * LLxprt Code marks the shell commands that it runs, and our MCP server is marked in the same way.
 * Its rules count only where its user has switched them on; else it trusts every folder. Settings
 * that cannot be read may have done so.
 */
function llxprtTrust(workspaceRoot: string, env: NodeJS.ProcessEnv): boolean | undefined {
  if (env['LLXPRT_CODE'] !== '1') return undefined;
  const { config } = ownLlxprtFolders(env);
  const settings = readObject(join(config, 'settings.json'));
  if (settings.kind === 'none' || (settings.kind === 'read' && settings.value['folderTrust'] !== true))
    return undefined;
  const named = env['LLXPRT_CODE_TRUSTED_FOLDERS_PATH'] ?? '';
  const rules = rulesFor(named === '' ? join(config, 'trustedFolders.json') : named, workspaceRoot);
  // Of two for one folder, the one that denies wins.
  return nearest(rules, ({ folder, level }) => 2 * folder.length + (isTrusting(level) ? 0 : 1));
}

/** An answer of the user to the host's trust question. */
interface Rule {
  /** As it is noted. */
  readonly name: string;
  /** The folder that it is about. */
  readonly folder: string;
  readonly level: unknown;
}

/** @returns undefined where the file cannot be read or parsed: any of its answers might be no */
function rulesFor(file: string, workspaceRoot: string): Rule[] | undefined {
  const parsed = readObject(file);
  if (parsed.kind === 'unreadable') return undefined;
  return Object.entries(parsed.kind === 'none' ? {} : parsed.value).flatMap(([name, level]) => {
    // Quirk(gemini, llxprt): `TRUST_PARENT` is about the parent of the folder that it is noted for.
    const folder = realPath(level === 'TRUST_PARENT' ? dirname(name) : name);
    return folder !== undefined && isWithin(workspaceRoot, folder) ? [{ name, folder, level }] : [];
  });
}

function nearest(rules: readonly Rule[] | undefined, nearness: (rule: Rule) => number): boolean | undefined {
  if (rules === undefined) return false;
  const best = rules.toSorted((a, b) => nearness(b) - nearness(a))[0];
  return best === undefined ? undefined : isTrusting(best.level);
}

const isTrusting = (level: unknown): boolean => level === 'TRUST_FOLDER' || level === 'TRUST_PARENT';

type Read =
  | { readonly kind: 'read'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' };

function readObject(file: string): Read {
  const found = readTextFile(file, SETTINGS_BYTES);
  if (found.kind !== 'text') return { kind: found.kind === 'none' ? 'none' : 'unreadable' };
  const parsed = parseJsonObject(found.text, file);
  return parsed.kind === 'malformed' ? { kind: 'unreadable' } : { kind: 'read', value: parsed.value };
}
