import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerKind } from '../subjects/subject.js';
import { SIDECAR } from '../workspace.js';

/** The server's process and options, the same that the sidecar gives it. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly initializationOptions?: unknown;
  readonly languageId: string;
  /** Whether it says by registering when it can be asked. */
  readonly registersPull: boolean;
  /** The answer to one item of `workspace/configuration`. */
  configuration(section: string): unknown;
}

const modules = (...path: string[]): string => join(SIDECAR, 'node_modules', ...path);

/** @param workspace absolute, real */
export function launchOf(kind: ServerKind, workspace: string): Launch {
  switch (kind) {
    case 'tsserver':
      return {
        ...withNode(modules('typescript-language-server', 'lib', 'cli.mjs')),
        initializationOptions: {
          disableAutomaticTypingAcquisition: true,
          tsserver: { useSyntaxServer: 'never', path: join(workspace, 'node_modules', 'typescript', 'lib', 'tsserver.js') },
        },
        languageId: 'typescript',
        registersPull: false,
        configuration: () => null,
      };
    case 'typescript7': {
      const exe = process.platform === 'win32' ? 'tsc.exe' : 'tsc';
      return {
        command: modules('@typescript', `typescript-${process.platform}-${process.arch}`, 'lib', exe),
        args: ['--lsp', '--stdio'],
        languageId: 'typescript',
        registersPull: false,
        configuration: () => null,
      };
    }
    case 'pyright':
      return {
        ...withNode(modules('pyright', 'langserver.index.js')),
        languageId: 'python',
        registersPull: true,
        configuration: (section) => PYRIGHT_SETTINGS[section] ?? null,
      };
    case 'eslint':
      return {
        ...withNode(modules('vscode-langservers-extracted', 'bin', 'vscode-eslint-language-server')),
        languageId: 'javascript',
        registersPull: false,
        configuration: () => eslintSettings(workspace),
      };
  }
}

function withNode(script: string): Pick<Launch, 'command' | 'args'> {
  return { command: process.execPath, args: [script, '--stdio'] };
}

const PYRIGHT_SETTINGS: Readonly<Record<string, unknown>> = {
  python: {},
  'python.analysis': { autoSearchPaths: true, diagnosticMode: 'openFilesOnly', useLibraryCodeForTypes: true },
};

/** Whole, because the server reads every key without asking whether it is there. */
function eslintSettings(workspace: string): unknown {
  return {
    validate: 'on',
    useESLintClass: true,
    useFlatConfig: true,
    experimental: { useFlatConfig: false },
    workingDirectory: { directory: workspace },
    workspaceFolder: { name: basename(workspace), uri: pathToFileURL(workspace).href },
    nodePath: null,
    run: 'onType',
    quiet: false,
    format: false,
    onIgnoredFiles: 'off',
    options: {},
    problems: {},
    rulesCustomizations: [],
    codeActionOnSave: { enable: false, mode: 'all' },
    codeAction: { disableRuleComment: { enable: false }, showDocumentation: { enable: false } },
  };
}
