import type { HostAdapter } from '../host.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { llxprt } from './llxprt.js';
import { qwen } from './qwen.js';

export const HOSTS: ReadonlyMap<string, HostAdapter> = new Map(
  Object.entries({ gemini, claude, codex, qwen, copilot, llxprt }),
);

/** Not an exit code: hosts take 2 for a hook that keeps the model from what it does. */
export function unknownHost(host: string): string {
  return `llxprt-lsp hook: the host is one of ${[...HOSTS.keys()].join(', ')}, not "${host}"`;
}
