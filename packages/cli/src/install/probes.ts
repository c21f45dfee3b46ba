import { findProgram, type ProgramPlace } from '@vybestack/llxprt-lsp-core';
import { userShell } from './commands.js';
import type { InstallHost } from './hosts.js';

/** How a host runs a hook, and what it tells it after an edit. */
export interface HookProbe {
  /**
   * The shell, absolute, and its arguments before the command; the program is undefined where there is
   * none.
   */
  shell(place: ProgramPlace): readonly [program: string | undefined, ...args: string[]];
  /** @param file absolute, in the folder `cwd` */
  event(cwd: string, file: string, text: string): unknown;
}

const bash: HookProbe['shell'] = (place) => [findProgram('bash', place), '-c'];
const bashOrPowerShell: HookProbe['shell'] = (place) =>
  process.platform === 'win32' ? [findProgram('powershell', place), '-NoProfile', '-Command'] : bash(place);

/** Absent: the host has no hooks of ours. */
export const PROBES: Readonly<Partial<Record<InstallHost, HookProbe>>> = {
  gemini: {
    shell: bashOrPowerShell,
    event: (cwd, file, content) => ({
      hook_event_name: 'AfterTool',
      cwd,
      tool_name: 'write_file',
      tool_input: { file_path: file, content },
      tool_response: { llmContent: `Successfully created and wrote to new file: ${file}.` },
    }),
  },
  codex: {
    shell: (place) => [userShell(place), process.platform === 'win32' ? '/C' : '-lc'],
    event: (cwd, file, text) => {
      const added = text
        .trimEnd()
        .split('\n')
        .map((line) => `+${line}`);
      const patch = ['*** Begin Patch', `*** Add File: ${file}`, ...added, '*** End Patch'].join('\n');
      return {
        hook_event_name: 'PostToolUse',
        cwd,
        tool_name: 'apply_patch',
        tool_input: { command: patch },
      };
    },
  },
  qwen: {
    shell: bashOrPowerShell,
    event: (cwd, file, content) => ({
      hook_event_name: 'PostToolUse',
      cwd,
      tool_name: 'write_file',
      tool_input: { file_path: file, content },
      tool_response: { llmContent: `Successfully created and wrote to new file: ${file}.` },
    }),
  },
  claude: {
    shell: bash,
    event: (cwd, file, content) => ({
      hook_event_name: 'PostToolUse',
      cwd,
      tool_name: 'Write',
      tool_input: { file_path: file, content },
      tool_response: { type: 'create', filePath: file },
    }),
  },
  llxprt: {
    shell: bashOrPowerShell,
    event: (cwd, file, content) => ({
      hook_event_name: 'AfterTool',
      cwd,
      tool_name: 'write_file',
      tool_input: { absolute_path: file, content },
      tool_response: {
        llmContent: `Successfully created and wrote to new file: ${file}.`,
        returnDisplay: { originalContent: '', isNewFile: true },
      },
    }),
  },
  copilot: {
    shell: bashOrPowerShell,
    event: (cwd, file, text) => ({
      cwd,
      toolName: 'create',
      toolArgs: { path: file, file_text: text },
      toolResult: { resultType: 'success', textResultForLlm: 'Created.' },
    }),
  },
};
