import { type Command, Option } from 'commander';
import type { ExitCode } from '../io.js';
import type { InstallHost } from '../install/hosts.js';
import { parseSeverities } from '../parse-options.js';
import type { Place } from '../session.js';

/** What a command calls once it has run. */
export type Finish = (code: ExitCode) => void;

export const INSTALL_HOSTS = [
  'gemini',
  'pi',
  'codex',
  'qwen',
  'claude',
  'copilot',
  'opencode',
  'llxprt',
] as const satisfies readonly InstallHost[];

interface GlobalOptions {
  workspace: string;
  trusted?: true;
  untrusted?: true;
  json?: true;
}

export function placeOf(command: Command): Place & { readonly json: boolean } {
  const { workspace, trusted, untrusted, json } = command.optsWithGlobals<GlobalOptions>();
  return {
    workspace,
    json: json === true,
    ...(untrusted === true ? { trust: 'never' } : trusted === true && { trust: 'always' }),
  };
}

export function severityOption(): Option {
  return new Option(
    '--severity <severities>',
    'what to report, separated by commas: error, warning, info, hint; or all',
  ).argParser(parseSeverities);
}
