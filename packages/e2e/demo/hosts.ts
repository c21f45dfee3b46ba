import { mkdirSync } from 'node:fs';
import { relative } from 'node:path';
import { GEMINI_EXTENSION, geminiCommand, openGemini } from '../support/hosts/gemini.js';
import type { Home } from '../support/hosts/home.js';
import { openPi, PI_EXTENSION, piCommand } from '../support/hosts/pi.js';
import type { ScriptedModel, Step } from '../support/hosts/script.js';
import type { Terminal, TerminalSize } from '../support/hosts/terminal.js';
import { hostVersions } from '../../../scripts/lib/hosts/index.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import type { Dialect } from './story.js';

/** A user's machine: their home, and the folder that they work in. */
export interface Desk {
  readonly home: Home;
  readonly workspace: string;
}

export interface Session {
  readonly model: ScriptedModel;
  readonly terminal: Terminal;
  /** Kills the host if it still runs, and ends the model. */
  close(): Promise<void>;
}

export interface Host {
  /** Its name and version. */
  readonly name: string;
  readonly dialect: Dialect;
  /** What installs our extension, as one types it at the top of this repository. */
  readonly installCommand: string;
  install(desk: Desk, signal: AbortSignal): Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** Its terminal interface, which begins with this prompt. */
  open(desk: Desk, prompt: string, script: readonly Step[], size: TerminalSize): Promise<Session>;
  /** Types a line and sends it off. */
  enter(terminal: Terminal, line: string): Promise<void>;
}

const here = (folder: string): string => relative(root, folder).replaceAll('\\', '/');

/** What programs leave in the temporary folder, hosts and language servers alike, is gone with the home. */
function temporaryIn({ home }: Desk): NodeJS.ProcessEnv {
  const folder = home.path('tmp');
  mkdirSync(folder, { recursive: true });
  return { TMPDIR: folder, TEMP: folder, TMP: folder };
}

const gemini = (): Host => ({
  name: `Gemini CLI ${hostVersions.gemini}`,
  dialect: {
    write: {
      call: 'write_file',
      args: (file_path, content) => ({ file_path, content }),
      done: 'Successfully created and wrote to new file',
    },
    edit: {
      call: 'replace',
      args: (file_path, old_string, new_string) => ({
        file_path,
        instruction: 'Give it the whole item.',
        old_string,
        new_string,
      }),
      done: 'Successfully modified file',
    },
    hover: 'mcp_llxprt_lsp_hover',
  },
  installCommand: `gemini extensions install ${here(GEMINI_EXTENSION)}`,
  install: ({ home, workspace }, signal) =>
    geminiCommand(['extensions', 'install', GEMINI_EXTENSION, '--consent'], { cwd: workspace, home, signal }),
  open: (desk, prompt, script, size) =>
    openGemini({ ...desk, script, size, args: ['-i', prompt], env: temporaryIn(desk) }),
  // Quirk(gemini): what comes at once is taken for pasted, and its line break for a part of it.
  // It takes no line before its hooks for the end of a turn have ended.
  enter: (terminal, line) => terminal.submit(line, (text) => text.includes(` > ${line}`)),
});

const pi = (): Host => ({
  name: `pi ${hostVersions.pi}`,
  dialect: {
    write: { call: 'write', args: (path, content) => ({ path, content }), done: 'Successfully wrote' },
    edit: {
      call: 'edit',
      args: (path, oldText, newText) => ({ path, edits: [{ oldText, newText }] }),
      done: 'Successfully replaced 1 block(s)',
    },
    hover: 'lsp_hover',
  },
  installCommand: `pi install ${here(PI_EXTENSION)}`,
  install: ({ home, workspace }, signal) =>
    piCommand(['install', PI_EXTENSION], { cwd: workspace, home, signal }),
  open: (desk, prompt, script, size) =>
    openPi({ ...desk, script, size, args: [prompt], env: temporaryIn(desk) }),
  // Quirk(pi): after a pause it offers how the line may go on, and the line break takes the offer.
  enter: (terminal, line) => {
    terminal.type(`${line}\r`);
    return Promise.resolve();
  },
});

/** By the name that `--host` takes; made when it is asked for, since it reads which version is installed. */
export const HOST = { gemini, pi };
