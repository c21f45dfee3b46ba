import { join } from 'node:path';
import { root } from '../../../../scripts/lib/paths.mjs';
import { hostVersions } from '../../../../scripts/lib/hosts/index.mjs';
import type { Home } from './home.js';
import { serveOpenai } from './openai-wire.js';
import { commandOf, hostProgram, type HostProgram, type ProgramOptions } from './program.js';
import { ScriptedModel } from './script.js';
import { openTerminal, type Terminal, type TerminalSize } from './terminal.js';

/** The plugin, as `llxprt-lsp install opencode` names it. */
export const OPENCODE_PLUGIN = join(root, 'packages/cli/dist/opencode-plugin.js');

const FOLDER = '.config/opencode';

const ENVIRONMENT = {
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  TERM: 'xterm-256color',
};

const DEPENDENCY = { '@opencode-ai/plugin': hostVersions.opencode };

/**
 * opencode as a user has it who let it ask nobody. With a plugin, it installs the types of plugins
 * beside its configuration, unless they are there: this is enough for them to be.
 */
export function configureOpencode(home: Home, config: Readonly<Record<string, unknown>> = {}): void {
  home.writeJson(join(FOLDER, 'opencode.json'), {
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    permission: 'allow',
    ...config,
  });
  home.writeJson(join(FOLDER, 'package.json'), { dependencies: DEPENDENCY });
  home.writeJson(join(FOLDER, 'package-lock.json'), {
    name: 'opencode',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { dependencies: DEPENDENCY },
      'node_modules/@opencode-ai/plugin': { version: hostVersions.opencode },
    },
  });
  home.writeJson(join(FOLDER, 'node_modules/@opencode-ai/plugin/package.json'), {
    name: '@opencode-ai/plugin',
    version: hostVersions.opencode,
  });
}

/** It edits by patches if its model is said to be one of GPT. */
export type OpencodeModel = 'fake' | 'gpt-fake';

export const opencode = (model: OpencodeModel = 'fake'): HostProgram =>
  hostProgram('opencode', {
    serve: serveOpenai,
    args: () => ['run', 'Go.'],
    env: (url) => environment(url, model),
  });

const environment = (url: string, model: OpencodeModel = 'fake'): NodeJS.ProcessEnv => ({
  ...ENVIRONMENT,
  OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(url, model)),
});

function configuration(url: string, model: OpencodeModel): unknown {
  const models = { [model]: { name: model, limit: { context: 200_000, output: 8000 } } };
  const provider = {
    scripted: { npm: '@ai-sdk/openai-compatible', options: { baseURL: `${url}/v1`, apiKey: 'none' }, models },
  };
  // Titles are asked for beside the conversation.
  return {
    provider,
    model: `scripted/${model}`,
    small_model: `scripted/${model}`,
    agent: { title: { disable: true } },
  };
}

export interface OpencodeTerminal {
  readonly model: ScriptedModel;
  readonly terminal: Terminal;
  close(): Promise<void>;
}

/** Starts its terminal interface in a pseudo-terminal. */
export async function openOpencode({
  workspace,
  home,
  script,
  args = [],
  env,
  ...size
}: ProgramOptions & TerminalSize): Promise<OpencodeTerminal> {
  const [program, ...words] = commandOf('opencode');
  const model = new ScriptedModel(script);
  const loopback = await serveOpenai(model);
  const terminal = openTerminal(program, [...words, ...args], {
    cwd: workspace,
    env: home.environment({ TMPDIR: home.tmp, ...environment(loopback.url), ...env }),
    ...size,
  });
  const close = async (): Promise<void> => {
    await terminal.close();
    await loopback.close();
  };
  return { model, terminal, close };
}
