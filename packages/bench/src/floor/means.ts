import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LineFinding } from '../edits.js';
import { SIDECAR } from '../places.js';
import { SERVERS } from '../servers.js';
import type { ServerKind } from '../subjects/subject.js';
import type { Question } from './ask.js';
import { readCargo } from './cargo.js';

/** How a floor comes to its answers: the programs and options are the same that the sidecar uses. */
export type Means = ServerMeans | CompilerMeans;

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to our own environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface ServerMeans extends Program {
  readonly kind: 'server';
  readonly question: Question;
  readonly initializationOptions?: unknown;
  readonly languageId: string;
  /** Whether it says by registering when it can be asked. */
  readonly registersPull: boolean;
  /** The answer to one item of `workspace/configuration`. */
  configuration(section: string): unknown;
}

export interface CompilerMeans extends Program {
  readonly kind: 'compiler';
  /**
   * The errors in what it prints, by file relative to the workspace; undefined if it did not come
   * to its end.
   */
  readonly read: (stdout: string) => ReadonlyMap<string, LineFinding[]> | undefined;
}

const modules = (...path: string[]): string => join(SIDECAR, 'node_modules', ...path);

/** @param workspace absolute, real */
export function meansOf(kind: ServerKind, workspace: string): Means {
  const env = SERVERS[kind].env(workspace);
  switch (kind) {
    case 'tsserver':
      return {
        ...PULLED,
        question: 'tsserver',
        ...withNode(modules('typescript-language-server', 'lib', 'cli.mjs')),
        initializationOptions: {
          disableAutomaticTypingAcquisition: true,
          tsserver: {
            useSyntaxServer: 'never',
            path: join(workspace, 'node_modules', 'typescript', 'lib', 'tsserver.js'),
          },
        },
        languageId: 'typescript',
      };
    case 'typescript7': {
      const exe = process.platform === 'win32' ? 'tsc.exe' : 'tsc';
      return {
        ...PULLED,
        command: modules('@typescript', `typescript-${process.platform}-${process.arch}`, 'lib', exe),
        args: ['--lsp', '--stdio'],
        languageId: 'typescript',
        configuration: (section) => (section === 'typescript' ? TYPESCRIPT_7_SETTINGS : null),
      };
    }
    case 'pyright':
      return {
        ...PULLED,
        ...withNode(modules('pyright', 'langserver.index.js')),
        languageId: 'python',
        registersPull: true,
        configuration: (section) => PYRIGHT_SETTINGS[section] ?? null,
      };
    case 'eslint':
      return {
        ...PULLED,
        ...withNode(modules('vscode-langservers-extracted', 'bin', 'vscode-eslint-language-server')),
        languageId: 'javascript',
        configuration: () => eslintSettings(workspace),
      };
    case 'gopls':
      return {
        ...PULLED,
        command: 'gopls',
        args: ['serve'],
        env: { ...env, GOGC: process.env['GOGC'] ?? '50' },
        initializationOptions: { pullDiagnostics: true },
        languageId: 'go',
        configuration: (section) => (section === 'gopls' ? { pullDiagnostics: true } : null),
      };
    case 'cargo':
      return {
        kind: 'compiler',
        command: 'cargo',
        args: ['check', '--workspace', '--all-targets', '--keep-going', '--message-format=json'],
        env,
        read: readCargo,
      };
  }
}

const PULLED = {
  kind: 'server',
  question: 'pull',
  env: {},
  registersPull: false,
  configuration: () => null,
} as const;

function withNode(script: string): Pick<Program, 'command' | 'args'> {
  return { command: process.execPath, args: [script, '--stdio'] };
}

const TYPESCRIPT_7_SETTINGS = { reportStyleChecksAsWarnings: false, disableAutomaticTypeAcquisition: true };

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
